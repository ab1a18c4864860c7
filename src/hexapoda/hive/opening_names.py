"""The names of Hive's openings: the first bugs of both sides, and the shape that they form with the queens.

The letters of the shapes come from Randy Ingersoll's book "Play Hive Like a Champion" (second edition, 2013).
They describe the chain from White's queen through both first bugs to Black's queen, on the cells where they
were placed; `docs/explanation/openings.md` has a table. The opening book is `data/book.txt`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise
from types import MappingProxyType

from hexapoda.games.opening_names import LONGEST_OPENING, OpeningName
from hexapoda.hive.cell import Cell
from hexapoda.hive.move import Move
from hexapoda.hive.piece import Bug
from hexapoda.hive.position import Position
from hexapoda.hive.position_keys import opening_keys
from hexapoda.hive.text.piece_names import BUG_NAMES
from hexapoda.text.sentence import Sentence

__all__ = ["BOOK_VARIANT", "SHAPES", "book_lines", "opening_name", "queen_shape"]

BOOK_VARIANT = "Base+MLP"
"""The variant of the lines in the book."""

SHAPES: Mapping[str, Sentence] = MappingProxyType(
    {
        "I": Sentence("I, a straight line"),
        "J": Sentence("J, Black's queen off the line"),
        "F": Sentence("F, White's queen off the line"),
        "C": Sentence("C, both queens on one side"),
        "Z": Sentence("Z, the queens on opposite sides"),
        "X": Sentence("X, a queen away from her first bug"),
    }
)
"""The names of the shapes, by letter."""


def opening_name(position: Position) -> OpeningName | None:
    """Return the name of the opening, such as `ladybug against spider: Z, the queens on opposite sides`, as
    far as the moves determine it, and the number of plies for which the game stays in the book. Return None
    before the first move or if the game did not start from the empty board.
    """
    moves = _first_moves(position)
    if not moves:
        return None
    book = _known_plies(position.variant, moves)
    first = [move.piece for move in moves[:2] if move.piece is not None]
    names = [BUG_NAMES[piece.bug] for piece in first]
    if len(names) < 2:
        return OpeningName(Sentence("{bug} opening", bug=names[0]), book)
    pair = Sentence("{white} against {black}", white=names[0], black=names[1])
    shape = queen_shape(moves)
    if shape is None:
        return OpeningName(pair, book)
    return OpeningName(Sentence("{opening}: {shape}", opening=pair, shape=SHAPES[shape]), book)


def queen_shape(moves: Sequence[Move]) -> str | None:
    """Return the letter of the shape that the first bugs and the queens form where they were placed; None
    until both queens are placed. If a side's first piece is its queen, the shape is X.
    """
    firsts = [move.to for move in moves[:2]]
    queens: list[Cell | None] = [None, None]
    for ply, move in enumerate(moves):
        if (
            move.piece is not None
            and move.piece.bug is Bug.QUEEN
            and move.origin is None
            and move.to is not None
        ):
            queens[ply % 2] = queens[ply % 2] or move.to
    white, black = queens
    if white is None or black is None or firsts[0] is None or firsts[1] is None:
        return None
    line = _step(firsts[0], firsts[1])
    # The steps of the chain, from White's queen to Black's. A broken chain has a step whose length is not 1.
    steps = (_step(white, firsts[0]), line, _step(firsts[1], black))
    if not all(step in _RING for step in steps):
        return "X"
    turns = [(_RING.index(b) - _RING.index(a) + 1) % 6 - 1 for a, b in pairwise(steps)]
    match turns:
        case [0, 0]:
            return "I"
        case [0, _]:
            return "J"
        case [_, 0]:
            return "F"
        case [one, other]:
            return "C" if one == other else "Z"
    return None


_RING: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The steps to the neighbors of a cell, clockwise."""


def _step(one: Cell, other: Cell) -> Cell:
    return (other[0] - one[0], other[1] - one[1])


def _first_moves(position: Position) -> Sequence[Move]:
    """Return the first moves of the game; empty if it did not start from the empty board."""
    moves = position.moves
    if len(moves) != position.ply:
        return ()
    start = position.start
    return () if start.ply or start.pieces() else moves[:LONGEST_OPENING]


def book_lines() -> list[tuple[str, ...]]:
    """Return the lines of the book as UHP MoveStrings."""
    text = (files("hexapoda.hive") / "data" / "book.txt").read_text("utf-8")
    return [tuple(line.split(";")) for line in text.splitlines() if not line.startswith("#")]


@cache
def _book_keys() -> tuple[frozenset[int], ...]:
    """Return the keys of the book's positions, by ply."""
    lines = [opening_keys(BOOK_VARIANT, line) for line in book_lines()]
    longest = max(map(len, lines))
    return tuple(frozenset(keys[ply] for keys in lines if ply < len(keys)) for ply in range(longest))


def _known_plies(variant: str, moves: Sequence[Move]) -> int:
    if variant != BOOK_VARIANT:
        return 0
    book = _book_keys()
    position = Position(variant, opening="free", repetition=False)
    for move in moves[: len(book) - 1]:
        position.push(move)
    keys = position._canonical_keys()
    return next((ply - 1 for ply in range(1, len(keys)) if keys[ply] not in book[ply]), len(keys) - 1)
