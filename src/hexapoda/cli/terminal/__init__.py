"""Hive in the terminal: the board that stays put, the players, the commands and the saved games."""
