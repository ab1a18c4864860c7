"""Game records of Hex: the formats, and what the texts in a record mean on the board.

`hexapoda.record` reads, checks, converts and writes the games of all formats. Each format is one module,
which defines one entry of `FORMATS`.
"""

from hexapoda.hex.records.abstract_play import ABSTRACT_PLAY
from hexapoda.hex.records.bga import BGA
from hexapoda.hex.records.gamestring import GAMESTRING
from hexapoda.hex.records.hexwiki import HEXWIKI
from hexapoda.hex.records.hexworld import HEXWORLD
from hexapoda.hex.records.interpreter import HexInterpreter
from hexapoda.hex.records.sgf import SGF
from hexapoda.record.format import RecordFormat

__all__ = ["FORMATS", "interpreter"]

FORMATS: tuple[RecordFormat, ...] = (SGF, ABSTRACT_PLAY, BGA, HEXWIKI, HEXWORLD, GAMESTRING)
"""The formats, in the order in which they are tried."""

interpreter = HexInterpreter
