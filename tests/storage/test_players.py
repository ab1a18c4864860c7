"""Players: aliases, renaming, ratings and the cross table."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from hexapoda.cli.game_store.columns import layout
from hexapoda.errors import UsageError
from hexapoda.record import Ending, GameRecord, PlayerRecord
from hexapoda.storage import GameFilter, Store
from tests.cli.command_line import complaint, objects, run
from tests.storage.played import file_games, random_records
from tests.storage.test_store import OTHER_GAME

RESULTS = {"1-0": (0, True), "0-1": (1, True), "1/2-1/2": (None, True), "*": (None, False)}
LONG = "Maximiliane von Hexenstein zu Hohenwaben"


def played(number: int, first: str, second: str, result: str, event: str = "Club") -> GameRecord:
    winner, finished = RESULTS[result]
    return replace(
        random_records(1, first=number, plies=6)[0],
        players=(PlayerRecord(first), PlayerRecord(second)),
        winner=winner, finished=finished, event=event,
        ending=Ending.RESIGN if finished else Ending.UNKNOWN,
    )  # fmt: skip


GAMES = [
    played(0, "Ann", "Ben", "1-0"),
    played(1, "Ben", "Ann", "1/2-1/2"),
    played(2, "Ann", LONG, "1-0"),
    played(3, LONG, "Ben", "0-1"),
    played(4, "Annie", "Ben", "0-1"),
    played(5, "?", "Ben", "0-1"),
    played(6, "Ann", "Ben", "*"),
    played(7, "Cid", "Dee", "1-0", "Another"),
]


@pytest.fixture
def filed(tmp_path: Path) -> str:
    """An SQLite store with two events."""
    return file_games(tmp_path / "games.db", GAMES)


def test_an_alias_is_the_same_player_in_every_count(url: str) -> None:
    with Store.open(url) as store:
        store.add_many(GAMES)
        assert store.add_alias("Ann", "Annie") == 0
        ann = next(player for player in store.players() if player.name == "Ann")
        assert (ann.wins, ann.draws, ann.losses, ann.unfinished) == (2, 1, 1, 1)
        assert ann.aliases == ("Annie",)
        assert "Annie" not in {player.name for player in store.players()}
        assert {name for name, _ in store.meetings()["hive"].players} == {
            "Ann", "Ben", "Cid", "Dee", LONG
        }  # fmt: skip
        assert store.count(GameFilter(player="nn")) == 5
        assert store.search(GameFilter(player="annie"))[0].record == GAMES[4]  # as it was filed
        store.add_alias("Annie", "Anni")  # of a name that is an alias: of its player
        store.add_alias("Anna", "Ann")  # and these move on
        assert store.aliases() == {"Annie": "Anna", "Anni": "Anna", "Ann": "Anna"}
        assert store.remove_alias("Annie") == "Anna"
        assert "Annie" in {player.name for player in store.players()}
        for wrong in (("Ann", "Anna"), ("", "x"), ("x", " ? ")):
            with pytest.raises(UsageError):
                store.add_alias(*wrong)
        with pytest.raises(UsageError, match="is not an alias"):
            store.remove_alias("Annie")


def test_games_filed_under_both_names_become_one(url: str) -> None:
    twin = replace(GAMES[0], players=(PlayerRecord("Annie"), PlayerRecord("Ben")), date="2026-01-01")
    with Store.open(url) as store:
        store.add_many([GAMES[0], twin])
        assert store.count() == 2
        assert store.add_alias("Ann", "Annie") == 1
        assert [game.record for game in store.search()] == [replace(GAMES[0], date="2026-01-01")]
        assert [game.record for game in store.deleted()] == [twin]
        assert store.add(twin) is None


def test_a_renamed_player_is_recognized_in_files(url: str) -> None:
    with Store.open(url) as store:
        store.add_many(GAMES)
        assert store.rename("Ben", "Benjamin") == (6, 0)
        assert store.count(GameFilter(player="benjamin")) == 6
        assert store.add_many(GAMES).added == 0
        assert store.rename("Annie", "Ann") == (1, 0)  # two players become one
        assert store.add_many(GAMES).added == 0
        assert store.rename("Benjamin", "Ben") == (6, 0)  # back
        assert store.aliases() == {"Annie": "Ann", "Benjamin": "Ben"}
        assert store.add_many(GAMES).added == 0
        for wrong in (("Nobody", "X"), ("Ann", "?"), ("Ann", "Ann"), ("", "X")):
            with pytest.raises(UsageError):
                store.rename(*wrong)


def test_ratings(filed: str) -> None:
    *rows, last = objects("games", "players", "--store", filed)
    assert last == {"players": 6}
    assert [row["name"] for row in rows if row["group"] == 1] == ["Cid", "Dee"]
    first = rows[0]
    assert (first["name"], first["games"], first["wins"]) == ("Annie", 1, 0) or first["name"] in (
        "Ann",
        "Ben",
    )
    club = [row for row in rows if row["group"] == 0]
    assert sum(row["elo"] for row in club) == pytest.approx(0, abs=1e-6)
    assert all(row["error"] > 0 for row in rows)
    assert {row["name"]: row["score"] for row in club}["Ann"] == pytest.approx(2.5 / 3)
    run("games", "players", "alias", "Ann", "Annie", "--store", filed)
    *rows, _ = objects("games", "players", "--event", "club", "--store", filed)
    [ann] = [row for row in rows if row["name"] == "Ann"]
    assert (ann["games"], ann["wins"], ann["aliases"]) == (4, 2, ["Annie"])
    text = run("games", "players", "--store", filed).stdout
    assert "Ann is also Annie" in text and "not linked by games" in text
    for row in rows:  # every figure is there in full
        assert f"{row['elo']:+.0f} ± {row['error']:.0f}" in text
        assert f"{100 * row['score']:.1f}%" in text
    assert max(map(len, text.splitlines())) <= 80
    assert "and 3 more players" in run("games", "players", "--limit", "2", "--store", filed).stdout
    assert "and 1 more player\n" in run("games", "players", "--limit", "4", "--store", filed).stdout
    assert "no finished games" in run("games", "players", "--event", "x", "--store", filed, code=1).stdout


def test_crosstable(filed: str) -> None:
    with Store.open(filed) as store:
        store.add_alias("Ann", "Annie")
    *rows, last = objects("games", "crosstable", "--event", "club", "--store", filed)
    assert last == {"players": 3, "left_out": 2}
    assert [(row["rank"], row["name"], row["points"], row["games"]) for row in rows] == [
        (1, "Ann", 2.5, 4),
        (1, "Ben", 2.5, 4),
        (3, LONG, 0.0, 2),
    ]
    assert rows[0]["against"] == {"Ben": {"points": 1.5, "games": 3}, LONG: {"points": 1.0, "games": 1}}
    text = run("games", "crosstable", "--event", "club", "--store", filed).stdout
    assert text.splitlines()[1].split() == ["1", "Ann", "2.5", "4", "x", "1.5/3", "1/1"]
    assert text.splitlines()[3].split()[-5:] == ["0", "2", "0/1", "0/1", "x"]
    assert "2 games are left out" in text
    single = run("games", "crosstable", "--event", "another", "--store", filed).stdout
    assert [line.split()[-2:] for line in single.splitlines()[1:]] == [["x", "1"], ["0", "x"]]
    assert "no finished games" in run("games", "crosstable", "--event", "x", "--store", filed, code=1).stdout
    with Store.open(filed) as store:
        store.add(OTHER_GAME)
    assert "select one with --game" in complaint("games", "crosstable", "--store", filed)


def test_the_commands_on_names(filed: str) -> None:
    shown = run("games", "players", "alias", "Ann", "Annie", "Anni", "--store", filed)
    assert shown.stdout == "Ann is also Anni, Annie\n"
    assert "no game has the name 'Anni' yet; did you mean 'Ann" in shown.stderr
    (value,) = objects("games", "players", "alias", "--remove", "Anni", "--store", filed)
    assert value == {"name": "Ann", "aliases": ["Annie"], "merged": 0}
    assert "did you mean 'Ben'" in complaint("games", "players", "alias", "Bne", "Cid", "--store", filed)
    assert "expected NAME ALIAS" in complaint("games", "players", "alias", "Ann", "--store", filed)
    assert "did you mean 'Ben'" in complaint("games", "players", "rename", "Bne", "Cid", "--store", filed)
    assert "confirm with --yes" in complaint("games", "players", "rename", "Cid", "Ben", "--store", filed)
    (value,) = objects("games", "players", "rename", "Cid", "Ben", "--yes", "--store", filed)
    assert value == {"name": "Ben", "was": "Cid", "games": 1, "merged": 0}
    assert run("games", "players", "rename", "Dee", "Deirdre", "--store", filed).stdout == (
        "Dee renamed to Deirdre in 1 game\n"
    )


@pytest.mark.parametrize("width", [30, 60, 80, 400])
def test_tables_shorten_names_and_never_figures(width: int) -> None:
    head = ["", "player", "points", *map(str, range(1, 31))]
    rows = [[str(n), f"{LONG} {n}", f"{n * 1000}.5", *[f"{n}.5/{m}" for m in range(30)]] for n in range(30)]
    lines = layout(head, rows, width, name=1)
    assert max(map(len, lines)) <= width
    text = " ".join(lines).split()
    for row in rows:
        assert {row[0], *row[2:]} <= set(text)
    assert any(line.endswith("…") or "… " in line for line in lines) == (width < 400)
    assert re.search(r"Maximi", lines[1])


def test_two_people_who_played_each_other_stay_two(url: str) -> None:
    with Store.open(url) as store:
        store.add_many(GAMES)
        for wrong in (("Ann", "Ben"), ("Ben", "Ann")):
            with pytest.raises(UsageError, match=r"they played each other in game \d+"):
                store.add_alias(*wrong)
            with pytest.raises(UsageError, match="they played each other"):
                store.rename(*wrong)
        store.add_alias("Ann", "Annie")
        with pytest.raises(UsageError, match="they played each other"):
            store.rename("Annie", "Ben")  # who is Ann
        assert store.aliases() == {"Annie": "Ann"}
