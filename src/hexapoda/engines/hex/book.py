"""The opening book of Hex: the first stone and the swap, from the values in `hexapoda.hex.openings`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexapoda.engine import SearchInfo
from hexapoda.hex.cell import Cell, format_cell
from hexapoda.hex.openings import first_stones, is_even

if TYPE_CHECKING:
    from hexapoda.engines.seeded_random import SeededRandom
    from hexapoda.hex import Move, Position

__all__ = ["book_declines_swap", "book_move"]


def book_move(position: Position, random: SeededRandom) -> SearchInfo | None:
    """Return the book move: a first stone, or a swap if the win probability of the stone on the board is
    above one half; None if the book has no move. If the opponent may swap, the first stone is a balanced one,
    chosen at random. Otherwise it is the best one; among equals, the one nearest to the center.
    """
    value = _swap_value(position)
    if value is not None:
        return None if position.swap_now is None or value <= 0.5 else _info(position.swap_now, value)
    if position.ply != 0 or position.stones(0) or position.stones(1):
        return None
    found = first_stones(position.variant)
    if position.swap == "off":
        if not found:
            return None
        best = max(found, key=lambda cell: (found[cell], -_from_center(cell, position)))
        return _info(position.parse_move(format_cell(best)), found[best])
    even = sorted(cell for cell, value in found.items() if is_even(value))
    if not even:
        return None
    move = random.choose(position, [position.parse_move(format_cell(cell)) for cell in even])
    value = found[move.cell]
    return _info(move, min(value, 1 - value))  # the opponent takes the better side


def book_declines_swap(position: Position) -> bool:
    """Return whether a swap is legal but, according to the book, no better than playing on."""
    value = _swap_value(position)
    return value is not None and value <= 0.5


def _swap_value(position: Position) -> float | None:
    """Return the win probability after a swap, which is the book's value of the first stone; None if a swap
    is not legal or the stone is not in the book.
    """
    stones = position.stones(0)
    if position.swap_now is None or len(stones) != 1 or position.stones(1):
        return None
    return first_stones(position.variant).get(next(iter(stones)))


def _from_center(cell: Cell, position: Position) -> int:
    return abs(2 * cell[0] + 1 - position.columns) + abs(2 * cell[1] + 1 - position.rows)


def _info(move: Move, value: float) -> SearchInfo:
    return SearchInfo(pv=(move,), score=round(200 * value - 100, 2), win_probability=value)
