"""Creates the tables of a store, and upgrades older ones to the newest revision.

Ensures that a store is created or upgraded only once, even if two processes open it at the same time. The
tables of a new store are those of `schema`; `migrations` changes older ones.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, Engine, insert, inspect, text

from hexapoda.errors import UsageError
from hexapoda.storage.backup import copy_before_upgrade
from hexapoda.storage.connection import writing
from hexapoda.storage.renewal import renew
from hexapoda.storage.schema import HEAD, changes, metadata

__all__ = ["is_blank", "upgrade"]

_RENEWED = "0005"
"""Since this revision, games have whole trees, checksums and counters."""


def is_blank(engine: Engine) -> bool:
    """Return whether the database has no tables, like a file that an interrupted creation left behind."""
    with engine.connect() as connection:
        return not inspect(connection).get_table_names()


def upgrade(engine: Engine, to: str = HEAD) -> Path | None:
    """Create the tables of a blank database, or run all missing migrations in one transaction. A
    store with an older revision is copied first; return the path of the copy, or None.

    Raises `UsageError` for tables of a newer hexapoda and for a database with other tables of the same names.
    """
    with engine.connect() as connection:
        if _revision(connection) == to:
            return None
    copied = None
    with writing(engine, foreign_keys=False) as connection:
        revision = _revision(connection)  # again: another process may have upgraded the store in the meantime
        if revision is None and to == HEAD:
            _create(connection)
        elif revision != to:
            if revision is not None and revision < to:
                copied = copy_before_upgrade(engine, revision)
            _migrate(connection, revision, to)
            if revision is not None and revision < _RENEWED <= to:
                renew(connection)
    return copied


def _create(connection: Connection) -> None:
    """Create the tables as the migrations would, but faster and without Alembic."""
    metadata.create_all(connection, checkfirst=False)
    connection.execute(insert(changes).values(number=0))
    name = "version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)"
    connection.execute(text(f"CREATE TABLE IF NOT EXISTS alembic_version ({name})"))
    connection.execute(text("INSERT INTO alembic_version VALUES (:head)"), {"head": HEAD})


def _migrate(connection: Connection, revision: str | None, to: str) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if revision is not None and revision not in known:
        raise UsageError(
            f"the store has revision {revision!r}, made by a newer hexapoda: "
            f"this version supports up to {HEAD!r}"
        )
    command.upgrade(config, to)


def _revision(connection: Connection) -> str | None:
    tables = inspect(connection).get_table_names()
    if "alembic_version" in tables:
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        return None if found is None else str(found)
    if {"games", "players", "positions"} & set(tables):
        raise UsageError("the database is not a game store, but has tables with the same names")
    return None
