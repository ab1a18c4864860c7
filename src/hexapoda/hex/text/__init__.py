"""Positions, moves and games of Hex as text and JSON."""
