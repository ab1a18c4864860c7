"""The keys of Hex positions in the store's index.

All positions are indexed as if a swap were allowed, whatever the rule of their game, so games with different
swap rules share positions. Keys do not change when the board is rotated by 180 degrees, or mirrored with the
colors exchanged. So both kinds of swap lead to the same key.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hexapoda.errors import HexapodaError, InvalidGameError
from hexapoda.hex import MoveKind, Position, Swap, parse_variant
from hexapoda.hex.game import HEX
from hexapoda.hex.text.notation import read_move
from hexapoda.record import GameRecord
from hexapoda.text.sentence import Sentence, message_of

__all__ = ["free_position", "game_keys", "keys_of", "moves_by_key", "opening_keys", "position_key", "replay"]


def replay(record: GameRecord) -> tuple[list[str], list[int]]:
    """Return the canonical texts of a game's moves, and the keys of all its positions, the start included.

    Raises `InvalidGameError` with the ply of a move that is not legal, or if the start is on another board.
    """
    swap: Any = dict(record.rules).get("swap", "off")
    if record.start is None:
        start = Position(record.variant, swap=swap)
    else:
        start = Position.from_text(record.start, swap=swap)
        if start.variant != parse_variant(record.variant):
            raise InvalidGameError(f"the board is {record.variant!r}, but the start is on {start.variant!r}")
    return keys_of(start, [move.text for move in record.moves])


def keys_of(start: Position, texts: Sequence[str]) -> tuple[list[str], list[int]]:
    """Return the canonical texts of moves played from `start`, and the keys of all positions, `start`
    included. Raises `InvalidGameError` with the ply of a move that is not legal.
    """
    position = start.copy()
    keys = [position_key(position)]
    for text in texts:
        try:
            HEX.push_recorded(position, read_move(text))
        except HexapodaError as error:
            ply = len(keys)
            raise InvalidGameError(
                Sentence("ply {ply} {text!r}: {why}", ply=ply, text=text[:40], why=message_of(error)), ply=ply
            ) from error
        # After the second ply no swap is possible, so the rule is not part of the key.
        keys.append(position_key(position) if position.ply < 2 else _signed(position.canonical_key))
    return [str(move) for move in position.moves], keys


def opening_keys(variant: str, texts: Sequence[str]) -> list[int]:
    """Return the keys of an opening's positions: the initial position, and the position after each move.

    Raises `InvalidGameError` with the ply of a move that is not legal.
    """
    swap: Swap = "sides" if "swap-sides" in texts else _usual_swap(variant)
    return keys_of(Position(variant, swap=swap), texts)[1]


def game_keys(position: Position) -> list[int]:
    """Return the keys of all positions of the game that led to a position, the start included."""
    return keys_of(position.start, [str(move) for move in position.moves])[1]


def free_position(position: Position) -> Position:
    """Return the same position, without its history, under the swap rule that the index uses."""
    return Position.from_stones(
        position.variant,
        position.stones(0),
        position.stones(1),
        color_to_move=position.color_to_move,
        sides_swapped=position.sides_swapped,
        ply=position.ply,
        swap=_usual_swap(position.variant),
    )


def position_key(position: Position) -> int:
    """Return the signed key of a position in the index."""
    return _signed(free_position(position).canonical_key)


def moves_by_key(position: Position) -> dict[int, list[str]]:
    """Return the texts of the legal moves, a swap included, by the key of the position after the move."""
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
    """Return the swap rule that the index uses for a board."""
    columns, rows = variant.split("x")
    return "pieces" if columns == rows else "sides"


def _signed(key: int) -> int:
    return (key ^ 1 << 63) - (1 << 63)
