"""The interface between games and shared code, and the table of games.

`find_game` turns a name into a `Game`. Shared code uses only that object and never the name, so adding a game
takes only a new package with an entry point.
"""

from hexapoda.games.archive import Archive
from hexapoda.games.game import Game
from hexapoda.games.page_board import PageBoard
from hexapoda.games.part import lazy
from hexapoda.games.position import Move, Moves, Outcome, Position
from hexapoda.games.record_files import RecordFiles
from hexapoda.games.refusal import Refusal
from hexapoda.games.rule_switch import RuleSwitch
from hexapoda.games.table import BUILT_IN_GAMES, DEFAULT_GAME, find_game, game_names, game_of_position

__all__ = [
    "BUILT_IN_GAMES",
    "DEFAULT_GAME",
    "Archive",
    "Game",
    "Move",
    "Moves",
    "Outcome",
    "PageBoard",
    "Position",
    "RecordFiles",
    "Refusal",
    "RuleSwitch",
    "find_game",
    "game_names",
    "game_of_position",
    "lazy",
]
