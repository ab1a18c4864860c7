"""Cells of the unbounded hexagonal plane in axial coordinates: q to the east, r to the south-east.

```
    NW  NE          (0,-1) (1,-1)
  W  *   E       (-1,0) (0,0) (1,0)
    SW  SE          (-1,1) (0,1)
```
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TypeAlias

__all__ = ["DIRECTIONS", "Cell", "distance", "neighbors"]

Cell: TypeAlias = tuple[int, int]

#: The six steps in circular order: two consecutive steps lead to adjacent cells.
DIRECTIONS: MappingProxyType[str, Cell] = MappingProxyType(
    {"E": (1, 0), "SE": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (0, -1), "NE": (1, -1)}
)


def neighbors(cell: Cell) -> tuple[Cell, ...]:
    """Return the six neighbors of a cell in the order of `DIRECTIONS`."""
    q, r = cell
    return ((q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r), (q, r - 1), (q + 1, r - 1))


def distance(a: Cell, b: Cell) -> int:
    """Return the number of steps between two cells."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))
