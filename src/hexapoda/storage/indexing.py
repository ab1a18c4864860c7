"""Indexes a game: computes the key of every position, and the digest.

`Game.archive` provides the keys; the positions of a game without an archive are not indexed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.games import DEFAULT_GAME, Archive, find_game, game_names, game_of_position
from hexapoda.record import GameRecord, GameTree, Node, ReadGame
from hexapoda.storage.identity import digest_of

__all__ = ["IndexedGame", "archive_of", "index", "moves_by_key", "opening_keys", "position_key"]


@dataclass(frozen=True, slots=True)
class IndexedGame:
    """A record that is ready to be stored.

    Attributes:
        record: the game.
        digest: 16 bytes that are equal for records of the same game, from `identity.digest_of`.
        keys: the canonical key of each position, from the first to the last, as signed 64-bit numbers; empty
            for a game whose positions are not indexed.
        root: the nodes of the game; None if it has only a main line without annotations.
    """

    record: GameRecord
    digest: bytes
    keys: Sequence[int]
    root: Node | None = None


def index(game: GameRecord | GameTree | ReadGame | IndexedGame) -> IndexedGame:
    """Index the positions of the main line of a game, which is replayed unless it was just read from a file.
    Raises `InvalidGameError` with the ply of an illegal move.
    """
    if isinstance(game, IndexedGame):
        return game
    if isinstance(game, ReadGame):
        tree = game.checked()
        record, archive = tree.to_record(), tree.game.archive
        keys = () if archive is None else archive.game_keys(game.position)
        ready = _indexed(record, [move.text for move in record.moves], keys)
        return ready if tree.is_plain else replace(ready, root=tree.root)
    if isinstance(game, GameTree):
        return replace(_index(game.to_record()), root=None if game.is_plain else game.root)
    return _index(game)


def _index(record: GameRecord) -> IndexedGame:
    texts = [move.text for move in record.moves]
    archive = archive_of(record.game)
    if archive is not None:
        return _indexed(record, *archive.replay(record))
    if any(";" in text or not text for text in texts):
        raise InvalidGameError(f"a move of {record.game!r} is empty or contains ';': expected a move")
    return _indexed(record, texts, ())


def _indexed(record: GameRecord, texts: Sequence[str], keys: Sequence[int]) -> IndexedGame:
    """Index a record whose canonical move texts and keys are known from a replay."""
    return IndexedGame(record, digest_of(record, texts), keys)


def position_key(position: Any) -> int:
    """Return the key under which a position is stored: signed, and equal for all symmetric positions."""
    return _archive_for(position).position_key(position)


def opening_keys(variant: str, texts: Sequence[str], game: str = DEFAULT_GAME) -> list[int]:
    """Return the keys of the start and of the position after each of these first moves.

    Raises `InvalidGameError` with the ply of an illegal move.
    """
    archive = archive_of(game)
    return [] if archive is None else list(archive.opening_keys(variant, texts))


def moves_by_key(position: Any) -> dict[int, list[str]]:
    """Return the texts of the legal moves of a position, by the key of the resulting position."""
    return dict(_archive_for(position).moves_by_key(position))


def archive_of(game: str) -> Archive | None:
    """Return the archive of a game, which reads and indexes records; None if it has none or is unknown."""
    return find_game(game).archive if game in game_names() else None


def _archive_for(position: Any) -> Archive:
    game = game_of_position(position)
    if game.archive is None:
        raise UsageError(f"positions of {game.name} are not indexed")
    return game.archive
