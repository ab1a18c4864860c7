"""The socket of an analysis: lines, slices, stops and refusals."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexapoda.errors import EngineError
from hexapoda.games import find_game
from hexapoda.web.settings import WebSettings
from tests.web.answer_check import check_message
from tests.web.pages import SOCKET, create, open_page, serving

MIDGAME = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 /wQ", "bA1 bQ-"]
OVER = {"game": "hex", "variant": "2x2", "moves": ["a1", "b1", "a2"]}


class Analysis:
    """A page with an analysis."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket

    def ask(self, ref: Any, **fields: Any) -> None:
        self.socket.send_json({"type": "analyze", "ref": ref, **fields})

    def next(self, ref: Any) -> Any:
        """The next message about a position."""
        while True:
            message = check_message("AnalysisMessage", self.socket.receive_json())
            if message.get("ref") == ref:
                return message

    def last(self, ref: Any) -> Any:
        """The message with which a search ends."""
        while True:
            message = self.next(ref)
            if message["type"] == "error" or message["done"]:
                return message


@contextmanager
def analyzing(client: TestClient) -> Iterator[Analysis]:
    with client.websocket_connect(f"{SOCKET}/api/v1/analysis") as socket:
        yield Analysis(socket)


def test_the_lines_of_an_engine(client: TestClient) -> None:
    with analyzing(client) as page:
        page.ask(1, game="hive", moves=MIDGAME, lines=2, seconds=0.5)
        first = page.next(1)
        assert not first["done"] and first["engine"] == "alphabeta"
        last = page.last(1)
        assert last["why"] in ("time", "complete") and 0 < last["seconds"] < 60
        game = find_game("hive")
        position = game.initial("Base")
        game.play_texts(position, MIDGAME)
        legal = {each["move"]: each for each in game.moves_json(position)}
        assert len(last["lines"]) == 2
        for line in last["lines"]:
            assert legal[line["move"]].items() <= line.items() and line["pv"][0] == line["move"]
            assert 0 < line["win"] < 1 and line["proven"] is None and line["depth"] and line["nodes"]
        best, second = last["lines"]  # White is to move, so a better score is a better chance
        assert best["win"] >= second["win"] and float(best["score"]) >= float(second["score"])


@pytest.mark.slow
def test_a_search_is_longer_if_a_page_asks_for_it() -> None:
    with (
        serving(WebSettings(analysis_seconds=0.2, deeper_seconds=3.0)) as client,
        analyzing(client) as page,
    ):
        page.ask(1, game="hive", moves=MIDGAME)
        usual = page.last(1)
        page.ask(2, game="hive", moves=MIDGAME, seconds=9.0)
        longer = page.last(2)
        assert usual["why"] == longer["why"] == "time"
        assert 0.1 < usual["seconds"] < longer["seconds"]
        assert 2.5 < longer["seconds"] < 9.0


def test_the_chance_is_that_of_player_0(client: TestClient) -> None:
    with analyzing(client) as page:
        page.ask("b", game="hex", variant="3x3", moves=["b2"])
        last = page.last("b")
        assert last["why"] == "proven" and last["lines"][0]["proven"] == "loss"
        assert last["lines"][0]["win"] == 1.0 and last["lines"][0]["win_in"] < 0


def test_a_position_replaces_the_one_before(client: TestClient) -> None:
    with analyzing(client) as page:
        page.ask(1, game="hive", moves=MIDGAME)
        assert page.next(1)["lines"]
        page.ask(2, **OVER)
        last = page.last(2)
        assert (last["lines"], last["why"], last["engine"], last["seconds"]) == ([], "over", "rave", 0)
        page.ask(3, text="5x5 a1 b2", engine="random")
        last = page.last(3)
        assert last["why"] == "complete" and last["engine"] == "random" and len(last["lines"]) == 1
        assert last["lines"][0]["score"] == "" and last["lines"][0]["win"] is None


def test_a_search_can_be_stopped(client: TestClient) -> None:
    with analyzing(client) as page:
        page.socket.send_json({"type": "stop"})  # nothing to stop
        page.ask(1, game="hive", moves=MIDGAME)
        assert page.next(1)["lines"]
        page.socket.send_json({"type": "stop"})
        last = page.last(1)
        assert last["why"] == "stopped" and last["lines"]


def test_a_page_that_leaves_stops_its_engine(client: TestClient) -> None:
    pool: Any = client.app.state.rooms.pool  # type: ignore[attr-defined]
    with analyzing(client) as page:
        page.ask(1, game="hive", moves=MIDGAME)
        page.next(1)
        [job] = [process.job for process in pool.workers.processes if process.job is not None]
        assert not job.ended
    with pytest.raises(EngineError, match="cancelled"):
        job.wait()


def test_searches_share_a_process_and_games_come_first(home: Path) -> None:
    with serving(WebSettings(engine_processes=1)) as client, analyzing(client) as first:
        first.ask(1, game="hive", moves=MIDGAME)
        assert first.next(1)["lines"]
        with analyzing(client) as second:
            second.ask(2, game="hex", variant="11x11")
            assert second.next(2)["lines"]  # although the first search has not ended
            made = create(client, "hex", "human", "level-1", variant="5x5")
            with open_page(client, made["id"], made["keys"]) as (player, _):
                player.move("c3")
                assert player.state(lambda state: state["board"]["ply"] == 2)
            for page, ref in ((first, 1), (second, 2)):  # both go on
                assert not page.next(ref)["done"]
                page.socket.send_json({"type": "stop"})
                assert page.last(ref)["why"] == "stopped"


def test_the_third_game(third_game: TestClient) -> None:
    with analyzing(third_game) as page:
        page.ask(1, game="y", variant="triangle-3", moves=["1.1"])
        last = page.last(1)
        assert last["lines"][0]["cell"] and last["why"] == "complete"


@pytest.mark.parametrize(
    ("fields", "field", "text"),
    [
        ({"game": "go"}, "game", "expected hive or hex"),
        ({"game": "hex", "moves": ["a1", "a1"]}, "moves", "move 2"),
        ({"game": "hex", "lines": 6}, "lines", "less than or equal to 5"),
        ({"game": "hex", "lines": 0}, "lines", "greater than or equal to 1"),
        ({"game": "hex", "seconds": "long"}, "seconds", "number"),
        ({"game": "hex", "seconds": 0.01}, "seconds", "0.1"),
        ({"game": "hex", "engine": "rave:threads=64"}, "engine", "no opponent"),
        ({"game": "hex", "engine": 3}, "engine", "string"),
        ({"game": "hex", "threads": 64}, "threads", "not permitted"),
        ({"text": "rubbish"}, "text", "rubbish"),
    ],
)
def test_refused_positions(client: TestClient, fields: dict[str, Any], field: str, text: str) -> None:
    with analyzing(client) as page:
        page.ask("r", **fields)
        error = page.next("r")
        assert error["type"] == "error" and error["field"] == field and text in error["text"]
        page.ask(2, **OVER)  # the socket is still good
        assert page.last(2)["why"] == "over"


@pytest.mark.parametrize(
    ("sent", "code"),
    [("no JSON", 1003), ("[]", 1003), ('{"ref": [1]}', 1003), ("x" * 16_385, 1009)],
)
def test_junk_ends_the_socket(client: TestClient, sent: str, code: int) -> None:
    with analyzing(client) as page:
        page.socket.send_text(sent)
        assert json.loads(page.socket.receive()["text"])["type"] == "error"
        assert page.socket.receive()["code"] == code


def test_unknown_types(client: TestClient) -> None:
    with analyzing(client) as page:
        page.socket.send_json({"type": "move", "ref": 1})
        assert "'analyze', 'stop'" in page.next(1)["text"]


def test_too_many_messages(home: Path) -> None:
    with serving(WebSettings(messages_per_second=1)) as client, analyzing(client) as page:
        for _ in range(4):
            page.socket.send_json({"type": "stop"})
        assert "too many messages" in page.socket.receive_json()["text"]


def test_too_many_analyses(home: Path) -> None:
    with serving(WebSettings(analyses=1)) as client, analyzing(client) as first:
        first.ask(1, **OVER)
        assert first.last(1)["done"]
        with analyzing(client) as second:
            message = second.socket.receive_json()
            assert message["type"] == "error" and message["status"] == 503
