"""Python imports this when it starts with this folder in PYTHONPATH: the game Y is in the table of games."""

from hexapoda.games import table

table.GAMES["y"] = "tests.fakes.game_of_y:GAME_OF_Y"
