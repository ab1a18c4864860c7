"""The keys of Hive positions in the store's index.

All positions are indexed with the free opening and without the repetition rule. Every game is legal under
these rules, so games that were played with different rule switches share positions.
"""

from __future__ import annotations

from collections.abc import Sequence

from hexapoda.errors import InvalidGameError
from hexapoda.hive import PASS, Position
from hexapoda.hive.text.game_string import play
from hexapoda.hive.variant import parse_variant
from hexapoda.record import GameRecord

__all__ = [
    "free_position",
    "game_keys",
    "moves_by_key",
    "opening_keys",
    "position_key",
    "replay",
    "signed_key",
]


def replay(record: GameRecord) -> tuple[list[str], Sequence[int]]:
    """Return the canonical texts of a game's moves, and the keys of all its positions, including the start.

    Raises `InvalidGameError` with the ply of a move that is not legal.
    """
    variant = parse_variant(record.variant)
    if record.start is None:
        position = Position(variant, opening="free", repetition=False)
    else:
        position = Position.from_text(record.start, opening="free", repetition=False)
        if position.variant != variant:
            raise InvalidGameError(
                f"the variant of the game is {variant!r}, but its start is a {position.variant!r} position"
            )
    texts = [move.text for move in record.moves]
    played = position._play_uhp(texts)
    if played < len(texts):
        play(position, texts[played:])
    return position._uhp_texts(), position._canonical_keys()


def game_keys(position: Position) -> Sequence[int]:
    """Return the keys of all positions of the game that led to a position, including the start."""
    if position.opening == "free":
        return position._canonical_keys()
    board = free_position(position.start)
    for move in position.moves:
        if move == PASS:
            board.push_pass()  # the pass may be illegal
        else:
            board.push(move)
    return board._canonical_keys()


def opening_keys(variant: str, texts: Sequence[str]) -> list[int]:
    """Return the keys of the positions of an opening: the start, and the position after each move.

    Raises `InvalidGameError` with the ply of a move that is not legal.
    """
    position = Position(parse_variant(variant), opening="free", repetition=False)
    play(position, texts)
    return position._canonical_keys()


def free_position(position: Position) -> Position:
    """Return the same position with the rule switches that the index uses."""
    return Position.from_text(position.text(), opening="free", repetition=False)


def position_key(position: Position) -> int:
    """Return the signed key of a position in the index; symmetric positions have the same key."""
    return free_position(position)._canonical_keys()[-1]


def moves_by_key(position: Position) -> dict[int, list[str]]:
    """Return the texts of the legal moves, grouped by the key of the position after the move."""
    found: dict[int, list[str]] = {}
    board = free_position(position)
    for move in board.legal_moves:
        text = board.format_move(move)
        board.push(move)
        found.setdefault(signed_key(board), []).append(text)
        board.pop()
    return found


def signed_key(board: Position) -> int:
    """Return the signed key of a position that already has the rule switches of the index."""
    return (board.canonical_key ^ 1 << 63) - (1 << 63)
