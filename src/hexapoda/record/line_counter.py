"""`LineCounter`: line numbers, for readers that only move forward through text."""

from __future__ import annotations

__all__ = ["LineCounter"]


class LineCounter:
    """A counter of the lines of a text, from 1, which scans each part of the text only once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._offset, self._line = 0, 1

    def at(self, offset: int) -> int:
        """Return the line of `offset`, or of the greatest offset in earlier calls if that is greater."""
        if offset > self._offset:
            self._line += self._text.count("\n", self._offset, offset)
            self._offset = offset
        return self._line
