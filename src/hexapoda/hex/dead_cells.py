"""Dead cells, and pairs of cells of which one captures the other, judged by the six cells around a cell.

Owns the rule for a single cell. The core's `inferior_cells` finds more: it also fills in what is captured.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from hexapoda.hex.cell import STEPS, Cell
from hexapoda.hex.position import Position

__all__ = ["capturing_reply", "is_dead"]

_FREE = 2
_Ring = tuple[int, ...]


def is_dead(position: Position, cell: Cell) -> bool:
    """Return whether a cell cannot matter: whatever is played on the free cells around it, the stones of
    either color beside it are joined without it. An edge counts as stones of its color. A stone on the cell
    is ignored.
    """
    return _dead(_ring(position, cell))


def capturing_reply(position: Position, cell: Cell, color: int) -> Cell | None:
    """Return the free cell which makes `cell` dead if a color takes it, while `cell` makes that cell dead in
    the hands of the same color; None if there is none. Both cells are free.
    """
    ring = _ring(position, cell)
    for at, state in enumerate(ring):
        if state == _FREE:
            other = (cell[0] + STEPS[at][0], cell[1] + STEPS[at][1])
            back = _ring(position, other)
            if _dead(_with(ring, at, color)) and _dead(_with(back, (at + 3) % 6, color)):
                return other
    return None


def _ring(position: Position, cell: Cell) -> _Ring:
    """Return the colors of the cells around a cell; an edge has its color, and a free cell is `_FREE`."""
    found = []
    for right, down in STEPS:
        column, row = cell[0] + right, cell[1] + down
        if not 0 <= row < position.rows:
            found.append(0)
        elif not 0 <= column < position.columns:
            found.append(1)
        else:
            color = position.color_at((column, row))
            found.append(_FREE if color is None else color)
    return tuple(found)


def _with(ring: _Ring, at: int, color: int) -> _Ring:
    return (*ring[:at], color, *ring[at + 1 :])


@lru_cache(maxsize=729)
def _dead(ring: _Ring) -> bool:
    choices = [(0, 1) if state == _FREE else (state,) for state in ring]
    return all(_changes(filled) <= 2 for filled in product(*choices))


def _changes(ring: _Ring) -> int:
    """Return how often the color changes around a cell: twice if the stones of either color are joined."""
    return sum(ring[at] != ring[at - 1] for at in range(6))
