"""The Hive implementation of `hexapoda.games.RecordFiles`."""

from hexapoda.hive.records.check import check_text
from hexapoda.hive.records.convert import WRITABLE as _WRITABLE
from hexapoda.hive.records.convert import convert
from hexapoda.hive.records.sniff import sniff

__all__ = ["WRITABLE", "check_text", "convert", "sniff"]

WRITABLE: tuple[str, ...] = _WRITABLE
