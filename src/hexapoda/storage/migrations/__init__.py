"""Alembic's scripts that make the tables of the game store and bring older ones up to date."""
