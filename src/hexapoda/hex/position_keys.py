"""Positions of Hex as the store's index has them.

Owns under which rule positions are indexed: as if the second move might be a swap, whatever the rule of their
game was, so that all games meet in the same positions. A swap of sides and a swap of pieces lead to the same
position: keys are the same after half a turn, and mirrored with all colours exchanged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hexapoda.errors import HexapodaError, InvalidGameError
from hexapoda.hex import MoveKind, Position, Swap, parse_variant
from hexapoda.hex.records.game import play
from hexapoda.hex.text.notation import read_move
from hexapoda.record import GameRecord

__all__ = ["free_position", "keys_of", "moves_by_key", "opening_keys", "position_key", "replay"]


def replay(record: GameRecord) -> tuple[list[str], list[int]]:
    """The canonical texts of a game's moves, and the keys of its positions, the first one included.

    Raises `InvalidGameError` with the ply of a move that is not legal.
    """
    swap: Any = dict(record.rules).get("swap", "off")
    if record.start is None:
        start = Position(record.variant, swap=swap)
    else:
        start = Position.from_text(record.start, swap=swap)
        if start.variant != parse_variant(record.variant):
            raise InvalidGameError(f"the board is {record.variant!r}, that of its start {start.variant!r}")
    return keys_of(start, [move.text for move in record.moves])


def keys_of(start: Position, texts: Sequence[str]) -> tuple[list[str], list[int]]:
    """The canonical texts of moves played from `start`, and the keys of all positions. Raises as `replay`."""
    position = start.copy()
    keys = [position_key(position)]
    for text in texts:
        try:
            play(position, read_move(text))
        except HexapodaError as error:
            ply = len(keys)
            raise InvalidGameError(f"ply {ply} {text[:40]!r}: {error}", ply=ply) from error
        # Behind the second ply no swap can come: the rule is no part of the key.
        keys.append(position_key(position) if position.ply < 2 else _signed(position.canonical_key))
    return [str(move) for move in position.moves], keys


def opening_keys(variant: str, texts: Sequence[str]) -> list[int]:
    """The keys of the positions that a game with these first moves goes through.

    Raises `InvalidGameError` with the ply of a move that is not legal.
    """
    swap: Swap = "sides" if "swap-sides" in texts else _usual_swap(variant)
    return keys_of(Position(variant, swap=swap), texts)[1]


def free_position(position: Position) -> Position:
    """The same board under the rule that positions are indexed with."""
    return Position.from_stones(
        position.variant,
        position.stones(0),
        position.stones(1),
        colour_to_move=position.colour_to_move,
        sides_swapped=position.sides_swapped,
        ply=position.ply,
        swap=_usual_swap(position.variant),
    )


def position_key(position: Position) -> int:
    """The key under which a position is stored, signed."""
    return _signed(free_position(position).canonical_key)


def moves_by_key(position: Position) -> dict[int, list[str]]:
    """The texts of the moves of a position by the key of the position they lead to."""
    found: dict[int, list[str]] = {}
    board = free_position(position)
    for move in board.legal_moves:
        sides = move.kind is MoveKind.SWAP_PIECES and position.swap == "sides"
        text = MoveKind.SWAP_SIDES.value if sides else str(move)
        board.push(move)
        found.setdefault(position_key(board), []).append(text)
        board.pop()
    return found


def _usual_swap(variant: str) -> Swap:
    """The swap that has a meaning on a board."""
    columns, rows = variant.split("x")
    return "pieces" if columns == rows else "sides"


def _signed(key: int) -> int:
    return (key ^ 1 << 63) - (1 << 63)
