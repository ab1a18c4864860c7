"""The ratings of a visitor against the levels, from the games that are finished here."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexapoda.analysis.level_games import level_game, rated_levels
from hexapoda.analysis.level_rating import LevelGame
from hexapoda.engines.hive.level import LEVELS
from hexapoda.games import find_game
from hexapoda.play import Aid, Setup
from hexapoda.play.aid import aid_tag, aids_in
from hexapoda.record import Ending, GameRecord, MoveRecord, PlayerRecord
from hexapoda.storage import Store
from hexapoda.storage.played_games import keep_played
from hexapoda.web.level_ratings import level_ratings_json
from hexapoda.web.owner import LOCAL, new_key
from hexapoda.web.settings import WebSettings
from tests.web.pages import create, open_page, serving

HEX = find_game("hex")
RATED = {"variant": "11x11", "rules": {"swap": "pieces"}}


def ratings(client: TestClient) -> dict[str, Any]:
    answer = client.get("/api/v1/owner/levels")
    assert answer.status_code == 200, answer.text
    return {one["game"]: one for one in answer.json()["ratings"] if one["variant"] in ("Base", "11x11")}


def resign(client: TestClient, level: str = "level-1", *before: str, **wish: Any) -> None:
    """Play a move against a level, send messages, and resign."""
    made = create(client, "hex", "human", level, **{**RATED, **wish})
    with open_page(client, made["id"], made["keys"]) as (page, _):
        page.move("a1")
        page.state(lambda state: state["legal"])
        for type in before:
            page.ask(type, on=True, kind="lines")
        if "undo" in before:
            page.move("b2")
            page.state(lambda state: state["legal"])
        assert page.ask("resign")["result"] is not None


def test_nothing_is_known_before_there_is_a_game(client: TestClient) -> None:
    found = ratings(client)
    every = client.get("/api/v1/owner/levels").json()["ratings"]
    assert [one["variant"] for one in every] == ["Base+MLP", "Base", "11x11", "7x7", "13x13"], (
        "each has its own scale"
    )
    for one in every:
        assert one["games"] == 0 and one["rating"] is one["low"] is one["high"] is one["next"] is None
        assert all(level["expected"] is None for level in one["levels"])
    assert [level["id"] for level in found["hive"]["levels"]] == [f"level-{k:g}" for k in LEVELS if k <= 9]


def test_a_lost_game_counts_at_once(client: TestClient) -> None:
    resign(client)
    found = ratings(client)["hex"]
    # The formula: lost against 1000, and drawn with the level of a beginner, 1325.
    assert found["games"] == 1 and found["low"] < found["rating"] < found["high"]
    expected = [1 / (1 + 10 ** ((level - found["rating"]) / 400)) for level in (1000, 1325)]
    assert abs(sum(expected) - 0.5) < 0.005
    assert abs(found["levels"][0]["expected"] - expected[0]) < 0.005
    assert found["next"] == "level-1"
    assert ratings(client)["hive"]["games"] == 0


@pytest.mark.parametrize(
    ("messages", "wish"),
    [
        (("hint",), {}),
        (("undo",), {}),
        (("teach",), {}),
        (("help",), {}),
        ((), {"variant": "13x13"}),
        ((), {"clock": "10+0"}),
        ((), {"rules": {}}),
        ((), {"seconds": [None, 0.5]}),
    ],
)
def test_games_with_help_or_other_rules_do_not_count(
    client: TestClient, messages: tuple[str, ...], wish: dict[str, Any]
) -> None:
    resign(client, "level-1", *messages, **wish)
    assert ratings(client)["hex"]["games"] == 0
    assert client.get("/api/v1/library/games").json()["total"] == 1


def test_each_visitor_has_a_rating(home: Path) -> None:
    with serving(WebSettings(names=("club.example",))) as client:
        client.cookies.set("hexapoda-key", new_key())
        resign(client)
        assert ratings(client)["hex"]["games"] == 1
        client.cookies.set("hexapoda-key", new_key())
        assert ratings(client)["hex"]["games"] == 0


@pytest.mark.parametrize("message", ["hint", "teach", "help"])
def test_a_kill_does_not_make_help_undone(client: TestClient, home: Path, message: str) -> None:
    made = create(client, "hex", "human", "level-1", **RATED)
    with open_page(client, made["id"], made["keys"]) as (page, _):
        page.ask(message, on=True, kind="lines")
        saved = json.loads((home / "web" / f"{made['id']}.json").read_text("utf-8"))
        assert saved["tags"]["Help"] == {"hint": "hint", "teach": "check", "help": "lines"}[message]


def test_a_game_that_began_with_given_moves_does_not_count() -> None:
    given = "Base+MLP;InProgress;White[2];wS1;bG1 -wS1"
    for start, aids in ((given, {Aid.MOVES}), (None, set())):
        session = Setup("hive", ("human", "greedy"), "Base+MLP", start=start).session()
        assert session.record().start is None and aids_in(session.record().tags) == aids


def test_a_kind_of_help_that_a_page_may_not_name_is_refused(client: TestClient) -> None:
    made = create(client, "hex", "human", "level-1")
    with open_page(client, made["id"], made["keys"]) as (page, _):
        assert page.ask("help", kind="hint")["type"] == "error"
    assert client.get(f"/api/v1/games/{made['id']}").json()["help"] == []


def test_the_tag_of_a_record() -> None:
    assert aids_in([aid_tag([])]) == frozenset()
    assert aids_in([aid_tag({Aid.UNDO, Aid.HINT})]) == {Aid.UNDO, Aid.HINT}
    assert aids_in([]) == aids_in([("Help", "magic")]) == {Aid.UNKNOWN}


@pytest.mark.parametrize(
    ("board", "level", "proposed"),
    [("11x11", 9, "level-10"), ("11x11", 4, "level-5.5"), ("13x13", 7, "level-7.5"), ("13x13", 2, "level-3")],
)
def test_who_beats_a_level_meets_a_higher_one(home: Path, board: str, level: int, proposed: str) -> None:
    with Store.open() as store:
        for number in range(5):
            won = GameRecord(
                "hex", board, (PlayerRecord("human"), PlayerRecord("rave", f"rave:level={level}")),
                (MoveRecord("a1"),), 0, True, Ending.RESIGN,
                rules=(("swap", "pieces"),), tags=(aid_tag([]),), date=f"2026-01-0{number + 1}T00:00:00Z",
            )  # fmt: skip
            keep_played(store, won, LOCAL)
        [found] = [one for one in level_ratings_json(store, LOCAL) if one["variant"] == board]
    assert (found["games"], found["next"]) == (5, proposed)


def test_which_records_count() -> None:
    level = PlayerRecord("rave level 3", "rave:level=3")
    you = PlayerRecord("you")
    won = GameRecord(
        "hex", "11x11", (level, you), (MoveRecord("a1"),), 1, True, Ending.RESIGN,
        rules=(("swap", "pieces"),), tags=(aid_tag([]),),
    )  # fmt: skip
    levels = rated_levels(HEX, HEX.ladders[0])
    assert level_game(HEX, HEX.ladders[0], won, levels) == LevelGame(1631, 1.0)
    assert level_game(HEX, HEX.ladders[0], replace(won, winner=0), levels) == LevelGame(1631, 0.0)
    for other in (
        replace(won, finished=False, winner=None),
        replace(won, tags=()),
        replace(won, players=(you, you)),
        replace(won, players=(level, level)),
        replace(won, players=(PlayerRecord("full", "rave:level=10"), you)),
        replace(won, rules=()),
        replace(won, start="hex 11x11"),
    ):
        assert level_game(HEX, HEX.ladders[0], other, levels) is None
