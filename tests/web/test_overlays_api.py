"""Overlays over the API, and what the catalog says about them."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexapoda.games import find_game

OPENING = {"game": "hive", "moves": ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"]}


@pytest.fixture
def client(shared_client: TestClient) -> TestClient:
    return shared_client


def ask(client: TestClient, **fields: Any) -> Any:
    return client.post("/api/v1/positions/overlays", json=fields)


def test_the_catalog_lists_them(client: TestClient, third_game: TestClient) -> None:
    shown = {game["name"]: game for game in third_game.get("/api/v1/catalog").json()["games"]}
    assert shown["y"]["overlays"] == []
    for name in ("hive", "hex"):
        overlays = find_game(name).overlays
        assert overlays is not None
        assert [each["id"] for each in shown[name]["overlays"]] == [each.id for each in overlays.OVERLAYS]
    assert [each["id"] for each in shown["hive"]["overlays"] if each.get("cell")] == ["reach"]
    formats = [each["id"] for each in shown["hive"]["formats"]]
    assert formats == ["pgn", "gamestring", "json", "svg", "text"]
    assert [each["id"] for each in shown["y"]["formats"]] == ["ytext", "json", "text"]


def test_several_at_once(client: TestClient) -> None:
    pinned, reach = ask(client, **OPENING, kinds=["pinned", "reach"], cell=[-1, 0]).json()["overlays"]
    assert pinned["cells"] == [{"cell": [0, 0], "tone": "first"}, {"cell": [1, 0], "tone": "second"}]
    assert (pinned["id"], pinned["lines"], pinned["partial"]) == ("pinned", [], False)
    assert {"cell": [-1, 0], "tone": "mark"} in reach["cells"] and reach["text"].startswith("wQ can go")
    [policy] = ask(client, text="5x5 a1", kinds=["policy"]).json()["overlays"]
    assert max(mark["value"] for mark in policy["cells"]) == 1


@pytest.mark.parametrize(
    ("fields", "field", "text"),
    [
        ({"kinds": ["nothing"]}, "kinds", "expected one of threats"),
        ({"kinds": []}, "kinds", "at least 1"),
        ({"kinds": ["pinned"] * 7}, "kinds", "at most 6"),
        ({"kinds": ["pinned"], "cell": [1]}, "cell.1", "required"),
        ({"kinds": ["reach"], "cell": [1, 10**7]}, "cell.1", "less than"),
        ({"kinds": ["pinned"], "moves": ["x"]}, "moves", "move 1"),
    ],
)
def test_refused_overlays(client: TestClient, fields: dict[str, Any], field: str, text: str) -> None:
    answer = ask(client, **{**OPENING, **fields})
    error = answer.json()["error"]
    assert answer.status_code == 400 and error["field"] == field and text in error["text"]


def test_a_game_without_overlays(third_game: TestClient) -> None:
    answer = ask(third_game, game="y", kinds=["pinned"])
    assert answer.status_code == 400 and "no overlays" in answer.json()["error"]["text"]
