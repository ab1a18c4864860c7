"""Game files of Hive: their formats, and the interpreter of their moves.

Each format is a module with an entry in `FORMATS`; `hexapoda.record` uses this list to read and write files.
"""

from __future__ import annotations

from hexapoda.hive.records.bga import BGA
from hexapoda.hive.records.bga_json import BGA_JSON
from hexapoda.hive.records.boardspace import BOARDSPACE
from hexapoda.hive.records.game_strings import GAME_STRINGS
from hexapoda.hive.records.interpreter import HiveInterpreter
from hexapoda.hive.records.links import LINKS
from hexapoda.hive.records.pgn import PGN
from hexapoda.hive.records.table import TABLE
from hexapoda.record.draft import Draft
from hexapoda.record.format import RecordFormat

__all__ = ["FORMATS", "interpreter"]

FORMATS: tuple[RecordFormat, ...] = (BGA, TABLE, BOARDSPACE, PGN, LINKS, GAME_STRINGS, BGA_JSON)
"""The formats in the order in which they are tried."""


def interpreter(draft: Draft) -> HiveInterpreter:
    """Return the interpreter that finds the moves of a draft."""
    return HiveInterpreter(draft)
