"""Any position with its legal moves, and why a move is not legal."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexapoda.games import find_game
from tests.web.pages import create

OPENING = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"]
CUSTOM = "Base+MLP White[3] - wQ@-1,0 wS1@0,0 bQ@2,0 bS1@1,0"


@pytest.fixture
def client(shared_client: TestClient) -> TestClient:
    return shared_client


def read(client: TestClient, **fields: Any) -> Any:
    answer = client.post("/api/v1/positions", json=fields)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(client: TestClient, path: str = "", **fields: Any) -> Any:
    answer = client.post(f"/api/v1/positions{path}", json=fields)
    assert answer.status_code == 400, answer.text
    return answer.json()["error"]


def test_a_position_is_what_the_game_says(client: TestClient) -> None:
    found = read(client, game="hive", moves=OPENING)
    game = find_game("hive")
    position = game.initial("Base")
    game.play_texts(position, OPENING)
    assert found["board"] == game.board_json(position)
    assert found["legal"] == [game.move_json(position, move) for move in position.legal_moves]
    assert found["last"]["move"] == "bQ bS1-" and found["result"] is None and found["start"] is None
    assert found["moves"] == OPENING and found["rules"] == {"opening": "tournament", "repetition": "on"}


def test_an_answer_describes_the_same_position_again(client: TestClient) -> None:
    for first in (
        read(client, text=CUSTOM),
        read(client, game="hex", variant="5x5", rules={"swap": "pieces"}, moves=["a2", "swap-pieces"]),
        read(client, text="5x5 black=a1,b2 white=c3 to-move=white d4 e5"),
        read(client, game="hive", rules={"opening": "free"}, moves=["wQ"]),
    ):
        again = {name: first[name] for name in ("game", "variant", "rules", "start", "moves")}
        assert read(client, **again) == first


@pytest.mark.parametrize(
    ("text", "game", "plies"),
    [
        ("Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-", "hive", 4),
        (CUSTOM, "hive", 0),
        ("Base+P", "hive", 0),
        ("5x5 a1 b2", "hex", 2),
        ("https://hexworld.org/board/#11c1,a2d5", "hex", 2),
        ("(;FF[4]GM[11]SZ[5];B[a1];W[b2])", "hex", 2),
        ('[GameType "Base"]\n\n1. wS1\n2. bS1 wS1-\n', "hive", 2),
    ],
)
def test_texts_in_any_format(client: TestClient, text: str, game: str, plies: int) -> None:
    found = read(client, text=text)
    assert found["game"] == game and len(found["moves"]) == plies


def test_a_finished_game(client: TestClient) -> None:
    found = read(client, game="hex", variant="2x2", moves=["a1", "b1", "a2"])
    assert found["result"] == {
        "winner": 0,
        "text": "Black wins: the black edges are joined",
        "translations": {"de": {"text": "Schwarz gewinnt, denn die schwarzen Ränder sind verbunden"}},
    }
    assert found["legal"] == [] and found["last"]["cell"] == [0, 1]


def test_a_draw_by_repetition_has_no_moves(client: TestClient) -> None:
    loop = ["wQ /wS1", "bQ bS1\\", "wQ -wS1", "bQ bS1-"]
    found = read(client, game="hive", moves=OPENING + loop + loop)
    assert found["result"]["winner"] is None and found["legal"] == []
    assert read(client, game="hive", rules={"repetition": "off"}, moves=OPENING + loop + loop)["legal"]


@pytest.mark.parametrize(
    ("fields", "field", "text"),
    [
        ({}, "game", "hive, hex"),
        ({"game": "go"}, "game", "expected hive or hex"),
        ({"game": "hex", "variant": "99x99"}, "variant", "unknown board"),
        ({"game": "hex", "rules": {"swap": "maybe"}}, "variant", "must be one of"),
        ({"game": "hex", "rules": {f"r{n}": "x" for n in range(21)}}, "rules", "20"),
        ({"game": "hex", "start": "rubbish"}, "start", "rubbish"),
        ({"game": "hex", "start": "x" * 32_001}, "start", "32000"),
        ({"game": "hex", "moves": ["a1"] * 2_001}, "moves", "2000"),
        ({"game": "hex", "moves": ["x" * 41]}, "moves.0", "40"),
        ({"game": "hex", "moves": [3]}, "moves.0", "string"),
        ({"game": "hex", "moves": ["a1", "b2", "a1"]}, "moves", "move 3, 'a1': "),
        ({"text": "rubbish"}, "text", "rubbish"),
        ({"text": "  "}, "text", "expected a position"),
        ({"text": "5x5", "moves": ["a1"]}, "text", "not both"),
        ({"text": "5x5", "game": "hive"}, "text", "5x5"),
        ({"game": "hex", "engine": "rave"}, "engine", "not permitted"),
    ],
)
def test_refused_positions(client: TestClient, fields: dict[str, Any], field: str, text: str) -> None:
    error = refused(client, **fields)
    assert error["field"] == field and text in error["text"]


def test_a_bad_move_is_named_with_its_place(client: TestClient) -> None:
    error = refused(client, game="hive", moves=[*OPENING, "wA1 bQ-"])
    assert (error["ply"], error["move"]) == (4, "wA1 bQ-")


def test_too_large_a_body(client: TestClient) -> None:
    answer = client.post("/api/v1/positions", content=b"x" * 65_537)
    assert answer.status_code == 413 and "65536" in answer.json()["error"]["text"]


def test_why(client: TestClient) -> None:
    def why(**fields: Any) -> Any:
        return client.post("/api/v1/positions/why", json={"game": "hive", "moves": OPENING, **fields}).json()

    found = why(move="wA1 bQ-")
    assert found["type"] == "refusal" and found["rule"] == "touches_no_own" and found["cells"]
    assert why(move="wA1 -wQ")["type"] == "legal"
    assert "wA1 could be" in why(move="wA1")["text"]
    assert why(move="x" * 201)["error"]["field"] == "move"
    assert why(move="  ")["error"]["field"] == "move"


def test_a_game_that_is_played_can_be_analyzed(client: TestClient) -> None:
    made = create(client, "hex", variant="5x5")
    record = client.get(f"/api/v1/games/{made['id']}/record").json()["record"]
    assert record["variant"] == "5x5" and record["nodes"][0]["board"] == made["board"]
    assert client.get(f"/api/v1/games/{'0' * 32}/record").status_code == 404


def test_a_move_is_judged(client: TestClient) -> None:
    moves = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1\\", "wB1 \\wS1", "bA1 bQ-"]
    fields = {"game": "hive", "moves": moves, "move": " wA1 -wQ "}
    answer = client.post("/api/v1/positions/judge", json=fields)
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert (found["move"], found["ply"], found["side"]) == ("wA1 -wQ", 7, 0)
    assert found["step"]["board"]["ply"] == 7 and found["does"][0]["kind"] == "queen-pinned"
    assert found["does"][0]["translations"]["de"]["text"] == "Nach wA1 -wQ: Die weiße Königin ist gefesselt."
    assert found["error"] and found["better"] and found["refutation"]
    assert found["reason"] == " ".join(remark["text"] for remark in found["remarks"])
    legal = client.post("/api/v1/positions/why", json=fields).json()
    assert legal["type"] == "legal" and legal["does"] == found["does"]


@pytest.mark.parametrize("start", [{}, {"start": CUSTOM}])
def test_a_judged_move_may_repeat_a_position(client: TestClient, start: dict[str, Any]) -> None:
    opening = [] if start else OPENING
    shuffle = ["wQ \\wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-"]
    fields = {"game": "hive", **start, "moves": [*opening, *shuffle, *shuffle[:3]], "move": shuffle[3]}
    answer = client.post("/api/v1/positions/judge", json=fields)
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert found["win"] == 0.5 and found["step"]["board"]["state"] == "Draw"


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"game": "hive", "moves": [], "move": "wQ"}, "tournament opening"),
        ({"game": "hive", "moves": [], "move": "nonsense"}, "nonsense"),
        ({"game": "hex", "variant": "1x1", "moves": ["a1"], "move": "a1"}, "over"),
    ],
)
def test_a_move_that_cannot_be_judged(client: TestClient, fields: Any, text: str) -> None:
    assert text in refused(client, "/judge", **fields)["text"]
