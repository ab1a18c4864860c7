"""Backups: whole, consistent, for both databases; nothing is replaced; a copy is made before an upgrade."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from hexapoda.errors import FileInTheWayError, UsageError
from hexapoda.storage import GameFilter, Store, open_backup
from hexapoda.storage.sqlite_file import remove_file
from tests.cli.command_line import complaint, objects, run
from tests.generated_trees import generated_tree
from tests.storage.played import file_games, random_position, random_records
from tests.storage.test_processes import is_whole

ALL = GameFilter(owners=None, kind=None)
OLD = Path(__file__).parent / "data" / "store_0001.sql"
SECONDS = 60


def filled(url: str) -> None:
    with Store.open(url) as store:
        match = store.match("cup", settings={"rounds": 2})
        store.add_many(random_records(6), match=match)
        store.add_many(generated_tree(seed) for seed in range(5))
        number = store.save(generated_tree(7), owner="ann", kind="analysis", name="Idea")
        store.save(generated_tree(8), id=number, owner="ann", kind="analysis")
        store.add_alias("player 1", "P1")
        last = store.add(random_records(1, first=50)[0])
        assert last is not None
        store.delete([2, last.id])
        store.purge()
        store.delete([3])


def content(store: Store) -> object:
    return (
        list(store.records(ALL)),
        store.deleted(),
        [store.history(found.id) for found in store.records(ALL)],
        store.players(ALL),
        store.aliases(),
        store.positions(),
        store.explore(random_position(1, "Base", 0)),
        store.count(GameFilter(match="cup")),
    )


def test_a_backup_becomes_a_store_again(url: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    filled(url)
    file = tmp_path / "copy.backup"
    with Store.open(url) as store:
        store.back_up(file)
        before = content(store)
        other = tmp_path / "other.db"
        with Store.open(str(other)) as restored, open_backup(file) as backup:
            assert restored.restore_backup(backup) == store.number_of_games()
            assert content(restored) == before
            assert restored.verify() == []
            new = restored.add(random_records(1, first=70)[0])
            old = store.add(random_records(1, first=70)[0])
            assert new is not None and old is not None and new.id == old.id  # no number is used again
            with pytest.raises(UsageError, match="already contains games"):
                store.restore_backup(backup)
    is_whole(str(other))
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(".")) == []


def test_a_backup_of_a_file_fills_a_server(postgres_url: str, tmp_path: Path) -> None:
    filled(str(tmp_path / "games.db"))
    with Store.open(str(tmp_path / "games.db")) as store, Store.open(postgres_url) as other:
        store.back_up(tmp_path / "copy.backup")
        with open_backup(tmp_path / "copy.backup") as backup:
            other.restore_backup(backup)
        assert content(other) == content(store)
        assert other.verify() == []
        other.add_many(random_records(3, first=70))
    is_whole(postgres_url)


def test_no_file_is_replaced(tmp_path: Path) -> None:
    url = file_games(tmp_path / "games.db", random_records(2))
    (tmp_path / "there").write_text("mine")
    with Store.open(url) as store:
        with pytest.raises(FileInTheWayError, match="already exists"):
            store.back_up(tmp_path / "there")
        with pytest.raises(UsageError, match="no folder"):
            store.back_up(tmp_path / "typo" / "x.backup")
        with pytest.raises(UsageError, match="no backup at"), open_backup(tmp_path / "missing"):
            pass
        with pytest.raises(UsageError, match="xxx': "):  # it names the copy, not the store
            store.back_up(tmp_path / ("x" * 300))
    assert (tmp_path / "there").read_text() == "mine"
    with pytest.raises(UsageError), open_backup(tmp_path / "there"):
        pass


def test_the_commands(tmp_path: Path) -> None:
    url, file, new = (
        file_games(tmp_path / "games.db", random_records(4)),
        tmp_path / "b",
        str(tmp_path / "n.db"),
    )
    assert run("games", "backup", str(file), "--store", url).stdout == f"4 games copied to '{file}'\n"
    assert "already exists" in complaint("games", "backup", str(file), "--store", url)
    assert objects("games", "restore-backup", str(file), "--store", new)[-1]["games"] == 4
    assert "already contains games" in complaint("games", "restore-backup", str(file), "--store", new)
    (tmp_path / "text").write_text("mine")
    for wrong, why in (
        ("none.db", "there is no backup at 'none.db'"),
        (str(tmp_path / "text"), "cannot use"),
    ):
        assert why in complaint("games", "restore-backup", wrong, "--store", str(tmp_path / "x.db"))
        assert not (tmp_path / "x.db").exists()
    assert "former versions" in complaint("games", "history", "1", "--store", new, code=1)
    run("games", "edit", "1", "--event", "club", "--store", new)
    assert objects("games", "history", "1", "--store", new)[-1] == {"versions": 1}
    assert "edited" in run("games", "history", "1", "--store", new).stdout
    assert objects("games", "revert", "1", "1", "--store", new) == [{"id": 1, "version": 1}]
    assert objects("games", "show", "1", "--store", new)[-1].get("event", "") == ""


def test_an_old_store_is_copied_before_it_is_upgraded(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    with sqlite3.connect(path) as old:
        old.executescript(OLD.read_text("utf-8"))
    old.close()
    shown = run("games", "list", "--store", str(path)).stderr
    [copy] = tmp_path.glob("old.db.0001-*.backup")
    assert f"the old one was copied to '{copy}'" in shown
    with sqlite3.connect(copy) as kept:
        assert kept.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)
        assert kept.execute("SELECT COUNT(*) FROM games").fetchone() == (3,)
    kept.close()
    assert run("games", "list", "--store", str(path)).stderr == ""
    before = copy.read_bytes()
    assert (
        objects("games", "restore-backup", str(copy), "--store", str(tmp_path / "new.db"))[-1]["games"] == 3
    )
    assert copy.read_bytes() == before and list(tmp_path.glob("*.backup")) == [copy]


def test_what_cannot_be_removed_hides_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    remove_file(tmp_path / "file" / "x.db")  # the error is not that of a missing file, as on a read-only disk


def test_folders_are_not_made_for_a_typo(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no folder"):
        Store.open(str(tmp_path / "typo" / "dir" / "s.db"))
    assert list(tmp_path.iterdir()) == []


FULL_DISK = """
import resource, sys
from hexapoda.errors import UsageError
from hexapoda.storage import Store
from tests.storage.played import random_records

with Store.open(sys.argv[1]) as store:
    store.add_many(random_records(3))
    resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, 150_000))
    try:
        store.add_many(random_records(400, first=10))
    except UsageError as error:
        print(error)
"""


def test_a_full_disk_is_called_so(tmp_path: Path) -> None:
    path = str(tmp_path / "games.db")
    words = [sys.executable, "-c", FULL_DISK, path]
    root = Path(__file__).parents[2]
    done = subprocess.run(
        words, capture_output=True, text=True, timeout=SECONDS, check=False, cwd=root, env=dict(os.environ)
    )
    assert "the disk is full" in done.stdout, (done.stdout, done.stderr)
    with Store.open(path) as store:
        assert store.count() >= 3 and store.verify() == []
