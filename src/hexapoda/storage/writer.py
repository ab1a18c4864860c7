"""Stores games: many at a time, and each only once, whatever other processes write at the same time.

Runs the statements for one chunk of games in the right order, completes stored games with data from other
records of them, and numbers new games. `identity` decides whether two records are of one game.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, Insert, Table, insert, select, text, tuple_, update
from sqlalchemy.dialects import sqlite

from hexapoda.errors import InvalidGameError
from hexapoda.record import GameRecord
from hexapoda.record.node import line_of_moves
from hexapoda.storage.connection import is_postgres
from hexapoda.storage.counters import CountedGame, Counters, note_change
from hexapoda.storage.identity import add_nodes, completed, same_game
from hexapoda.storage.indexing import IndexedGame, index
from hexapoda.storage.position_index import delete_positions, insert_positions
from hexapoda.storage.row import (
    Ownership,
    clean_player,
    cleaned,
    record_of,
    result_code,
    root_of,
    row_of,
    rows_with_names,
)
from hexapoda.storage.schema import aliases, games, matches, players, versions

__all__ = [
    "KnownGame",
    "StoredChunk",
    "alias_names",
    "complete",
    "counted",
    "insert_games",
    "known_game",
    "known_games",
    "match_id",
    "now",
    "player_ids",
    "replace_game",
    "same_as",
    "save_completed",
    "store_games",
]

_PART = 400
"""The maximum number of values in one `IN`: the databases have a limit, and plan long lists slowly."""


def now() -> str:
    """Return the current time in UTC, as the store writes it."""
    return f"{datetime.datetime.now(datetime.UTC):%Y-%m-%dT%H:%M:%SZ}"


@dataclass(frozen=True, slots=True)
class StoredChunk:
    """The result of storing a chunk: the ids of the new games, and how many stored games were completed."""

    ids: tuple[int, ...]
    completed: int


@dataclass(slots=True)
class KnownGame:
    """A game in the store or, while it has no id, in the current chunk.

    Attributes:
        game: the game as it will be stored.
        place: its owner, kind, name and match.
        id: its number in the store.
        before: the game as it is in the store; None if it has not changed.
        players: the ids of its players in the store.
    """

    game: IndexedGame
    place: Ownership
    id: int | None = None
    before: IndexedGame | None = None
    players: tuple[int, int] = (0, 0)

    @property
    def changed(self) -> bool:
        """Whether a stored game must be written again."""
        return self.before is not None


def store_games(connection: Connection, chunk: Sequence[IndexedGame], place: Ownership) -> StoredChunk:
    """Insert the new games, index their positions, and complete the games that are already stored.

    Must run in a transaction that holds the write lock.
    """
    digests = list({game.digest for game in chunk})
    known = known_games(connection, digests, place.owner)
    former = _former(connection, digests, place.owner)
    names = alias_names(connection)
    fresh: list[KnownGame] = []
    for game in chunk:
        record = cleaned(game.record)
        if same := same_as(known.get(game.digest, ()), record, place.match, names):
            complete(same, replace(game, record=record), place.match)
        elif not any(same_game(one, record, names) for one in former.get(game.digest, ())):
            fresh.append(KnownGame(game, place))
            known.setdefault(game.digest, []).append(fresh[-1])
    changed = [one for part in known.values() for one in part if one.changed and one.id is not None]
    counters = Counters(connection)
    save_completed(connection, changed, counters)
    ids = insert_games(connection, fresh, counters)
    counters.write()
    return StoredChunk(ids, len(changed))


def known_games(connection: Connection, digests: Sequence[bytes], owner: str) -> dict[bytes, list[KnownGame]]:
    """Return an owner's stored games with these digests, oldest first, without damaged games and analyses."""
    found: dict[bytes, list[KnownGame]] = {}
    for start in range(0, len(digests), _PART):
        part = digests[start : start + _PART]
        for row in connection.execute(rows_with_names().where(games.c.digest.in_(part)).order_by(games.c.id)):
            # Not a condition of the query: SQLite would read all games of the owner to find these few.
            if row.owner != owner or row.kind != "game":
                continue
            try:
                known = known_game(row)
            except InvalidGameError:
                continue
            found.setdefault(known.game.digest, []).append(known)
    return found


def known_game(row: Any) -> KnownGame:
    """Return the game of a row of `rows_with_names`, without position keys. Raises `InvalidGameError`."""
    game = IndexedGame(record_of(row), bytes(row.digest), (), root=root_of(row))
    place = Ownership(row.owner, row.kind, row.name, row.match_id)
    return KnownGame(game, place, row.id, players=(row.player0_id, row.player1_id))


def same_as(
    known: Iterable[KnownGame], record: GameRecord, match: int | None, names: Mapping[str, str]
) -> list[KnownGame]:
    """Return those of the `known` games that `record` may describe. All of them must have its digest."""
    return [
        one
        for one in known
        if (match is None or one.place.match is None or one.place.match == match)
        and same_game(one.game.record, record, names)
    ]


def complete(same: Sequence[KnownGame], other: IndexedGame, match: int | None) -> KnownGame:
    """Complete a game with the data that only `other`, another record of it, has, and return the game. If
    several games match, choose one with the same players; if none has them, add only variations and
    annotations, to the oldest.
    """
    alike = [one for one in same if one.game.record.players == other.record.players]
    one = (alike or same)[0]
    fuller, new_match, root = one.game.record, one.place.match, one.game.root
    if alike or len(same) == 1:
        fuller = completed(fuller, other.record)
        new_match = new_match if match is None else match
    added = False
    if other.root is not None:
        merged = line_of_moves(fuller.moves) if root is None else root
        added = add_nodes(merged, other.root)
        root = merged if added else root
    if fuller == one.game.record and new_match == one.place.match and not added:
        return one
    if root is not None:
        for node, played in zip(root.main_line(), fuller.moves, strict=True):
            node.played = played
    one.before = one.before or one.game
    one.game = replace(one.game, record=fuller, root=root)
    one.place = replace(one.place, match=new_match)
    return one


def save_completed(connection: Connection, changed: Sequence[KnownGame], counters: Counters) -> None:
    """Write the stored games that were completed."""
    for one in changed:
        replace_game(connection, one, counters)


def replace_game(connection: Connection, known: KnownGame, counters: Counters) -> None:
    """Write a stored game that has changed, and update the position index and the counters."""
    assert known.id is not None and known.before is not None
    ids = player_ids(connection, [clean_player(player) for player in known.game.record.players])
    first, second = (ids[clean_player(player)] for player in known.game.record.players)
    values = row_of(known.game, known.id, (first, second), known.place, now())
    old, new = known.before.record, known.game.record
    same = (old.moves, old.start, result_code(old)) == (new.moves, new.start, result_code(new))
    if known.place.kind == "game" and not (same and known.players == (first, second)):
        keys = known.before.keys or index(old).keys
        counters.remove(counted(replace(known.before, keys=keys), known.place, known.players))
        if not same:
            delete_positions(connection, known.id, keys)
            keys = known.game.keys or index(new).keys
            insert_positions(connection, [(known.id, replace(known.game, keys=keys))])
        counters.add(counted(replace(known.game, keys=keys), known.place, (first, second)))
    elif known.place.kind == "game":
        note_change(connection)  # searches by event, date or match may now count it
    connection.execute(update(games).where(games.c.id == known.id).values(values))


def insert_games(connection: Connection, fresh: Sequence[KnownGame], counters: Counters) -> tuple[int, ...]:
    """Insert new games; return their numbers, which are never reused."""
    if not fresh:
        return ()
    names = [clean_player(player) for one in fresh for player in one.game.record.players]
    ids = player_ids(connection, names)
    first = _next_id(connection, len(fresh))
    when = now()
    rows = []
    for game_id, one in enumerate(fresh, first):
        one.players = (ids[names[2 * (game_id - first)]], ids[names[2 * (game_id - first) + 1]])
        rows.append(row_of(one.game, game_id, one.players, one.place, when))
        if one.place.kind == "game":
            counters.add(counted(one.game, one.place, one.players))
    connection.execute(insert(games), rows)
    played = [(game_id, one.game) for game_id, one in enumerate(fresh, first) if one.place.kind == "game"]
    insert_positions(connection, played)
    return tuple(range(first, first + len(fresh)))


def counted(game: IndexedGame, place: Ownership, players: tuple[int, int]) -> CountedGame:
    """Return the data that the counters need about a game whose players have these ids."""
    record = game.record
    return CountedGame(record.game, place.owner, players, result_code(record), game.keys, record.start)


def _next_id(connection: Connection, number: int) -> int:
    """Reserve the next `number` game numbers; return the first. The caller holds the write lock."""
    if is_postgres(connection):
        found = connection.execute(text("SELECT nextval('games_id_seq')")).scalar_one()
        if number > 1:
            last = {"last": int(found) + number - 1}
            connection.execute(text("SELECT setval('games_id_seq', :last)"), last)
        return int(found)
    known = connection.execute(text("SELECT seq FROM sqlite_sequence WHERE name = 'games'")).scalar()
    return int(known or 0) + 1


def alias_names(connection: Connection) -> dict[str, str]:
    """Return the name that each alias stands for."""
    return {row.alias: row.name for row in connection.execute(select(aliases))}


def match_id(connection: Connection, name: str, game: str, settings: str) -> int:
    """Return the id of the match with this name, which is created if it does not exist."""
    connection.execute(
        _insert_if_new(connection, matches), {"name": name, "game": game, "settings": settings}
    )
    return int(connection.execute(select(matches.c.id).where(matches.c.name == name)).scalar_one())


def player_ids(connection: Connection, names: Iterable[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """Return the ids of players by name and engine; new players are created."""
    wanted = sorted(set(names))
    found: dict[tuple[str, str], int] = {}
    for start in range(0, len(wanted), _PART):
        part = wanted[start : start + _PART]
        query = select(players).where(tuple_(players.c.name, players.c.engine).in_(part))
        missing = set(part) - {(row.name, row.engine) for row in connection.execute(query)}
        if missing:
            rows = [{"name": name, "engine": engine} for name, engine in sorted(missing)]
            connection.execute(_insert_if_new(connection, players), rows)
        found |= {(row.name, row.engine): row.id for row in connection.execute(query)}
    return found


def _former(connection: Connection, digests: list[bytes], owner: str) -> dict[bytes, list[GameRecord]]:
    """Return the former versions of an owner's games, by digest, without games in the trash."""
    rows: list[Any] = []
    for start in range(0, len(digests), _PART):
        wanted = versions.c.digest.in_(digests[start : start + _PART])
        rows += connection.execute(rows_with_names(versions).where(wanted))
    ids = sorted({row.game_id for row in rows})
    there: set[int] = set()
    for start in range(0, len(ids), _PART):
        query = select(games.c.id, games.c.owner, games.c.kind).where(
            games.c.id.in_(ids[start : start + _PART])
        )
        there |= {row.id for row in connection.execute(query) if (row.owner, row.kind) == (owner, "game")}
    found: dict[bytes, list[GameRecord]] = {}
    for row in rows:
        if row.game_id not in there:
            continue
        try:
            found.setdefault(bytes(row.digest), []).append(record_of(row))
        except InvalidGameError:
            continue
    return found


def _insert_if_new(connection: Connection, table: Table) -> Insert:
    """Return an `INSERT` that skips rows that the table already has."""
    if is_postgres(connection):
        from sqlalchemy.dialects import postgresql  # takes half of the store's import time

        return postgresql.insert(table).on_conflict_do_nothing()
    return sqlite.insert(table).on_conflict_do_nothing()
