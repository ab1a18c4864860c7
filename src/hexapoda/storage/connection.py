"""Connections to SQLite and PostgreSQL with the settings that the store relies on.

Owns pragmas, transactions and the wording of database errors. What is in the tables is `schema`'s.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from hexapoda.data_folder import data_folder
from hexapoda.errors import UsageError

__all__ = ["connect", "is_postgres", "reporting", "store_url", "writing"]

BUSY_SECONDS = 60
"""How long a writer waits for another one before it gives up."""

_WRITE = "hexapoda_write"
_WRITERS_LOCK = 0x4865_7861_706F_6461


def store_url(text: str | None) -> URL:
    """The URL of a store: a URL, the path of an SQLite file, or None for the file in the user's data folder.

    Raises `UsageError`.
    """
    if text is None:
        return URL.create("sqlite", database=str(data_folder() / "games.db"))
    if not text:
        raise UsageError("the store has no name: expected a file or a URL such as postgresql://host/name")
    if "://" not in text:
        return URL.create("sqlite", database=str(Path(text).expanduser()))
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise UsageError(
            f"{text[:80]!r} is not the URL of a store: expected postgresql://host/name"
        ) from None
    if url.drivername in ("postgres", "postgresql", "postgresql+psycopg"):
        return url.set(drivername="postgresql+psycopg")
    if url.drivername == "sqlite":
        if not url.database or url.database == ":memory:":
            raise UsageError(f"{text[:80]!r} names no file: expected sqlite:///games.db")
        return url
    raise UsageError(f"a store cannot be kept in {url.drivername!r}: expected sqlite or postgresql")


def connect(url: URL) -> Engine:
    """An engine for a store's URL; makes the folder of an SQLite file. Raises `UsageError`."""
    if url.drivername == "sqlite":
        path = Path(url.database or "")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"cannot make the folder of '{path}': {error.strerror or error}") from None
        engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS})
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    try:
        engine = create_engine(url)
    except ModuleNotFoundError:
        raise UsageError("PostgreSQL needs the package psycopg: pip install 'hexapoda[postgres]'") from None
    event.listen(engine, "begin", _begin_postgres)
    return engine


def is_postgres(connection: Connection) -> bool:
    """Whether the connection leads to PostgreSQL, and not to SQLite."""
    return connection.dialect.name == "postgresql"


@contextlib.contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that is the only one that writes; readers go on beside it."""
    with engine.connect().execution_options(**{_WRITE: True}) as connection, connection.begin():
        yield connection


@contextlib.contextmanager
def reporting(url: URL) -> Iterator[None]:
    """Turn what the database says into a `UsageError` that names the store."""
    try:
        yield
    except SQLAlchemyError as error:
        cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
        reason = " ".join(str(cause).split())
        raise UsageError(f"cannot use the store '{_shown(url)}': {reason}") from error


def _shown(url: URL) -> str:
    return url.database or "" if url.drivername == "sqlite" else url.render_as_string(hide_password=True)


def _prepare_sqlite(connection: sqlite3.Connection, record: Any) -> None:
    connection.isolation_level = None  # transactions begin where `_begin_sqlite` says
    # Two processes that make the same file at once: the loser of the race is told "locked" without a wait.
    for attempt in range(3):
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            break
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or attempt == 2:
                raise
            connection.execute("BEGIN IMMEDIATE")  # waits
            connection.execute("COMMIT")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA cache_size = -65536")


def _begin_sqlite(connection: Connection) -> None:
    # A writer takes its lock at once; one that upgraded a reading transaction could fail without a wait.
    write = connection.get_execution_options().get(_WRITE)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")


def _begin_postgres(connection: Connection) -> None:
    if connection.get_execution_options().get(_WRITE):
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_WRITERS_LOCK})"))
