"""When two records are of one game: with and without names, beside a match, after an edit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hexapoda.record import Ending, GameRecord, MoveRecord, PlayerRecord
from hexapoda.storage import GameFilter, Store
from tests.cli.command_line import objects, run
from tests.storage.played import random_records

GAME = replace(random_records(1, plies=8)[0], players=(PlayerRecord("Ann"), PlayerRecord("Ben")))
NOBODY = replace(GAME, players=(PlayerRecord(""), PlayerRecord("?")))
CUP = replace(
    GAME,
    players=(PlayerRecord("Ann", "random"), PlayerRecord("Ben", "greedy")),
    event="cup", number=4, seed=7, date="2026-11-21T10:00:00Z", ending=Ending.NORMAL,
)  # fmt: skip


def named(first: str, second: str) -> GameRecord:
    return replace(GAME, players=(PlayerRecord(first), PlayerRecord(second)))


@pytest.mark.parametrize("order", [(GAME, NOBODY), (NOBODY, GAME)])
def test_a_game_with_and_without_names_is_one(url: str, order: tuple[GameRecord, GameRecord]) -> None:
    with Store.open(url) as store:
        assert store.add(order[0]) is not None
        assert store.add(order[1]) is None
        assert [game.record for game in store.search()] == [GAME]
        assert store.count(GameFilter(player="ann")) == 1


def test_what_only_one_record_knows_is_added_to_the_other(url: str) -> None:
    full = replace(
        GAME,
        date="2026-11-21", event="club", source="a.pgn", detail="late", rules=(("repetition", "off"),),
        ending=Ending.TIMEOUT, tags=(("Round", "2"),), moves=tuple(
            MoveRecord(move.text, score=0.5) if ply == 3 else move for ply, move in enumerate(GAME.moves)
        ),
    )  # fmt: skip
    bare = replace(named("Ann", ""), tags=(("Site", "here"),), ending=Ending.UNKNOWN)
    with Store.open(url) as store:
        store.add(bare)
        added = store.add_many([full, full, bare])
        assert (added.added, added.duplicates, added.completed) == (0, 3, 1)
        [found] = store.search()
        assert found.record == replace(full, tags=(("Site", "here"), ("Round", "2")))


def test_records_that_contradict_each_other_are_two_games(url: str) -> None:
    with Store.open(url) as store:
        games = [
            named("Ann", "Ben"),
            named("Ann", "Cid"),
            replace(GAME, players=(PlayerRecord("Ann", "random"), PlayerRecord("Ben"))),
            replace(GAME, players=(PlayerRecord("Ann", "greedy"), PlayerRecord("Ben"))),
            replace(named("X", "Y"), rules=(("opening", "free"),)),
            replace(named("X", "Y"), rules=(("opening", "tournament"),)),
        ]
        added = store.add_many(games)
        # The first one is completed by the engine of the third.
        assert (added.added, added.duplicates) == (5, 1)
        assert store.add(NOBODY) is None  # it may be any of these
        assert store.add(replace(games[1], players=(PlayerRecord(" ann "), PlayerRecord("CID")))) is None
        assert store.count() == 5


def test_anonymous_players_are_not_one_player(url: str) -> None:
    games = random_records(6, plies=6)
    unnamed = [replace(game, players=(PlayerRecord("?"), PlayerRecord("  "))) for game in games[:4]]
    with Store.open(url) as store:
        store.add_many([*unnamed, *games[4:]])
        assert "?" not in {player.name for player in store.players()}
        assert "" not in {player.name for player in store.players()}
        assert len(store.meetings()["hive"].wins) == len([game for game in games[4:] if game.finished])
        assert [game.record.players for game in store.search(limit=1)] == [(PlayerRecord(""),) * 2]
        store.add(replace(games[0], players=(PlayerRecord("", "random"), PlayerRecord(""))))
        assert ("", "random") in {(player.name, player.engine) for player in store.players()}


def test_a_match_game_and_its_file_are_one(url: str) -> None:
    twin = replace(CUP, number=5)
    from_file = replace(GAME, event="cup", ending=Ending.UNKNOWN, date="2026-11-21")
    with Store.open(url) as store:
        match = store.match("cup")
        assert store.add(from_file) is not None
        assert store.add_many([CUP, twin], match=match).added == 1  # the first completes what is there
        assert [game.record for game in store.search()] == [
            replace(CUP, ending=CUP.ending), twin
        ]  # fmt: skip
        assert store.count(GameFilter(match="cup")) == 2
        again = store.add_many([from_file, from_file, CUP, twin])
        assert (again.added, again.completed) == (0, 0)
        assert store.add(replace(from_file, event="another")) is not None
        assert store.add(CUP, match=store.match("league")) is not None


QUICK = ("--games", "6", "--nodes", "1", "--quiet", "--id", "m")


@pytest.mark.parametrize(("game", "ending", "variant"), [("hive", "pgn", "Base"), ("hex", "sgf", "3x3")])
@pytest.mark.parametrize("journal_first", [True, False])
def test_the_file_of_a_match_beside_its_journal_adds_nothing(
    tmp_path: Path, home: Path, game: str, ending: str, variant: str, journal_first: bool
) -> None:
    # On a board so small, and with engines so simple, games are played twice.
    out, store = str(tmp_path / f"m.{ending}"), str(tmp_path / "x.db")
    run("match", "random:seed=1", "random:seed=1", "--game", game, "--variant", variant,
        "--move-cap", "10", *QUICK, "--out", out)  # fmt: skip
    journal = str(home / "matches" / "m" / "games.jsonl")
    files = [journal, out] if journal_first else [out, journal]
    first = objects("games", "import", files[0], "--store", store)[-1]
    second = objects("games", "import", files[1], "--store", store)[-1]
    assert (first["added"], second["added"], second["duplicates"]) == (6, 0, 6)
    with Store.open(store) as opened:
        assert sorted(found.record.number for found in opened.search()) == list(range(6))
        assert {player.engine for player in opened.players()} == {"random:seed=1"}
