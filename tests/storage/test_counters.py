"""The counters of the store are what counting anew gives, after any operations in any order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from hexapoda.errors import HexapodaError, UsageError
from hexapoda.hive import Position
from hexapoda.record import Ending, GameRecord, PlayerRecord
from hexapoda.storage import GameFilter, Meetings, Store, counters
from hexapoda.storage.connection import connect, store_url, writing
from hexapoda.storage.counters import recount
from hexapoda.storage.schema import counted_keys, counted_movers, counted_moves, pairings
from tests.storage.played import random_position, random_records, record

TABLES = (pairings, counted_moves, counted_movers)
GAMES = [
    replace(record(random_position(seed, "Base", 5 + seed % 3)), date=f"2024-05-{1 + seed:02}", **how)
    for seed in range(8)
    for how in [
        {
            "players": (PlayerRecord(f"P{seed % 3}"), PlayerRecord(f"P{(seed + 1) % 4}")),
            "winner": (0, 1, None)[seed % 3],
            "finished": seed % 4 != 3 and seed % 3 != 2,
        }
        if seed % 3 != 2
        else {"players": (PlayerRecord(""), PlayerRecord("P1"))}
    ]
    if how.get("winner") is None or how.get("finished")
]


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions are counted from few games on."""
    monkeypatch.setattr(counters, "MANY", 2)


def rows(url: str) -> tuple[list[Any], list[Any], set[int]]:
    """The counters as they are, and counted anew for the same positions."""
    engine = connect(store_url(url))
    try:
        with writing(engine) as connection:
            keys = set(connection.execute(select(counted_keys.c.key)).scalars())
            before = [set(map(tuple, connection.execute(select(table)))) for table in TABLES]
            recount(connection)
            new = set(connection.execute(select(counted_keys.c.key)).scalars()) - keys
            counters._extend(connection, keys - new - _known(connection), set())
            after = [set(map(tuple, connection.execute(select(table)))) for table in TABLES]
            return before, after, keys
    finally:
        engine.dispose()


def _known(connection: Any) -> set[int]:
    return set(connection.execute(select(counted_keys.c.key)).scalars())


def check(url: str) -> None:
    with Store.open(url, read_only=True) as store:
        assert store.verify() == []
    before, after, keys = rows(url)
    assert before[0] == after[0]
    for one, other in zip(before[1:], after[1:], strict=True):
        assert {row for row in one if row[0] in keys} == {row for row in other if row[0] in keys}


def columns(met: Meetings) -> list[list[Any]]:
    return [list(getattr(met, name)) for name in Meetings.__slots__]


OPERATIONS = (
    "add",
    "add",
    "private",
    "edit",
    "delete",
    "restore",
    "save",
    "revert",
    "rename",
    "alias",
    "owner",
)


def operate(store: Store, source: Random) -> None:
    """Do something with random games."""
    everything = GameFilter(owners=None, kind=None)
    there = [found.id for found in store.search(everything, limit=100)]
    what = source.choice(OPERATIONS)
    if what == "add":
        store.add_many(source.choices(GAMES, k=3))
    elif what == "private":
        store.add_many(source.choices(GAMES, k=2), owner=source.choice(("ann", "ben")))
    elif what == "delete" and there:
        store.delete(source.choices(there, k=2))
    elif what == "restore" and (gone := store.deleted()):
        store.restore([source.choice(gone).id])
    elif what == "edit" and there:
        _edit(store, source.choice(there), source)
    elif what == "save":
        from tests.generated_trees import generated_tree

        store.save(generated_tree(source.randrange(50)), kind=source.choice(("game", "analysis")))
    elif what == "revert" and there:
        number = source.choice(there)
        if versions := store.history(number):
            store.revert(number, source.choice(versions).number)
    elif what == "rename":
        store.rename(f"P{source.randrange(4)}", f"P{source.randrange(6)}")
    elif what == "alias":
        store.add_alias(f"P{source.randrange(4)}", f"P{source.randrange(6)}")
    elif what == "owner":
        store.delete_owner(source.choice(("ann", "ben")))


def _edit(store: Store, number: int, source: Random) -> None:
    found = store.game(number)
    assert found is not None
    winner = source.choice((None, 0, 1))
    names = (PlayerRecord(f"P{source.randrange(5)}"), found.record.players[1])
    edited: GameRecord = replace(
        found.record, winner=winner, finished=winner is not None, ending=Ending.UNKNOWN, players=names
    )
    store.edit(number, edited)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(40))
def test_counters_are_right_after_any_operations(url: str, seed: int) -> None:
    operate_and_compare(url, Random(seed), 12)


def test_counters_are_right_on_both_databases(url: str) -> None:
    operate_and_compare(url, Random(5), 30)


def operate_and_compare(url: str, source: Random, operations: int) -> None:
    with Store.open(url) as store:
        for _ in range(operations):
            try:
                operate(store, source)
            except HexapodaError as error:
                assert isinstance(error, UsageError), error
        assert store.verify() == []
        explored(store)
    check(url)


def explored(store: Store) -> None:
    """Counters and a look at every game give the same."""
    for position in positions():
        for owners in (("",), ("", "ann"), None):
            known = GameFilter(owners=owners)
            counted = replace(known, min_plies=0)  # no counter knows the length
            assert store.explore(position, known) == store.explore(position, counted)
            assert store.movers(position, known) == store.movers(position, counted)
    for game in (None, "hive"):
        known = GameFilter(game=game)
        kept, anew = (
            {game: columns(met) for game, met in store.meetings(asked).items()}
            for asked in (known, replace(known, min_plies=0))
        )
        assert kept == anew
        assert store.players(known) == store.players(replace(known, min_plies=0))


def positions() -> Iterator[Position]:
    for game in (random_position(seed, "Base", 5) for seed in range(2)):
        position = Position("Base", opening="free", repetition=False)
        yield position.copy()
        for move in game.moves:
            position.push(move)
            yield position.copy()


def test_a_position_that_many_games_reach_becomes_a_counted_one(url: str) -> None:
    [game] = random_records(1, plies=6)
    with Store.open(url) as store:
        for number in range(3):
            store.add(replace(game, event="cup", number=number))
    _, _, keys = rows(url)
    assert len(keys) == 7
