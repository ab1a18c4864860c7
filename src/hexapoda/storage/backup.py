"""Backups of a store in either database: single SQLite files, consistent even while others write.

Defines how a store is copied to a new file, and how its rows are copied back. A backup is itself a store, of
the same version as the one it was made from. A backup never overwrites a file, and is never restored to a
store that holds games.
"""

from __future__ import annotations

import contextlib
import datetime
import os
import secrets
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, MetaData, create_engine, delete, func, insert, select, text

from hexapoda.errors import FileInTheWayError, UsageError
from hexapoda.files.data_folder import data_folder, sync_folder
from hexapoda.storage.connection import is_postgres
from hexapoda.storage.schema import games, metadata, positions, versions
from hexapoda.storage.sqlite_file import remove_file
from hexapoda.text.sentence import Sentence

__all__ = ["back_up", "copy_before_upgrade", "copy_rows", "copy_to_file"]


def back_up(engine: Engine, target: Path) -> None:
    """Copy a store to a new file. Raises `FileInTheWayError`, `UsageError` or an error of the database, and
    then leaves no file behind.
    """
    if os.path.lexists(target):
        raise FileInTheWayError(
            Sentence("'{path}' already exists: expected the name of a new file", path=target)
        )
    if not target.parent.is_dir():
        raise UsageError(Sentence("there is no folder '{folder}'", folder=target.parent))
    part = target.with_name(f".{target.name[:50]}.{secrets.token_hex(4)}.part")
    try:
        copy_to_file(engine, part)
        try:
            os.link(part, target)  # unlike a rename, a link never replaces a file
        except FileExistsError:
            raise FileInTheWayError(
                Sentence("'{path}' already exists: expected the name of a new file", path=target)
            ) from None
        except OSError:  # a file system without hard links
            part.rename(target)
        sync_folder(target.parent)
    finally:
        remove_file(part)


def copy_before_upgrade(engine: Engine, revision: str) -> Path:
    """Copy a store of an older revision before it is upgraded. Return the path of the copy, which is beside
    the store or, if the store is on a server, in the data folder. Its name contains the revision and the
    date.
    """
    database = Path(engine.url.database or "store")
    folder = database.absolute().parent if engine.dialect.name == "sqlite" else data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    day = datetime.datetime.now(datetime.UTC).date().isoformat()
    for number in range(1, 1000):
        again = f"-{number}" if number > 1 else ""
        target = folder / f"{database.name}.{revision}-{day}{again}.backup"
        with contextlib.suppress(FileInTheWayError):
            back_up(engine, target)
            return target
    raise UsageError(Sentence("there are too many copies of the store in '{folder}'", folder=folder))


def copy_to_file(engine: Engine, target: Path) -> None:
    """Write a snapshot of a store to a new file."""
    if engine.dialect.name == "sqlite":
        source = engine.raw_connection()
        try:
            with contextlib.closing(sqlite3.connect(target)) as copy:
                source.driver_connection.backup(copy)  # type: ignore[union-attr]
                copy.execute("PRAGMA journal_mode = DELETE")
        finally:
            source.close()
        return
    copied = create_engine(URL.create("sqlite", database=str(target)))
    try:
        with engine.connect() as opened:
            snapshot = opened.execution_options(isolation_level="REPEATABLE READ")
            tables = MetaData()
            tables.reflect(snapshot)
            for table in tables.tables.values():
                for column in table.columns:
                    column.type = column.type.as_generic()
                    column.server_default = None
            tables.tables["games"].dialect_options["sqlite"]["autoincrement"] = True
            with copied.begin() as connection:
                tables.create_all(connection)
                for table in tables.sorted_tables:
                    _copy_table(snapshot, connection, table, plain=table.name == positions.name)
                connection.execute(
                    text("UPDATE sqlite_sequence SET seq = :last WHERE name = 'games'"),
                    {"last": _last_number(snapshot)},
                )
    finally:
        copied.dispose()


def copy_rows(source: Connection, target: Connection) -> int:
    """Copy all rows of a store to an empty one of the same revision; return the number of games. Raises
    `UsageError` if the target holds games.
    """
    for table in (games, versions):
        if target.execute(select(table.c.id).limit(1)).first() is not None:
            raise UsageError(
                Sentence("the store already contains games: a backup can only be restored to a new store")
            )
    for table in reversed(metadata.sorted_tables):
        target.execute(delete(table))
    for table in metadata.sorted_tables:
        _copy_table(source, target, table, plain=table is positions)
    _set_last_number(target, _last_number(source))
    return int(target.execute(select(func.count()).select_from(games)).scalar_one())


def _copy_table(source: Connection, target: Connection, table: Any, *, plain: bool) -> None:
    """Copy a table. `plain` is for a large table of numbers, which need no type conversion."""
    names = [column.name for column in table.columns]
    order = ", ".join(column.name for column in table.primary_key) or names[0]
    if plain:
        mark = "%s" if is_postgres(target) else "?"
        marks = ", ".join([mark] * len(names))
        query = f"SELECT {', '.join(names)} FROM {table.name} ORDER BY {order}"
        order_of = f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({marks})"
        for part in _parts(source.execution_options(stream_results=True).exec_driver_sql(query)):
            target.exec_driver_sql(order_of, [tuple(row) for row in part])
        return
    query_all = select(table).order_by(*table.primary_key)
    for part in _parts(source.execute(query_all)):
        target.execute(insert(table), [dict(row._mapping) for row in part])


def _parts(result: Any) -> Iterator[Any]:
    while rows := result.fetchmany(10_000):
        yield rows


def _last_number(connection: Connection) -> int:
    """Return the largest game number ever used."""
    if is_postgres(connection):
        query = "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM games_id_seq"
    else:
        query = "SELECT seq FROM sqlite_sequence WHERE name = 'games'"
    return int(connection.execute(text(query)).scalar() or 0)


def _set_last_number(connection: Connection, last: int) -> None:
    if not is_postgres(connection):
        connection.execute(text("DELETE FROM sqlite_sequence WHERE name = 'games'"))
        row = {"last": last}
        connection.execute(text("INSERT INTO sqlite_sequence (name, seq) VALUES ('games', :last)"), row)
        return
    for table in ("games", "players", "matches", "versions"):
        known = int(connection.execute(text(f"SELECT COALESCE(MAX(id), 0) FROM {table}")).scalar_one())
        number = max(known, last) if table == "games" else known
        if number:
            connection.execute(text(f"SELECT setval('{table}_id_seq', :last)"), {"last": number})
