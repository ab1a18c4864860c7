"""`MoveHint`: a hint at a move to find: first the piece or a few cells, then the move itself."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from hexapoda.games.game import Game
from hexapoda.text.sentence import Sentence

__all__ = ["MoveHint", "move_hint"]

_AMONG = 4
"""How many cells the first hint names in a game without named pieces."""


@dataclass(frozen=True, slots=True)
class MoveHint:
    """A hint: pieces or cells to look at, and the whole move if the solver wanted that."""

    text: str
    pieces: tuple[str, ...] = ()
    cells: tuple[tuple[int, int], ...] = ()
    move: Any | None = None


def move_hint(game: Game, position: Any, move: Any, level: int, seed: str) -> MoveHint:
    """Return a hint at a legal move: level 1 names the piece, or a few cells in a game without named pieces;
    2 the move. `seed`: the same cells are chosen each time.
    """
    written: dict[str, Any] = {**game.move_json(position, move)}
    if level > 1:
        said = Sentence("Play {move}.", move=position.format_move(move))
        return MoveHint(said, move=move)
    if "piece" in written:
        piece = str(written["piece"])
        return MoveHint(Sentence("Move {piece}.", piece=piece), pieces=(piece,))
    if "cell" in written:
        said = Sentence("It is one of the marked cells.")
        return MoveHint(said, cells=_among(game, position, tuple(written["cell"]), seed))
    begin = position.format_move(move)[:1]
    return MoveHint(Sentence("It begins with {begin!r}.", begin=begin))


def _among(game: Game, position: Any, cell: tuple[int, int], seed: str) -> tuple[tuple[int, int], ...]:
    """The cell and a few others, always the same ones."""
    cells = {
        tuple(found["cell"]) for found in map(dict[str, Any], game.moves_json(position)) if "cell" in found
    }
    others = sorted(cells - {cell})
    chosen = Random(seed).sample(others, min(_AMONG - 1, len(others)))
    return tuple(sorted([cell, *chosen]))
