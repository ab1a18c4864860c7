"""The Hex implementation of `hexapoda.games.RecordFiles`."""

from hexapoda.hex.records.check import check_text
from hexapoda.hex.records.convert import WRITABLE as _WRITABLE
from hexapoda.hex.records.convert import convert
from hexapoda.hex.records.sniff import sniff

__all__ = ["WRITABLE", "check_text", "convert", "sniff"]

WRITABLE: tuple[str, ...] = _WRITABLE
