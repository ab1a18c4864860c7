"""The opening book of Hex: the first stone and the swap, by the values in `hexapoda.hex.openings`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexapoda.engine import SearchInfo
from hexapoda.hex.cell import Cell, format_cell
from hexapoda.hex.openings import first_stones, is_even

if TYPE_CHECKING:
    from hexapoda.engines.chance import Chance
    from hexapoda.hex import Move, Position

__all__ = ["book_keeps", "book_move"]


def book_move(position: Position, chance: Chance) -> SearchInfo | None:
    """Return the book move: a first stone, or the swap of a winning one; None if the book has none. If the
    stone may be swapped, it is a balanced one, chosen by `chance`; otherwise the best, and of several the one
    nearest to the center.
    """
    chances = _chances_now(position)
    if chances is not None:
        return None if position.swap_now is None or chances <= 0.5 else _reported(position.swap_now, chances)
    if position.ply != 0 or position.stones(0) or position.stones(1):
        return None
    found = first_stones(position.variant)
    if position.swap == "off":
        if not found:
            return None
        best = max(found, key=lambda cell: (found[cell], -_from_center(cell, position)))
        return _reported(position.parse_move(format_cell(best)), found[best])
    even = sorted(cell for cell, chances in found.items() if is_even(chances))
    if not even:
        return None
    move = chance.choose(position, [position.parse_move(format_cell(cell)) for cell in even])
    chances = found[move.cell]
    return _reported(move, min(chances, 1 - chances))  # the opponent takes the better side


def book_keeps(position: Position) -> bool:
    """Return whether a swap is legal, but worse than playing on, according to the book."""
    chances = _chances_now(position)
    return chances is not None and chances <= 0.5


def _chances_now(position: Position) -> float | None:
    """Return the value of the stone that may be swapped for its owner; None if unknown."""
    stones = position.stones(0)
    if position.swap_now is None or len(stones) != 1 or position.stones(1):
        return None
    return first_stones(position.variant).get(next(iter(stones)))


def _from_center(cell: Cell, position: Position) -> int:
    return abs(2 * cell[0] + 1 - position.columns) + abs(2 * cell[1] + 1 - position.rows)


def _reported(move: Move, value: float) -> SearchInfo:
    return SearchInfo(pv=(move,), score=round(200 * value - 100, 2), win_probability=value)
