"""The index of positions: which games went through a position, and at which ply.

Owns writing it. New games go into a small table first. Positions are in the order of their keys, which are as
good as random: in one large table, every game would change a page for each of its positions, and an import
would become slower with the size of the store. The small table becomes part of the large one in one go.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Select, delete, insert, select, union_all

from hexapoda.storage.connection import is_postgres
from hexapoda.storage.indexing import IndexedGame
from hexapoda.storage.row import position_rows
from hexapoda.storage.schema import POSITIONS, positions, recent_positions

__all__ = ["at_key", "delete_positions", "games_at", "insert_positions"]

_COLUMNS = "(key, game_id, ply, next_key, result)"
_GAMES = 8192
"""The small table becomes part of the large one with every game whose number is a multiple of this."""


def at_key(key: int) -> Any:
    """The rows of a position in both tables, as a subquery."""
    return union_all(*(select(table).where(table.c.key == key) for table in POSITIONS)).subquery()


def games_at(key: int) -> Select[Any]:
    """The query for the ids of the games that went through a position."""
    return select(at_key(key).c.game_id)


def insert_positions(connection: Connection, stored: Iterable[tuple[int, IndexedGame]]) -> None:
    """Index the positions of games, each given with its id."""
    rows: list[tuple[Any, ...]] = []
    full = False
    for game_id, game in stored:
        full |= game_id % _GAMES == 0
        rows += position_rows(game, game_id)
    if not rows:
        return
    rows.sort()  # neighbors in the index are written one after another
    table = recent_positions.name
    if is_postgres(connection):
        cursor: Any = connection.connection.cursor()
        with cursor, cursor.copy(f"COPY {table} {_COLUMNS} FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)
    else:
        connection.exec_driver_sql(f"INSERT INTO {table} {_COLUMNS} VALUES (?, ?, ?, ?, ?)", rows)
    if full:
        _merge(connection)


def delete_positions(connection: Connection, game_id: int, keys: Sequence[int]) -> None:
    """Remove a game from the index. `keys` are those of its positions; without them all are searched."""
    mark = "%s" if is_postgres(connection) else "?"
    for table in POSITIONS:
        if keys:
            connection.exec_driver_sql(
                f"DELETE FROM {table.name} WHERE key = {mark} AND game_id = {mark}",
                [(key, game_id) for key in sorted(set(keys))],
            )
        else:
            connection.execute(delete(table).where(table.c.game_id == game_id))


def _merge(connection: Connection) -> None:
    """Move the small table into the large one."""
    names = [column.name for column in positions.c]
    order = (recent_positions.c.key, recent_positions.c.game_id, recent_positions.c.ply)
    connection.execute(insert(positions).from_select(names, select(recent_positions).order_by(*order)))
    connection.execute(delete(recent_positions))
