"""Tables of names and numbers as plain text: long names are shortened, numbers never are."""

from __future__ import annotations

import shutil
from collections.abc import Sequence

__all__ = ["layout", "line_width"]

_SHORTEST = 8
"""A name is not cut shorter than this, whatever the width."""
_GAP = 2


def line_width() -> int:
    """The width of the terminal; 80 where there is none."""
    return shutil.get_terminal_size((80, 24)).columns


def layout(head: Sequence[str], rows: Sequence[Sequence[str]], width: int, *, name: int = 0) -> list[str]:
    """The lines of a table: the column `name` on the left of its field, the figures on the right of theirs.

    Columns from `name` on that do not fit into `width` are put into further tables below, each with the
    names.
    """
    sizes = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    first = sum(size + _GAP for size in sizes[:name])
    figures = sum(size + _GAP for size in sizes[name + 1 :])
    room = width - first - figures
    if room < sizes[name]:  # one table with shorter names, or several with names that can be read
        sizes[name] = min(sizes[name], room if room >= _SHORTEST else 2 * _SHORTEST)
    parts: list[list[int]] = [[]]
    used = first + sizes[name]
    for column in range(name + 1, len(head)):
        if parts[-1] and used + sizes[column] + _GAP > width:
            parts.append([])
            used = first + sizes[name]
        parts[-1].append(column)
        used += sizes[column] + _GAP
    lines: list[str] = []
    for part in parts:
        lines += [""] if lines else []
        for row in (head, *rows):
            cells = [row[column].rjust(sizes[column]) for column in range(name)]
            cells.append(_shortened(row[name], sizes[name]).ljust(sizes[name]))
            cells += [row[column].rjust(sizes[column]) for column in part]
            lines.append("  ".join(cells).rstrip())
    return lines


def _shortened(text: str, size: int) -> str:
    return text if len(text) <= size else text[: size - 1] + "…"
