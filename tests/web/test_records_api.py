"""Games with variations as JSON, read from any text and written as files."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from pydantic_core import to_json

from hexapoda.games import find_game
from hexapoda.page import record_json as module
from hexapoda.page.record_json import record_json
from hexapoda.record import Ending, GameRecord, GameTree, MoveEvaluation, MoveRecord, PlayerRecord, read_games
from hexapoda.web.record_fields import RecordFields, read_tree
from tests.generated_trees import generated_tree
from tests.web.record_boards import boards

PGN = """[GameType "Base"]
[Event "Club"]
[Date "2024.05.06"]
[White "Ann"]
[Black "Bob"]
[Result "WhiteWins"]

{A game} 1. wS1 {first} 2. bS1 wS1- $2 (2. bA1 wS1- {better} 3. wQ -wS1) 3. wQ -wS1
4. bQ bS1- {[%eval -35.0,9]}

WhiteWins
"""
SGF = "(;FF[4]GM[11]SZ[5];B[a1](;W[b2])(;W[c3]C[hi];B[d4]))"
JOURNAL = (
    '{"game": "hex", "variant": "5x5", "players": [{"name": "a"}, {"name": "b"}], "moves": '
    '[{"move": "a1", "score": 12.5, "depth": 3}, "b2", "zz"], "winner": 0, "finished": true, '
    '"ending": "resign"}'
)


@pytest.fixture
def client(shared_client: TestClient) -> TestClient:
    return shared_client


def post(client: TestClient, path: str = "records", **fields: Any) -> Any:
    answer = client.post(f"/api/v1/{path}", json=fields)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(client: TestClient, path: str = "records", **fields: Any) -> Any:
    answer = client.post(f"/api/v1/{path}", json=fields)
    assert answer.status_code == 400, answer.text
    return answer.json()["error"]


def grown(name: str, variant: str, plies: int, variations: int) -> GameTree:
    """A random game with variations of three moves."""
    game, dice = find_game(name), random.Random(plies)
    tree = GameTree(game)
    tree = GameTree(game, type(tree.header)(**{**fields_of(tree.header), "variant": variant}))
    node = tree.root
    position = tree.start
    while node.ply < plies and position.outcome() is None:
        move = dice.choice(list(position.legal_moves))
        node = tree.add_line(node, [game.format_move(position, move)])[-1]
        position.push(move)
    line = list(tree.main_line())
    for _ in range(variations):
        at = dice.choice(line[:-4])
        position = tree.position(at)
        texts = []
        for _ in range(3):
            move = dice.choice(list(position.legal_moves))
            texts.append(game.format_move(position, move))
            position.push(move)
            if position.outcome() is not None:
                break
        tree.add_line(at, texts)
    return tree


def fields_of(header: Any) -> dict[str, Any]:
    return {name: getattr(header, name) for name in header.__dataclass_fields__}


def test_everything_that_a_file_says(client: TestClient) -> None:
    found = post(client, text=PGN)
    assert (found["count"], found["index"], found["format"]) == (1, 0, "pgn")
    record = found["record"]
    assert (
        record["names"] == ["Ann", "Bob"]
        and record["result"] == "1-0"
        and record["nodes"][0]["comment"] == "A game"
    )
    assert record["headers"] == {"date": "2024-05-06", "event": "Club"} and record["faults"] == []
    first, reply, queen, last, better, after = record["nodes"][1:]
    assert first["comment"] == "first" and reply["glyphs"] == "?" and reply["nags"] == [2]
    assert last["analysis"] == {"score": -35.0, "win_in": None, "depth": 9, "win": 0.5349}
    assert (better["parent"], better["comment"]) == (1, "better") and after["parent"] == better["id"]
    assert queen["parent"] == reply["id"] and queen["move"]["to"] == [-1, 0]


def test_a_review_is_told_apart_from_the_comments_of_people(client: TestClient) -> None:
    said = "{mine} {[%review mistake #00000000, bB1 wS1-] Mistake: it loses.} "
    said += "{[%review reply] wA1 -wS1, bQ bS1-}"
    record = post(client, text=PGN.replace("bS1 wS1- $2", f"bS1 wS1- $2 {said}"))["record"]
    node = record["nodes"][2]
    assert node["comment"] == "mine"
    assert node["review"] == {
        "judgment": "mistake",
        "best": "bB1 wS1-",
        "words": "Mistake: it loses.",
        "reply": ["wA1 -wS1", "bQ bS1-"],
    }


@pytest.mark.parametrize(
    ("name", "variant", "plies"), [("hive", "Base+MLP", 60), ("hex", "9x9", 50), ("hex", "3x3", 9)]
)
def test_the_boards_are_those_of_the_game(name: str, variant: str, plies: int) -> None:
    tree = grown(name, variant, plies, 12)
    record = json.loads(json.dumps(record_json(tree)))
    for node, board in zip(tree.walk(), boards(record), strict=True):
        expected = tree.game.board_json(tree.position(node))
        assert {**board, "text": ""} == {**expected, "text": ""}


def test_a_record_does_not_grow_with_the_square_of_its_length() -> None:
    short, long = (len(json.dumps(record_json(grown("hive", "Base+MLP", n, 0)))) for n in (100, 200))
    assert long < 2.3 * short and long < 200 * 450


def test_too_many_nodes_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_NODES", 7)
    record = record_json(grown("hex", "5x5", 12, 0))
    assert len(record["nodes"]) == 7 and record["cut"]


def test_several_games(client: TestClient) -> None:
    bad = PGN.replace("1. wS1", "1. zzz")
    found = post(client, text=PGN + "\n" + bad)
    assert found["count"] == 2 and found["format"] == "pgn" and "record" not in found
    good, broken = found["games"]
    assert (good["names"], good["plies"], good["result"], good["date"]) == (
        ["Ann", "Bob"],
        4,
        "1-0",
        "2024-05-06",
    )
    assert "zzz" in broken["error"] and broken["line"] == 20
    assert post(client, text=PGN + "\n" + bad, index=0)["record"]["names"] == ["Ann", "Bob"]
    assert refused(client, text=PGN + "\n" + bad, index=1)["line"] == 20
    assert refused(client, text=PGN + "\n" + bad, index=2)["field"] == "index"


def test_repairs_are_named(client: TestClient) -> None:
    text = "Base;InProgress;White[1];wB1;bB1 /wB1;wQ wB1/;bQ -bB1;wQ \\wB1;bS1 \\bQ;wQ -wB1;bB1 wB1;bA1 \\bS1"
    record = post(client, text=text)["record"]
    [repair] = record["repairs"]
    assert (repair["kind"], repair["ply"]) == ("inserted", 9) and "pass" in repair["translations"]["de"][
        "text"
    ]
    assert [node["move"]["move"] for node in record["nodes"][-2:]] == ["pass", "bA1 \\bS1"]


def test_damaged_parts_are_named(client: TestClient) -> None:
    record = post(client, text=PGN.replace("bA1 wS1-", "bA1 wS1- wX"))["record"]
    assert record["faults"] and record["faults"][0]["line"] == 8
    journal = post(client, text=JOURNAL)["record"]
    assert [node["move"]["move"] for node in journal["nodes"][1:]] == ["a1", "b2"]
    assert journal["faults"][0]["ply"] == 3 and "'zz'" in journal["faults"][0]["text"]
    assert journal["nodes"][1]["played"] == {"score": 12.5, "depth": 3}
    assert journal["result"] == "1-0" and journal["headers"]["ending"] == "resign"


@pytest.mark.parametrize(
    ("text", "format", "nodes"),
    [
        ("Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-", "gamestring", 5),
        ("https://hexworld.org/board/#11c1,a2d5", "hexworld", 3),
        (SGF, "sgf", 5),
        ("Base+MLP White[3] - wQ@-1,0 wS1@0,0 bQ@2,0 bS1@1,0", None, 1),
    ],
)
def test_other_formats(client: TestClient, text: str, format: str | None, nodes: int) -> None:
    found = post(client, text=text)
    assert found["format"] == format and len(found["record"]["nodes"]) == nodes


def test_a_position_as_a_record(client: TestClient) -> None:
    record = post(client, game="hex", variant="5x5", rules={"swap": "pieces"}, moves=["a2", "b2"])["record"]
    assert record["rules"] == {"swap": "pieces"} and len(record["nodes"]) == 3
    won = post(client, game="hex", variant="2x2", moves=["a1", "b1", "a2"])["record"]
    assert won["result"] == "1-0" and won["nodes"][-1]["result"]["winner"] == 0


@pytest.mark.parametrize(
    ("fields", "field", "text"),
    [
        ({"text": ""}, "text", "empty"),
        ({"text": "a story\nabout nothing"}, "text", "contains no games"),
        ({"text": "{}"}, "text", "it is JSON, not a file of games"),
        ({"text": PGN, "game": "hex"}, "text", "no games"),
        ({"text": PGN, "game": "go"}, "game", "expected hive or hex"),
        ({"text": "x" * 1_000_001}, "text", "1000000"),
        ({"text": PGN, "index": -1}, "index", "greater"),
        ({"text": PGN.replace("1. wS1", "1. zzz")}, "text", "ply 1"),
        ({"text": "5x5 " + "z1 " * 11_000}, "text", "z1"),
        ({}, "game", "hive, hex"),
    ],
)
def test_refused_records(client: TestClient, fields: dict[str, Any], field: str, text: str) -> None:
    error = refused(client, **fields)
    assert error["field"] == field and text in error["text"]


def test_files_may_be_larger_than_other_bodies(client: TestClient) -> None:
    assert post(client, text=PGN + "{" + "x" * 200_000 + "}")["count"] == 1
    answer = client.post("/api/v1/records", content=b"x" * (8 * 1024**2 + 1))
    assert answer.status_code == 413


@pytest.mark.parametrize("format", ["pgn", "json"])
def test_what_is_written_is_read_back(client: TestClient, format: str) -> None:
    record = post(client, text=PGN)["record"]
    answer = client.post("/api/v1/exports", json={"record": record, "format": format})
    assert answer.headers["content-disposition"].startswith('attachment; filename="hive-game.')
    again = post(client, text=answer.text)["record"]
    assert again == record


def test_other_files(client: TestClient) -> None:
    def write(**fields: Any) -> str:
        answer = client.post("/api/v1/exports", json=fields)
        assert answer.status_code == 200, answer.text
        return answer.text

    record = post(client, text=PGN)["record"]
    assert (
        write(record=record, format="gamestring", at=6) == "Base;InProgress;Black[2];wS1;bA1 wS1-;wQ -wS1\n"
    )
    assert write(record=record, format="svg", at=1).startswith("<svg ")
    assert "Black[1]" in write(record=record, format="text", at=1)
    hex = {"game": "hex", "variant": "5x5", "moves": ["a1", "b2"]}
    assert write(format="hexworld", **hex) == "https://hexworld.org/board/#5c1,a1b2\n"
    assert write(format="sgf", record=post(client, text=SGF)["record"]).count("(;") == 3


@pytest.mark.parametrize(
    ("change", "field", "text"),
    [
        ({"format": "doc"}, "format", "expected one of pgn"),
        ({"at": 99}, "at", "no node 99"),
        (
            {"record": {"game": "hive", "nodes": [{"id": 0}, {"id": 2, "parent": 1, "move": "wS1"}]}},
            "record.nodes",
            "2",
        ),
        ({"record": {"game": "hive", "nodes": [{"id": 0}, {"id": 1}]}}, "record.nodes", "no parent"),
        (
            {"record": {"game": "hive", "nodes": [{"id": 0}, {"id": 1, "parent": 0, "move": "bS1"}]}},
            "record.nodes",
            "'bS1'",
        ),
        ({"record": {"game": "hive", "variant": "Small", "nodes": []}}, "record", "Small"),
        ({"record": {"game": "hive", "nodes": [{"id": n} for n in range(5_002)]}}, "record.nodes", "5001"),
    ],
)
def test_refused_files(client: TestClient, change: dict[str, Any], field: str, text: str) -> None:
    fields = {"record": post(client, text=PGN)["record"], "format": "pgn", **change}
    error = refused(client, "exports", **fields)
    assert error["field"] == field and text in error["text"]


def test_a_format_that_cannot_hold_the_game(client: TestClient) -> None:
    start = "Base+MLP White[3] - wQ@-1,0 wS1@0,0 bQ@2,0 bS1@1,0"
    assert "expected an empty board" in refused(client, "exports", text=start, format="gamestring")["text"]


REVIEWED = [
    "A plan.",
    "[%review mistake #5e884898, bA1 wS1-] It loses.",
    "and more",
    "[%review depths] 12.0 -35.0",
    "[%review reply] wQ -wS1, bQ wS1/",
]


def reviewed() -> GameTree:
    """A game with all that a file, a match and a review can say."""
    played = (MoveRecord("wS1", score=3.5, depth=4, nodes=900, time=2.5), MoveRecord("bS1 wS1-", book=True))
    people = (PlayerRecord("Ann"), PlayerRecord("rave", "rave:level=3"))
    tags = (*((f"Tag{number}", "long " * 500) for number in range(120)), ("TimeControl", "300+3"))
    header = GameRecord(
        "hive", "Base", people, played, None, False, Ending.INTERRUPTED, date="2024-05", event="Cup",
        detail="no light", source="cup.pgn", number=3, seed=17, tags=tags,
    )  # fmt: skip
    tree = GameTree(find_game("hive"), header)
    first, second = tree.main_line()
    tree.root.comments += ["A game.", "In two parts."]
    tree.root.nags, tree.root.evaluation = {140}, MoveEvaluation(None, None, 7)
    first.nags, first.evaluation = set(range(1, 60)), MoveEvaluation(12.0, 0, 9)
    first.comments, second.comments = ["long " * 5_000], REVIEWED
    tree.add_variation(first, "bA1 wS1-").comments += ["better", " by far "]
    return tree


def sent_by_a_page(tree: GameTree) -> dict[str, Any]:
    """The record of a game as a page sends it back: without boards, and with what the server made."""
    record = json.loads(to_json(record_json(tree)))
    return {**record, "nodes": [{k: v for k, v in node.items() if k != "board"} for node in record["nodes"]]}


def test_a_record_comes_back_as_the_tree_that_it_was(client: TestClient) -> None:
    tree = reviewed()
    sent = sent_by_a_page(tree)
    answer = client.post("/api/v1/records", json={"record": sent})
    assert answer.status_code == 200, answer.text
    assert answer.json()["record"] == json.loads(to_json(record_json(tree)))
    folder = Path(__file__).parents[1] / "storage" / "data"
    files = [game for name in ("annotated.pgn", "annotated.sgf") for game in read_games(folder / name)]
    for game in [tree, *files, *(generated_tree(seed) for seed in range(40))]:
        back, _ = read_tree(RecordFields.model_validate(sent_by_a_page(game)))
        game.header = replace(game.header, source=game.header.source_name)
        assert back == game


@pytest.mark.parametrize(
    ("text", "comments"),
    [
        ("A plan.\nand more", REVIEWED),
        ("other", ["other", REVIEWED[1], REVIEWED[3], REVIEWED[4]]),
        ("", [REVIEWED[1], REVIEWED[3], REVIEWED[4]]),
    ],
)
def test_a_person_changes_one_comment(text: str, comments: list[str]) -> None:
    tree = reviewed()
    sent = sent_by_a_page(tree)
    node = next(node for node in sent["nodes"] if node.get("comments") == REVIEWED)
    node["comment"] = text
    back, _ = read_tree(RecordFields.model_validate(sent))
    *_, last = tree.main_line()
    last.comments = comments
    assert back == tree
