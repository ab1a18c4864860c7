"""Games with variations, comments, marks and evaluations, in one form for every kind of game.

`read_games` and `read_text` yield the games of a file or a string in any format as `GameTree` objects, and
`write_games` writes them. `GameRecord` is the header of a game and, for programs that need no more, its moves
as text.
"""

from typing import TYPE_CHECKING

from hexapoda.late_names import late_names
from hexapoda.record.game_record import Ending, GameRecord, MoveRecord, PlayerRecord
from hexapoda.record.mark import Mark
from hexapoda.record.node import GLYPHS, MoveEvaluation, Node
from hexapoda.record.tree import GameTree

if TYPE_CHECKING:
    from hexapoda.record.opening_book import BookMove, OpeningBook
    from hexapoda.record.reading import check_paths, read_games, read_text, scan_games, scan_text
    from hexapoda.record.repair import Repair
    from hexapoda.record.replay import ReadGame
    from hexapoda.record.report import GameReport
    from hexapoda.record.writing import format_game, write_games

__all__ = [
    "GLYPHS",
    "BookMove",
    "Ending",
    "GameRecord",
    "GameReport",
    "GameTree",
    "Mark",
    "MoveEvaluation",
    "MoveRecord",
    "Node",
    "OpeningBook",
    "PlayerRecord",
    "ReadGame",
    "Repair",
    "check_paths",
    "format_game",
    "read_games",
    "read_text",
    "scan_games",
    "scan_text",
    "write_games",
]

# Loaded late: a match needs records, but reads no files.
_LATE = {
    "opening_book": ("BookMove", "OpeningBook"),
    "reading": ("check_paths", "read_games", "read_text", "scan_games", "scan_text"),
    "repair": ("Repair",),
    "replay": ("ReadGame",),
    "report": ("GameReport",),
    "writing": ("format_game", "write_games"),
}
__getattr__ = late_names(__name__, _LATE)
