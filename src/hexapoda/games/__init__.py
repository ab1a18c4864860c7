"""What shared code asks of a game, and the one table of games.

`find_game` turns a name into a `Game`. Shared code asks that object and never looks at the name, so a new
game is one entry in the table and one package.
"""

from hexapoda.games.archive import Archive, ReadRecord
from hexapoda.games.game import Game, Move, Moves, Outcome, PageBoard, Position, RuleSwitch
from hexapoda.games.record_files import GameReport, RecordFiles
from hexapoda.games.refusal import Refusal
from hexapoda.games.table import DEFAULT_GAME, find_game, game_names, game_of_position

__all__ = [
    "DEFAULT_GAME",
    "Archive",
    "Game",
    "GameReport",
    "Move",
    "Moves",
    "Outcome",
    "PageBoard",
    "Position",
    "ReadRecord",
    "RecordFiles",
    "Refusal",
    "RuleSwitch",
    "find_game",
    "game_names",
    "game_of_position",
]
