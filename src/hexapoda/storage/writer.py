"""Filing games: many at a time, each once, whatever other processes write meanwhile.

Owns the order of the statements of one chunk and the ways in which the two databases take many rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, insert, select, tuple_
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from hexapoda.record import GameRecord
from hexapoda.storage.connection import is_postgres
from hexapoda.storage.indexing import IndexedGame
from hexapoda.storage.row import clean, position_rows, row_of
from hexapoda.storage.schema import games, matches, players

__all__ = ["file_games", "match_id"]

_COLUMNS = "(key, game_id, ply, next_key, result)"


def file_games(connection: Connection, chunk: Sequence[IndexedGame], match: int | None) -> dict[bytes, int]:
    """Insert the games that are new and index their positions; returns their ids by digest.

    Must run in a transaction that is the only one that writes.
    """
    known = set(
        connection.execute(
            select(games.c.digest).where(games.c.digest.in_([game.digest for game in chunk]))
        ).scalars()
    )
    new = {game.digest: game for game in chunk if game.digest not in known}
    if not new:
        return {}
    ids = _player_ids(connection, [game.record for game in new.values()])
    rows = [row_of(game, _pair(game.record, ids), match) for game in new.values()]
    inserted = connection.execute(insert(games).returning(games.c.id, games.c.digest), rows)
    filed = {digest: game_id for game_id, digest in inserted}
    positions: list[tuple[Any, ...]] = []
    for digest, game_id in filed.items():
        positions += position_rows(new[digest], game_id)
    positions.sort()  # neighbours in the tree are written one after another
    _insert_positions(connection, positions)
    return filed


def match_id(connection: Connection, name: str, game: str, settings: str) -> int:
    """The id of the match of this name, made when there is none."""
    make = postgres_insert(matches) if is_postgres(connection) else sqlite_insert(matches)
    connection.execute(make.on_conflict_do_nothing(), {"name": name, "game": game, "settings": settings})
    return int(connection.execute(select(matches.c.id).where(matches.c.name == name)).scalar_one())


def player_ids(connection: Connection, names: Iterable[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """The ids of players by name and engine; those that are new are made."""
    wanted = sorted(set(names))
    make = postgres_insert(players) if is_postgres(connection) else sqlite_insert(players)
    found: dict[tuple[str, str], int] = {}
    for start in range(0, len(wanted), 400):
        part = wanted[start : start + 400]
        query = select(players).where(tuple_(players.c.name, players.c.engine).in_(part))
        missing = set(part) - {(row.name, row.engine) for row in connection.execute(query)}
        if missing:
            rows = [{"name": name, "engine": engine} for name, engine in sorted(missing)]
            connection.execute(make.on_conflict_do_nothing(), rows)
        found |= {(row.name, row.engine): row.id for row in connection.execute(query)}
    return found


def _player_ids(connection: Connection, records: list[GameRecord]) -> dict[tuple[str, str], int]:
    return player_ids(connection, [(clean(p.name), clean(p.engine)) for r in records for p in r.players])


def _pair(record: GameRecord, ids: dict[tuple[str, str], int]) -> tuple[int, int]:
    first, second = record.players
    return ids[clean(first.name), clean(first.engine)], ids[clean(second.name), clean(second.engine)]


def _insert_positions(connection: Connection, rows: list[tuple[Any, ...]]) -> None:
    if not rows:
        return
    if is_postgres(connection):
        cursor: Any = connection.connection.cursor()
        with cursor, cursor.copy(f"COPY positions {_COLUMNS} FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)
    else:
        connection.exec_driver_sql(f"INSERT INTO positions {_COLUMNS} VALUES (?, ?, ?, ?, ?)", rows)
