"""Opening: new files, old ones, newer ones, and files that are something else."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from hexapoda.errors import UsageError
from hexapoda.storage import GameFilter, Store
from hexapoda.storage.connection import connect, store_url, writing
from hexapoda.storage.schema import HEAD, metadata
from hexapoda.storage.upgrade import upgrade
from tests.storage.played import random_position, random_records, record
from tests.storage.test_store import FULL

OLD = Path(__file__).parent / "data" / "store_0001.sql"
MIGRATIONS = Path(__file__).parents[2] / "src" / "hexapoda" / "storage" / "migrations"


def test_an_old_file_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    with sqlite3.connect(path) as old:
        old.executescript(OLD.read_text("utf-8"))
    old.close()
    with Store.open(str(path)) as store:
        assert [game.record for game in store.search()] == [
            record(random_position(1, "Base", 6), result="1-0"),
            record(random_position(2, "Base", 6)),
            FULL,
        ]
        assert store.add(FULL) is None  # the digest is what it was
        found = store.explore(random_position(1, "Base", 0))
        assert (found.totals.games, found.totals.wins0) == (2, 1)
        match = store.match("new")  # what that revision did not have
        for game in random_records(2):
            store.add(game, match=match)
        assert store.count(GameFilter(match="new")) == 2


def test_the_migrations_make_what_the_schema_says(url: str) -> None:
    Store.open(url).close()
    engine = connect(store_url(url))
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    engine.dispose()
    scripts = ScriptDirectory(str(MIGRATIONS))
    assert scripts.get_current_head() == HEAD
    assert [script.revision for script in scripts.walk_revisions()] == ["0002", "0001"]


def test_one_revision_after_another_leads_to_the_same(url: str) -> None:
    engine = connect(store_url(url))
    upgrade(engine, "0001")
    upgrade(engine)
    engine.dispose()
    with Store.open(url) as store:
        assert store.add_many(random_records(3)).added == 3


def test_a_newer_store_is_left_alone(url: str) -> None:
    Store.open(url).close()
    engine = connect(store_url(url))
    with writing(engine) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0999'"))
    with pytest.raises(UsageError, match=r"'0999', made by a newer hexapoda"):
        Store.open(url)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "0999"
    engine.dispose()


def test_a_database_of_something_else_is_left_alone(url: str) -> None:
    engine = connect(store_url(url))
    with writing(engine) as connection:
        connection.execute(text("CREATE TABLE games (name TEXT)"))
    engine.dispose()
    with pytest.raises(UsageError, match="not a store of games"):
        Store.open(url)


def test_a_migration_that_fails_leaves_nothing_behind(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object) -> None:
        raise UsageError("no")

    engine = connect(store_url(url))
    with monkeypatch.context() as patch:
        patch.setattr("alembic.op.create_index", fail)
        with pytest.raises(UsageError, match="no"):
            upgrade(engine)
    with engine.connect() as connection:
        assert _tables(connection) == set()
    engine.dispose()
    Store.open(url).close()


def _tables(connection: Connection) -> set[str]:
    return set(inspect(connection).get_table_names())


@pytest.mark.parametrize(
    "content", [b"no database at all, but a text of some length\n" * 50, b"SQLite format 3\0" * 9]
)
def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.db"
    path.write_bytes(content)
    with pytest.raises(UsageError, match="cannot use the store"):
        Store.open(str(path))
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("", "no name"),
        ("mysql://a/b", "mysql"),
        ("sqlite://", "names no file"),
        ("sqlite:///:memory:", "names no file"),
        ("://", "not the URL"),
        ("postgresql://nobody:secret@127.0.0.1:1/none", "cannot use the store 'postgresql"),
        ("/dev/null/games.db", "cannot make the folder"),
    ],
)
def test_a_bad_url(url: str, words: str) -> None:
    with pytest.raises(UsageError, match=words) as error:
        Store.open(url)
    assert "secret" not in str(error.value)


def test_the_usual_place(home: Path) -> None:
    with Store.open() as store:
        store.add(FULL)
    assert (home / "games.db").exists()
    with Store.open(f"sqlite:///{home / 'games.db'}") as store:
        assert store.count() == 1
        assert str(home) in store.url


def test_settings_of_sqlite(tmp_path: Path) -> None:
    Store.open(str(tmp_path / "x.db")).close()
    engine = connect(store_url(str(tmp_path / "x.db")))
    with engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1
        assert int(connection.execute(text("PRAGMA busy_timeout")).scalar_one()) >= 10_000
    engine.dispose()
