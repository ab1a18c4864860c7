"""A library for the tests: a few games, and the requests that fill and read it."""

from __future__ import annotations

import itertools
import json
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from hexapoda.files.data_folder import data_folder
from hexapoda.record import Ending, GameRecord, MoveRecord, PlayerRecord
from hexapoda.storage import Store

__all__ = ["CLUB", "LIBRARY", "fill", "found_games", "import_text", "journal", "waited", "write_files"]

LIBRARY = "/api/v1/library"
CLUB = """[GameType "Base+MLP"]
[Date "2026.03.02"]
[White "Ann"]
[Black "Ben"]
[Event "Club"]
[Result "WhiteWins"]

1. wL
2. bL wL-
3. wQ -wL
4. bQ bL-

WhiteWins
"""
"""A game with names, which Black lost before its end."""
MORE = """Base+MLP;InProgress;White[3];wL;bL \\wL;wQ wL\\;bQ \\bL
Base+MLP;InProgress;White[3];wL;bP wL-;wQ -wL;bQ wL/
Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-
"""
"""Three games, the second of which breaks a rule in its last move."""


def import_text(client: TestClient, name: str, content: str | bytes) -> Any:
    """Import a file; the result."""
    _make_store(client)
    answer = client.post(f"{LIBRARY}/imports", params={"name": name}, content=content)
    assert answer.status_code == 202, answer.text
    return waited(client, answer.json()["id"])


def _make_store(client: TestClient) -> None:
    """Make an empty store, unless there is one: a process that makes its first one loads much for that."""
    url = client.app.state.settings.store  # type: ignore[attr-defined]
    path = Path(url) if url else data_folder() / "games.db"
    if "://" not in str(url) and not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_empty_store())


@cache
def _empty_store() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.db"
        Store.open(str(path)).close()
        return path.read_bytes()


def waited(client: TestClient, id: str) -> Any:
    """The result of an import, once it has ended; the limit of the test is the deadline."""
    while True:
        state = client.get(f"{LIBRARY}/imports/{id}").json()
        if state["state"] not in ("waiting", "running"):
            return state
        time.sleep(0.05)  # each question takes as long as the work


def journal(games: int) -> str:
    """The journal of a match with this many different games of Hex."""
    cells = [f"{chr(97 + column)}{row}" for column in range(19) for row in range(1, 20)]
    players = (PlayerRecord("a"), PlayerRecord("b"))
    pairs = itertools.islice(itertools.permutations(cells, 2), games)
    records = (
        GameRecord("hex", "19x19", players, tuple(map(MoveRecord, pair)), None, False, Ending.UNKNOWN)
        for pair in pairs
    )
    return "".join(json.dumps(record.to_json()) + "\n" for record in records)


def fill(client: TestClient) -> None:
    """Import three games: 1 of the club, 2 and 3 without names."""
    import_text(client, "club.pgn", CLUB)
    import_text(client, "more.txt", MORE)


def found_games(client: TestClient, **filters: Any) -> list[int]:
    """The numbers of the games that match."""
    answer = client.get(f"{LIBRARY}/games", params=filters)
    assert answer.status_code == 200, answer.text
    return [game["id"] for game in answer.json()["games"]]


def write_files(folder: Path) -> list[str]:
    """Write the same two files; their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "club.pgn").write_text(CLUB, "utf-8")
    (folder / "more.txt").write_text(MORE, "utf-8")
    return [str(folder / "club.pgn"), str(folder / "more.txt")]
