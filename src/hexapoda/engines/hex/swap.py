"""The swap, for every engine of Hex: when to swap, and which first stone to play if the opponent may swap.

After a swap, of pieces or of sides, the opponent is in the position of the player to move. So the value of a
swap is the complement of the position's value, and one search without it decides.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from hexapoda._core import hex as _core
from hexapoda.engine import SearchInfo
from hexapoda.hex.cell import format_cell

if TYPE_CHECKING:
    from hexapoda.engine import Limit
    from hexapoda.engines.chance import Chance
    from hexapoda.hex import Move, Position

__all__ = ["better_swap", "fair_opening"]

_LOOK = 400
"""Playouts per cell to evaluate first stones on a board that is not square."""
_LOOK_SECONDS = 0.5
_EVENLY = 1e6
"""An exploration weight that makes the evaluation try all cells equally."""


def better_swap(position: Position, value: float) -> Move | None:
    """Return the swap if it is legal and better than a move with win probability `value`, else None."""
    return position.swap_now if value < 0.5 else None


def fair_opening(position: Position, limit: Limit, chance: Chance) -> SearchInfo | None:
    """Return a first stone that the opponent gains little by swapping; None unless it may be swapped. On
    square boards it is an edge cell next to a corner, after which `rave` wins about half of its playouts on
    sizes 7 to 14; on others the cell after which about half of a few random games are won.
    """
    if position.ply != 0 or position.swap == "off" or position.stones(0) or position.stones(1):
        return None
    columns, rows = position.columns, position.rows
    if columns != rows or columns == 1:
        return _even(position, limit, chance)
    cell = ((0, columns - 2), (columns - 1, 1))[chance.number(position) % 2]
    move: Move = position.parse_move(format_cell(cell))
    return SearchInfo(pv=(move,), score=0.0, win_probability=0.5)


def _even(position: Position, limit: Limit, chance: Chance) -> SearchInfo:
    began = time.perf_counter()
    look = _core.TreeSearch(position, _EVENLY, 1, 1, chance.number(position))
    seconds = _LOOK_SECONDS if limit.time is None else min(limit.time / 2, _LOOK_SECONDS)
    playouts = min(limit.nodes or 2**63, _LOOK * position.columns * position.rows)
    look.grow(seconds, playouts)
    move, value = min(
        ((move, value) for move, visits, value, _ in look.root_moves() if visits),
        key=lambda tried: abs(tried[1] - 0.5),
        default=(position.legal_moves[0], 0.5),
    )
    value = max(value, 1 - value)  # the opponent takes the better side
    return SearchInfo(
        depth=1,
        nodes=look.playouts,
        time=time.perf_counter() - began,
        pv=(move,),
        score=round(100 - 200 * value, 2),
        win_probability=1 - value,
    )
