"""Frames that are not messages end one connection and nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexapoda.web.settings import WebSettings
from tests.web.pages import SOCKET, create, open_page, refused_socket, serving

JOIN = {"type": "join", "keys": []}


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (b"\x00\xff", 1003),
        ("junk", 1003),
        ("[" * 16_000, 1003),
        ("[]", 1003),
        ('{"type": "move"', 1003),
        ('{"type": "join", "ref": {}}', 1003),
        ('{"type": "join", "ref": "' + "x" * 101 + '"}', 1003),
        ("x" * 17_000, 1009),
        ("ä" * 9_000, 1009),
        ('{"type": "move", "move": "a1"}', 1008),
        ('{"type": "join", "keys": "all"}', 1008),
        ('{"type": "join", "keys": [1]}', 1008),
        ('{"type": "join", "keys": ["x", "y", "z"]}', 1008),
        ('{"type": "join", "keys": ["' + "x" * 101 + '"]}', 1008),
    ],
)
def test_junk(client: TestClient, message: Any, code: int) -> None:
    made = create(client, "hex", variant="5x5")
    with open_page(client, made["id"], made["keys"]) as (page, _):
        assert refused_socket(client, made["id"], message)[0] == code
        if code != 1008:
            assert refused_socket(client, made["id"], JOIN, message)[0] == code
        assert page.move("a1")["board"]["ply"] == 1


def test_a_foreign_key(client: TestClient) -> None:
    made, other = create(client, "hex", variant="5x5"), create(client, "hex", variant="5x5")
    for keys in (other["keys"], ["x"], [made["keys"][0], other["keys"][1]], [""]):
        code, reason = refused_socket(client, made["id"], {"type": "join", "keys": keys})
        assert (code, reason) == (1008, "this key is not for this game")


@pytest.mark.parametrize("id", ["0" * 32, "nothing", "..%5c..%5cx", "A" * 32])
def test_a_game_that_does_not_exist(client: TestClient, id: str) -> None:
    assert refused_socket(client, id, JOIN) == (1008, "there is no such game")


@pytest.mark.parametrize(
    "message",
    [
        {"type": "fly"},
        {"type": 3},
        {},
        {"type": "move"},
        {"type": "move", "move": 3},
        {"type": "move", "move": " "},
        {"type": "move", "move": "x" * 201},
        {"type": "move", "move": "a1", "ply": "now"},
        {"type": "move", "move": "a1", "ply": True},
        {"type": "why"},
        {"type": "join", "keys": []},
    ],
)
def test_messages_that_make_no_sense_are_answered(client: TestClient, message: Any) -> None:
    made = create(client, "hex", variant="5x5")
    with open_page(client, made["id"], made["keys"]) as (page, _):
        page.socket.send_json({**message, "ref": "r"})
        answer = page.socket.receive_json()
        assert answer["type"] == "error" and answer["text"] and answer["ref"] == "r"
        assert page.move("a1")["board"]["ply"] == 1


def test_script_in_texts_stays_text(client: TestClient) -> None:
    made = create(client, "hex", variant="5x5")
    script = "<script>alert(1)</script>"
    with open_page(client, made["id"], made["keys"]) as (page, _):
        assert script in page.move(script)["text"]
    answer = client.post("/api/v1/games", json={"game": script, "seats": ["human", "human"]})
    assert (
        answer.headers["content-type"] == "application/json"
        and script in json.loads(answer.text)["error"]["text"]
    )


def test_half_of_a_surrogate_pair_is_answered(client: TestClient) -> None:
    made = create(client, "hex", variant="5x5")
    with open_page(client, made["id"], made["keys"]) as (page, _):
        page.socket.send_text('{"type": "move", "move": "\\ud800"}')
        answer = page.socket.receive_text()
        assert answer.encode() and json.loads(answer)["type"] == "error"
        assert page.move("a1")["board"]["ply"] == 1


def test_an_error_has_the_status(client: TestClient) -> None:
    with client.websocket_connect(f"{SOCKET}/api/v1/games/{'0' * 32}/live") as socket:
        socket.send_json(JOIN)
        assert socket.receive_json()["status"] == 404


def test_too_many_messages(client: TestClient) -> None:
    with serving(WebSettings(messages_per_second=1)) as client:
        made = create(client, "hex", variant="5x5")
        whys = [{"type": "why", "move": "a1"}] * 5
        assert refused_socket(client, made["id"], JOIN, *whys) == (1008, "too many messages")


def test_sockets_that_are_dropped(client: TestClient) -> None:
    made = create(client, "hex", variant="5x5")
    for number in range(200):
        with client.websocket_connect(f"{SOCKET}/api/v1/games/{made['id']}/live") as socket:
            if number % 2:
                socket.send_json(JOIN)
    with open_page(client, made["id"], made["keys"]) as (page, _):
        assert page.move("a1")["board"]["ply"] == 1
