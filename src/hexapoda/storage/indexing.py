"""What the store keeps of a game beside its record: the key of every position, and the digest.

Owns replaying a record for that. Positions are indexed with the opening free and repetition off, which allow
all that the stricter switches allow, so that games played under different switches meet in them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hexapoda.errors import InvalidGameError
from hexapoda.hive import Position
from hexapoda.hive.game_string import play
from hexapoda.hive.variant import parse_variant
from hexapoda.record import GameRecord

__all__ = ["IndexedGame", "free_position", "index", "indexed", "opening_keys", "position_key"]


@dataclass(frozen=True, slots=True)
class IndexedGame:
    """A record, ready to be stored.

    Attributes:
        record: the game.
        digest: 16 bytes that are equal for equal games: the same game, variant, start, players, moves and
            result, however the moves were written; of a match, the same game of the same match.
        keys: the canonical key of each position, from the first to the last, as signed 64-bit numbers; empty
            for a game whose positions are not indexed.
        bare: whether it is known that the moves are texts and nothing else, which spares looking.
    """

    record: GameRecord
    digest: bytes
    keys: Sequence[int]
    bare: bool = False


def index(record: GameRecord) -> IndexedGame:
    """Replay a record. Raises `InvalidGameError` with the ply when a move of it is not legal."""
    texts = [move.text for move in record.moves]
    if record.game != "hive":
        if any(";" in text or not text for text in texts):
            raise InvalidGameError(f"a move of {record.game!r} is empty or holds ';': no move is written so")
        return indexed(record, texts, ())
    variant = parse_variant(record.variant)
    if record.start is None:
        position = Position(variant, opening="free", repetition=False)
    else:
        position = Position.from_text(record.start, opening="free", repetition=False)
        if position.variant != variant:
            raise InvalidGameError(f"the game is of type {variant!r}, its start of type {position.variant!r}")
    played = position._play_uhp(texts)
    if played < len(texts):
        play(position, texts[played:])
    return indexed(record, position._uhp_texts(), position._canonical_keys())


def indexed(
    record: GameRecord, texts: Sequence[str], keys: Sequence[int], *, bare: bool = False
) -> IndexedGame:
    """The record with its canonical move texts and keys, which the caller has from a replay."""
    first, second = record.players
    identity: tuple[str, ...] = (
        record.game,
        record.variant,
        record.start or "",
        first.name,
        first.engine,
        second.name,
        second.engine,
        record.result,
        ";".join(texts),
    )
    if record.number >= 0:  # engines may well play the same game twice in a match: both count
        identity += (record.event, str(record.number), str(record.seed), record.date)
    data = "\0".join(identity).encode("utf-8", "surrogatepass")
    return IndexedGame(record, hashlib.blake2b(data, digest_size=16).digest(), keys, bare)


def free_position(position: Any) -> Position:
    """The same board under the switches that positions are indexed with."""
    return Position.from_text(position.text(), opening="free", repetition=False)


def position_key(position: Any) -> int:
    """The key under which a position is stored: the same for all twelve symmetries, signed."""
    return free_position(position)._canonical_keys()[-1]


def opening_keys(variant: str, texts: Sequence[str]) -> list[int]:
    """The keys of the positions that a game of Hive with these first moves goes through.

    Raises `InvalidGameError` with the ply of a move that is not legal.
    """
    position = Position(parse_variant(variant), opening="free", repetition=False)
    play(position, texts)
    return position._canonical_keys()
