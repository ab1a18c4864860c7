"""The shortest way of a color: a smallest set of free cells on which its stones would join its edges.

The result proves nothing, because the search assumes that the opponent never replies.
"""

from __future__ import annotations

from hexapoda.hex.bit_board import BitBoard, bit_board
from hexapoda.hex.cell import Cell
from hexapoda.hex.position import Position

__all__ = ["shortest_way", "stones_needed", "way_between"]


def shortest_way(position: Position, color: int) -> tuple[Cell, ...] | None:
    """Return the free cells of a shortest way from a color's first edge to its second: () if stones already
    join the edges, None if the opponent has cut them off from each other.
    """
    board = bit_board(position.columns, position.rows)
    own = board.mask(position.stones(color))
    free = board.all & ~own & ~board.mask(position.stones(1 - color))
    return way_between(board, own, free, color)


def way_between(board: BitBoard, own: int, free: int, color: int) -> tuple[Cell, ...] | None:
    """Return the result of `shortest_way`, given the masks of a color's stones and of the free cells."""
    first, last = board.edges[color]
    reached = board.flood(first & own, own)
    layers = list[int]()  # the free cells reached with 1, 2, ... stones
    border = first | board.around(reached)
    while not reached & last:
        layer = border & free & ~reached
        if not layer:
            return None
        layers.append(layer)
        stones = board.flood(board.around(layer) & own & ~reached, own & ~reached)
        reached |= layer | stones
        border = board.around(layer | stones)
    if not layers:
        return ()
    found = list[Cell]()
    goal = last
    for layer in reversed(layers):
        linked = goal | board.around(board.flood(goal & own, own))
        step = _middle(layer & linked)
        found.extend(board.cells(step))
        goal = step | board.around(step)
    return tuple(reversed(found))


def stones_needed(position: Position, color: int) -> int | None:
    """Return how many stones a color needs to connect its edges if the opponent never replies; None if the
    opponent has cut them off from each other.
    """
    found = shortest_way(position, color)
    return None if found is None else len(found)


def _middle(mask: int) -> int:
    """Return the middle set bit of a mask."""
    bits = list[int]()
    while mask:
        bits.append(mask & -mask)
        mask &= mask - 1
    return bits[len(bits) // 2]
