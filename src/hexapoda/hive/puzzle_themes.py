"""The themes of a Hive puzzle: what its solution is about.

Defines each theme by its moves and positions. `hexapoda.hive.forced_wins` does the search that `race` needs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from hexapoda.hive.cell import Cell, neighbors
from hexapoda.hive.move import Move, MoveKind
from hexapoda.hive.other_turn import with_other_turn
from hexapoda.hive.piece import Bug, Piece
from hexapoda.hive.position import Position
from hexapoda.text.sentence import Sentence

__all__ = ["TITLES", "themes_of"]

TITLES: Mapping[str, str] = MappingProxyType(
    {
        "throw": Sentence("throw"),
        "gate": Sentence("gate"),
        "pin": Sentence("pin"),
        "race": Sentence("race"),
    }
)
"""The title of each theme."""

_SLIDERS = frozenset((Bug.QUEEN, Bug.SPIDER, Bug.BEETLE, Bug.ANT, Bug.PILLBUG))
"""The bugs that slide on the ground."""


def themes_of(position: Position, solution: Sequence[Move], *, race: bool) -> tuple[str, ...]:
    """Return the themes of a puzzle in the order of `TITLES`. `race` says whether that theme applies.

    - throw: a move of the winner is a throw by a pillbug, or by a mosquito that copies one.
    - gate: a move of the winner closes a gate, so that a piece of the loser can no longer reach a cell: the
      moved piece and another piece block the step into that cell from an adjacent cell, on which the loser's
      piece stands or which it can still reach.
    - pin: a move of the winner pins a piece of the loser that could move before.
    - race: if the loser were to move instead, the loser would win in as many moves.

    Gates and pins by the last move are not counted, because it ends the game.
    """
    at, found = position.copy(), set[str]()
    for number, move in enumerate(solution):
        if number % 2 == 0 and move.kind is MoveKind.THROW:
            found.add("throw")
        other = with_other_turn(at) if number % 2 == 0 else None
        at.push(move)
        if other is not None and at.outcome() is None:
            if any(True for _ in _gates(other, at, move)):
                found.add("gate")
            if any(True for _ in _pins(other, at)):
                found.add("pin")
    if race:
        found.add("race")
    return tuple(theme for theme in TITLES if theme in found)


def _gates(other: Position, after: Position, move: Move) -> Iterator[tuple[Piece, Cell]]:
    """Yield the pieces that can no longer reach a cell because the move closed a gate, with that cell."""
    moved = move.to
    if moved is None or other.height(moved):
        return
    around = set(neighbors(moved))
    for piece, cell in _standing(after, after.turn):
        if piece.bug not in _SLIDERS or cell in after.pinned():
            continue
        reached = _reached(after, piece)
        for lost in (_reached(other, piece) - reached) & around:
            doors = {door for door in neighbors(lost) if door == cell or door in reached} & around
            if any(_is_closed(after, door, lost) for door in doors):
                yield piece, lost


def _is_closed(position: Position, start: Cell, to: Cell) -> bool:
    """Return whether nothing can slide from a cell to an adjacent free cell, because both cells beside the
    step are occupied.
    """
    beside = set(neighbors(start)) & set(neighbors(to))
    return not position.height(to) and all(position.height(each) for each in beside)


def _pins(other: Position, after: Position) -> Iterator[Piece]:
    """Yield the pieces that could move before and are pinned now."""
    before = other.pinned()
    for piece, cell in _standing(after, after.turn):
        if cell in after.pinned() and cell not in before and _reached(other, piece):
            yield piece


def _standing(position: Position, color: int) -> Iterator[tuple[Piece, Cell]]:
    """Yield the pieces of a color that stand alone on the ground, with their cells."""
    for piece, (cell, _) in position.pieces().items():
        if piece.color == color and position.height(cell) == 1:
            yield piece, cell


def _reached(position: Position, piece: Piece) -> set[Cell]:
    """Return the cells that a piece of the side to move can reach by itself."""
    return {
        move.to for move in position.moves_of(piece) if move.kind is MoveKind.MOVE and move.to is not None
    }
