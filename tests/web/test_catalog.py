"""The catalog and the shapes of boards."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient

from hexapoda.games import find_game, game_names
from hexapoda.play import opponents
from hexapoda.web.api import positions
from hexapoda.web.opponents import opponents_by_id


def test_the_catalog_has_all_games(client: TestClient) -> None:
    games = {game["name"]: game for game in client.get("/api/v1/catalog").json()["games"]}
    assert list(games) == list(game_names())
    for name, shown in games.items():
        game = find_game(name)
        assert shown["variants"] == list(game.variants) and shown["players"] == list(game.players)
        assert [rule["name"] for rule in shown["rules"]] == [rule.name for rule in game.rules]
        assert shown["board"] == name
        ids = [opponent["id"] for opponent in shown["opponents"]]
        assert len(set(ids)) == len(ids) == len(opponents(game))
        assert shown["indexed"] is True
        assert shown["friendly"] == "level-2" and ids[0] == "level-1"


def test_ids_are_unique_and_hold_no_engine_text(monkeypatch: pytest.MonkeyPatch) -> None:
    names = {"a.b": "x.y:Z", "A b": "x.y:Z", "ä": "x.y:Z"}
    monkeypatch.setattr("hexapoda.web.opponents.opponents", lambda game: opponents_of(names))
    found = opponents_by_id(find_game("hex"))
    assert list(found) == ["a-b", "a-b-2", "engine"]


def opponents_of(names: dict[str, str]) -> list[object]:
    from hexapoda.play import Opponent

    return [Opponent(name, name) for name in names]


@pytest.mark.parametrize(
    ("path", "inside"),
    [
        ("hive.svg", "hexapoda-light-wQ"),
        ("hex.svg", "hexapoda-hex-11x11"),
        ("hex.svg?variant=13x9", "hexapoda-hex-13x9"),
    ],
)
def test_shapes_are_an_svg_document(client: TestClient, path: str, inside: str) -> None:
    answer = client.get(f"/api/v1/boards/{path}")
    assert answer.headers["content-type"] == "image/svg+xml"
    root = ElementTree.fromstring(answer.text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert inside in {element.get("id") for element in root.iter()}
    again = client.get(f"/api/v1/boards/{path}", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304 and not again.content


@pytest.mark.parametrize(
    ("path", "status"),
    [("plain.svg", 404), ("go.svg", 404), ("hex.svg?variant=zz", 400), ("..%2fhex.svg", 404)],
)
def test_unknown_shapes(client: TestClient, path: str, status: int) -> None:
    answer = client.get(f"/api/v1/boards/{path}")
    assert answer.status_code == status and answer.json()["error"]["text"]


def test_openapi_describes_the_api(client: TestClient) -> None:
    schema = client.get("/api/v1/openapi.json").json()
    assert {"/api/v1/catalog", "/api/v1/games", "/api/v1/games/{id}"} <= set(schema["paths"])
    nouns = [tag["name"] for tag in schema["tags"]]
    ids = []
    for operations in schema["paths"].values():
        for operation in operations.values():
            assert operation["summary"][0].isupper() and not operation["summary"].endswith(".")
            [noun] = operation["tags"]
            assert noun in nouns
            ids.append(operation["operationId"])
            [good, *others] = sorted(operation["responses"])
            assert others == ["4XX", "503"]
            content = operation["responses"][good]["content"]
            if list(content) == ["application/json"]:  # and not a file
                form = content["application/json"]["schema"]
                assert all("$ref" in each for each in form.get("anyOf", [form])), operation
    assert len(set(ids)) == len(ids) and "reviews-try_move" in ids
    refused = client.post("/api/v1/positions", json={"game": 1}).json()
    fault = schema["components"]["schemas"]["ProblemText"]
    assert set(refused["error"]) == set(fault["properties"]) and fault["required"] == ["text"]


def test_the_server_starts_without_the_forms_of_its_answers() -> None:
    """They take longer to make than all else of a start, and only the description needs them."""
    made = [route.response_fields for route in positions.router.routes if isinstance(route, APIRoute)]
    assert made and not any(made)
