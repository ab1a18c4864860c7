"""Alembic scripts that create the tables of the game store and upgrade older ones."""
