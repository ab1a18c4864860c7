"""A position prepared for explanations: stacks, tops and heights as plain dictionaries.

Computes the geometry that all explanations share: heights with one piece lifted, the cells beside a step, the
parts of a split hive, throwers. Applies no rules and produces no text except the names of pieces.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from hexapoda.hive.cell import Cell, neighbors
from hexapoda.hive.piece import PIECES, Bug, Piece
from hexapoda.hive.text.piece_names import BUG_NAMES, SIDES
from hexapoda.text.sentence import Sentence

if TYPE_CHECKING:
    from hexapoda.hive.position import Position

BUGS = tuple(piece.bug for piece in PIECES)
NAMES = tuple(str(piece) for piece in PIECES)
BUG_WORDS = tuple(BUG_NAMES[bug] for bug in BUGS)
PER_SIDE = len(PIECES) // 2

Heights = Mapping[Cell, int]
Pair = tuple[Cell, Cell]


@dataclass(frozen=True, slots=True)
class Thrower:
    """A piece of the side to move that has the power to throw: a pillbug, or a mosquito beside a pillbug, on
    the ground and uncovered.
    """

    piece: Piece
    cell: Cell
    rests: bool


class Snapshot:
    """The board of one position. It does not change when the position does."""

    def __init__(self, position: Position) -> None:
        self.variant = position.variant
        self.color: int = position.turn
        self.turn_number: int = position.turn_number
        self.tournament = position.opening == "tournament"
        self.resting = position.resting
        self.pinned: frozenset[Cell] = position.pinned()
        stacks: dict[Cell, list[Piece]] = {}
        on_board = position.pieces()
        for piece, (cell, _) in sorted(on_board.items(), key=lambda item: item[1][1]):
            stacks.setdefault(cell, []).append(piece)
        self.stacks = stacks
        self.places: dict[int, tuple[Cell, int]] = {piece.index: place for piece, place in on_board.items()}
        self.top: dict[Cell, Piece] = {cell: stack[-1] for cell, stack in stacks.items()}
        self.heights: dict[Cell, int] = {cell: len(stack) for cell, stack in stacks.items()}
        self._around: dict[Cell, tuple[Cell, ...]] = {}

    @property
    def side(self) -> Sentence:
        """The side to move, in words."""
        return SIDES[self.color]

    @property
    def queen(self) -> Piece:
        """The queen of the side to move."""
        return PIECES[PER_SIDE * self.color]

    @property
    def queen_in_hand(self) -> bool:
        """Whether the side to move has yet to place its queen."""
        return self.queen.index not in self.places

    def around(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the six neighbors of a cell, cached, in the order of `DIRECTIONS`."""
        found = self._around.get(cell)
        if found is None:
            found = self._around[cell] = neighbors(cell)
        return found

    def sides(self, start: Cell, end: Cell) -> Pair:
        """Return the two cells that are adjacent to both ends of a step."""
        around = self.around(start)
        direction = around.index(end)
        return around[direction - 1], around[(direction + 1) % 6]

    def tops_around(self, cell: Cell) -> list[Piece]:
        """Return the top pieces of the occupied neighbors."""
        return [self.top[neighbor] for neighbor in self.around(cell) if neighbor in self.top]

    def lifted(self, index: int) -> dict[Cell, int]:
        """Return the heights of the occupied cells with one uncovered piece removed."""
        heights = dict(self.heights)
        cell, level = self.places[index]
        if level:
            heights[cell] = level
        else:
            del heights[cell]
        return heights

    def higher_on_both_sides(self, heights: Heights, start: Cell, end: Cell) -> Pair | None:
        """Return the two higher stacks that block a climbing step; None if it is not blocked."""
        left, right = self.sides(start, end)
        limit = max(heights.get(start, 0), heights.get(end, 0))
        return (left, right) if heights.get(left, 0) > limit and heights.get(right, 0) > limit else None

    def cut_off(self, cell: Cell) -> list[Cell]:
        """Return the cells that are cut off from the largest part of the hive if `cell` becomes empty. If
        parts have the same number of pieces, the one with the lowest piece index counts as the largest.
        """
        left = set(self.stacks) - {cell}
        parts: list[list[Cell]] = []
        while left:
            part = [left.pop()]
            for reached in part:
                for neighbor in self.around(reached):
                    if neighbor in left:
                        left.remove(neighbor)
                        part.append(neighbor)
            parts.append(part)
        parts.sort(key=self._weight)
        return sorted(cell for part in parts[:-1] for cell in part)

    def _weight(self, part: list[Cell]) -> tuple[int, int]:
        pieces = [piece.index for cell in part for piece in self.stacks[cell]]
        return len(pieces), -min(pieces)

    @cached_property
    def throwers(self) -> tuple[Thrower, ...]:
        """The throwers of the side to move, including resting and pinned ones."""
        found = []
        for index in range(PER_SIDE * self.color, PER_SIDE * (self.color + 1)):
            if BUGS[index] in (Bug.PILLBUG, Bug.MOSQUITO) and index in self.places:
                cell, _ = self.places[index]
                if self.heights[cell] == 1 and (BUGS[index] is Bug.PILLBUG or self.beside_pillbug(cell)):
                    found.append(Thrower(PIECES[index], cell, PIECES[index] == self.resting))
        return tuple(found)

    def beside_pillbug(self, cell: Cell) -> bool:
        """Return whether the top piece of a neighboring cell is a pillbug."""
        return any(BUGS[piece.index] is Bug.PILLBUG for piece in self.tops_around(cell))
