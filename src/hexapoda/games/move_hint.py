"""`MoveHint`: help in finding a move. The first hint shows the piece or a few cells, the second the move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Generic, cast

from hexapoda.games.answer import Cell
from hexapoda.games.game import Game
from hexapoda.games.position import M, P
from hexapoda.text.sentence import Sentence

if TYPE_CHECKING:
    from hexapoda.games.json_types import HintedMoveJson

__all__ = ["MoveHint", "move_hint"]

_AMONG = 4
"""The maximum number of cells that the first hint marks in a game without named pieces."""


@dataclass(frozen=True, slots=True)
class MoveHint(Generic[M]):
    """A hint: the pieces or cells to look at, or the move itself."""

    text: str
    pieces: tuple[str, ...] = ()
    cells: tuple[Cell, ...] = ()
    move: M | None = None


def move_hint(game: Game[P, M], position: P, move: M, level: int, seed: str) -> MoveHint[M]:
    """Return a hint for finding a legal move. Level 2 gives the move itself. Level 1 gives the piece to move;
    in a game without named pieces, the cell of the move among a few other cells; and in a game without cells,
    the first character of the move's text. The same `seed` selects the same cells.
    """
    written = cast("HintedMoveJson", game.move_json(position, move))
    if level > 1:
        message = Sentence("Play {move}.", move=game.dialogue().move_words(position, move))
        return MoveHint(message, move=move)
    if "piece" in written:
        piece = written["piece"]
        words = Sentence("{piece}", piece=game.dialogue().mover_words(move))
        return MoveHint(Sentence("Move {piece}.", piece=words), pieces=(piece,))
    if "cell" in written:
        message = Sentence("It is one of the marked cells.")
        return MoveHint(message, cells=_among(game, position, _cell(written), seed))
    begin = position.format_move(move)[:1]
    return MoveHint(Sentence("It begins with {begin!r}.", begin=begin))


def _among(game: Game[P, M], position: P, cell: Cell, seed: str) -> tuple[Cell, ...]:
    """Return the cell and a few others, sorted."""
    moves = cast("Sequence[HintedMoveJson]", game.moves_json(position))
    others = sorted({_cell(found) for found in moves if "cell" in found} - {cell})
    chosen = Random(seed).sample(others, min(_AMONG - 1, len(others)))
    return tuple(sorted([cell, *chosen]))


def _cell(move: HintedMoveJson) -> Cell:
    column, row = move["cell"]
    return column, row
