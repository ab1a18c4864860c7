"""The text position: one line that describes a position without its history, like FEN in chess.

    Base+MLP White[3] - wS1@0,0 bS1@1,0 wQ@-1,0 bQ@2,0
    Base Black[9] wB1 ... bQ@2,-1 wB1@2,-1^1 ...

Fields are separated by spaces: the variant, the side to move with its turn number, the resting piece (which
moved in the last ply) or `-`, then the pieces with their axial cells `q,r`, and `^height` for a piece on top
of others. Coordinates are not normalized; pieces may come in any order.
"""

from __future__ import annotations

import re
from typing import Literal

from hexapoda.errors import InvalidGameError, InvalidMoveError, InvalidPositionError
from hexapoda.hive.cell import Cell
from hexapoda.hive.piece import Piece
from hexapoda.hive.position import Position
from hexapoda.hive.variant import parse_variant
from hexapoda.text.sentence import Sentence, message_of

__all__ = ["format_position", "parse_position"]

_TURN = re.compile(r"(White|Black)\[([1-9][0-9]{0,7})\]")
_PIECE = re.compile(r"([wb][A-Z][0-9]?)@(-?[0-9]{1,10}),(-?[0-9]{1,10})(?:\^([0-9]{1,2}))?")
_LONGEST = 4096


def format_position(position: Position) -> str:
    """Return the text of a position."""
    resting = position.resting
    fields = [position.variant, position.turn_text, "-" if resting is None else str(resting)]
    for piece, ((q, r), height) in position.pieces().items():
        fields.append(f"{piece}@{q},{r}" + (f"^{height}" if height else ""))
    return " ".join(fields)


def parse_position(
    text: str, *, opening: Literal["tournament", "free"] = "tournament", repetition: bool = True
) -> Position:
    """Parse a text position. Raises `InvalidPositionError`, which quotes the wrong field."""
    fields = text.split()
    if len(text) > _LONGEST or len(fields) < 3:
        raise InvalidPositionError(
            Sentence(
                "not a text position: {text!r}; expected a variant, a turn such as White[1], the resting "
                "piece or -, and pieces such as wS1@0,0",
                text=text[:80],
            )
        )
    try:
        variant = parse_variant(fields[0])
    except InvalidGameError as error:
        raise InvalidPositionError(message_of(error)) from None
    turn = _TURN.fullmatch(fields[1])
    if turn is None:
        raise InvalidPositionError(
            Sentence("not a turn: {turn!r}; expected White[n] or Black[n], n from 1", turn=fields[1])
        )
    resting = None if fields[2] == "-" else _piece(fields[2])
    pieces: list[tuple[Piece, Cell, int]] = []
    for field in fields[3:]:
        match = _PIECE.fullmatch(field)
        if match is None:
            raise InvalidPositionError(
                Sentence(
                    "not a piece with its cell: {field!r}; expected text such as wS1@0,0 or bB1@2,-1^1",
                    field=field,
                )
            )
        pieces.append((_piece(match[1]), (int(match[2]), int(match[3])), int(match[4] or 0)))
    return Position.from_pieces(
        variant,
        pieces,
        ply=2 * (int(turn[2]) - 1) + (turn[1] == "Black"),
        resting=resting,
        opening=opening,
        repetition=repetition,
    )


def _piece(text: str) -> Piece:
    try:
        return Piece(text)
    except InvalidMoveError as error:
        raise InvalidPositionError(message_of(error)) from None
