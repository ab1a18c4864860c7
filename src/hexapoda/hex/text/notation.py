"""Moves as text: cells such as `c2`, and `swap-pieces`, `swap-sides` and `pass`, as in HTP and SGF.

Input is case-insensitive. `swap` alone means the kind of swap that the game allows. The core decides which
moves are legal; `explain` says why a move is illegal.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from hexapoda.errors import InvalidMoveError
from hexapoda.hex.cell import parse_cell
from hexapoda.hex.move import Move
from hexapoda.text.sentence import Sentence

if TYPE_CHECKING:
    from hexapoda.hex.position import Position

__all__ = ["parse_move", "read_move", "resolve_move"]

_LONGEST = len("swap-pieces")
"""Only strings up to this length are cached. A longer string is not a move, or is padded with blanks, of
which a file may contain megabytes."""
_WORDS: Final = {"swap-pieces": Move.SWAP_PIECES, "swap-sides": Move.SWAP_SIDES, "pass": Move.PASS}


def read_move(text: str) -> Move:
    """Return the move that `text` names, legal or not. Raises `InvalidMoveError` if it names none."""
    return _read(text) if len(text) <= _LONGEST else _read.__wrapped__(text)


@lru_cache(maxsize=2048)
def _read(text: str) -> Move:
    word = text.strip().lower()
    if word in _WORDS:
        return _WORDS[word]
    try:
        return Move(parse_cell(word))
    except InvalidMoveError:
        raise InvalidMoveError(
            Sentence(
                "not a move: {text!r}; expected a cell such as c2, swap-pieces or swap-sides", text=text[:40]
            ),
            text=text,
            offset=0,
            expected="a cell such as c2, swap-pieces or swap-sides",
        ) from None


def resolve_move(position: Position, text: str) -> Move:
    """Return the move that `text` names in a position, legal or not; `swap` means the kind of swap that the
    game allows. Raises `InvalidMoveError` if it names none.
    """
    if text.strip().lower() == "swap":
        return Move.SWAP_SIDES if position.swap == "sides" else Move.SWAP_PIECES
    return read_move(text)


def parse_move(position: Position, text: str) -> Move:
    """Return the legal move that `text` names.

    Raises `InvalidMoveError` for text that is not a move, and `IllegalMoveError`, with the broken rule, for
    an illegal move.
    """
    move = resolve_move(position, text)
    if not position.is_legal(move):
        from hexapoda.hex.explain import refuse

        raise refuse(position, move)
    return move
