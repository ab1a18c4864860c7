"""Puzzles over the API: listed, read, judged, hinted at and solved; other games and junk are refused."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexapoda.games import find_game, game_names
from hexapoda.puzzles.making import forced_wins_of
from hexapoda.puzzles.puzzle import Puzzle
from hexapoda.puzzles.puzzle_file import all_puzzles, own_puzzles, write_puzzles
from hexapoda.web import puzzle_catalog
from hexapoda.web.puzzle_catalog import PuzzleCatalog
from tests.web.pages import serving

ROOT = "/api/v1/puzzles"


def one(game: str, length: int) -> Puzzle:
    return next(puzzle for puzzle in all_puzzles() if puzzle.game == game and puzzle.length == length)


def answer(client: TestClient, id: str, moves: list[str], move: str) -> Any:
    found = client.post(f"{ROOT}/{id}/answer", json={"moves": moves, "move": move})
    assert found.status_code == 200, found.text
    return found.json()


def test_the_list_has_all_puzzles_without_their_solutions(client: TestClient) -> None:
    found = client.get(ROOT).json()
    assert found["games"] == list(game_names()) and found["faults"] == []
    assert {puzzle["id"] for puzzle in found["puzzles"]} == {puzzle.id for puzzle in all_puzzles()}
    assert all(
        set(each) == {"id", "game", "variant", "player", "side", "length", "grade", "themes"}
        for each in found["puzzles"]
    )
    by_id = {puzzle.id: puzzle for puzzle in all_puzzles()}
    assert all(each["themes"] == list(by_id[each["id"]].themes) for each in found["puzzles"])


def test_the_themes_have_titles_in_both_languages(client: TestClient) -> None:
    themes = client.get(ROOT).json()["themes"]
    for game in game_names():
        own = [each for each in themes if each["game"] == game]
        assert [each["name"] for each in own] == list(forced_wins_of(find_game(game)).themes)
        assert all(
            each["title"] and each["translations"]["de"]["title"] not in ("", each["title"]) for each in own
        )


@pytest.mark.parametrize("accepted", ["gzip", "identity"])
def test_the_list_is_compressed_for_those_who_read_that(client: TestClient, accepted: str) -> None:
    found = client.get(ROOT, headers={"accept-encoding": accepted})
    assert found.headers.get("content-encoding", "identity") == accepted
    assert found.headers["vary"] == "accept-encoding" and found.json()["puzzles"]


@pytest.mark.parametrize("game", game_names())
def test_the_best_defense_is_beaten_move_by_move(client: TestClient, game: str) -> None:
    puzzle = one(game, 3)
    shown = client.get(f"{ROOT}/{puzzle.id}").json()
    assert "solution" not in shown and shown["length"] == 3 and shown["start"] == puzzle.start
    assert shown["board"]["player"] == shown["player"] and len(shown["legal"]) >= 5
    moves: list[str] = []
    for left in (2, 1):
        said = answer(client, puzzle.id, moves, puzzle.solution[len(moves)])
        assert (said["verdict"], said["left"]) == ("right", left) and said["text"].startswith("Right.")
        assert said["reply"]["legal"] and said["reply"]["board"]["player"] == shown["player"]
        moves += [said["move"]["move"], said["reply"]["move"]["move"]]
    said = answer(client, puzzle.id, moves, puzzle.solution[len(moves)])
    assert said["verdict"] == "solved" and "wins" in said["text"]


@pytest.mark.parametrize("game", game_names())
def test_every_other_first_move_is_answered(client: TestClient, game: str) -> None:
    puzzle = one(game, 2)
    legal = client.get(f"{ROOT}/{puzzle.id}").json()["legal"]
    others = [move["move"] for move in legal if move["move"] != puzzle.solution[0]]
    for move in others[:: max(1, len(others) // 6)]:
        said = answer(client, puzzle.id, [], move)
        assert said["verdict"] in ("wrong", "slow") and said["text"]
        assert said["reply"]["board"]["ply"] == said["board"]["ply"] + 1


def test_a_move_against_the_rules_is_explained(client: TestClient) -> None:
    puzzle = one(game_names()[1], 2)
    taken = client.get(f"{ROOT}/{puzzle.id}").json()["board"]["stones"]["Black"][0]
    text = f"{chr(97 + taken[0])}{taken[1] + 1}"
    said = answer(client, puzzle.id, [], text)
    assert said["verdict"] == "refused" and said["cells"] == [taken]
    bad = client.post(f"{ROOT}/{puzzle.id}/answer", json={"moves": [], "move": "no move"})
    assert bad.status_code == 400 and "no move" in bad.json()["error"]["text"]


def test_hints_name_the_piece_and_then_the_move(client: TestClient) -> None:
    by_game = [one(game, 2) for game in game_names()]
    first = client.post(f"{ROOT}/{by_game[0].id}/hint", json={"moves": []}).json()
    assert first["pieces"] == [by_game[0].solution[0].split()[0]] and first["move"] is None
    cells = client.post(f"{ROOT}/{by_game[1].id}/hint", json={"level": 1}).json()["cells"]
    second = client.post(f"{ROOT}/{by_game[1].id}/hint", json={"level": 2}).json()
    assert second["move"]["move"] == by_game[1].solution[0]
    assert second["move"]["cell"] in cells and len(cells) == 4


@pytest.mark.parametrize("game", game_names())
def test_the_solution_is_played_move_by_move(client: TestClient, game: str) -> None:
    puzzle = one(game, 3)
    steps = client.get(f"{ROOT}/{puzzle.id}/solution").json()["steps"]
    assert [step["move"]["move"] for step in steps] == list(puzzle.solution)
    assert "Wins" in steps[-1]["board"]["state"]


def test_junk_is_refused(client: TestClient) -> None:
    id = one(game_names()[0], 2).id
    for path in (f"{ROOT}/nothing", f"{ROOT}/nothing/solution"):
        assert client.get(path).status_code == 404
    bodies: tuple[dict[str, Any], ...] = (
        {"moves": ["x"], "move": "y"},
        {"moves": ["x", "y"], "move": "z"},
        {"moves": ["pass"] * 41, "move": "z"},
        {"moves": [], "move": "z" * 101},
        {"moves": [], "move": "z", "path": "/etc/passwd"},
        {"moves": []},
    )
    for body in bodies:
        found = client.post(f"{ROOT}/{id}/answer", json=body)
        assert found.status_code == 400 and found.json()["error"]["text"], body
    assert client.post(f"{ROOT}/{id}/hint", json={"level": 3}).status_code == 400


def test_own_files_are_offered_and_bad_ones_named_without_their_path(home: Path) -> None:
    folder = home / "puzzles"
    folder.mkdir(parents=True)
    (folder / "bad.jsonl").write_text("{}\n", encoding="utf-8")
    with serving() as client:
        found = client.get(ROOT).json()
    assert found["puzzles"] and len(found["faults"]) == 1 and str(home) not in found["faults"][0]


def test_a_new_file_is_offered_at_once(home: Path) -> None:
    puzzle = one("hive", 2)
    mine = replace(puzzle, id="0123456789", source="my own games")
    path = home / "puzzles" / "mine.jsonl"
    with serving() as client:
        many = len(client.get(ROOT).json()["puzzles"])
        assert client.get(f"{ROOT}/0123456789").status_code == 404
        path.parent.mkdir(parents=True)
        write_puzzles(path, [mine])
        assert len(client.get(ROOT).json()["puzzles"]) == many + 1
        assert client.get(f"{ROOT}/0123456789").json()["source"] == "my own games"
        path.unlink()
        assert len(client.get(ROOT).json()["puzzles"]) == many


def test_a_game_without_puzzles_says_so(home: Path, game_of_y: None) -> None:
    with serving() as client:
        assert "y" in [game["name"] for game in client.get("/api/v1/catalog").json()["games"]]
        assert "y" not in client.get(ROOT).json()["games"]


@pytest.mark.parametrize("content", ["1" * 5000, "[" * 100_000, '{"length": 1e999}', "\0"])
def test_damage_while_the_server_runs_is_a_fault(home: Path, content: str) -> None:
    path = home / "puzzles" / "mine.jsonl"
    with serving() as client:
        many = len(client.get(ROOT).json()["puzzles"])
        path.parent.mkdir(parents=True)
        path.write_text(content)
        found = client.get(ROOT).json()
        assert len(found["puzzles"]) == many and len(found["faults"]) == 1


@pytest.mark.skipif(os.name == "nt", reason="named pipes are files elsewhere")
def test_a_pipe_is_no_file_of_puzzles(home: Path) -> None:
    (home / "puzzles").mkdir(parents=True)
    os.mkfifo(home / "puzzles" / "pipe.jsonl")
    (home / "puzzles" / "broken.jsonl").symlink_to("nothing")
    assert [path.name for path in own_puzzles()] == ["broken.jsonl"]


def test_while_a_file_is_read_the_puzzles_known_before_are_offered(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalog, reading, go_on = PuzzleCatalog(), threading.Event(), threading.Event()
    many = len(catalog.list_json()["puzzles"])

    def slow(on_fault: Any) -> list[Puzzle]:
        reading.set()
        assert go_on.wait(30)
        return all_puzzles(on_fault)[:1]

    monkeypatch.setattr(puzzle_catalog, "all_puzzles", slow)
    (home / "puzzles").mkdir(parents=True)
    write_puzzles(home / "puzzles" / "mine.jsonl", [one("hive", 2)])
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(catalog.list_json)
        try:
            assert reading.wait(30)
            assert len(threads.submit(catalog.list_json).result(10)["puzzles"]) == many
        finally:
            go_on.set()
        assert len(first.result(30)["puzzles"]) == 1
