"""Practice on the server: a review ends, its mistakes are due, an answer counts once, and they come back."""

from __future__ import annotations

import asyncio
import errno
import json
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexapoda.errors import EngineError
from hexapoda.files.data_folder import write_atomically
from hexapoda.practice.collection import Collection
from hexapoda.web.live.page_pool import PagePool
from hexapoda.web.live.practice import Practice
from hexapoda.web.problem import Problem
from hexapoda.web.settings import WebSettings
from tests.browser import run_async
from tests.practice.exercises import exercise
from tests.web.pages import create, open_page, serving
from tests.web.test_reviews import FAST, HEX, HIVE, begin, finish

ATTEMPT = "attempt-1"


@pytest.fixture
def client(home: Path) -> Any:
    with serving(FAST) as client:
        yield client


def due(client: TestClient, **query: Any) -> Any:
    answer = client.get("/api/v1/practice", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def practiced(client: TestClient, you: int = 1, text: str = HEX) -> list[Any]:
    """What is due after the review of a game."""
    finish(client, begin(client, text=text, you=you))
    queue: list[Any] = due(client)["queue"]
    assert queue
    return queue


def answered(client: TestClient, id: str, move: str, attempt: str = ATTEMPT, **more: Any) -> Any:
    wish = {"move": move, "attempt": attempt, **more}
    answer = client.post(f"/api/v1/practice/exercises/{id}/answer", json=wish)
    assert answer.status_code == 200, answer.text
    return answer.json()


def come_back(home: Path, id: str) -> None:
    """Let an exercise be due, as if the time had passed."""
    path = home / "practice" / "local" / f"{id}.json"
    card = json.loads(path.read_text("utf-8"))
    card["memory"]["due"] = time.time() - 1
    write_atomically(path, json.dumps(card))  # as a server changes it


def better(client: TestClient, row: Any) -> str:
    """The better move, as the review has it."""
    review = client.get(f"/api/v1/reviews/{row['review']}").json()
    [judgment] = [one for one in review["judgments"] if one["ply"] == row["ply"]]
    return str(judgment["best"])


def solve(client: TestClient, id: str, attempt: str = ATTEMPT, **more: Any) -> Any:
    """Find the better move, or all moves of a win; the last answer."""
    moves: list[str] = []
    while True:
        wish = {"level": 2, "moves": moves}
        hint = client.post(f"/api/v1/practice/exercises/{id}/hint", json=wish).json()
        found = answered(client, id, hint["move"]["move"], attempt, moves=moves, **more)
        if found["verdict"] != "right":
            return found
        assert found["rating"] is None and found["reply"]["legal"], "it goes on, and nothing counts yet"
        moves += [found["move"]["move"], found["reply"]["move"]["move"]]


def test_a_review_that_ends_brings_exercises(client: TestClient) -> None:
    assert due(client)["cards"] == 0
    id = begin(client, text=HEX, you=1)
    review = finish(client, id)
    assert review["you"] == 1
    wrong = [
        one["ply"]
        for one in review["judgments"]
        if one["side"] == 1 and one["judgment"] in ("mistake", "blunder", "missed win", "allowed win")
    ]
    found = due(client)
    assert wrong and sorted(row["ply"] for row in found["queue"]) == wrong
    assert found["due"] == found["new"] == len(wrong) and found["known"] == 0
    assert {row["review"] for row in found["queue"]} == {id} and {row["side"] for row in found["queue"]} == {
        "White"
    }
    assert sum(theme["cards"] for theme in found["themes"]) >= len(wrong)
    assert due(client, game="hive")["cards"] == 0 and found["games"][1]["cards"] == len(wrong)
    row = found["queue"][0]
    shown = client.get(f"/api/v1/practice/exercises/{row['id']}").json()
    assert shown["played"] == review["moves"][row["ply"] - 1]
    assert shown["board"]["ply"] == row["ply"] - 1 and shown["legal"]
    assert shown["moves"] == review["moves"][: row["ply"] - 1]


def test_an_answer_counts_once_and_the_exercise_comes_back(client: TestClient) -> None:
    row = practiced(client)[0]
    best = better(client, row)
    found = solve(client, row["id"], seconds=100)
    assert (found["verdict"], found["judged"], found["rating"]) == ("solved", "best", "good")
    assert found["due"] > time.time() + 24 * 3600, "days later"
    assert found["solution"]["steps"][0]["move"]["move"] == best
    assert found["solution"]["refutation"][0]["move"]["move"] == row["played"]
    assert row["id"] not in [one["id"] for one in due(client)["queue"]]
    again = solve(client, row["id"])
    assert again["rating"] is None and again["due"] == found["due"], "the same attempt"
    assert due(client)["weeks"][-1]["answers"] == 1


def test_a_wrong_answer_comes_back_soon(client: TestClient, home: Path) -> None:
    row = practiced(client)[0]
    found = answered(client, row["id"], row["played"])
    assert (found["verdict"], found["judged"], found["rating"]) == ("wrong", "same", "again")
    assert found["solution"] is None and found["reply"]["board"]["ply"] == row["ply"] + 1
    assert 0 < found["due"] - time.time() <= 600
    late = solve(client, row["id"])
    assert late["verdict"] == "solved" and late["rating"] is None
    assert late["due"] == found["due"], "the first answer of an attempt counts"
    early = solve(client, row["id"], "attempt-2", seconds=3)
    assert early["rating"] is None and early["due"] == found["due"], "it is not due yet"
    come_back(home, row["id"])
    easy = solve(client, row["id"], "attempt-3", seconds=3)
    assert easy["rating"] == "easy" and easy["due"] > late["due"]


def test_a_missed_win_is_played_to_the_end(client: TestClient) -> None:
    row = practiced(client)[0]
    shown = client.get(f"/api/v1/practice/exercises/{row['id']}").json()
    assert (shown["kind"], shown["judgment"]) == ("win", "allowed win") and shown["length"] > 1
    first = answered(client, row["id"], better(client, row))
    assert (first["verdict"], first["left"]) == ("right", shown["length"] - 1)
    moves = [first["move"]["move"], first["reply"]["move"]["move"]]
    assert [step["cell"] for step in (first["move"], first["reply"]["move"])]
    wrong = next(
        move["move"] for move in first["reply"]["legal"] if move["move"] in ("a1", "e1", "e5")
    )  # far from where it is decided
    lost = answered(client, row["id"], wrong, moves=moves)
    assert (lost["verdict"], lost["rating"]) == ("wrong", "again") and lost["reply"]
    place = f"/api/v1/practice/exercises/{row['id']}"
    for moves, part in (
        (["c4"], "pairs of a move"),
        (["a1", "a1"], "ply"),
        (["c4", "e3"] * 4, "pairs of a move"),
    ):
        answer = client.post(f"{place}/answer", json={"attempt": ATTEMPT, "move": "d4", "moves": moves})
        assert answer.status_code == 400 and part in answer.json()["error"]["text"], answer.text


def test_hints_and_the_solution(client: TestClient) -> None:
    first, *more = practiced(client)
    hints = [
        client.post(f"/api/v1/practice/exercises/{first['id']}/hint", json={"level": level}).json()
        for level in (1, 2)
    ]
    assert len(hints[0]["cells"]) == 4 and hints[0]["move"] is None
    assert hints[1]["move"]["move"] == better(client, first)
    assert solve(client, first["id"], hints=1)["rating"] == "hard"
    assert solve(client, first["id"], "attempt-2", hints=2)["rating"] == "again"
    other = (more or [first])[0]
    gone = client.post(f"/api/v1/practice/exercises/{other['id']}/solution", json={"attempt": "attempt-3"})
    assert gone.json()["rating"] == "again" and gone.json()["steps"] and gone.json()["text"]
    said = gone.json()["translations"]["de"]["text"]
    assert said and said != gone.json()["text"]


def test_a_move_that_the_rules_refuse_is_no_answer(client: TestClient) -> None:
    row = practiced(client)[0]
    taken = client.get(f"/api/v1/practice/exercises/{row['id']}").json()["moves"][0]
    refused = answered(client, row["id"], taken)
    assert refused["verdict"] == "refused" and taken in refused["text"]
    assert due(client)["queue"][0]["state"] == "new"
    wish = {"move": "zz99", "attempt": ATTEMPT}
    nonsense = client.post(f"/api/v1/practice/exercises/{row['id']}/answer", json=wish)
    assert nonsense.status_code == 400 and "zz99" in nonsense.json()["error"]["text"]


def test_who_the_visitor_was_may_change(client: TestClient) -> None:
    id = begin(client, text=HEX)
    finish(client, id)
    assert due(client)["cards"] == 0, "nobody was asked"
    said = client.put(f"/api/v1/reviews/{id}/you", json={"you": 1}).json()
    assert said["you"] == 1 and said["added"] == due(client)["cards"] > 0
    assert client.put(f"/api/v1/reviews/{id}/you", json={"you": 1}).json()["added"] == 0
    other = client.put(f"/api/v1/reviews/{id}/you", json={"you": 0}).json()
    assert due(client)["cards"] == other["added"]
    assert all(row["player"] == 0 for row in due(client)["queue"])
    assert client.put(f"/api/v1/reviews/{id}/you", json={"you": None}).json()["you"] is None
    assert due(client)["cards"] == 0
    assert client.put(f"/api/v1/reviews/{id}/you", json={"you": 2}).status_code == 400


def test_the_own_seat_of_a_game_that_was_played_here(client: TestClient) -> None:
    made = create(client, "hex", "human", "level-1", variant="5x5")
    with open_page(client, made["id"], made["keys"]) as (page, _):
        page.move("a1")
        page.state(lambda state: state["board"]["ply"] == 2)
        page.ask("resign")
    assert finish(client, begin(client, played=made["id"]))["you"] == 0


def test_removed_and_taken_back(client: TestClient) -> None:
    row = practiced(client)[0]
    place = f"/api/v1/practice/exercises/{row['id']}"
    count = due(client)["cards"]
    assert client.delete(place).json() == {"id": row["id"], "removed": True}
    assert (due(client)["cards"], due(client)["removed"]) == (count - 1, 1)
    finish(client, begin(client, text=HEX.replace("W[b5]", "W[a5]"), you=1))
    assert row["id"] not in [one["id"] for one in due(client)["queue"]], "no review brings it back"
    listed = client.get("/api/v1/practice/exercises", params={"removed": True}).json()
    assert [one["id"] for one in listed["exercises"]] == [row["id"]]
    assert client.post(f"{place}/restore").json()["removed"] is False
    assert row["id"] in [one["id"] for one in due(client)["queue"]]
    assert client.get("/api/v1/practice/exercises/0123456789abcdef").status_code == 404
    assert client.get("/api/v1/practice", params={"game": "chess"}).status_code == 400


def test_the_same_position_in_two_games_is_one_exercise(client: TestClient) -> None:
    row = practiced(client)[0]
    assert solve(client, row["id"])["verdict"] == "solved"
    count = due(client)["cards"]
    turned = (
        "(;FF[4]GM[11]SZ[5];B[c3];W[d3];B[c4];W[d2];B[b5];W[d1])"  # the same game seen from the other side
    )
    finish(client, begin(client, text=turned, you=1))
    found = due(client)
    assert found["cards"] == count
    again = next(one for one in found["queue"] if one["id"] == row["id"])
    assert again["times"] == 2, "it is due again, because it went wrong again"


def test_every_owner_has_their_own(home: Path) -> None:
    with serving(
        WebSettings(names=("club.example",), review_fast=FAST.review_fast, review_deep=FAST.review_deep)
    ) as one:
        one.cookies.set("hexapoda-key", "k" * 32)
        row = practiced(one)[0]
        one.cookies.set("hexapoda-key", "m" * 32)
        assert due(one)["cards"] == 0
        assert one.get(f"/api/v1/practice/exercises/{row['id']}").status_code == 404
        wish = {"move": row["played"], "attempt": ATTEMPT}
        assert one.post(f"/api/v1/practice/exercises/{row['id']}/answer", json=wish).status_code == 404
        assert len(list((home / "practice").iterdir())) == 1, "nothing is made for who has nothing"


DAMAGES: list[Callable[[Any], object]] = [
    lambda card: card.update(version=7),
    lambda card: card["exercise"].update(line=[]),
    lambda card: card["exercise"].update(kind="dance"),
    lambda card: card["memory"].update(state=5),
    lambda card: card["memory"].update(due="soon"),
    lambda card: card.update(answers=[[1.0, 9]]),
]


def test_a_damaged_file_costs_one_exercise(client: TestClient, home: Path) -> None:
    rows = practiced(client)
    path = home / "practice" / "local" / f"{rows[0]['id']}.json"
    saved = json.loads(path.read_text("utf-8"))
    for damage in DAMAGES:
        broken = json.loads(json.dumps(saved))
        damage(broken)
        write_atomically(path, json.dumps(broken))
        found = due(client)
        assert (found["damaged"], found["cards"]) == (1, len(rows) - 1), broken
        answer = client.get(f"/api/v1/practice/exercises/{rows[0]['id']}")
        assert answer.status_code == 409 and str(home) not in answer.json()["error"]["text"]
    saved["exercise"]["moves"] = ["c3", "c3"]
    write_atomically(path, json.dumps(saved))
    answer = client.get(f"/api/v1/practice/exercises/{rows[0]['id']}")
    assert answer.status_code == 409 and "'c3'" in answer.json()["error"]["text"]


def test_the_limit_keeps_what_is_there(home: Path) -> None:
    settings = WebSettings(review_fast=FAST.review_fast, review_deep=FAST.review_deep, exercises_per_owner=1)
    with serving(settings) as client:
        [row] = practiced(client)
        id = begin(client, text=HIVE)
        finish(client, id)
        said = [client.put(f"/api/v1/reviews/{id}/you", json={"you": side}).json() for side in (0, 1)]
        assert [one["added"] for one in said] == [0, 0] and sum(one["left"] for one in said) >= 1
        assert [one["id"] for one in due(client)["queue"]] == [row["id"]]
    assert len(Collection("local").cards()) == 1


def test_a_server_that_was_killed_before_the_end_brings_them(home: Path) -> None:
    """All is known, the file does not say yet that the review is done, and nobody has the exercises."""
    with serving(FAST) as client:
        id = begin(client, text=HEX, you=1)
        finish(client, id)
        count = due(client)["cards"]
    path = home / "web" / "reviews" / f"{id}.json"
    saved = json.loads(path.read_text("utf-8"))
    assert count and saved["sides"] == {"local": 1}
    path.write_text(json.dumps(saved | {"status": "deep"}), "utf-8")
    Collection("local").delete()
    with serving(FAST) as client:
        assert due(client)["cards"] == 0
        finish(client, id)
        assert due(client)["cards"] == count


def test_a_repertoire_is_trained_in_the_same_way(client: TestClient, home: Path) -> None:
    line = {"game": "hex", "variant": "5x5", "moves": ["a2", "c3", "b4", "d2", "e1"]}
    place = "/api/v1/practice/repertoire"
    added = client.post(place, json={"line": line, "you": 1})
    fresh = {"added": 2, "merged": 0, "left": 0, "cut": 0}
    assert added.status_code == 201 and added.json() == fresh
    row = next(one for one in due(client)["queue"] if one["ply"] == 2)
    assert (row["kind"], row["played"], row["review"]) == ("opening", "", "")
    wrong = answered(client, row["id"], "b3")
    assert (wrong["verdict"], wrong["rating"], wrong["reply"]) == ("wrong", "again", None)
    come_back(home, row["id"])
    found = answered(client, row["id"], "c3", "attempt-2")
    assert (found["verdict"], found["rating"]) == ("solved", "good")
    assert [step["move"]["move"] for step in found["solution"]["steps"]] == ["c3", "b4", "d2", "e1"]
    assert found["solution"]["refutation"] == []
    [theme] = due(client)["themes"]
    assert (theme["text"], theme["judgment"], theme["cards"]) == ("", "opening", 2)
    again = client.post("/api/v1/practice/repertoire", json={"line": line, "you": 1})
    assert again.json() == {**fresh, "added": 0, "merged": 2}
    assert due(client)["due"] == 1, "what is known already stays"
    cells = [f"{column}{row}" for row in range(1, 7) for column in "abcdefghijk"][:63]
    long = client.post(place, json={"line": line | {"variant": "11x11", "moves": cells}, "you": 1})
    assert long.json() == {**fresh, "added": 30, "cut": 3}
    empty = client.post("/api/v1/practice/repertoire", json={"line": line | {"moves": ["a2"]}, "you": 1})
    assert empty.status_code == 400 and "no moves of this player" in empty.json()["error"]["text"]
    wrong_line = client.post(place, json={"line": line | {"moves": ["a2", "a2"]}, "you": 1})
    assert wrong_line.status_code == 400 and "move 2, 'a2'" in wrong_line.json()["error"]["text"]


def test_lines_have_a_quota(home: Path) -> None:
    with serving(WebSettings(names=("club.example",), lines_a_day_per_owner=1)) as client:
        client.cookies.set("hexapoda-key", "k" * 32)
        line = {"game": "hex", "variant": "5x5", "moves": ["a2", "c3"]}
        codes = [
            client.post("/api/v1/practice/repertoire", json={"line": line, "you": 1}).status_code
            for _ in "12"
        ]
    assert codes == [201, 429]


def test_a_disk_that_refuses_is_said(client: TestClient, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    row = practiced(client)[0]

    def full(path: Path, text: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr("hexapoda.practice.collection.write_atomically", full)
    wish = {"move": row["played"], "attempt": ATTEMPT}
    answer = client.post(f"/api/v1/practice/exercises/{row['id']}/answer", json=wish)
    assert answer.status_code == 503 and str(home) not in answer.text
    assert "kein Platz mehr auf dem Datenträger" in answer.json()["error"]["translations"]["de"]["text"]
    monkeypatch.undo()
    monkeypatch.setenv("HEXAPODA_HOME", str(home))
    assert due(client)["queue"][0]["answers"] == 0, "nothing is lost, and nothing counted"


def test_one_visitor_leaves_room_for_the_answers_of_others(
    monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    release = threading.Event()
    monkeypatch.setattr(Practice, "_judge", lambda *_: release.wait(60))

    async def judged() -> list[Any]:
        pool = PagePool(FAST)
        practice, asked = Practice(FAST, pool), exercise("b2")
        waiting = [
            asyncio.ensure_future(practice.judge(client, asked, (), "c3"))
            for client in [*["busy"] * 6, "another"]
        ]
        await asyncio.sleep(0)  # all are asked before the first answer
        release.set()
        found: list[Any] = await asyncio.gather(*waiting, return_exceptions=True)
        practice.close()
        pool.close()
        return found

    found = run_async(judged())
    assert [isinstance(each, Problem) for each in found] == [False] * 4 + [True] * 2 + [False]
    assert all(each.status == 429 for each in found[4:6])


def test_an_engine_that_fails_counts_nothing(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    row = practiced(client)[0]

    def failed(*_: Any) -> None:
        raise EngineError("the engine has ended")

    monkeypatch.setattr(Practice, "_judge", failed)
    wish = {"move": row["played"], "attempt": ATTEMPT}
    answer = client.post(f"/api/v1/practice/exercises/{row['id']}/answer", json=wish)
    assert answer.status_code == 503 and "the engine has ended" in answer.json()["error"]["text"]
    assert due(client)["queue"][0]["answers"] == 0


def test_who_has_the_id_of_a_review_leaves_places_for_the_players(home: Path) -> None:
    proxy = WebSettings(names=("club.example",), trusted_proxies=("127.0.0.1",), review_fast=FAST.review_fast)
    with serving(proxy) as client:

        def say(number: int, address: str, side: int = 0) -> int:
            client.cookies.set("hexapoda-key", f"{number:032d}")
            headers = {"x-forwarded-for": address}
            path = f"/api/v1/reviews/{review}/you"
            return client.put(path, json={"you": side}, headers=headers).status_code

        client.cookies.set("hexapoda-key", f"{0:032d}")
        review = begin(client, text=HEX)
        others = [say(number, f"10.0.{number // 3}.1") for number in range(1, 11)]
        assert others == [200] * 10, "three of an address"
        assert say(11, "10.0.99.1") == 400, "no more"
        assert say(0, "10.0.0.1") == 200, "but whose review it is"
        finish(client, review)
        assert say(1, "10.0.0.1", 1) == 200, "who has a place keeps it"
    with serving(proxy) as client:
        client.cookies.set("hexapoda-key", f"{0:032d}")
        review = begin(client, text=HEX.replace("W[b5]", "W[a5]"))
        assert [say(number, "10.0.0.1") for number in range(1, 6)] == [200] * 3 + [429] * 2
        assert say(0, "10.0.0.1") == 200


def test_a_busy_machine_calls_nothing_wrong(home: Path) -> None:
    with serving(replace(FAST, judge_seconds=0.0)) as client:
        row = practiced(client)[0]
        place = f"/api/v1/practice/exercises/{row['id']}"
        legal = [move["move"] for move in client.get(place).json()["legal"]]
        other = next(move for move in legal if move not in (row["played"], better(client, row)))
        answer = client.post(f"{place}/answer", json={"move": other, "attempt": ATTEMPT})
        assert answer.status_code == 503 and "not judged" in answer.json()["error"]["text"]
        assert due(client)["queue"][0]["answers"] == 0


def test_a_clock_that_is_set_back_makes_no_figures_old(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving() as client:
        Collection("local").add([exercise("b2")], time.time())
        for ahead, count in ((9, 1), (-99, 0), (-1e8, 1)):  # what was put off for years is due
            monkeypatch.setattr(time, "time", lambda ahead=ahead: time.time_ns() / 1e9 + ahead)
            assert due(client)["due"] == count
