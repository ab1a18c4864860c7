"""The swap, for every Hex engine: when to swap, and which first stone to play if the opponent may swap.

After a swap, of pieces or of sides, the opponent faces a position equivalent to the one before the swap. So
the value of a swap is 1 minus the value of the position, and one search without the swap is enough to decide.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from hexapoda._core import hex as _core
from hexapoda.engine import SearchInfo
from hexapoda.hex.cell import format_cell

if TYPE_CHECKING:
    from hexapoda.engine import Limit
    from hexapoda.engines.seeded_random import SeededRandom
    from hexapoda.hex import Move, Position

__all__ = ["better_swap", "fair_opening"]

_PLAYOUTS_A_CELL = 400
"""Playouts per cell for the evaluation of first stones on a board that is not square."""
_SECONDS = 0.5
"""The maximum time for these playouts, in seconds."""
_UNIFORM = 1e6
"""An exploration weight so high that all cells get the same number of playouts."""


def better_swap(position: Position, value: float) -> Move | None:
    """Return the swap if it is legal and better than a move with win probability `value`, else None."""
    return position.swap_now if value < 0.5 else None


def fair_opening(position: Position, limit: Limit, random: SeededRandom) -> SearchInfo | None:
    """Return a balanced first stone, so that a swap gains the opponent little; None if no swap can follow.

    On square boards it is a cell on White's edge next to an obtuse corner, such as a10 on 11x11. After this
    stone, `rave` wins about half of its playouts on sizes 7 to 14. On other boards it is the cell whose win
    rate in random playouts is nearest to one half.
    """
    if position.ply != 0 or position.swap == "off" or position.stones(0) or position.stones(1):
        return None
    columns, rows = position.columns, position.rows
    if rows == 1:  # the first stone joins top and bottom and ends the game
        return None
    if columns != rows:
        return _balanced_stone(position, limit, random)
    cell = ((0, columns - 2), (columns - 1, 1))[random.search_seed(position) % 2]
    move: Move = position.parse_move(format_cell(cell))
    return SearchInfo(pv=(move,), score=0.0, win_probability=0.5)


def _balanced_stone(position: Position, limit: Limit, random: SeededRandom) -> SearchInfo:
    began = time.perf_counter()
    search = _core.TreeSearch(position, _UNIFORM, 1, 1, random.search_seed(position))
    seconds = _SECONDS if limit.time is None else min(limit.time / 2, _SECONDS)
    playouts = min(limit.nodes or 2**63, _PLAYOUTS_A_CELL * position.columns * position.rows)
    search.grow(seconds, playouts)
    move, value = min(
        ((move, value) for move, visits, value, _ in search.root_moves() if visits),
        key=lambda tried: abs(tried[1] - 0.5),
        default=(position.legal_moves[0], 0.5),
    )
    value = max(value, 1 - value)  # the opponent takes the better side
    return SearchInfo(
        depth=1,
        nodes=search.playouts,
        time=time.perf_counter() - began,
        pv=(move,),
        score=round(100 - 200 * value, 2),
        win_probability=1 - value,
    )
