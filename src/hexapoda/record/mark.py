"""Marks that users draw on the cells of a board.

Defines `Mark`, and reads and writes marks as commands in comments (`[%mark arrow 0,0 1,0 red]`). SGF has
properties for marks without a color; see `record.sgf`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from hexapoda.errors import InvalidGameError

__all__ = ["COLORS", "KINDS", "MARK", "Mark", "format_mark", "parse_mark"]

KINDS: Final = {"circle": 1, "square": 1, "triangle": 1, "cross": 1, "label": 1, "arrow": 2, "line": 2}
"""The kinds of marks, each with its number of cells."""
COLORS: Final = ("", "green", "red", "blue", "yellow")
"""The colors of marks; the empty string is the board's own color."""

_CELL = r"[a-z]{1,2}[0-9]{1,3}|-?[0-9]{1,4},-?[0-9]{1,4}"
_TEXT = r'"((?:[^"\\\n]|\\["\\])*)"'
MARK = re.compile(rf"\[%mark ([a-z]+)((?: (?:{_CELL})){{1,2}})(?: ([a-z]+))?(?: {_TEXT})?\]")
"""A mark as a command in a comment."""
# Characters that a PGN comment must not contain: they become numeric references, as in HTML.
_UNSAFE = re.compile("[{}\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff]|&(?=#)")
_REFERENCE = re.compile(r"&#([0-9]{1,7});")


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark on one cell or, for an arrow or a line, on two. Raises `InvalidGameError` for invalid values.

    Attributes:
        kind: one of `KINDS`.
        cells: the cells in the notation of the game: `e4` in Hex, `q,r` in Hive.
        color: one of `COLORS`.
        text: the text of a label.
    """

    kind: str
    cells: tuple[str, ...]
    color: str = ""
    text: str = ""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise InvalidGameError(f"unknown mark {self.kind[:40]!r}: expected one of {', '.join(KINDS)}")
        if len(self.cells) != KINDS[self.kind] or not all(re.fullmatch(_CELL, cell) for cell in self.cells):
            found = " ".join(self.cells)[:40]
            raise InvalidGameError(f"mark {self.kind!r} on {found!r}: expected {KINDS[self.kind]} cell(s)")
        if self.color not in COLORS:
            expected = ", ".join(COLORS[1:])
            raise InvalidGameError(f"unknown color {self.color[:40]!r} of a mark: expected one of {expected}")


def format_mark(mark: Mark) -> str:
    """Return a mark as a command."""
    words = [mark.kind, *mark.cells, *([mark.color] if mark.color else [])]
    if mark.text:
        text = _UNSAFE.sub(_refer, " ".join(mark.text.split())).replace("\\", "\\\\").replace('"', '\\"')
        words.append(f'"{text}"')
    return f"[%mark {' '.join(words)}]"


def parse_mark(found: re.Match[str]) -> Mark | None:
    """Return the mark of a match of `MARK`; None if its kind, cells or color are invalid."""
    text = _REFERENCE.sub(_character, re.sub(r"\\(.)", r"\1", found[4] or ""))
    try:
        return Mark(found[1], tuple(found[2].split()), found[3] or "", text)
    except InvalidGameError:
        return None


def _refer(found: re.Match[str]) -> str:
    return f"&#{ord(found[0])};"


def _character(found: re.Match[str]) -> str:
    code = int(found[1])
    return chr(code) if code <= 0x10FFFF else found[0]
