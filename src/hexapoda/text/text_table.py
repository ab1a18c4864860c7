"""Tables of plain text: numbers are never cut, names are shortened, prose is wrapped.

Lays out every table that commands print. Without a width, a table is as wide as its cells need, so that a
program that reads it through a pipe sees everything.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

__all__ = ["TextColumn", "format_row", "format_table", "shorten"]

_LEAST: Mapping[str, int] = MappingProxyType({"prose": 24, "name": 8})
"""The minimum widths to which columns are narrowed, by kind."""
_GAP = 2


@dataclass(frozen=True, slots=True)
class TextColumn:
    """One column of a table.

    A "number" is right-aligned, everything else left-aligned. If the table is too wide, a "name" is shortened
    and "prose" is wrapped; a "number" or "text" is never cut.
    """

    heading: str = ""
    kind: Literal["number", "text", "name", "prose"] = "text"
    width: int = 0
    """The minimum width, for tables whose first rows are printed before the last are known."""


def format_table(
    columns: Sequence[TextColumn], rows: Sequence[Sequence[object]], width: int | None = None
) -> list[str]:
    """Return the lines of a table, the headings first if there are any.

    With a `width`, the table is fitted into that many terminal columns: first prose is wrapped, then the gaps
    shrink, then names are shortened. If it is still too wide, its lines are longer than `width`.
    """
    cells = [[_one_line(value) for value in row] for row in rows]
    if any(column.heading for column in columns):
        cells.insert(0, [column.heading for column in columns])
    widths = [
        max([column.width, *(_width(row[index]) for row in cells)]) for index, column in enumerate(columns)
    ]
    gap = _GAP
    if width is not None:
        wrapped = _fitted(columns, widths, width - _GAP * (len(widths) - 1), ("prose",))
        gap = _GAP if sum(wrapped) + _GAP * (len(widths) - 1) <= width else 1
        widths = _fitted(columns, widths, width - gap * (len(widths) - 1))
    return [line for row in cells for line in _lines(columns, row, widths, gap)]


def format_row(columns: Sequence[TextColumn], row: Sequence[object], width: int | None = None) -> list[str]:
    """Return the lines of a single row, without headings. Columns have at least their minimum widths."""
    bare = [TextColumn("", column.kind, column.width) for column in columns]
    return format_table(bare, [row], width)


def shorten(name: str, width: int) -> str:
    """Return a name in at most `width` terminal columns. The middle is cut, because the names of engines
    often differ at the end, in their options.
    """
    if _width(name) <= width:
        return name
    tail = (width - 1) // 2
    head = width - 1 - tail
    while _width(name[:head]) > width - 1 - tail:
        head -= 1
    begin = len(name) - tail
    while _width(name[begin:]) > tail:
        begin += 1
    return f"{name[:head]}\u2026{name[begin:]}"


def _fitted(
    columns: Sequence[TextColumn],
    widths: Sequence[int],
    room: int,
    kinds: Sequence[str] = ("prose", "name"),
) -> list[int]:
    fitted = list(widths)
    for kind in kinds:
        least = _LEAST[kind]
        chosen = [index for index, column in enumerate(columns) if column.kind == kind]
        while sum(fitted) > room:
            widest = max(chosen, key=fitted.__getitem__, default=None)
            if widest is None or fitted[widest] <= least:
                break
            fitted[widest] -= 1
    return fitted


def _lines(columns: Sequence[TextColumn], row: Sequence[str], widths: Sequence[int], gap: int) -> list[str]:
    parts = [_parts(column, cell, width) for column, cell, width in zip(columns, row, widths, strict=True)]
    lines = []
    for number in range(max(map(len, parts))):
        line = ""
        for index, (column, width) in enumerate(zip(columns, widths, strict=True)):
            text = parts[index][number] if number < len(parts[index]) else ""
            blanks = " " * max(width - _width(text), 0)
            line += (blanks + text if column.kind == "number" else text + blanks) + " " * gap
        lines.append(line.rstrip())
    return lines


def _parts(column: TextColumn, cell: str, width: int) -> list[str]:
    if _width(cell) <= width:
        return [cell]
    if column.kind == "name":
        return [shorten(cell, width)]
    if column.kind == "prose":
        return textwrap.wrap(cell, width, break_long_words=False, break_on_hyphens=False) or [""]
    return [cell]


def _one_line(value: object) -> str:
    return " ".join(str(value).split("\n"))


def _width(text: str) -> int:
    """Return how many terminal columns `text` occupies."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len  # needed only for wide characters

    return cell_len(text)
