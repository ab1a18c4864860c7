"""Opening: new files, old ones, newer ones, and files that are something else."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, insert, inspect, text

from hexapoda.errors import UsageError
from hexapoda.games import find_game
from hexapoda.record import GameRecord, GameTree, PlayerRecord, format_game
from hexapoda.storage import GameFilter, IndexedGame, Store, index
from hexapoda.storage.connection import connect, is_postgres, store_url, writing
from hexapoda.storage.row import Ownership, position_rows, row_of
from hexapoda.storage.schema import HEAD, games, metadata, players
from hexapoda.storage.upgrade import upgrade
from tests.storage.played import random_position, random_records, record
from tests.storage.test_processes import is_whole
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
            replace(record(random_position(1, "Base", 6), result="1-0"), rules=()),
            replace(record(random_position(2, "Base", 6)), rules=()),
            FULL,
        ]
        assert store.add(FULL) is None  # the digest is what it was
        found = store.explore(random_position(1, "Base", 0))
        assert (found.totals.games, found.totals.wins0) == (2, 1)
        match = store.match("new")  # what that revision did not have
        for game in random_records(2):
            store.add(game, match=match)
        assert store.count(GameFilter(match="new")) == 2
        assert store.deleted() == []
    is_whole(str(path))


def described(connection: Connection) -> dict[str, Any]:
    """The tables of a database and what they begin with."""
    look = inspect(connection)
    found: dict[str, Any] = {}
    for table in look.get_table_names():
        found[table] = {
            "columns": [{**one, "type": str(one["type"])} for one in look.get_columns(table)],
            "key": look.get_pk_constraint(table)["constrained_columns"],
            "others": sorted(str(one["constrained_columns"]) for one in look.get_foreign_keys(table)),
            "unique": sorted(str(one["column_names"]) for one in look.get_unique_constraints(table)),
            "indexes": sorted((str(one["name"]), one["column_names"]) for one in look.get_indexes(table)),
            "rows": connection.execute(text(f"SELECT * FROM {table}")).fetchall(),
        }
        if not is_postgres(connection):
            sql = text("SELECT sql FROM sqlite_master WHERE name = :table")
            made = str(connection.execute(sql, {"table": table}).scalar())
            found[table]["kind"] = "AUTOINCREMENT" in made, "WITHOUT ROWID" in made
    return found


def test_the_migrations_make_what_a_new_store_has(url: str) -> None:
    engine = connect(store_url(url))
    upgrade(engine, "0005")
    upgrade(engine)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
        migrated = described(connection)
    with writing(engine, foreign_keys=False) as connection:
        metadata.drop_all(connection)
        connection.execute(text("DROP TABLE alembic_version"))
    upgrade(engine)
    with engine.connect() as connection:
        assert described(connection) == migrated
    engine.dispose()
    scripts = ScriptDirectory(str(MIGRATIONS))
    assert scripts.get_current_head() == HEAD
    assert [script.revision for script in scripts.walk_revisions()] == [
        "0006",
        "0005",
        "0004",
        "0003",
        "0002",
        "0001",
    ]


def test_one_revision_after_another_leads_to_the_same(url: str) -> None:
    engine = connect(store_url(url))
    upgrade(engine, "0001")
    upgrade(engine)
    engine.dispose()
    with Store.open(url) as store:
        assert store.add_many(random_records(3)).added == 3


def test_the_positions_of_both_former_tables_are_kept(url: str) -> None:
    engine = connect(store_url(url))
    upgrade(engine, "0005")
    with writing(engine, foreign_keys=False) as connection:
        if is_postgres(connection):
            connection.execute(text("ALTER TABLE positions DROP CONSTRAINT positions_game_id_fkey"))
        for number, table in enumerate(("positions", "recent_positions")):
            rows = f"INSERT INTO {table} (key, game_id, ply, next_key, result) VALUES (7, :game, 0, 8, 1)"
            connection.execute(text(rows), {"game": 8191 + number})
    upgrade(engine)
    with engine.connect() as connection:
        found = connection.execute(text("SELECT block, key, game_id FROM positions ORDER BY 1")).fetchall()
    engine.dispose()
    assert [tuple(row) for row in found] == [(0, 7, 8191), (1, 7, 8192)]


def test_former_names_are_kept_with_the_date_and_event_of_today(url: str) -> None:
    engine = connect(store_url(url))
    upgrade(engine, "0003")
    [game] = random_records(1)
    with writing(engine) as connection:
        for number, name in enumerate(("Ann", "Ben"), 1):
            connection.execute(insert(players), [{"id": number, "name": name, "engine": ""}])
        values = {"id": 1, "date": "2026-11-01", "event": "cup"}
        connection.execute(insert(games), [old_row(index(game), 1, (1, 2)) | values])
        former = "INSERT INTO former_identities VALUES (:id, :digest, 'An', 'Bn')"
        connection.execute(text(former), {"id": 1, "digest": index(game).digest})
        if is_postgres(connection):
            connection.execute(text("SELECT setval('players_id_seq', 2), setval('games_id_seq', 1)"))
    engine.dispose()
    with Store.open(url) as store:
        known = replace(game, players=(PlayerRecord("An"), PlayerRecord("Bn")))
        assert store.add(known) is None
        assert store.count() == 1


def old_row(game: IndexedGame, number: int, ids: tuple[int, int]) -> dict[str, Any]:
    """The columns that a game had before revision 0005."""
    row = row_of(game, number, ids, Ownership(), "")
    new = ("owner", "kind", "name", "tree", "updated", "checksum")
    return {name: value for name, value in row.items() if name not in new}


def insert_old_positions(connection: Connection, number: int, game: IndexedGame) -> None:
    """Index the positions of a game as before revision 0005."""
    names = ("key", "game_id", "ply", "next_key", "result")
    marks = ", ".join(f":{name}" for name in names)
    rows = [dict(zip(names, row[1:], strict=True)) for row in position_rows(game, number)]
    connection.execute(text(f"INSERT INTO positions ({', '.join(names)}) VALUES ({marks})"), rows)


def former_version(url: str, number: int) -> list[GameRecord]:
    """Make a store of revision 0004 with this many games, one of them in the trash; return them as they are
    found later.
    """
    engine = connect(store_url(url))
    upgrade(engine, "0004")
    made = enumerate(random_records(number))
    found = [replace(game, date="2024-05-03", event=f"cup {n}") for n, game in made]
    with writing(engine) as connection:
        for id in range(5):
            connection.execute(insert(players), [{"id": id + 1, "name": f"player {id}", "engine": ""}])
        for id, game in enumerate(found, 1):
            comments = json.dumps([[0, "before"], [2, "später"]]) if id % 10 == 0 else None
            tags = (("Round", "2"), *([("Comments", comments)] if comments else []))
            filed = index(replace(game, tags=(*tags, ("Result", "odd"))))
            ids = tuple(int(player.name[-1]) + 1 for player in game.players)
            connection.execute(insert(games), [old_row(filed, id, (ids[0], ids[1]))])
            insert_old_positions(connection, id, filed)
        names = ", ".join(column["name"] for column in inspect(connection).get_columns("games"))
        connection.execute(text(
            f"INSERT INTO deleted_games ({names}, deleted, reason) "
            f"SELECT {names}, '2025-01-01T00:00:00Z', 'deleted' FROM games WHERE id = {number}"
        ))  # fmt: skip
        for table, column in (("positions", "game_id"), ("games", "id")):
            connection.execute(text(f"DELETE FROM {table} WHERE {column} = {number}"))
        if is_postgres(connection):
            connection.execute(text(f"SELECT setval('players_id_seq', 5), setval('games_id_seq', {number})"))
    engine.dispose()
    return [replace(game, tags=(("Round", "2"),)) for game in found]


def upgraded(url: str, number: int) -> None:
    """A store of the version before opens, is copied, and has and exports the same games."""
    expected = former_version(url, number)
    with Store.open(url) as store:
        assert store.copied is not None and store.copied.exists()
        for found, record in zip(store.records(), expected[:-1], strict=True):
            assert found.record == record
            before = GameTree(find_game("hive"), record)
            if found.id % 10 == 0:
                line = [before.root, *before.main_line()]
                line[0].comments, line[2].comments = ["before"], ["später"]
            assert format_game(store.tree(found.id), "pgn") == format_game(before, "pgn")
        [gone] = store.deleted()
        assert (gone.id, gone.record, gone.reason) == (number, expected[-1], "deleted")
        assert store.verify() == []
        assert store.restore([number]) == [number]
        start = random_position(1, "Base", 0)
        assert store.explore(start) == store.explore(start, GameFilter(min_plies=0))
        copy = store.copied
    is_whole(url)
    with sqlite3.connect(copy) as kept:
        assert kept.execute("SELECT version_num FROM alembic_version").fetchone() == ("0004",)
        assert kept.execute("SELECT COUNT(*) FROM games").fetchone() == (number - 1,)
    kept.close()


def test_a_store_of_the_version_before(url: str) -> None:
    upgraded(url, 41)


@pytest.mark.deep
@pytest.mark.timeout(600)
def test_a_large_store_of_the_version_before(tmp_path: Path) -> None:
    upgraded(str(tmp_path / "games.db"), 10_001)


def test_games_that_were_filed_twice_become_one(url: str) -> None:
    engine = connect(store_url(url))
    upgrade(engine, "0002")
    first, second = random_records(2)
    rows = [(index(first), "Ann", "Ben"), (index(second), "Cid", "Dee"), (index(first), "?", "")]
    with writing(engine) as connection:
        names = [name for _, *pair in rows for name in pair]
        for number, name in enumerate(names, 1):
            values = {"id": number, "name": name, "engine": ""}
            connection.execute(insert(players), [values])
        for number, (game, *_) in enumerate(rows, 1):
            values = old_row(game, number, (2 * number - 1, 2 * number))
            values |= {"digest": bytes([number] * 16), "event": ["", "", "cup"][number - 1]}
            connection.execute(insert(games), [values])
            insert_old_positions(connection, number, game)
        if is_postgres(connection):
            connection.execute(text("SELECT setval('players_id_seq', 6), setval('games_id_seq', 3)"))
    engine.dispose()
    with Store.open(url) as store:
        found = store.search()
        assert [(one.id, [p.name for p in one.record.players]) for one in found] == [
            (1, ["Ann", "Ben"]),
            (2, ["Cid", "Dee"]),
        ]
        assert found[0].record.event == "cup"  # what only the other one said
        [gone] = store.deleted()
        assert (gone.id, gone.reason) == (3, "the same as game 1")
        assert gone.record.players == (PlayerRecord(""), PlayerRecord(""))
        assert store.positions() == first.plies + second.plies + 2
        assert store.add_many([first, second]).added == 2  # of other players
        assert [one.id for one in store.search()][2:] == [4, 5]
    is_whole(url)


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
    with pytest.raises(UsageError, match="not a game store"):
        Store.open(url)


@pytest.mark.parametrize(
    ("to", "name"), [("0005", "alembic.op.create_index"), (HEAD, "hexapoda.storage.upgrade.insert")]
)
def test_a_creation_that_fails_leaves_nothing_behind(
    url: str, to: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object) -> None:
        raise UsageError("no")

    engine = connect(store_url(url))
    with monkeypatch.context() as patch:
        patch.setattr(name, fail)
        with pytest.raises(UsageError, match="no"):
            upgrade(engine, to)
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
        ("sqlite:///q.db?timeout=abc", r"has options \(timeout\)"),
        ("sqlite:///q.db?mode=ro&uri=true", r"has options \(mode, uri\)"),
        ("sqlite:////", "is a folder"),
        ("/", "is a folder"),
        ("/dev/null", "not a regular file"),
        ("a\0b.db", "null"),
        ("x" * 5000, "too long"),
        ("~nobody-of-this-name/q.db", "the home folder of an unknown user"),
        ("postgresql://a@127.0.0.1:99999999/b", "cannot use the store|port"),
        ("postgresql://a@127.0.0.1:1/b?sslmode=bogus", "cannot use the store"),
        ("postgresql://a@127.0.0.1:1/b?nosuch=1", "cannot use the store"),
        ("postgresql://a@127.0.0.1:port/b", "not the URL"),
        ("postgresql://a@127.0.0.1:1/b?connect_timeout=abc", "cannot use the store"),
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
        assert int(connection.execute(text("PRAGMA busy_timeout")).scalar_one()) == 5000
    engine.dispose()
