"""Positions and games as one line of text: a board, fields and moves.

    11x11
    11x11 swap=pieces a10 swap-pieces f6
    7x7 black=d4,c5 white=e3 to-move=white b6 e4
    7x7 black=a2 sides=swapped to-move=white ply=2

The board comes first, columns by rows. Fields are `NAME=VALUE`, in any order: `swap` is the rule (off,
pieces, sides); the others set up a position. `black` and `white` list stones, in any order and number;
`to-move` is a color, by default black unless black has more stones; `sides=swapped` says that the players
exchanged their colors; `ply` is the number of moves played, by default the number of stones. Moves follow,
and may include a `pass`. Case does not matter.

This module reads and writes the whole line; `cell` and `notation` read and write cells and moves.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, cast

from hexapoda.errors import HexapodaError, InvalidGameError, InvalidMoveError, InvalidPositionError
from hexapoda.hex.cell import Cell, by_row, format_cell, parse_cell
from hexapoda.hex.move import Move
from hexapoda.hex.position import BLACK, SWAPS, WHITE, Position
from hexapoda.hex.text.notation import parse_move
from hexapoda.hex.variant import board_size, variant_of
from hexapoda.text.sentence import Sentence, message_of

if TYPE_CHECKING:
    from hexapoda.hex.position import Swap

__all__ = ["format_game", "format_position", "parse_position"]

_COLORS: Final = ("black", "white")
_CHOICES: Final = {"swap": SWAPS, "to-move": _COLORS, "sides": ("own", "swapped")}
_FIELDS: Final = ("swap", "black", "white", "to-move", "sides", "ply")
_LONGEST: Final = 16384


def format_position(position: Position) -> str:
    """Return the line for a position without its history."""
    fields = [position.variant]
    if position.swap != "off":
        fields.append(f"swap={position.swap}")
    stones = [position.stones(color) for color in (BLACK, WHITE)]
    for name, cells in zip(_COLORS, stones, strict=True):
        if cells:
            fields.append(f"{name}={','.join(format_cell(cell) for cell in sorted(cells, key=by_row))}")
    color = position.color_to_move
    if color != _usual_color(*stones):
        fields.append(f"to-move={_COLORS[color]}")
    if position.sides_swapped:
        fields.append("sides=swapped")
    if position.ply != len(stones[0]) + len(stones[1]):
        fields.append(f"ply={position.ply}")
    return " ".join(fields)


def format_game(position: Position) -> str:
    """Return the line for the game that led to a position: the initial position and the moves."""
    return " ".join([format_position(position.start), *map(str, position.moves)])


def parse_position(text: str, *, swap: Swap | None = None) -> Position:
    """Return the position that a line describes. `swap` is the rule if the line does not name one; it must
    not contradict the line.

    Raises `InvalidPositionError`, which quotes the wrong field, or `InvalidGameError` with the ply of a bad
    move.
    """
    words = text.split()
    if not words or len(text) > _LONGEST:
        raise InvalidPositionError(
            Sentence(
                "not a position: {text!r}; expected a board such as 11x11, fields such as swap=pieces or "
                "black=a1,b2, and moves such as c3",
                text=text[:40],
            )
        )
    try:
        variant = variant_of(*board_size(words[0]))
    except InvalidGameError as error:
        raise InvalidPositionError(message_of(error)) from None
    fields: dict[str, str] = {}
    moves = words[1:]
    while moves and "=" in moves[0]:
        name, _, value = moves.pop(0).lower().partition("=")
        _check_field(name, value, fields)
        fields[name] = value
    position = _begin(variant, fields, _swap_of(fields, swap))
    _play(position, moves)
    return position


def _check_field(name: str, value: str, seen: Iterable[str]) -> None:
    if name not in _FIELDS:
        raise InvalidPositionError(
            Sentence(
                "unknown field {name!r}: expected one of {fields}", name=name[:40], fields=", ".join(_FIELDS)
            )
        )
    if name in seen:
        raise InvalidPositionError(Sentence("duplicate field {name!r}", name=name))
    choices = _CHOICES.get(name)
    if choices is not None and value not in choices:
        raise InvalidPositionError(
            Sentence(
                "bad field {field!r}: expected one of {choices}",
                field=f"{name}={value}"[:40],
                choices=", ".join(choices),
            )
        )


def _swap_of(fields: dict[str, str], given: Swap | None) -> Swap:
    named = cast("Swap | None", fields.get("swap"))
    if named is not None and given is not None and named != given:
        raise InvalidPositionError(
            Sentence("the text says swap={named}, but swap={given} was requested", named=named, given=given)
        )
    return named or given or "off"


def _begin(variant: str, fields: dict[str, str], swap: Swap) -> Position:
    if fields.keys() <= {"swap"}:
        return Position(variant, swap=swap)
    black, white = (_cells(name, fields.get(name, "")) for name in _COLORS)
    to_move = fields.get("to-move")
    ply = fields.get("ply")
    if ply is not None and not (ply.isascii() and ply.isdigit() and len(ply) < 8):
        raise InvalidPositionError(
            Sentence("bad field {field!r}: expected a number of moves, 0 or more", field=f"ply={ply}"[:40])
        )
    return Position.from_stones(
        variant,
        black,
        white,
        color_to_move=None if to_move is None else _COLORS.index(to_move),
        sides_swapped=fields.get("sides") == "swapped",
        ply=None if ply is None else int(ply),
        swap=swap,
    )


def _cells(name: str, value: str) -> list[Cell]:
    cells = []
    for text in value.split(",") if value else ():
        try:
            cells.append(parse_cell(text))
        except InvalidMoveError as error:
            raise InvalidPositionError(
                Sentence("bad field {field!r}: {why}", field=f"{name}={value}"[:40], why=message_of(error))
            ) from None
    return cells


def _play(position: Position, texts: Iterable[str]) -> None:
    for text in texts:
        try:
            if "=" in text:
                raise InvalidMoveError(
                    Sentence("the field {text!r} must come before the moves", text=text[:40]),
                    text=text,
                )
            if text.lower() == str(Move.PASS):
                position.push_pass()
            else:
                position.push(parse_move(position, text))
        except HexapodaError as error:
            ply = position.ply + 1
            raise InvalidGameError(
                Sentence("ply {ply} {text!r}: {why}", ply=ply, text=text[:40], why=message_of(error)), ply=ply
            ) from error


def _usual_color(black: frozenset[Cell], white: frozenset[Cell]) -> int:
    return BLACK if len(black) <= len(white) else WHITE
