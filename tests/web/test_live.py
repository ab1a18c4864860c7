"""A game over the WebSocket."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from hexapoda.games import Game
from hexapoda.games.position import Position
from hexapoda.play import LiveGame
from hexapoda.web.answers.position import LegalJson, RefusalJson
from hexapoda.web.live.refusal import answer_why
from hexapoda.web.settings import WebSettings
from tests.web.pages import create, open_page, refused_socket, serving


@pytest.mark.parametrize(("game", "variant", "move"), [("hive", "Base+MLP", "wS1"), ("hex", "7x7", "b2")])
def test_a_move_and_its_answer(client: TestClient, game: str, variant: str, move: str) -> None:
    made = create(client, game, "human", "level-1", variant=variant)
    with open_page(client, made["id"], made["keys"]) as (page, joined):
        assert joined["type"] == "state" and joined["id"] == made["id"] and joined["legal"]
        moved = page.move(move, ply=0)
        assert moved["board"]["moves"] == [move] and moved["last"]["move"] == move
        assert moved["seats"][1]["thinking"] and moved["legal"] == [] and moved["undo"]
        state = page.state(lambda state: state["board"]["ply"] == 2)
        assert not state["seats"][1]["thinking"] and state["legal"]
        assert state["version"] > moved["version"] > joined["version"]


def test_refusals_say_why(client: TestClient) -> None:
    start = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-"
    made = create(client, "hive", start=start)
    with open_page(client, made["id"], made["keys"]) as (page, _):
        refused = page.move("wS1 \\bQ", ply=4)
        assert refused["type"] == "refusal" and refused["rule"] == "one_hive" and refused["cells"]
        assert refused["pieces"] and refused["text"] and refused["move"] == "wS1 \\bQ"
        assert page.ask("why", move="wS1 \\bQ")["rule"] == "one_hive"
        stuck = page.ask("why", move="wS1")
        assert (
            stuck["type"] == "refusal"
            and "moving the white spider (wS1) would split the hive" in stuck["text"]
            and stuck["cells"]
        )
        assert page.move("hop")["text"].startswith("'hop' is not a move")
        assert page.ask("why", move="wA1 -wQ")["type"] == "legal"
        assert "could be" in page.move("a1")["text"]
        assert page.move("ant -wQ")["board"]["ply"] == 5, "the words of the terminal"


def test_what_a_move_does_is_found_in_another_thread(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That takes half a second on the largest boards, in which no other page may have to wait."""
    loops = list[bool]()

    def answer(game: Game, position: Position, text: str) -> LegalJson | RefusalJson:
        loops.append(asyncio._get_running_loop() is not None)
        return answer_why(game, position, text)

    monkeypatch.setattr("hexapoda.web.live.room.answer_why", answer)
    made = create(client, "hex", variant="5x5")
    with open_page(client, made["id"], made["keys"]) as (page, _):
        assert page.ask("why", move="c3")["does"]
    assert loops == [False]


def test_undo_redo_and_the_end(client: TestClient) -> None:
    made = create(client, "hex", variant="3x3")
    with open_page(client, made["id"], made["keys"]) as (page, _):
        assert page.ask("undo")["text"] == "no move can be taken back"
        assert page.ask("redo")["text"] == "no move was taken back"
        page.move("b2")
        undone = page.ask("undo")
        assert undone["board"]["ply"] == 0 and undone["redo"] and not undone["undo"]
        assert page.ask("redo")["board"]["moves"] == ["b2"]
        resigned = page.ask("resign")
        assert resigned["result"]["winner"] == 0
        assert resigned["result"]["text"] == "Black wins: White resigns"
        assert page.move("a1")["text"] == page.ask("hint")["text"] == "the game is over"
        assert page.ask("resign")["type"] == "error"
        assert page.ask("undo")["result"] is None
        for move in ("a1", "b1", "a2"):
            assert page.move(move)["result"] is None
        won = page.move("b3")
        assert won["result"]["winner"] == 0 and won["legal"] == [] and won["board"]["winning_chain"]


def test_undo_against_an_engine_while_it_thinks(home: Path) -> None:
    with serving(WebSettings(move_seconds=1.0)) as client:
        made = create(client, "hex", "human", "level-10", variant="11x11")
        with open_page(client, made["id"], made["keys"]) as (page, _):
            assert page.move("a2")["seats"][1]["thinking"]
            undone = page.ask("undo")
            assert undone["board"]["ply"] == 0 and not undone["seats"][1]["thinking"] and undone["legal"]
            page.move("b2")
            assert page.state(lambda state: state["board"]["ply"] == 2)["board"]["moves"][0] == "b2"


def test_the_second_repetition_is_announced(client: TestClient) -> None:
    made = create(client, "hive", variant="Base")
    with open_page(client, made["id"], made["keys"]) as (page, _):
        for text in ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"):
            assert page.move(text)["warning"] == ""
        loop = ("wQ \\wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-")
        said = [page.move(text)["warning"] for text in loop]
        assert said[:3] == [""] * 3 and said[3].startswith("This position has occurred twice")
        assert [bool(page.move(text)["warning"]) for text in loop[:3]] == [True] * 3
        assert page.move(loop[3])["result"]["winner"] is None


def test_two_people_get_no_hints_against_each_other(client: TestClient) -> None:
    people = create(client, "hex", variant="3x3")
    with open_page(client, people["id"], people["keys"][:1]) as (one, _):
        assert (
            one.ask("hint")["text"]
            == "there are no hints in a game between two people unless both allow help"
        )
    with open_page(client, people["id"], people["keys"]) as (both, _):
        assert both.ask("hint")["type"] == "hint"


def test_hints(client: TestClient) -> None:
    with serving(WebSettings(hint_seconds=0.1)) as client:
        made = create(client, "hive", "human", "level-1")
        with open_page(client, made["id"], made["keys"]) as (page, _):
            hint = page.ask("hint")
            assert hint["type"] == "hint" and 1 <= len(hint["lines"]) <= 3
            assert hint["text"] == " ".join(remark["text"] for remark in hint["remarks"])
            assert {"move", "text", "score", "depth"} <= set(hint["lines"][0])
            assert page.move(hint["lines"][0]["move"])["type"] == "state"


def test_a_hint_for_a_position_that_is_gone(client: TestClient) -> None:
    with serving(WebSettings(hint_seconds=60)) as client:
        made = create(client, "hex", variant="7x7")
        with open_page(client, made["id"], made["keys"]) as (page, _):
            page.socket.send_json({"type": "hint", "ref": "a"})
            assert "already" in page.ask("hint")["text"]
            page.move("b2")
            stale = page.until(lambda message: message.get("ref") == "a")
            assert stale["type"] == "error" and "has moved on" in stale["text"]


def test_who_may_move(client: TestClient) -> None:
    made = create(client, "hex", variant="5x5")
    first, second = made["keys"]
    with (
        open_page(client, made["id"], [first]) as (black, _),
        open_page(client, made["id"], [second]) as (white, _),
        open_page(client, made["id"]) as (watcher, _),
    ):
        for page in (white, watcher):
            assert page.move("a1")["text"] == "this page does not play Black"
            assert page.ask("resign")["type"] == page.ask("hint")["type"] == "error"
        assert black.move("a1")["board"]["ply"] == 1
        for page in (white, watcher):
            assert page.state()["board"]["moves"] == ["a1"]
        for asked in ("undo", "redo", "draw", "accept"):
            assert watcher.ask(asked)["type"] == "error"
        assert "consent" in watcher.ask("undo")["text"] and "consent" in black.ask("redo")["text"]
        assert "does not play White" in black.move("a2")["text"]
        stale = white.move("a2", ply=0)
        assert stale["type"] == "error" and "has moved on" in stale["text"]
        assert white.move("a2", ply=1)["board"]["ply"] == 2
        assert black.state()["version"] == watcher.state()["version"] == 2


def test_nobody_moves_for_an_engine(client: TestClient) -> None:
    made = create(client, "hex", "human", "level-10", variant="11x11")
    with open_page(client, made["id"], made["keys"]) as (page, _):
        page.move("a2")
        assert page.move("b2")["text"].endswith("'s turn")


def test_two_engines_play_while_somebody_watches(client: TestClient) -> None:
    made = create(client, "hex", "random", "random", variant="4x4")
    with open_page(client, made["id"], made["keys"]) as (page, _):
        over = page.state(lambda state: state["result"])
        assert over["board"]["ply"] >= 4 and not any(seat["thinking"] for seat in over["seats"])


def test_moves_of_two_engines_can_be_watched(home: Path) -> None:
    with serving(WebSettings(watch_seconds=0.3)) as client:
        made = create(client, "hex", "random", "random", variant="4x4")
        with open_page(client, made["id"], made["keys"]) as (page, _):
            times: list[float] = []
            while len(times) < 3:
                page.state(lambda state: state["board"]["ply"] > len(times))
                times.append(time.monotonic())
            assert times[2] - times[0] > 0.5
        clocked = create(client, "hex", "random", "random", variant="4x4", clock="60+1")
        with open_page(client, clocked["id"], clocked["keys"]) as (page, _):
            began = time.monotonic()
            over = page.state(lambda state: state["result"])
            assert time.monotonic() - began < 0.3 * over["board"]["ply"]


def test_the_engine_waits_for_a_page(client: TestClient) -> None:
    made = create(client, "hex", "human", "level-10", variant="11x11", rules={"swap": "off"})
    game = f"/api/v1/games/{made['id']}"
    with open_page(client, made["id"], made["keys"]) as (page, joined):
        assert page.move("a5")["seats"][1]["thinking"]
    deadline = time.monotonic() + 10  # the engine is stopped soon after the page has left
    while client.get(game).json()["seats"][1]["thinking"]:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert client.get(game).json()["board"]["ply"] == 1
    with open_page(client, made["id"], made["keys"]) as (page, joined):
        assert joined["seats"][1]["thinking"]
        assert page.state(lambda state: state["legal"])["board"]["ply"] == 2


def test_an_engine_moves_after_pages_that_left_at_once(home: Path) -> None:
    with serving(WebSettings(move_seconds=0.6)) as client:
        made = create(client, "hex", "human", "level-10", variant="11x11", rules={"swap": "off"})
        with open_page(client, made["id"], made["keys"]) as (page, joined):
            page.move("a5")
        for _ in range(20):
            with open_page(client, made["id"], made["keys"]) as (page, joined):
                assert joined["trouble"] == ""
        with open_page(client, made["id"], made["keys"]) as (page, joined):
            state = (
                joined if joined["legal"] else page.state(lambda state: state["legal"] or state["trouble"])
            )
            assert (state["board"]["ply"], state["trouble"]) == (2, "")


def test_a_move_of_an_engine_that_cannot_be_played_is_trouble(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(LiveGame, "play", fail)
    made = create(client, "hex", "level-1", "human", variant="5x5")
    with open_page(client, made["id"], made["keys"]) as (page, joined):
        state = joined if joined["trouble"] else page.state(lambda state: state["trouble"])
        assert state["trouble"] == "internal error of the server" and not state["seats"][0]["thinking"]


def test_clocks(client: TestClient) -> None:
    made = create(client, "hex", "human", "level-1", variant="5x5", clock="1+0")
    with open_page(client, made["id"], made["keys"]) as (page, _):
        over = page.state(lambda state: state["result"])
        assert (over["result"]["winner"], over["result"]["text"]) == (1, "White wins: Black is out of time")
        assert over["clock"] == {"left": [0, 1], "running": None, "control": "1+0"}
        assert page.move("a1")["text"] == "the game is over"
        assert not over["undo"] and "loss on time" in page.ask("undo")["text"]


def test_many_pages_of_one_game(client: TestClient) -> None:
    with serving(WebSettings(listeners=1)) as client:
        made = create(client, "hex", variant="5x5")
        with open_page(client, made["id"], made["keys"]) as (page, _):
            assert refused_socket(client, made["id"], {"type": "join"}) == (
                1008,
                "too many pages are watching this game",
            )
            assert page.move("a1")["board"]["ply"] == 1
