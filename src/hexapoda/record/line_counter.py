"""`LineCounter`: the numbers of the lines of a text, for readers that move forward through it."""

from __future__ import annotations

__all__ = ["LineCounter"]


class LineCounter:
    """Numbers the lines of a text from 1, and looks at each part of it once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._offset, self._line = 0, 1

    def at(self, offset: int) -> int:
        """Return the number of the line at an offset; before the previous one, the number of that one."""
        if offset > self._offset:
            self._line += self._text.count("\n", self._offset, offset)
            self._offset = offset
        return self._line
