"""Plain-text tables of names and numbers, in which only the names are shortened."""

from __future__ import annotations

import shutil
from collections.abc import Sequence

__all__ = ["layout", "line_width"]

_SHORTEST = 8
"""The minimum length of a shortened name."""
_GAP = 2


def line_width() -> int:
    """Return the width of the terminal, or 80 if there is no terminal."""
    return shutil.get_terminal_size((80, 24)).columns


def layout(head: Sequence[str], rows: Sequence[Sequence[str]], width: int, *, name: int = 0) -> list[str]:
    """Lay out a table, with the column `name` left-aligned and the others right-aligned.

    Columns after `name` that do not fit into `width` go into further tables below, which repeat the names.
    """
    sizes = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    first = sum(size + _GAP for size in sizes[:name])
    figures = sum(size + _GAP for size in sizes[name + 1 :])
    room = width - first - figures
    if room < sizes[name]:  # shorten the names to fit one table, or keep them readable in several
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
