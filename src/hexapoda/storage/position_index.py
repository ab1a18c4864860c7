"""The index of positions: which games went through a position, and at which ply.

Writes and searches the index. Within a block of games, positions are ordered by their keys, which are
practically random, so almost every position of a game changes a different page. The pages of one block fit in
memory, so an import does not become slower as the store grows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Select, Subquery, delete, func, literal, select

from hexapoda.storage.connection import is_postgres
from hexapoda.storage.indexing import IndexedGame
from hexapoda.storage.row import position_rows
from hexapoda.storage.schema import GAMES_IN_BLOCK, positions

__all__ = ["at_key", "delete_positions", "games_at", "insert_positions", "last_block"]

_COLUMNS = "(block, key, game_id, ply, next_key, result)"


def last_block() -> Select[Any]:
    """Return the query for the number of the newest block; its result is null if no game is indexed."""
    return select(func.max(positions.c.block))


def at_key(key: int) -> Subquery:
    """Return a subquery of the rows of a position, looked up in each block."""
    blocks = select(literal(0).label("number")).cte(recursive=True)
    following = select(blocks.c.number + 1).where(blocks.c.number < last_block().scalar_subquery())
    blocks = blocks.union_all(following)
    found = select(positions).where(positions.c.key == key, positions.c.block.in_(select(blocks.c.number)))
    return found.subquery()


def games_at(key: int) -> Select[Any]:
    """Return the query for the ids of the games that went through a position."""
    return select(at_key(key).c.game_id)


def insert_positions(connection: Connection, stored: Iterable[tuple[int, IndexedGame]]) -> None:
    """Index the positions of games, each given with its id."""
    rows = [row for game_id, game in stored for row in position_rows(game, game_id)]
    if not rows:
        return
    rows.sort()  # neighbors in the index are written one after another
    table = positions.name
    if is_postgres(connection):
        cursor: Any = connection.connection.cursor()
        with cursor, cursor.copy(f"COPY {table} {_COLUMNS} FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)
    else:
        connection.exec_driver_sql(f"INSERT INTO {table} {_COLUMNS} VALUES (?, ?, ?, ?, ?, ?)", rows)


def delete_positions(connection: Connection, game_id: int, keys: Sequence[int]) -> None:
    """Remove a game from the index. `keys` are those of its positions; if empty, its block is searched."""
    block = game_id // GAMES_IN_BLOCK
    if not keys:
        mine = (positions.c.block == block, positions.c.game_id == game_id)
        connection.execute(delete(positions).where(*mine))
        return
    same = " AND ".join(
        f"{name} = {'%s' if is_postgres(connection) else '?'}" for name in ("block", "key", "game_id")
    )
    connection.exec_driver_sql(
        f"DELETE FROM {positions.name} WHERE {same}", [(block, key, game_id) for key in sorted(set(keys))]
    )
