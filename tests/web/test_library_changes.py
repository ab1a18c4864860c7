"""Changing the library: importing files, correcting, deleting, and undoing both."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexapoda.record import Ending, GameRecord, MoveRecord, PlayerRecord
from hexapoda.storage import Store
from hexapoda.web.library.importing import Imports
from hexapoda.web.settings import WebSettings
from tests.web.library_pages import CLUB, LIBRARY, MORE, fill, found_games, import_text
from tests.web.pages import serving


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of the library that `unchanged` shows."""
    return tmp_path_factory.mktemp("filled") / "games.db"


@pytest.fixture(scope="module")
def unchanged(store: Path) -> Iterator[TestClient]:
    """A server with three games, for all tests that change nothing."""
    with serving(WebSettings(store=str(store))) as client:
        fill(client)
        yield client


@pytest.fixture
def filled(unchanged: TestClient, store: Path, home: Path, client: TestClient) -> TestClient:
    """A server with a copy of these games."""
    home.mkdir(exist_ok=True)
    with (
        contextlib.closing(sqlite3.connect(store)) as source,
        contextlib.closing(sqlite3.connect(home / "games.db")) as target,
    ):
        source.backup(target)
    return client


def record_of(home: Path, id: int) -> GameRecord | None:
    with Store.open(str(home / "games.db"), read_only=True) as store:
        found = store.game(id)
        return None if found is None else found.record


def test_imports_name_file_and_line(client: TestClient) -> None:
    state = import_text(client, "C:\\games\\more.txt", MORE)
    assert (state["file"], state["state"], state["games"], state["added"]) == ("more.txt", "done", 2, 2)
    [fault] = state["faults"]
    assert state["bad"] == 1 and fault["line"] == 2 and "bQ wL/" in fault["text"]
    again = import_text(client, "more.txt", MORE)
    assert (again["added"], again["duplicates"]) == (0, 2)


def test_duplicates_are_completed(client: TestClient) -> None:
    nameless = "\n".join(line for line in CLUB.splitlines() if not line.startswith(("[White ", "[Black ")))
    assert import_text(client, "a.pgn", nameless)["added"] == 1
    state = import_text(client, "b.pgn", CLUB)
    assert (state["added"], state["duplicates"], state["completed"]) == (0, 1, 1)
    assert found_games(client, player="ann") == [1]


@pytest.mark.parametrize(
    ("name", "content", "text"),
    [
        ("readme.md", b"# Hello", "no games"),
        ("empty.pgn", b"", "no games"),
        ("picture.png", b"\x89PNG\r\n\x1a\n\0\0\0", "no games"),
        ("journal.jsonl", b'{"game": "hive"}\n', "line 1"),
        ("wide.txt", b"\xff\xfe\x00", "UTF-16"),
    ],
)
def test_files_without_games(unchanged: TestClient, name: str, content: bytes, text: str) -> None:
    state = import_text(unchanged, name, content)
    assert state["added"] == 0
    assert text in " ".join([state["note"], *(fault["text"] for fault in state["faults"])])


def test_names_of_files_are_only_shown(client: TestClient) -> None:
    state = import_text(client, "../../../etc/passwd", CLUB)
    assert state["file"] == "passwd"
    assert import_text(client, "<script>\n.pgn", CLUB)["file"] == "<script>?.pgn"
    assert import_text(client, "..", CLUB)["file"] == "games.txt"
    assert client.post(f"{LIBRARY}/imports", params={"name": ""}, content=CLUB).status_code == 400
    assert client.post(f"{LIBRARY}/imports", params={"name": "x" * 401}, content=CLUB).status_code == 400
    assert client.get(f"{LIBRARY}/imports/unknown").status_code == 404


def test_large_files_are_refused(home: Path) -> None:
    with serving(WebSettings(import_bytes=100_000)) as client:
        answer = client.post(f"{LIBRARY}/imports", params={"name": "a.pgn"}, content=b" " * 100_001)
        assert answer.status_code == 413

        def parts() -> Iterator[bytes]:  # without a length
            for _ in range(11):
                yield b" " * 10_000

        answer = client.post(f"{LIBRARY}/imports", params={"name": "a.pgn"}, content=parts())
        assert answer.status_code == 413 and "100000" in answer.json()["error"]["text"]
        assert import_text(client, "a.pgn", CLUB + " " * 80_000)["added"] == 1  # more than other bodies
        assert client.post(f"{LIBRARY}/delete", content=b" " * 80_000).status_code == 413


def test_corrections_and_undo(filled: TestClient, home: Path) -> None:
    before = record_of(home, 1)
    change = {"names": ["Anna", None], "date": "2025", "event": "", "result": "draw"}
    answer = filled.patch(f"{LIBRARY}/games/1", json=change).json()
    assert answer["game"]["players"] == ["Anna", "Ben"] and answer["game"]["result"] == "1/2-1/2"
    assert answer["game"]["date"] == "2025" and answer["game"]["event"] == ""
    undone = filled.post(f"{LIBRARY}/undo/{answer['undo']}").json()
    assert undone["game"]["players"] == ["Ann", "Ben"] and record_of(home, 1) == before
    assert filled.post(f"{LIBRARY}/undo/{answer['undo']}").status_code == 404
    assert import_text(filled, "club.pgn", CLUB)["duplicates"] == 1
    same = filled.patch(f"{LIBRARY}/games/1", json={"names": ["Ann", "Ben"]}).json()
    assert same["undo"] is None


def test_an_undo_never_overwrites_a_later_change(filled: TestClient) -> None:
    first = filled.patch(f"{LIBRARY}/games/1", json={"event": "one"}).json()
    filled.patch(f"{LIBRARY}/games/1", json={"event": "two"})
    answer = filled.post(f"{LIBRARY}/undo/{first['undo']}")
    assert answer.status_code == 409 and found_games(filled, event="two") == [1]


@pytest.mark.parametrize(
    ("change", "status", "text"),
    [
        ({"date": "yesterday"}, 409, "expected a date"),
        ({"names": ["a\nb", None]}, 409, "one line"),
        ({"names": ["x" * 201, None]}, 409, "200"),
        ({"result": "purple"}, 409, "purple"),
        ({"moves": ["wS1"]}, 400, "not permitted"),
        ({"names": ["only one"]}, 400, "required"),
    ],
)
def test_refused_corrections(unchanged: TestClient, change: Any, status: int, text: str) -> None:
    before = unchanged.get(f"{LIBRARY}/games/1").json()
    answer = unchanged.patch(f"{LIBRARY}/games/1", json=change)
    assert answer.status_code == status and text in answer.json()["error"]["text"]
    assert unchanged.get(f"{LIBRARY}/games/1").json() == before
    assert unchanged.patch(f"{LIBRARY}/games/9", json={}).status_code == 404


def test_deleted_games_come_back_exactly(filled: TestClient, home: Path) -> None:
    before = record_of(home, 1)
    assert filled.post(f"{LIBRARY}/delete", json={"ids": [1, 3, 1]}).json() == {"deleted": [1, 3]}
    assert found_games(filled) == [2]
    trash = filled.get(f"{LIBRARY}/trash").json()["games"]
    assert sorted(game["id"] for game in trash) == [1, 3] and trash[0]["reason"] == "deleted"
    assert filled.post(f"{LIBRARY}/restore", json={"ids": [1, 3]}).json() == {"restored": [1, 3]}
    assert record_of(home, 1) == before and found_games(filled, opening="Base+MLP;wL;bL wL-") == [2, 1]
    assert filled.post(f"{LIBRARY}/delete", json={"ids": [1, 99]}).status_code == 404
    assert filled.post(f"{LIBRARY}/restore", json={"ids": [1]}).status_code == 409
    assert found_games(filled) == [3, 2, 1]
    for ids in ([], [0], ["x"], list(range(1, 1002)), [1 << 40]):
        assert filled.post(f"{LIBRARY}/delete", json={"ids": ids}).status_code == 400


@pytest.mark.parametrize(
    ("settings", "writable"),
    [
        (WebSettings(), True),
        (WebSettings(store_writable=False), False),
        (WebSettings(host="0.0.0.0"), False),
        (WebSettings(names=("play.example.org",)), False),
        (WebSettings(host="0.0.0.0", store_writable=True), True),
    ],
)
def test_who_may_write(home: Path, settings: WebSettings, writable: bool) -> None:
    with serving(settings) as client:
        assert client.get(LIBRARY).json()["writable"] is writable
        answers = [
            client.post(f"{LIBRARY}/imports", params={"name": "a.pgn"}, content=CLUB),
            client.patch(f"{LIBRARY}/games/1", json={"event": "x"}),
            client.post(f"{LIBRARY}/delete", json={"ids": [1]}),
            client.post(f"{LIBRARY}/restore", json={"ids": [1]}),
            client.post(f"{LIBRARY}/undo/unknown"),
        ]
        assert [answer.status_code == 403 for answer in answers] == [not writable] * 5
        if not writable:
            assert "--store-writable" in answers[0].json()["error"]["text"]
            assert not (home / "games.db").exists()


def test_the_server_reads_no_file_itself(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that takes much memory must not make the server grow."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr("hexapoda.record.reading.open_text", None)
    monkeypatch.setattr("hexapoda.files.game_file.decode", None)
    assert import_text(client, "a.pgn", CLUB)["added"] == 1
    assert not list(tmp_path.glob("hexapoda-import-*")), "nothing is left"


def test_a_file_that_takes_too_much_memory(home: Path) -> None:
    with serving(WebSettings(text_bytes=400 * 1024**2)) as client:
        state = import_text(client, "a.txt", " " * 60_000_000 + "\U0001f41d")
        assert state["state"] == "failed" and "too much" in state["note"]
        assert import_text(client, "a.pgn", CLUB)["added"] == 1


def test_the_third_game(third_game: TestClient) -> None:
    players = (PlayerRecord("Ann"), PlayerRecord("Ben"))
    moves = tuple(map(MoveRecord, ("1.1", "2.1", "2.2")))
    record = GameRecord("y", "triangle-3", players, moves, 0, True, Ending.RESIGN)
    client = third_game
    state = import_text(client, "y.jsonl", json.dumps(record.to_json()))
    assert state["added"] == 1 and found_games(client, game="y", player="ann") == [1]
    nodes = client.get(f"{LIBRARY}/games/1").json()["record"]["nodes"]
    assert [node["move"]["move"] for node in nodes[1:]] == ["1.1", "2.1", "2.2"]
    answer = client.post(f"{LIBRARY}/explore", json={"game": "y"})
    assert answer.status_code == 400 and "not indexed" in answer.json()["error"]["text"]
    players_found = client.get(f"{LIBRARY}/players", params={"game": "y"}).json()["players"]
    assert [one["name"] for one in players_found] == ["Ann", "Ben"]
    assert client.patch(f"{LIBRARY}/games/1", json={"result": "second"}).json()["game"]["result"] == "0-1"


def test_one_client_cannot_fill_the_queue_of_imports(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Imports, "_begin", lambda *_: None)  # nothing is ever read
    sent = [client.post(f"{LIBRARY}/imports", params={"name": "a.pgn"}, content=CLUB) for _ in range(6)]
    assert [answer.status_code for answer in sent] == [202] * 5 + [429]


def test_clients_of_one_address_cannot_fill_it_either(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Imports, "_begin", lambda *_: None)
    clients = iter([*(f"192.0.2.1 {key}" for key in "abcdef"), "192.0.2.2 a"])
    monkeypatch.setattr("hexapoda.web.api.library.client_of", lambda _: next(clients))
    sent = [client.post(f"{LIBRARY}/imports", params={"name": "a.pgn"}, content=CLUB) for _ in range(7)]
    assert [answer.status_code for answer in sent] == [202] * 5 + [429, 202]
