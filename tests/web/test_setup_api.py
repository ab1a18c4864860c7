"""Positions put together by hand."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexapoda.games import find_game

OPENING = {"wS1": (0, 0), "bS1": (1, 0), "wQ": (-1, 0), "bQ": (2, 0)}


@pytest.fixture
def client(shared_client: TestClient) -> TestClient:
    return shared_client


def ask(client: TestClient, status: int = 200, **fields: Any) -> Any:
    answer = client.post("/api/v1/positions/setup", json=fields)
    assert answer.status_code == status, answer.text
    return answer.json()


def hive(client: TestClient, *pieces: tuple[str, tuple[int, int]], **fields: Any) -> Any:
    listed = [{"piece": piece, "cell": cell} for piece, cell in pieces]
    return ask(client, game="hive", pieces=listed, **fields)


def hex(client: TestClient, *pieces: tuple[str, tuple[int, int]], **fields: Any) -> Any:
    listed = [{"piece": piece, "cell": cell} for piece, cell in pieces]
    return ask(client, game="hex", variant="3x3", pieces=listed, **fields)


def test_a_valid_position_can_be_played_on(client: TestClient) -> None:
    found = hive(client, *OPENING.items())
    assert found["valid"] and found["problem"] is None and found["cells"] == []
    assert found["start"] == "Base White[3] - wQ@-1,0 wS1@0,0 bQ@2,0 bS1@1,0"
    again = client.post("/api/v1/positions", json={"game": "hive", "start": found["start"]}).json()
    assert again["board"] == found["board"] and again["legal"]
    assert [-1, 1] in found["open"] and [0, 0] in found["open"] and [5, 5] not in found["open"]
    left = {each["piece"]: each["left"] for each in found["tray"]}
    assert left["wQ"] == 0 and left["wA1"] == 1 and len(left) == 22
    assert hive(client, *OPENING.items(), player=1)["start"].startswith("Base Black[3]")


@pytest.mark.parametrize(
    "text", ["Base+MLP White[9] wB1 wQ@0,0 bQ@1,0 wB1@1,0^1 bA1@2,0", "Base", "3x3 black=a1 b2"]
)
def test_beginning_with_a_text(client: TestClient, text: str) -> None:
    game = find_game("hex" if text[0] == "3" else "hive")
    found = ask(client, game=game.name, text=text)
    position = game.parse_position(text)
    board: Any = game.board_json(position)
    part = "stones" if game.name == "hex" else "pieces"
    assert found["valid"] and found["board"][part] == board[part] and found["player"] == position.turn
    again = ask(client, **{name: found[name] for name in ("game", "variant", "rules", "pieces", "player")})
    assert again == found


@pytest.mark.parametrize(
    ("pieces", "text", "cells"),
    [
        ([("wS1", (0, 0)), ("bS1", (2, 0))], "not in one piece", [[2, 0]]),
        ([("wS1", (0, 0)), ("wS1", (1, 0))], "wS1 is on the board twice", [[0, 0], [1, 0]]),
        ([("wS1", (0, 0)), ("bS1", (0, 0))], "bS1 stands on another piece", [[0, 0]]),
        ([("wS2", (0, 0))], "wS2 is on the board, but wS1 is not", [[0, 0]]),
        ([("wM", (0, 0))], "wM is not part of Base", [[0, 0]]),
        ([("wS1", (0, 0)), ("wS2", (1, 0))], "both sides have pieces", []),
        (
            [("wS1", (0, 0)), ("wS2", (1, 0)), ("wA1", (2, 0)), ("wA2", (3, 0)), ("bQ", (4, 0))],
            "White has 4 pieces and no queen",
            [],
        ),
    ],
)
def test_what_is_wrong_is_said_and_the_board_is_still_drawn(
    client: TestClient, pieces: list[Any], text: str, cells: list[Any]
) -> None:
    found = hive(client, *pieces)
    assert not found["valid"] and text in found["problem"] and found["cells"] == cells
    assert found["start"] is None and len(found["board"]["pieces"]) == len(pieces)
    assert {"variant", "hands", "player", "turn", "resting"} <= found["board"].keys()


def test_stacks(client: TestClient) -> None:
    found = hive(client, ("wQ", (0, 0)), ("bQ", (1, 0)), ("wB1", (1, 0)), ("bB1", (1, 0)))
    assert found["valid"] and "bB1@1,0^2" in found["start"]


def test_stones(client: TestClient) -> None:
    found = hex(client, ("Black", (0, 0)), ("White", (1, 1)), ("White", (2, 2)), player=1)
    assert found["start"] == "3x3 black=a1 white=b2,c3 to-move=white" and found["open"] is None
    assert found["tray"][0] == {"piece": "Black", "player": 0, "left": None}
    twice = hex(client, ("Black", (0, 0)), ("White", (0, 0)))
    assert twice["problem"] == "there are two stones on a1" and twice["cells"] == [[0, 0]]
    assert twice["board"]["stones"]["Black"] == [[0, 0]]
    assert "off the board" in hex(client, ("Black", (3, 0)))["problem"]


@pytest.mark.parametrize(
    ("fields", "field", "text"),
    [
        ({"game": "go"}, "game", "expected hive or hex"),
        ({"game": "hive", "variant": "Big"}, "pieces", "unknown variant"),
        ({"game": "hive", "rules": {"x": "y"}}, "pieces", "no rule"),
        ({"game": "hive", "pieces": [{"piece": "wX9", "cell": [0, 0]}]}, "pieces", "not a piece"),
        ({"game": "hex", "pieces": [{"piece": "Red", "cell": [0, 0]}]}, "pieces", "expected Black or White"),
        ({"game": "hex", "pieces": [{"piece": "Black", "cell": [0, 10**7]}]}, "pieces.0.cell.1", "less than"),
        ({"game": "hex", "pieces": [{"piece": "Black", "cell": [0, 0]}] * 701}, "pieces", "700"),
        ({"game": "hex", "player": 2}, "player", "less than"),
        ({"game": "hex", "text": "rubbish"}, "text", "rubbish"),
    ],
)
def test_refused_positions(client: TestClient, fields: dict[str, Any], field: str, text: str) -> None:
    error = ask(client, 400, **fields)["error"]
    assert error["field"] == field and text in error["text"]


def test_a_game_without_an_editor(third_game: TestClient) -> None:
    assert "cannot be set up by hand" in ask(third_game, 404, game="y")["error"]["text"]
    shown = {game["name"]: game["setup"] for game in third_game.get("/api/v1/catalog").json()["games"]}
    assert shown == {"hive": True, "hex": True, "y": False}
