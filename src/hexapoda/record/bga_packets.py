"""The packets in logs of Board Game Arena, in the JSON that the site's pages load.

    {"data": {"logs": [{"time": "1700000000", "data": [...]}, ...]}}

The packets are decoded one by one, so truncated JSON can be read too. Each game's readers interpret them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from hexapoda.record.line_counter import LineCounter

__all__ = ["QUOTED_LENGTH", "PacketLog", "log_offsets", "packet_logs", "utc_time"]

QUOTED_LENGTH = 80
"""The maximum number of characters that an error message quotes."""

_DECODER = json.JSONDecoder()
_LOGS = re.compile(r'"logs"\s*:\s*\[')
_BETWEEN = re.compile(r"[\s,]*")


class PacketLog:
    """The packets of one log.

    Attributes:
        line: the line of the last packet, or the line where reading stopped.
        offset: the offset at which reading stopped.
        end: the offset at which the next log begins, or the text ends.
        cut_text: the beginning of a packet that is cut off; empty if there is none.
        closed: whether the list of packets was read to its end.
    """

    def __init__(self, text: str, offset: int, end: int, lines: LineCounter) -> None:
        self.line = lines.at(offset)
        self.offset, self.end = offset, end
        self.cut_text = ""
        self.closed = False
        self._text, self._lines = text, lines

    def __iter__(self) -> Iterator[Any]:
        """Yield the packets, up to the first one that is cut off."""
        while True:
            between = _BETWEEN.match(self._text, self.offset)
            self.offset = self.offset if between is None else between.end()
            self.line = self._lines.at(self.offset)
            if self.offset >= self.end:
                return
            if self._text[self.offset] == "]":
                self.closed = True
                return
            try:
                packet, self.offset = _DECODER.raw_decode(self._text, self.offset)
            except (ValueError, RecursionError):
                self.cut_text = self._text[self.offset : self.offset + QUOTED_LENGTH]
                return
            yield packet


def log_offsets(text: str) -> list[int]:
    """Return the offsets at which the packets of each log begin."""
    return [found.end() for found in _LOGS.finditer(text)]


def packet_logs(text: str, offsets: Sequence[int]) -> Iterator[PacketLog]:
    """Yield the logs whose packets begin at these offsets. Each must be read before the next."""
    lines = LineCounter(text)
    for offset, end in zip(offsets, [*offsets[1:], len(text)], strict=True):
        yield PacketLog(text, offset, end, lines)


def utc_time(seconds: Any) -> str:
    """Return a Unix time, given in seconds, in ISO 8601; an empty string if it is not a time."""
    try:
        return datetime.fromtimestamp(int(seconds), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (TypeError, ValueError, OverflowError, OSError):
        return ""
