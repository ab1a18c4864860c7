"""The opening book of Hex: the first stone and its swap, by what every first stone is known to be worth.

Owns the choice; the figures are those of `hexapoda.hex.openings`.
"""

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
    """What the book plays here: a first stone, or the swap of one that wins; None where it has no move.

    A stone that may be swapped is worth about as much to either side, chosen by `chance`; with no swap it is
    the best, of several the one nearest to the centre.
    """
    chances = _chances_now(position)
    if chances is not None:
        return None if position.swap_now is None or chances <= 0.5 else _told(position.swap_now, chances)
    if position.ply != 0 or position.stones(0) or position.stones(1):
        return None
    found = first_stones(position.variant)
    if position.swap == "off":
        if not found:
            return None
        best = max(found, key=lambda cell: (found[cell], -_from_centre(cell, position)))
        return _told(position.parse_move(format_cell(best)), found[best])
    even = sorted(cell for cell, chances in found.items() if is_even(chances))
    if not even:
        return None
    move = chance.choose(position, [position.parse_move(format_cell(cell)) for cell in even])
    chances = found[move.cell]
    return _told(move, min(chances, 1 - chances))  # the opponent takes the better side


def book_keeps(position: Position) -> bool:
    """Whether a swap is legal, and the book has it that the stone is better left where it is."""
    chances = _chances_now(position)
    return chances is not None and chances <= 0.5


def _chances_now(position: Position) -> float | None:
    """What the one stone that may be swapped now is worth to its owner; None where the book does not say."""
    stones = position.stones(0)
    if position.swap_now is None or len(stones) != 1 or position.stones(1):
        return None
    return first_stones(position.variant).get(next(iter(stones)))


def _from_centre(cell: Cell, position: Position) -> int:
    return abs(2 * cell[0] + 1 - position.columns) + abs(2 * cell[1] + 1 - position.rows)


def _told(move: Move, value: float) -> SearchInfo:
    return SearchInfo(pv=(move,), score=round(200 * value - 100, 2), chance=value)
