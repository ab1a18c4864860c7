"""Hex positions, moves and games as text and JSON."""
