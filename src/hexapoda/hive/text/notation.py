r"""Parsing and formatting moves in the notations `uhp`, `contact` and `compass`, relative to a position.

Detects the notation, resolves a reference to a cell, and chooses the canonical reference on output.
`uhp_move`, `contact` and `compass` define the spellings. The core decides which moves are legal; `explain`
says why a move is illegal.

The canonical text of a climb names the piece below. The text of any other move names the first piece beside
the destination, in Mzinga's order `X\`, `/X`, `-X`, `\X`, `X/`, `X-`, after the mover has been lifted.
Input may use any correct reference, including the mover itself at its old cell and covered pieces.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from hexapoda.errors import InvalidMoveError, UsageError
from hexapoda.hive.cell import Cell
from hexapoda.hive.move import PASS, Move
from hexapoda.hive.piece import Piece
from hexapoda.hive.text.compass import read_compass, write_compass
from hexapoda.hive.text.contact import read_contact, write_contact
from hexapoda.hive.text.move_text import ONTO, MoveText, bad_move
from hexapoda.hive.text.uhp_move import read_uhp, write_uhp
from hexapoda.text.quotation import quoted
from hexapoda.text.sentence import Sentence, message_of

if TYPE_CHECKING:
    from hexapoda.hive.position import Position

NOTATIONS: Final = ("uhp", "contact", "compass")

_READERS: Final[dict[str, Callable[[str], MoveText]]] = {
    "uhp": read_uhp,
    "contact": read_contact,
    "compass": read_compass,
}
_WRITERS: Final[dict[str, Callable[[MoveText], str]]] = {
    "uhp": write_uhp,
    "contact": write_contact,
    "compass": write_compass,
}

# Step from the reference to the destination, in the canonical order X\ /X -X \X X/ X-.
CANONICAL_STEPS: Final[tuple[Cell, ...]] = ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0))

_LONE_CONTACT = re.compile(r"[wb][QMLP]1")
_LONE_COMPASS = re.compile(r"[wb][a-z][0-9]")
_COMPASS = re.compile(r"[wbWB][a-zA-Z][0-9]? +(?:[NS][EW]?|O|[ns][ew]?|o) +[a-zA-Z0-9]+")


def detect_notation(text: str) -> str:
    """Return the most likely notation of `text`: `uhp` unless it is clearly contact or compass."""
    text = text.strip()[:64]
    if "*" in text or _LONE_CONTACT.fullmatch(text):
        return "contact"
    if _LONE_COMPASS.fullmatch(text) or _COMPASS.fullmatch(text):
        return "compass"
    return "uhp"


def parse_move(position: Position, text: str, notation: str | None = None) -> Move:
    """Parse a legal move; without `notation`, detect the notation. Raises `InvalidMoveError` if the text is
    not a move in this position, and `IllegalMoveError`, with the rule, if the move is not legal.
    """
    move = resolve_move(position, text, notation)
    if move.piece is None or move.to is None:
        if position.is_legal(move):
            return move
    elif (legal := position.find_move(move.piece, move.to)) is not None:
        return legal  # with its kind and origin
    # Imported here because it is rarely needed: most moves are legal.
    from hexapoda.hive.explain import refuse

    raise refuse(position, move)


def resolve_move(position: Position, text: str, notation: str | None = None) -> Move:
    """Parse a move, legal or not. Raises `InvalidMoveError` if the text is not a move in this position."""
    bare = text.strip()
    if bare == "pass":
        return PASS
    if notation is None:
        notation = detect_notation(bare)
    try:
        parts = _reader(notation)(bare)
    except InvalidMoveError as error:
        indent = len(text) - len(text.lstrip())
        if indent == 0 or error.offset is None:
            raise
        raise InvalidMoveError(
            message_of(error), text=text, offset=error.offset + indent, expected=error.expected
        ) from None
    return Move(parts.piece, resolve_cell(position, text, parts))


def resolve_cell(position: Position, text: str, parts: MoveText) -> Cell:
    """Return the destination of a parsed move in this position. Raises `InvalidMoveError` if the reference
    piece is not on the board, or is missing after the first move.
    """
    if parts.reference is None:
        if position.pieces():
            raise bad_move(
                text,
                len(text.rstrip()),
                Sentence("a reference piece with a direction (a piece alone is the first move of a game)"),
            )
        return ONTO
    cell = position.cell_of(parts.reference)
    if cell is None:
        offset = text.lower().rfind(str(parts.reference).lower())
        raise bad_move(
            text, max(offset, 0), Sentence("a piece on the board ({piece} is not)", piece=parts.reference)
        )
    return (cell[0] + parts.step[0], cell[1] + parts.step[1])


def format_move(position: Position, move: Move, notation: str = "uhp") -> str:
    """Return the canonical text of a move in this position. Raises `InvalidMoveError` if the destination
    touches no piece: no notation can express such a move.
    """
    writer = _WRITERS.get(notation)
    if writer is None:
        raise _unknown(notation)
    piece, to = move.piece, move.to
    if piece is None or to is None:
        return "pass"
    below = _top_without(position, to, piece)
    if below is not None:
        return writer(MoveText(piece, below, ONTO))
    for step in CANONICAL_STEPS:
        reference = _top_without(position, (to[0] - step[0], to[1] - step[1]), piece)
        if reference is not None:
            return writer(MoveText(piece, reference, step))
    if not position.pieces():
        return writer(MoveText(piece, None, ONTO))
    origin = position.cell_of(piece)
    if origin is not None and (to[0] - origin[0], to[1] - origin[1]) in CANONICAL_STEPS:
        # An illegal move that can still be written: the only reference is the mover's old cell.
        return writer(MoveText(piece, piece, (to[0] - origin[0], to[1] - origin[1])))
    raise InvalidMoveError(
        f"{piece} to {to} cannot be written: the cell touches no piece",
        text=f"{piece} {to}",
        offset=None,
        expected="a destination beside or on top of a piece",
    )


def _top_without(position: Position, cell: Cell, mover: Piece) -> Piece | None:
    top: Piece | None = position.top(cell)
    if top is not mover:
        return top
    stack: tuple[Piece, ...] = position.stack(cell)
    return stack[-2] if len(stack) > 1 else None


def _reader(notation: str) -> Callable[[str], MoveText]:
    reader = _READERS.get(notation)
    if reader is None:
        raise _unknown(notation)
    return reader


def _unknown(notation: str) -> UsageError:
    return UsageError(f"unknown notation {quoted(notation)}: expected one of {', '.join(NOTATIONS)}")
