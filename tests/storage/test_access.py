"""Who may use a store, and when: files that can only be read, locks of other programs."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from hexapoda.errors import UsageError
from hexapoda.storage import Store, sqlite_file
from tests.cli.command_line import complaint, objects, run
from tests.storage.played import file_games, random_records
from tests.storage.test_upgrade import OLD

NOBODY = 65534


@contextlib.contextmanager
def protected(folder: Path) -> Iterator[None]:
    """Nothing in the folder can be written, not even by root, who becomes somebody else for the time."""
    for path in folder.iterdir():
        path.chmod(0o444)
    folder.chmod(0o555)
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)
        folder.chmod(0o755)
        for path in folder.iterdir():
            path.chmod(0o644)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that everybody can come to."""
    path = Path(tempfile.mkdtemp(prefix="hexapoda-"))
    path.chmod(0o755)
    yield path
    shutil.rmtree(path)


def filed(path: Path) -> str:
    return file_games(path, random_records(3))


def test_reading_needs_no_permission_to_write(folder: Path, tmp_path: Path) -> None:
    path = filed(folder / "games.db")
    for command in ("stats", "explore"):  # everything is imported before the user changes
        objects("games", command, "--store", path)
    with protected(folder):
        for words in (["list"], ["search", "--player", "player"], ["show", "1"], ["stats"], ["explore"]):
            objects("games", *words, "--store", path)
        with pytest.raises(UsageError, match="cannot be written"), Store.open(path) as store:
            store.add_many(random_records(4))
    assert sorted(file.name for file in folder.iterdir()) == ["games.db"]
    with Store.open(path) as store:
        assert store.count() == 3


def test_a_log_that_cannot_be_read_is_not_passed_over(folder: Path) -> None:
    path = filed(folder / "games.db")
    with sqlite3.connect(path) as writer:  # as after a crash: what it wrote is in the log alone
        writer.execute("PRAGMA journal_mode = WAL")
        writer.execute("UPDATE games SET event = 'x'")
        writer.commit()
        shutil.copytree(folder, folder / "after")
    writer.close()
    copy = folder / "after" / "games.db"
    (folder / "after" / "games.db-shm").unlink()
    with protected(folder / "after"):
        try:
            with Store.open(str(copy), read_only=True) as store:
                assert store.count() == 3
                assert {game.record.event for game in store.search()} == {"x"}
        except UsageError as error:
            assert "cannot use the store" in str(error)


def test_an_old_store_that_cannot_be_written_says_so(folder: Path) -> None:
    path = folder / "old.db"
    with sqlite3.connect(path) as old:
        old.executescript(OLD.read_text("utf-8"))
    old.close()
    Store.open(filed(folder / "new.db")).close()
    with protected(folder), pytest.raises(UsageError, match="has an older version"):
        Store.open(str(path), read_only=True)
    with Store.open(str(path), read_only=True) as store:  # who can write it brings it up to date
        assert store.count() == 3


def test_a_file_that_cannot_be_read_is_reported(folder: Path) -> None:
    path = filed(folder / "games.db")
    with protected(folder):
        if os.geteuid() == NOBODY:
            os.seteuid(0)
            Path(path).chmod(0)
            os.seteuid(NOBODY)
        else:
            Path(path).chmod(0)
        for read_only in (False, True):
            with pytest.raises(UsageError, match="permission denied"):
                Store.open(path, read_only=read_only)


def test_reading_makes_no_file(tmp_path: Path, home: Path) -> None:
    missing = tmp_path / "none" / "typo.db"
    assert f"there is no store at '{missing}'" in complaint("games", "list", "--store", str(missing))
    assert "there is no store" in complaint("games", "export", "x.pgn", "--store", str(missing))
    assert not missing.parent.exists()
    assert run("games", "list").stdout == "0 of 0 games\n"  # the user's own, before the first game
    assert not home.exists()


def test_a_locked_store_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert sqlite_file.BUSY_SECONDS == 5
    monkeypatch.setattr(sqlite_file, "BUSY_SECONDS", 0.05)
    path = filed(tmp_path / "games.db")
    more = random_records(1, first=10)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with Store.open(path) as store:
            with pytest.raises(
                UsageError, match=r"'.*games\.db': another program has locked it \(waited 5 s\)"
            ):
                store.add_many(more)
            assert store.count() == 3  # readers wait for nobody
        other.execute("ROLLBACK")
        other.execute("PRAGMA journal_mode = DELETE")
        other.execute("BEGIN EXCLUSIVE")
        for read_only in (False, True):
            with pytest.raises(UsageError, match="another program has locked it"):
                Store.open(path, read_only=read_only)
        other.execute("ROLLBACK")
    with Store.open(path) as store:
        assert store.add_many(more).added == 1


def test_a_writer_waits_as_long_as_the_other_one_gets_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_file, "BUSY_SECONDS", 0.01)
    path = filed(tmp_path / "games.db")
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        looks = 0

        def stamp(path: Path) -> list[tuple[int, int]]:
            nonlocal looks
            looks += 1
            if looks == 9:
                other.execute("COMMIT")
            return [(looks, 0)]

        monkeypatch.setattr(sqlite_file, "_stamp", stamp)
        with Store.open(path) as store:
            assert store.add_many(random_records(1, first=10)).added == 1
    assert looks >= 9
