"""Making a new file: it is a whole store, or it is not there."""

from __future__ import annotations

import errno
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from hexapoda.errors import UsageError
from hexapoda.storage import Store
from tests.cli.command_line import run
from tests.storage.played import random_records
from tests.storage.test_access import folder, protected  # noqa: F401 - a fixture

SECONDS = 60

FULL_DISK = """
import resource, sys
from hexapoda.errors import UsageError
from hexapoda.storage import Store

Store.open(sys.argv[1]).close()  # whatever the imports write is written
limit = int(sys.argv[3])
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
try:
    Store.open(sys.argv[2])
except UsageError as error:
    print(error)
"""


@pytest.mark.timeout(2 * SECONDS)
@pytest.mark.parametrize(
    "limit", [pytest.param(0, marks=pytest.mark.deep), 4096, pytest.param(40_000, marks=pytest.mark.deep)]
)
def test_a_full_disk_leaves_no_file(tmp_path: Path, limit: int) -> None:
    path = tmp_path / "new" / "games.db"
    path.parent.mkdir()
    words = [sys.executable, "-c", FULL_DISK, str(tmp_path / "other.db"), str(path), str(limit)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"cannot use the store '{path}': the disk is full"), done.stdout
    assert list(path.parent.iterdir()) == []
    with Store.open(str(path)) as store:  # there is room again
        assert store.add_many(random_records(2)).added == 2


def test_a_new_store_is_one_file(tmp_path: Path) -> None:
    Store.open(str(tmp_path / "games.db")).close()
    assert [file.name for file in tmp_path.iterdir()] == ["games.db"]
    name = "x" * 240 + ".db"
    with Store.open(str(tmp_path / name)) as store:
        assert store.count() == 0
    assert sorted(file.name for file in tmp_path.iterdir()) == ["games.db", name]


def test_a_file_that_appears_meanwhile_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.db"
    link = os.link

    def late(part: Path, target: Path) -> None:
        monkeypatch.setattr(os, "link", link)
        with Store.open(str(path)) as other:
            other.add_many(random_records(3))
        link(part, target)

    monkeypatch.setattr(os, "link", late)
    with Store.open(str(path)) as store:
        assert store.count() == 3
    assert [file.name for file in tmp_path.iterdir()] == ["games.db"]


def test_a_file_system_without_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(part: Path, target: Path) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    with Store.open(str(tmp_path / "games.db")) as store:
        assert store.add_many(random_records(3)).added == 3
    assert [file.name for file in tmp_path.iterdir()] == ["games.db"]


def test_a_link_to_nothing_yet_stays_a_link(tmp_path: Path) -> None:
    path, target = tmp_path / "link.db", tmp_path / "folder" / "games.db"
    target.parent.mkdir()
    path.symlink_to(target)
    Store.open(str(path)).close()
    assert path.is_symlink()
    assert [file.name for file in target.parent.iterdir()] == ["games.db"]


def without_tables(path: Path, size: int) -> str:
    """A file as an interrupted creation left it."""
    path.touch()
    if size:
        with sqlite3.connect(path) as database:
            database.execute("PRAGMA journal_mode = WAL")
        database.close()
    assert path.stat().st_size == size
    return str(path)


@pytest.mark.parametrize("size", [0, 4096])
def test_a_file_without_tables_is_an_empty_store(folder: Path, size: int) -> None:  # noqa: F811
    path = folder / "games.db"
    text = without_tables(path, size)
    before = path.read_bytes()
    assert run("games", "list", "--store", text).stdout == "0 of 0 games\n"
    with protected(folder):
        assert run("games", "list", "--store", text).stdout == "0 of 0 games\n"
        with pytest.raises(UsageError, match="it cannot be written"):
            Store.open(text)
    assert path.read_bytes() == before  # reading changes nothing
    with Store.open(text) as store:
        assert store.add_many(random_records(2)).added == 2
