"""Game records of Hive: reading, checking and converting them.

`read_games` and `scan_games` read a file, `check_paths` replays all games below some paths, `convert` and
`write_games` write GameStrings and PGN. Each format has its own reader; all readers share one replay.
"""

from hexapoda.games.record_files import GameReport
from hexapoda.hive.records.check import check_paths
from hexapoda.hive.records.convert import WRITABLE, convert, write_games
from hexapoda.hive.records.draft import FORMATS
from hexapoda.hive.records.game import RecordedGame
from hexapoda.hive.records.pgn import write_pgn
from hexapoda.hive.records.reading import read_games, read_text, scan_games

__all__ = [
    "FORMATS",
    "WRITABLE",
    "GameReport",
    "RecordedGame",
    "check_paths",
    "convert",
    "read_games",
    "read_text",
    "scan_games",
    "write_games",
    "write_pgn",
]
