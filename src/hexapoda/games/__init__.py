"""What shared code asks of a game, and the one table of games.

`find_game` turns a name into a `Game`. Shared code asks that object and never looks at the name, so a new
game is one entry in the table and one package.
"""

from hexapoda.games.game import Game, Move, Moves, Outcome, PageBoard, Position, RuleSwitch
from hexapoda.games.refusal import Refusal
from hexapoda.games.table import DEFAULT_GAME, find_game, game_names

__all__ = [
    "DEFAULT_GAME",
    "Game",
    "Move",
    "Moves",
    "Outcome",
    "PageBoard",
    "Position",
    "Refusal",
    "RuleSwitch",
    "find_game",
    "game_names",
]
