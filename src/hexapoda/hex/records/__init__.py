"""Game records of Hex: reading, checking and converting them.

`read_games` and `scan_games` read a file, `check_paths` replays everything below a path, `convert` and
`write_games` write SGF, HexWorld links and lines of text. Each format has its own reader; all readers share
one replay.
"""

from hexapoda.games.record_files import GameReport
from hexapoda.hex.records.check import check_paths
from hexapoda.hex.records.convert import WRITABLE, convert, format_game, write_games
from hexapoda.hex.records.draft import FORMATS
from hexapoda.hex.records.game import RecordedGame
from hexapoda.hex.records.reading import read_games, read_text, scan_games

__all__ = [
    "FORMATS",
    "WRITABLE",
    "GameReport",
    "RecordedGame",
    "check_paths",
    "convert",
    "format_game",
    "read_games",
    "read_text",
    "scan_games",
    "write_games",
]
