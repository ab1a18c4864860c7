"""Positions, moves and games of Hive as text and JSON."""
