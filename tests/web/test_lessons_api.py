"""Lessons over the API: those of each game, and none for a game without them."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from hexapoda.games import find_game
from hexapoda.games.translations import patterns

ROOT = "/api/v1"
PARTS = ("title", "text", "goal", "praise")


@pytest.mark.parametrize("name", ["hive", "hex"])
def test_a_page_gets_the_lessons_of_the_game(client: TestClient, name: str) -> None:
    found = client.get(f"{ROOT}/lessons/{name}").json()
    lessons = find_game(name).lessons
    assert found["game"] == name
    assert [lesson["id"] for lesson in found["lessons"]] == [lesson.id for lesson in lessons]
    assert found["lessons"][-1]["steps"][-1] == {"accept": list(lessons[-1].steps[-1].accept), "reply": None}
    for shown, lesson in zip(found["lessons"], lessons, strict=True):
        german = {part: getattr(lesson, part).translated(patterns("de")) for part in PARTS}
        assert [shown[part] for part in PARTS] == [getattr(lesson, part) for part in PARTS]
        assert shown["translations"] == {"de": german}
    [game] = [game for game in client.get(f"{ROOT}/catalog").json()["games"] if game["name"] == name]
    assert game["lessons"] == len(lessons)


def test_a_game_without_lessons_offers_none(third_game: TestClient) -> None:
    assert [game["lessons"] for game in third_game.get(f"{ROOT}/catalog").json()["games"]][-1] == 0
    answer = third_game.get(f"{ROOT}/lessons/y")
    assert answer.status_code == 404 and "no lessons" in answer.json()["error"]["text"]


def test_an_unknown_game_is_named(client: TestClient) -> None:
    answer = client.get(f"{ROOT}/lessons/chess")
    assert answer.status_code == 404 and "'chess'" in answer.json()["error"]["text"]


def test_a_page_plays_the_last_lesson_to_its_end(client: TestClient) -> None:
    lesson = client.get(f"{ROOT}/lessons/hex").json()["lessons"][-1]
    position = client.post(f"{ROOT}/positions", json={"game": "hex", "start": lesson["start"]}).json()
    for step in lesson["steps"]:
        for move in [*step["accept"], *([] if step["reply"] is None else [step["reply"]])]:
            fields = {name: position[name] for name in ("game", "variant", "rules", "start", "moves")}
            fields["moves"] = [*fields["moves"], move]
            position = client.post(f"{ROOT}/positions", json=fields).json()
    assert position["result"]["winner"] == 0
