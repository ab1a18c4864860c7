"""Dead cells and captured cells, judged only by the six cells around each.

Each cell is judged alone. The core's `inferior_cells` finds more, because it fills in captured cells before
it looks for others.
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
    """Return whether a cell is dead: however the free cells around it are filled, its neighbors of each color
    are connected without it. An edge counts as stones of its color. A stone on the cell itself is ignored.
    """
    return _dead(_ring(position, cell))


def capturing_reply(position: Position, cell: Cell, color: int) -> Cell | None:
    """Return the free neighbor that captures `cell` for a color: a stone of the color on either of the two
    cells makes the other dead. None if there is no such neighbor. A stone on `cell` itself is ignored.
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
    """Return the colors of the cells around a cell: an edge counts as a stone of its color, a free cell is
    `_FREE`.
    """
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
    """Return how often the color changes around a cell: at most twice if the stones of each color are
    connected.
    """
    return sum(ring[at] != ring[at - 1] for at in range(6))
