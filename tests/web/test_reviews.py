"""Reviews on the server: begun, watched, stopped, resumed, tried, and what is refused."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexapoda.analysis.review_input import read_game_text
from hexapoda.engine import Limit
from hexapoda.storage import Store
from hexapoda.web.live.page_pool import PagePool
from hexapoda.web.live.reviews import Reviews
from hexapoda.web.problem import Problem
from hexapoda.web.settings import WebSettings
from tests.browser import run_async
from tests.web.answer_check import check_message
from tests.web.pages import SOCKET, create, open_page, serving

HIVE = (
    "Base+MLP;InProgress;Black[6];wL;bG1 /wL;wQ wL-;bL /bG1;wA1 wQ/;bQ -bL;wA2 wA1-;bM -bG1;wS1 -wA1;bP -bM;"
    "wS1 \\bM"
)
SHORTER = HIVE.replace("Black[6]", "White[6]").rpartition(";")[0]
HEX = "(;FF[4]GM[11]SZ[5];B[c3];W[b3];B[c2];W[b4];B[d1];W[b5])"
FAST = WebSettings(review_fast=Limit(nodes=100), review_deep=Limit(nodes=300))


@pytest.fixture
def client(home: Path) -> Iterator[TestClient]:
    with serving(FAST) as client:
        yield client


def begin(client: TestClient, **wish: Any) -> str:
    """Begin a review; its id."""
    answer = client.post("/api/v1/reviews", json=wish)
    assert answer.status_code == 201, answer.text
    id: str = answer.json()["id"]
    return id


def read(client: TestClient, id: str) -> Any:
    answer = client.get(f"/api/v1/reviews/{id}")
    assert answer.status_code == 200, answer.text
    return answer.json()


@contextmanager
def watching(client: TestClient, id: str, version: int = 0) -> Iterator[Any]:
    with client.websocket_connect(f"{SOCKET}/api/v1/reviews/{id}/live") as socket:
        socket.send_json({"type": "join", "version": version})
        yield socket


def progress(socket: Any, *wanted: str) -> tuple[Any, list[Any]]:
    """Wait for a progress with one of these states; it, and the messages before it."""
    before: list[Any] = []
    while True:
        message = check_message("ReviewMessage", socket.receive_json())
        if message["type"] == "progress" and message["status"] in wanted:
            return message, before
        before.append(message)


def finish(client: TestClient, id: str) -> Any:
    with watching(client, id) as socket:
        ended, _ = progress(socket, "done", "failed")
        assert ended["status"] == "done", ended["trouble"]
    return read(client, id)


def test_a_review_of_a_text(client: TestClient) -> None:
    id = begin(client, text=HIVE)
    with watching(client, id) as socket:
        ended, before = progress(socket, "done")
    assert ended["done"] == ended["planned"] == 11 and ended["again_left"] == 0
    assert {"judgment", "summary", "progress"} == {message["type"] for message in before}
    full = read(client, id)
    assert full["game"] == "hive" and full["result"] == "*" and len(full["moves"]) == 11
    assert len(full["boards"]) == 12 and full["boards"][5]["ply"] == 5
    assert full["steps"][2]["move"] == "wQ wL-"
    assert [one["ply"] for one in full["judgments"]] == list(range(1, 12))
    assert full["judgments"][4]["side"] == 0 and 0 <= full["judgments"][4]["win"] <= 1
    errors = [one for one in full["judgments"] if one["error"]]
    assert errors and any(one["deep"] for one in full["judgments"])
    for one in errors:
        assert (
            one["text"].lower().startswith(one["judgment"])
            and one["better"][0]["move"]["move"] == one["best"]
        )
        assert one["better"][0]["board"]["ply"] == one["ply"] and one["glyph"]
    counts = [side["counts"] for side in full["summary"]["players"]]
    assert sum(sum(each.values()) for each in counts) <= 11 and full["summary"]["opening"] is None


def test_a_review_of_hex_and_of_moves(client: TestClient) -> None:
    full = finish(client, begin(client, text=HEX))
    assert full["game"] == "hex" and len(full["boards"]) == 7
    moves = {"game": "hex", "variant": "5x5", "moves": ["c3", "b3"], "names": ["Ann", "Ben"]}
    full = finish(client, begin(client, moves=moves))
    assert full["names"] == ["Ann", "Ben"] and full["moves"] == ["c3", "b3"]


def test_a_game_that_was_played_here(client: TestClient) -> None:
    made = create(client, "hex", variant="5x5")
    with open_page(client, made["id"], made["keys"]) as (page, _):
        for move in ("c3", "b3", "d4"):
            page.move(move)
    full = finish(client, begin(client, played=made["id"]))
    assert full["moves"] == ["c3", "b3", "d4"] and full["result"] == "*"


def test_given_moves_are_neither_judged_nor_practiced(client: TestClient) -> None:
    given = ["c3", "b2", "a1", "a2"]
    made = create(client, "hex", variant="5x5", moves=given)
    with open_page(client, made["id"], made["keys"]) as (page, _):
        page.move("a5")
        page.ask("resign")
    full = finish(client, begin(client, played=made["id"]))
    assert full["planned"] == 1 and [one["ply"] for one in full["judgments"]] == [5]
    assert [sum(side["counts"].values()) for side in full["summary"]["players"]] == [1, 0]
    wish = {"reviews": [{"id": full["id"], "player": 0}]}
    assert client.post("/api/v1/review-habits", json=wish).json()["games"]["hex"]["moves"] == 1
    tried = client.post(f"/api/v1/reviews/{full['id']}/tries", json={"ply": 2, "move": "b4"})
    assert tried.status_code == 400 and "expected 5 to 5" in tried.json()["error"]["text"]
    nothing = create(client, "hex", variant="5x5", moves=given)
    refused = client.post("/api/v1/reviews", json={"played": nothing["id"]})
    assert refused.status_code == 400 and "nobody has moved" in refused.json()["error"]["text"]


def test_another_move_is_tried(client: TestClient) -> None:
    id = begin(client, text=HIVE)
    full = finish(client, id)
    error = next(one for one in full["judgments"] if one["error"])
    before = client.get(f"/api/v1/reviews/{id}/positions/{error['ply']}").json()
    assert before["board"]["ply"] == error["ply"] - 1
    assert error["best"] in [move["move"] for move in before["legal"]]
    ask = f"/api/v1/reviews/{id}/tries"
    tried = client.post(ask, json={"ply": error["ply"], "move": error["best"]}).json()
    assert tried["judgment"] in ("best", "good") and not tried["same"]
    assert tried["step"]["board"]["ply"] == error["ply"]
    again = client.post(ask, json={"ply": error["ply"], "move": error["move"]}).json()
    assert again["same"]
    refused = client.post(ask, json={"ply": error["ply"], "move": "wQ wQ-"})
    assert refused.status_code == 400 and refused.json()["error"]["text"]
    assert client.post(ask, json={"ply": 99, "move": "wA1"}).status_code == 400
    assert "1 to 11" in client.get(f"/api/v1/reviews/{id}/positions/99").json()["error"]["text"]


def test_stop_and_resume(home: Path) -> None:
    slow = WebSettings(review_fast=Limit(time=0.05), review_deep=Limit(nodes=10))
    with serving(slow) as client:
        id = begin(client, text=HIVE)
        with watching(client, id) as socket:
            socket.send_json({"type": "stop"})
            progress(socket, "stopped")
            assert len(read(client, id)["judgments"]) < 11
            socket.send_json({"type": "resume"})
            progress(socket, "done")
        assert len(read(client, id)["judgments"]) == 11


def test_stopping_a_review_leaves_the_move_that_somebody_tries(home: Path) -> None:
    slow = WebSettings(review_fast=Limit(time=60.0), review_deep=Limit(time=0.4))
    with serving(slow) as client, ThreadPoolExecutor(1) as other:
        pool: Any = client.app.state.rooms.pool  # type: ignore[attr-defined]
        id = begin(client, text=HIVE)
        with watching(client, id) as socket:
            progress(socket, "fast")
            [move, *_] = client.get(f"/api/v1/reviews/{id}/positions/9").json()["legal"]
            wish = {"ply": 9, "move": move["move"]}
            tried = other.submit(client.post, f"/api/v1/reviews/{id}/tries", json=wish)
            while not tried.done() and sum(process.job is not None for process in pool.workers.processes) < 2:
                time.sleep(0.01)
            socket.send_json({"type": "stop"})
            progress(socket, "stopped")
        answer = tried.result()
        assert answer.status_code == 200 and answer.json()["judgment"], answer.text


PGN = """[GameType "Base"]
[White "Ann"]
[Black "Bob"]
[Date "2024.05.03"]
[Result "WhiteWins"]

{A game} 1. wS1 2. bS1 wS1- $2 (2. bA1 wS1- {better}) 3. wQ -wS1 4. bQ bS1- 5. wA1 -wQ 6. bA1 bQ-

WhiteWins
"""


def test_a_review_is_found_again_from_its_game(client: TestClient) -> None:
    id = begin(client, text=PGN)
    assert begin(client, text=PGN) == id, "the same game has one review"
    assert begin(client, text=PGN.replace("05.03", "05.04")) != id, "that game was played on another day"
    finish(client, id)
    record = client.get(f"/api/v1/reviews/{id}/record").json()["record"]
    assert (
        record["names"] == ["Ann", "Bob"]
        and record["result"] == "1-0"
        and record["nodes"][0]["comment"] == "A game"
    )
    assert record["headers"]["date"].startswith("2024")
    nodes = {node["id"]: node for node in record["nodes"]}
    line = [node for node in nodes.values() if node.get("move", {}).get("move") == "bA1 wS1-"]
    assert line and line[0]["comment"] == "better", "the variation of the file is there"
    judged = [node for node in nodes.values() if node.get("review", {}).get("judgment")]
    assert [node["review"]["judgment"] for node in judged] and all("analysis" in node for node in judged)


def test_one_after_the_other(home: Path) -> None:
    """While the first review searches, the second one waits and is told its place; the third is refused."""
    slow = WebSettings(review_fast=Limit(time=30.0), review_deep=Limit(nodes=10), reviews_waiting=1)
    with serving(slow) as client:
        first = begin(client, text=HIVE)
        with watching(client, first) as socket:
            progress(socket, "fast")
            second = begin(client, text=SHORTER)
            with watching(client, second) as waiting:
                assert progress(waiting, "waiting")[0]["place"] == 1
                refused = client.post("/api/v1/reviews", json={"text": HEX})
                assert refused.status_code == 429 and "waiting" in refused.json()["error"]["text"]
                waiting.send_json({"type": "stop"})
                assert progress(waiting, "stopped")[0]["place"] is None
            socket.send_json({"type": "stop"})
            progress(socket, "stopped")


def test_one_client_leaves_room_for_the_moves_of_others(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    release = threading.Event()
    monkeypatch.setattr(
        "hexapoda.web.live.reviews.move_judgment_json", lambda *_: {"judged": release.wait(60)}
    )

    async def judged() -> list[Any]:
        tree, pool = read_game_text(HEX, "game"), PagePool(FAST)
        reviews = Reviews(FAST, pool)
        asked = [
            asyncio.ensure_future(reviews.judge_move(client, tree, "a1"))
            for client in [*["busy"] * 6, "another"]
        ]
        await asyncio.sleep(0)  # all are asked before the first answer
        release.set()
        found: list[Any] = await asyncio.gather(*asked, return_exceptions=True)
        found.append(await reviews.judge_move("busy", tree, "a1"))
        await reviews.close()
        pool.close()
        return found

    found = run_async(judged())
    assert [isinstance(each, Problem) for each in found] == [False] * 4 + [True] * 2 + [False] * 2
    assert all(each.status == 429 for each in found[4:6])


def test_a_review_goes_on_after_a_restart(home: Path) -> None:
    with serving(WebSettings(review_fast=Limit(time=30.0))) as client:
        id = begin(client, text=HIVE)
        with watching(client, id) as socket:
            progress(socket, "fast")
    saved = json.loads((home / "web" / "reviews" / f"{id}.json").read_text())
    assert saved["status"] == "waiting"
    with serving(FAST) as client:
        assert len(finish(client, id)["judgments"]) == 11
        stopped = read(client, id)["version"]
    saved = json.loads((home / "web" / "reviews" / f"{id}.json").read_text())
    assert saved["status"] == "done" and stopped
    for damage in (b"{}", b"\xff"):
        (home / "web" / "reviews" / f"{id}.json").write_bytes(damage)
        with serving(FAST) as client:
            damaged = client.get(f"/api/v1/reviews/{id}")
            assert damaged.status_code == 409 and "damaged" in damaged.json()["error"]["text"]


@pytest.mark.parametrize("status", ["fast", "deep"])
def test_a_review_goes_on_after_a_kill(home: Path, status: str) -> None:
    with serving(FAST) as client:
        id = begin(client, text=HIVE)
        finish(client, id)
    path = home / "web" / "reviews" / f"{id}.json"
    saved = json.loads(path.read_text())
    path.write_text(json.dumps({**saved, "status": status}))  # as a server that is killed leaves it
    with serving(FAST) as client:
        assert finish(client, id)["status"] == "done"


def test_what_goes_wrong_most_often(client: TestClient) -> None:
    hive, hex = begin(client, text=HIVE), begin(client, text=HEX)
    full = finish(client, hive)
    finish(client, hex)
    gone = "0" * 32
    wish = {"reviews": [{"id": hive, "player": 1}, {"id": hex, "player": 0}, {"id": gone, "player": 0}]}
    found = client.post("/api/v1/review-habits", json=wish).json()
    assert set(found["games"]) == {"hive", "hex"} and found["gone"] == [gone]
    errors = [one["ply"] for one in full["judgments"] if one["error"] and one["side"] == 1]
    habits = found["games"]["hive"]
    assert sum(part["errors"] for part in habits["parts"]) == len(errors)
    assert [one["ply"] for one in habits["worst"]] == sorted(
        errors, key=lambda ply: -full["judgments"][ply - 1]["win_probability_loss"]
    )[:6]


@pytest.mark.parametrize(
    ("wish", "text"),
    [
        ({}, "exactly one"),
        ({"text": HIVE, "played": "0" * 32}, "exactly one"),
        ({"text": "no game"}, "no game"),
        ({"text": f"{HIVE}\n{HIVE}"}, "contains 2 games: choose one, 1 to 2"),
        ({"text": HIVE, "number": 2}, "no game number 2"),
        ({"played": "0" * 32}, "no such game"),
        ({"played": "../x"}, "pattern"),
        ({"moves": {"game": "go", "moves": ["a1"]}}, "expected hive or hex"),
        ({"moves": {"game": "hex", "moves": ["z99"]}}, "z99"),
        ({"moves": {"game": "hex", "moves": []}}, "no moves"),
    ],
)
def test_refused(client: TestClient, wish: Any, text: str) -> None:
    answer = client.post("/api/v1/reviews", json=wish)
    assert answer.status_code in (400, 404) and text in answer.json()["error"]["text"]


def test_a_game_in_a_text_with_several(client: TestClient) -> None:
    id = begin(client, text=f"{HIVE}\n{SHORTER}", number=2)
    assert len(read(client, id)["moves"]) == 10


def test_unknown_reviews(client: TestClient) -> None:
    for id in ("0" * 32, "x", "..%2f"):
        assert client.get(f"/api/v1/reviews/{id}").status_code == 404
    with client.websocket_connect(f"{SOCKET}/api/v1/reviews/{'0' * 32}/live") as socket:
        socket.send_json({"type": "join"})
        german = {"de": {"text": "diese Durchsicht gibt es nicht"}}
        said = {"type": "error", "text": "there is no such review", "translations": german, "status": 404}
        assert socket.receive_json() == said
    with client.websocket_connect(f"{SOCKET}/api/v1/reviews/{'0' * 32}/live") as socket:
        socket.send_json({"type": "stop"})
        assert "join" in socket.receive_json()["text"]


def test_long_games_are_refused(home: Path) -> None:
    with serving(WebSettings(review_plies=5)) as client:
        answer = client.post("/api/v1/reviews", json={"text": HIVE})
        assert answer.status_code == 400 and "11 moves" in answer.json()["error"]["text"]


def test_a_game_without_evaluations_is_refused(home: Path, game_of_y: None) -> None:
    with serving(FAST) as client:
        shown = client.get("/api/v1/catalog").json()["games"]
        assert [game["review"] for game in shown] == [True, True, False]
        answer = client.post("/api/v1/reviews", json={"moves": {"game": "y", "moves": ["1.1"]}})
        assert answer.status_code == 400 and "Y cannot be reviewed" in answer.json()["error"]["text"]


def test_the_opening_in_the_library(home: Path) -> None:
    home.mkdir(parents=True, exist_ok=True)
    with Store.open(str(home / "own.db"), create=True) as store:
        for text in (HIVE, SHORTER):
            store.add(read_game_text(text, "game").to_record())
    with serving(replace(FAST, store=str(home / "own.db"))) as client:
        opening = finish(client, begin(client, text=HIVE))["summary"]["opening"]
    assert opening == {"plies": 10, "games": 2, "score": None, "new_move": "wS1 \\bM"}
