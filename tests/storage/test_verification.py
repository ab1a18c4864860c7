"""Damaged stores: every changed game is named, and none is returned as good."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import text

from hexapoda.errors import HexapodaError, InvalidGameError, UsageError
from hexapoda.hive import Position
from hexapoda.storage import GameFilter, Store
from hexapoda.storage.connection import connect, store_url, writing
from tests.cli.command_line import objects, run
from tests.generated_trees import generated_tree
from tests.storage.played import file_games, random_records

EVERYTHING = GameFilter(owners=None, kind=None)


def change(url: str, statement: str) -> None:
    engine = connect(store_url(url))
    with writing(engine, foreign_keys=False) as connection:
        connection.execute(text(statement))
    engine.dispose()


def named(url: str) -> set[int | None]:
    with Store.open(url, read_only=True) as store:
        return {fault.game for fault in store.verify()}


def test_a_sound_store_has_no_faults(url: str) -> None:
    with Store.open(url) as store:
        store.add_many(random_records(8))
        number = store.save(generated_tree(5), owner="ann", kind="analysis")
        store.save(generated_tree(6), id=number, owner="ann", kind="analysis")
        store.delete([3])
        store.rename("player 1", "Ann")
        store.rename("player 2", "player 4")
        assert store.verify() == []


@pytest.mark.parametrize(
    ("statement", "games"),
    [
        ("UPDATE games SET moves = moves || ';wQ' WHERE id = 2", {2}),
        ("UPDATE games SET winner = 1, finished = true WHERE id = 3", {3, None}),
        ("UPDATE games SET date = '2020' WHERE id = 4", {4}),
        ("UPDATE games SET owner = 'eve' WHERE id = 4", {4, None}),
        ("UPDATE games SET tree = NULL WHERE id = 7", {7}),
        ("UPDATE games SET checksum = NULL WHERE id = 1", {1}),
        ("UPDATE players SET name = 'Eve' WHERE name = 'player 3'", {3, 4}),
        ("UPDATE games SET id = 99 WHERE id = 5", {5, 99, None}),
        ("UPDATE positions SET next_key = 1 WHERE game_id = 6 AND ply = 3", {6}),
        ("DELETE FROM positions WHERE game_id = 6 AND ply = 3", {6}),
        ("UPDATE pairings SET games = games + 1", {None}),
        ("UPDATE counted_moves SET games = games + 1 WHERE step = 0", {None}),
        ("DELETE FROM counted_moves WHERE step = 1", {None}),
        ("UPDATE counted_movers SET player_id = player_id + 9", {None}),
        ("DELETE FROM counted_keys", {None}),
        ("UPDATE versions SET moves = 'wS1' WHERE game_id = 1", {1}),
    ],
)
def test_what_was_changed_is_named(url: str, statement: str, games: set[int | None]) -> None:
    with Store.open(url) as store:
        store.add_many(random_records(6))
        tree = generated_tree(5)
        tree.root.comments.append("one")
        assert store.save(tree) == 7
        first = store.game(1)
        assert first is not None
        store.edit(1, replace(first.record, event="club"))
    change(url, statement)
    assert named(url) == games


def test_a_damaged_game_is_never_returned_and_can_be_replaced(url: str) -> None:
    games = random_records(4)
    with Store.open(url) as store:
        store.add_many(games)
    change(url, "UPDATE games SET winner = NULL, finished = false, ending = 'unknown' WHERE id IN (1, 2)")
    with Store.open(url) as store:
        questions: list[Callable[[], object]] = [
            lambda: store.game(1),
            lambda: store.tree(1),
            lambda: store.search(),
            lambda: list(store.records()),
            lambda: list(store.trees()),
            lambda: store.newest_through(Position("Base+MLP")),
            lambda: store.edit(1, games[0]),
        ]
        for ask in questions:
            with pytest.raises(InvalidGameError, match=r"game [12] of the store is damaged"):
                ask()
        damaged: list[int] = []
        assert [found.id for found in store.search(damaged=damaged)] == [3, 4] and damaged == [1, 2]
        assert {found.id for _, found in store.newest_through(Position("Base+MLP"), damaged=[])} <= {3, 4}
        assert store.add_many(games).added == 2  # the good copies
        assert store.delete([1, 2]) == 2
        assert [found.record for found in store.search()] == [*games[2:], *games[:2]]
        assert store.explore(Position("Base+MLP", opening="free", repetition=False)).totals.games == 2
    assert named(url) == {1, 2}  # they are in the trash
    with Store.open(url) as store:
        assert store.restore([1, 2]) == [1, 2]  # as they are
        assert store.number_of_games() == 6 and store.trash_size() == 0
        assert {fault.game for fault in store.verify()} == {1, 2}


def test_a_game_without_its_players_is_a_damaged_one(tmp_path: Path) -> None:
    url = file_games(tmp_path / "games.db", random_records(3))
    change(url, "UPDATE games SET player0_id = 999 WHERE id = 2")
    damaged: list[int] = []
    with Store.open(url) as store:
        assert [found.id for found in store.search(damaged=damaged)] == [1, 3] and damaged == [2]
        with pytest.raises(InvalidGameError, match="game 2 of the store is damaged"):
            store.game(2)


def test_the_commands_name_damage(tmp_path: Path) -> None:
    url = file_games(tmp_path / "games.db", random_records(5))
    assert run("games", "verify", "--store", url).stdout == "5 games: all are as they were written\n"
    change(url, "UPDATE games SET event = 'x' WHERE id = 2")
    shown = run("games", "verify", "--store", url, code=1).stdout
    assert "game 2 of the store is damaged: its checksum is wrong" in shown
    assert objects("games", "verify", "--store", url, code=1)[-1] == {"faults": 1, "damaged": [2]}
    listed = run("games", "list", "--store", url, code=1)
    assert "4 of 5 games" in listed.stdout and "damaged games, which are left out: 2" in listed.stderr
    assert run("games", "search", "--store", url, code=1).stdout == listed.stdout
    out = str(tmp_path / "out.pgn")
    exported = run("games", "export", out, "--store", url, code=1)
    assert "4 games written" in exported.stdout and "damaged games, which are left out: 2" in exported.stderr
    deleted = run("games", "delete", "--max-plies", "10000", "--yes", "--store", url).stdout
    assert "game 2 of the store is damaged" in deleted and "5 games deleted" in deleted
    assert run("games", "restore", "1", "2", "3", "4", "5", "--store", url).stdout == "5 games restored\n"
    assert "game 2 of the store is damaged" in run("games", "delete", "2", "--yes", "--store", url).stdout
    assert objects("games", "restore", "--json", "--store", url) == [{"games": 0}], "it is not shown"
    assert objects("games", "purge", "--yes", "--json", "--store", url) == [{"purged": 1}]
    assert run("games", "verify", "--store", url).stdout == "4 games: all are as they were written\n"


def test_a_damaged_page_is_called_so(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    file_games(path, random_records(40))
    content = bytearray(path.read_bytes())
    content[4096:] = b"\x55" * (len(content) - 4096)
    path.write_bytes(content)
    with pytest.raises(UsageError, match=r"the file is damaged .*games verify"):
        Store.open(str(path))


def hide(page: bytearray) -> None:
    """Reduce a page of a table to one row: reading the table does not show that others are missing."""
    page[3:5] = b"\0\1"


def disorder(page: bytearray) -> None:
    """Replace the row in the middle of a page of a table by the first one: reading all rows finds those in
    between, a search for one number does not.
    """
    middle = 8 + 2 * ((int.from_bytes(page[3:5]) - 1) // 2)
    page[middle : middle + 2] = page[8:10]


@pytest.mark.parametrize("damage", [hide, disorder])
def test_games_that_vanish_without_an_error_are_named(
    tmp_path: Path, damage: Callable[[bytearray], None]
) -> None:
    path = tmp_path / "games.db"
    file_games(path, random_records(60))
    with contextlib.closing(sqlite3.connect(path)) as raw:
        (root,) = raw.execute("SELECT rootpage FROM sqlite_master WHERE name = 'games'").fetchone()
        (size,) = raw.execute("PRAGMA page_size").fetchone()
    content = bytearray(path.read_bytes())
    inner = content[(root - 1) * size :]
    second = int.from_bytes(inner[14:16])
    leaf = int.from_bytes(inner[second : second + 4])
    page = content[(leaf - 1) * size : leaf * size]
    assert (inner[0], page[0]) == (5, 13)  # pages with pages below, and with rows
    damage(page)
    content[(leaf - 1) * size : leaf * size] = page
    path.write_bytes(content)
    with Store.open(str(path), read_only=True) as store:
        gone = {number for number in range(1, 61) if store.game(number) is None}
    assert gone and gone <= named(str(path))


def copies(tmp_path: Path, games: int, number: int) -> None:
    """Damage copies of a store and compare what is returned and named with the truth."""
    path = tmp_path / "games.db"
    with Store.open(str(path)) as store:
        store.add_many(random_records(games, plies=16))
        for seed in range(games // 10):
            store.add(generated_tree(seed))
        truth = {found.id: found for found in store.records(EVERYTHING)}
    whole = path.read_bytes()
    source = Random(1)
    changed = unread = 0
    for copy in range(number):
        content = bytearray(whole)
        at = source.randrange(100, len(content))
        for place in range(at, min(at + source.choice((1, 1, 4, 64, 600)), len(content))):
            content[place] = source.randrange(256)
        damaged = tmp_path / f"{copy}.db"
        damaged.write_bytes(content)
        try:
            with Store.open(str(damaged), read_only=True) as store:
                faults = store.verify()
                bad: set[int] = set()
                for id, good in truth.items():
                    try:
                        found = store.game(id)
                    except HexapodaError:
                        bad.add(id)
                    else:
                        assert found in (None, good), f"copy {copy}: game {id} was returned changed"
                        bad |= {id} if found is None else set()
                with contextlib.suppress(HexapodaError):
                    for found in store.records(EVERYTHING):
                        assert found == truth.get(found.id), f"copy {copy}: game {found.id}"
                names = {fault.game for fault in faults}
                assert bad <= names, f"copy {copy}: {bad - names} are not named"
                changed += bool(bad)
        except UsageError:
            unread += 1  # not even the tables can be read
        damaged.unlink()
        for ending in ("-wal", "-shm"):
            damaged.with_name(damaged.name + ending).unlink(missing_ok=True)
    assert changed > number // 40, (changed, unread)


@pytest.mark.slow
def test_damaged_copies(tmp_path: Path) -> None:
    copies(tmp_path, 60, 30)


@pytest.mark.deep
@pytest.mark.timeout(1800)
def test_many_damaged_copies(tmp_path: Path) -> None:
    copies(tmp_path, 300, 400)


def test_text_that_is_no_text_is_named(tmp_path: Path) -> None:
    url = file_games(tmp_path / "games.db", random_records(3))
    with contextlib.closing(sqlite3.connect(url)) as raw, raw:
        raw.execute("UPDATE games SET event = CAST(x'ff41' AS TEXT) WHERE id = 2")
    assert named(url) == {2}
    damaged: list[int] = []
    with Store.open(url) as store:
        assert {fault.game for fault in store.verify()} == {2}
        assert [found.id for found in store.search(damaged=damaged)] == [1, 3] and damaged == [2]
        assert store.add_many(random_records(3)).duplicates == 2 and store.delete([2]) == 1
