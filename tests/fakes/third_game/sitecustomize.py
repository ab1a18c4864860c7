"""Adds the game Y to the table of games. Python imports this at its start if this folder is in PYTHONPATH."""

from hexapoda.games import table

table.GAMES["y"] = "tests.fakes.game_of_y:GAME_OF_Y"
