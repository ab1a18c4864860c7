"""Stores games: many at a time, and each once, whatever other processes write meanwhile.

Owns the order of the statements for one chunk of games, how a record completes a game that is already stored,
and how many rows are inserted at once in each database. `identity` decides whether two records are of one
game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, Insert, Table, insert, select, tuple_, update
from sqlalchemy.dialects import sqlite

from hexapoda.record import GameRecord
from hexapoda.storage.connection import is_postgres
from hexapoda.storage.identity import completed, same_game
from hexapoda.storage.indexing import IndexedGame
from hexapoda.storage.row import clean_player, cleaned, position_rows, record_of, row_of, rows_with_names
from hexapoda.storage.schema import aliases, former_identities, games, matches, players

__all__ = [
    "KnownGame",
    "StoredChunk",
    "alias_names",
    "complete",
    "game_row",
    "insert_positions",
    "known_games",
    "match_id",
    "player_ids",
    "same_as",
    "save_completed",
    "store_games",
]

_COLUMNS = "(key, game_id, ply, next_key, result)"
_PART = 400
"""The most values in one `IN`: the databases have a limit, and plan long lists slowly."""


@dataclass(frozen=True, slots=True)
class StoredChunk:
    """The result of storing a chunk: the ids of the new games, and how many others were completed."""

    ids: tuple[int, ...]
    completed: int


@dataclass(slots=True)
class KnownGame:
    """A game in the store or, as long as it has no id, in the current chunk."""

    game: IndexedGame
    match: int | None
    id: int | None = None
    changed: bool = False


def store_games(connection: Connection, chunk: Sequence[IndexedGame], match: int | None) -> StoredChunk:
    """Insert the new games, index their positions, and complete the games that are already stored.

    Must run in a transaction that holds the write lock.
    """
    digests = list({game.digest for game in chunk})
    known = known_games(connection, digests)
    former = _former(connection, digests)
    names = alias_names(connection)
    fresh: list[KnownGame] = []
    for game in chunk:
        record = cleaned(game.record)
        if same := same_as(known.get(game.digest, ()), record, match, names):
            complete(same, record, match)
        elif not any(same_game(one, record, names) for one in former.get(game.digest, ())):
            fresh.append(KnownGame(game, match))
            known.setdefault(game.digest, []).append(fresh[-1])
    changed = [one for part in known.values() for one in part if one.changed and one.id is not None]
    save_completed(connection, changed)
    return StoredChunk(_insert(connection, fresh), len(changed))


def known_games(connection: Connection, digests: Sequence[bytes]) -> dict[bytes, list[KnownGame]]:
    """The stored games with these digests, oldest first."""
    found: dict[bytes, list[KnownGame]] = {}
    for start in range(0, len(digests), _PART):
        part = digests[start : start + _PART]
        for row in connection.execute(rows_with_names().where(games.c.digest.in_(part)).order_by(games.c.id)):
            game = IndexedGame(record_of(row), bytes(row.digest), ())
            found.setdefault(game.digest, []).append(KnownGame(game, row.match_id, row.id))
    return found


def same_as(
    known: Iterable[KnownGame], record: GameRecord, match: int | None, names: Mapping[str, str]
) -> list[KnownGame]:
    """The games that `record` may be a record of, out of those with its digest."""
    return [
        one
        for one in known
        if (match is None or one.match is None or one.match == match)
        and same_game(one.game.record, record, names)
    ]


def complete(same: Sequence[KnownGame], record: GameRecord, match: int | None) -> None:
    """Complete the game that matches `record` with the data that only `record` has; if several games match,
    the one with the same players, if any.
    """
    if len(same) > 1:
        same = [one for one in same if one.game.record.players == record.players][:1]
    for one in same:
        fuller = completed(one.game.record, record)
        if fuller != one.game.record or (one.match is None and match is not None):
            one.game = replace(one.game, record=fuller, bare=False)
            one.match = one.match if match is None else match
            one.changed = True


def save_completed(connection: Connection, changed: Sequence[KnownGame]) -> None:
    """Write the stored games that were completed."""
    ids = _players_of(connection, changed)
    for one in changed:
        row = game_row(one.game, ids, one.match)
        connection.execute(update(games).where(games.c.id == one.id).values(row))


def alias_names(connection: Connection) -> dict[str, str]:
    """The name that each alias stands for."""
    return {row.alias: row.name for row in connection.execute(select(aliases))}


def match_id(connection: Connection, name: str, game: str, settings: str) -> int:
    """The id of the match with this name, which is created if there is none."""
    connection.execute(
        _insert_if_new(connection, matches), {"name": name, "game": game, "settings": settings}
    )
    return int(connection.execute(select(matches.c.id).where(matches.c.name == name)).scalar_one())


def player_ids(connection: Connection, names: Iterable[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """The ids of players by name and engine; new players are created."""
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


def game_row(game: IndexedGame, ids: Mapping[tuple[str, str], int], match: int | None) -> dict[str, Any]:
    """The columns of a game; `ids` maps its players to their ids."""
    first, second = game.record.players
    return row_of(game, (ids[clean_player(first)], ids[clean_player(second)]), match)


def insert_positions(connection: Connection, stored: Iterable[tuple[int, IndexedGame]]) -> None:
    """Index the positions of games, each given with its id."""
    rows: list[tuple[Any, ...]] = []
    for game_id, game in stored:
        rows += position_rows(game, game_id)
    rows.sort()  # neighbors in the index are written one after another
    if not rows:
        return
    if is_postgres(connection):
        cursor: Any = connection.connection.cursor()
        with cursor, cursor.copy(f"COPY positions {_COLUMNS} FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)
    else:
        connection.exec_driver_sql(f"INSERT INTO positions {_COLUMNS} VALUES (?, ?, ?, ?, ?)", rows)


def _insert(connection: Connection, fresh: Sequence[KnownGame]) -> tuple[int, ...]:
    if not fresh:
        return ()
    ids = _players_of(connection, fresh)
    rows = [game_row(one.game, ids, one.match) for one in fresh]
    query = insert(games).returning(games.c.id, sort_by_parameter_order=True)
    game_ids = tuple(connection.execute(query, rows).scalars())
    insert_positions(connection, zip(game_ids, (one.game for one in fresh), strict=True))
    return game_ids


def _players_of(connection: Connection, known: Iterable[KnownGame]) -> dict[tuple[str, str], int]:
    return player_ids(connection, [clean_player(p) for one in known for p in one.game.record.players])


def _former(connection: Connection, digests: list[bytes]) -> dict[bytes, list[GameRecord]]:
    """Edited games with the names, date and event that they had before, by the digest that they had then."""
    found: dict[bytes, list[GameRecord]] = {}
    for start in range(0, len(digests), _PART):
        part = digests[start : start + _PART]
        query = (
            rows_with_names()
            .add_columns(former_identities.c.digest.label("former"))
            .add_columns(former_identities.c.name0.label("former0"))
            .add_columns(former_identities.c.name1.label("former1"))
            .add_columns(former_identities.c.date.label("former_date"))
            .add_columns(former_identities.c.event.label("former_event"))
            .join(former_identities, former_identities.c.game_id == games.c.id)
            .where(former_identities.c.digest.in_(part))
        )
        for row in connection.execute(query):
            record = record_of(row)
            first, second = record.players
            old = (replace(first, name=row.former0), replace(second, name=row.former1))
            known = replace(record, players=old, date=row.former_date, event=row.former_event)
            found.setdefault(bytes(row.former), []).append(known)
    return found


def _insert_if_new(connection: Connection, table: Table) -> Insert:
    """An `INSERT` that leaves out the rows that the table has already."""
    if is_postgres(connection):
        from sqlalchemy.dialects import postgresql  # half of the time that the store takes to import

        return postgresql.insert(table).on_conflict_do_nothing()
    return sqlite.insert(table).on_conflict_do_nothing()
