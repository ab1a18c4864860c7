"""Connections to SQLite and PostgreSQL with the settings that the store relies on.

Handles URLs, transactions, lock timeouts, and the messages for database errors. `sqlite_file` opens SQLite
files; `schema` defines the tables.
"""

from __future__ import annotations

import contextlib
import math
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, StaticPool, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError, SQLAlchemyError

from hexapoda.errors import StoreUnavailable, UsageError
from hexapoda.files.data_folder import data_folder
from hexapoda.storage.sqlite_file import (
    BUSY_SECONDS,
    begin_writing,
    check_file,
    is_damaged,
    is_full,
    is_locked,
    open_file,
)
from hexapoda.text.sentence import Sentence

__all__ = [
    "connect",
    "empty_store",
    "is_empty_store",
    "is_file",
    "is_postgres",
    "reporting",
    "store_url",
    "writing",
]

_POSTGRES_WAIT = "60s"
"""How long a writer waits for other writers in PostgreSQL, where they queue."""
_WRITE = "hexapoda_write"
_WRITERS_LOCK = 0x4865_7861_706F_6461
_END = "hexapoda_end"
"""The key in `Connection.info` for the time at which the connection's transaction is interrupted."""
_STEPS = 5_000
"""How many instructions SQLite's virtual machine runs between checks of the time: under a millisecond."""
_SQLITE, _MEMORY = "sqlite", ":memory:"


def store_url(text: str | None) -> URL:
    """Return the URL of a store, given as a URL, as the path of an SQLite file, or as None, which means the
    file in the user's data folder. Raises `UsageError`.
    """
    if text is None:
        return URL.create(_SQLITE, database=str(data_folder() / "games.db"))
    if not text:
        raise UsageError("the store has no name: expected a file or a URL such as postgresql://host/name")
    if "://" not in text:
        return URL.create(_SQLITE, database=_expanded(text))
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise UsageError(
            f"{text[:80]!r} is not the URL of a store: expected sqlite:///FILE or postgresql://host/name"
        ) from None
    if url.drivername in ("postgres", "postgresql", "postgresql+psycopg"):
        return url.set(drivername="postgresql+psycopg")
    if url.drivername == _SQLITE:
        if not url.database or url.database == _MEMORY:
            raise UsageError(f"{text[:80]!r} names no file: expected sqlite:///games.db")
        if url.query:
            raise UsageError(
                f"the store {text[:80]!r} has options ({', '.join(url.query)}): expected sqlite:///FILE alone"
            )
        return url
    raise UsageError(f"a store cannot be kept in {url.drivername!r}: expected sqlite or postgresql")


def connect(
    url: URL, *, read_only: bool = False, create: bool = True, seconds: float | None = None
) -> Engine:
    """Return an engine for a store's URL; create the data folder if a new SQLite file belongs there. A
    transaction (in PostgreSQL, a statement) that takes longer than `seconds` is aborted.

    Raises `UsageError`.
    """
    if url.drivername == _SQLITE:
        path = Path(url.database or "")
        check_file(path, create=create and not read_only)
        engine = create_engine(url, creator=lambda: open_file(path, read_only=read_only))
        event.listen(engine, "begin", _begin_sqlite)
        if seconds is not None:
            _limit_sqlite(engine, seconds)
        return engine
    try:
        engine = create_engine(url)
    except ModuleNotFoundError:
        raise UsageError("PostgreSQL needs the package psycopg: pip install 'hexapoda[postgres]'") from None
    event.listen(engine, "begin", _begin_postgres)
    if seconds is not None:
        limit = f"SET LOCAL statement_timeout = {round(1000 * seconds)}"
        event.listen(engine, "begin", lambda connection: connection.execute(text(limit)))
    return engine


def empty_store() -> Engine:
    """Return an empty in-memory database, which stands in for a store without tables."""
    options = {"isolation_level": None, "check_same_thread": False}
    return create_engine(URL.create(_SQLITE), poolclass=StaticPool, connect_args=options)


def is_empty_store(engine: Engine) -> bool:
    """Return whether an engine was made by `empty_store`."""
    return engine.url.database is None


def is_file(url: URL) -> bool:
    """Return whether the store is an SQLite file, not a database on a server."""
    return url.drivername == _SQLITE


def is_postgres(connection: Connection) -> bool:
    """Return whether the database is PostgreSQL, not SQLite."""
    return connection.dialect.name == "postgresql"


@contextlib.contextmanager
def writing(engine: Engine, *, foreign_keys: bool = True) -> Iterator[Connection]:
    """Open a transaction that holds the store's write lock; readers are not blocked.

    `foreign_keys=False` is for migrations, which on SQLite replace a table that other tables refer to.
    """
    with engine.connect() as opened:
        connection = opened.execution_options(**{_WRITE: True})
        enforced = foreign_keys or is_postgres(connection)
        try:
            if not enforced:
                _pragma(connection, "foreign_keys = OFF")
            with connection.begin():
                yield connection
        finally:
            if not enforced:
                _pragma(connection, "foreign_keys = ON")


@contextlib.contextmanager
def reporting(url: URL) -> Iterator[None]:
    """Turn database errors into a `StoreUnavailable` that names the store."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error) as error:
        cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
        raise StoreUnavailable(
            Sentence("cannot use the store '{store}': {why}", store=_shown(url), why=_reason(cause))
        ) from error
    except (ValueError, TypeError, OSError) as error:
        # Drivers raise these for a URL that they do not understand. Errors of this package pass unchanged.
        if type(error).__module__.startswith("hexapoda."):
            raise
        raise StoreUnavailable(
            Sentence("cannot use the store '{store}': {why}", store=_shown(url), why=_reason(error))
        ) from error


def _reason(error: BaseException) -> str:
    if is_locked(error):
        return Sentence(
            "another program has locked it (waited {seconds} s); try again later", seconds=BUSY_SECONDS
        )
    reason = " ".join(str(error).split())
    if is_full(error):
        return Sentence("the disk is full")
    if is_damaged(error):
        return Sentence(
            "the file is damaged ({why}): `hexapoda games verify` says what can be read", why=reason
        )
    if "readonly" in reason:
        return Sentence("it cannot be written (is the file or its folder protected?)")
    if reason == "interrupted" or "statement timeout" in reason:
        return Sentence("the answer took too long")
    if "lock timeout" in reason:
        return f"another program is writing to it (waited {_POSTGRES_WAIT.removesuffix('s')} s)"
    return reason


def _expanded(text: str) -> str:
    try:
        return str(Path(text).expanduser())
    except RuntimeError:
        raise UsageError(f"the store {text[:80]!r} is in the home folder of an unknown user") from None


def _shown(url: URL) -> str:
    return url.database or "" if url.drivername == _SQLITE else url.render_as_string(hide_password=True)


def _pragma(connection: Connection, text: str) -> None:
    """Run a pragma outside a transaction; SQLAlchemy would begin one."""
    raw = connection.connection.dbapi_connection
    if raw is not None:
        raw.cursor().execute(f"PRAGMA {text}")


def _limit_sqlite(engine: Engine, seconds: float) -> None:
    """Make an engine interrupt transactions that take longer than `seconds`."""

    def watch(raw: sqlite3.Connection, record: Any) -> None:
        raw.set_progress_handler(lambda: time.monotonic() > record.info.get(_END, math.inf), _STEPS)

    def begin(connection: Connection) -> None:
        connection.info[_END] = time.monotonic() + seconds

    event.listen(engine, "connect", watch)
    event.listen(engine, "begin", begin)


def _begin_sqlite(connection: Connection) -> None:
    # A writer takes its lock at once: upgrading a read transaction could fail without waiting.
    if not connection.get_execution_options().get(_WRITE):
        connection.exec_driver_sql("BEGIN")
        return
    raw = connection.connection.dbapi_connection
    try:
        begin_writing(raw, Path(connection.engine.url.database or ""))  # type: ignore[arg-type]
    except sqlite3.OperationalError as error:
        raise OperationalError("BEGIN IMMEDIATE", None, error) from error


def _begin_postgres(connection: Connection) -> None:
    if connection.get_execution_options().get(_WRITE):
        connection.execute(text(f"SET LOCAL lock_timeout = '{_POSTGRES_WAIT}'"))
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_WRITERS_LOCK})"))
        connection.execute(text("SET LOCAL lock_timeout = DEFAULT"))
