"""A server that is killed in the middle of work loses nothing that it has confirmed, and doubles nothing.

One visitor analyzes, plays, finishes, reviews, practices and imports games through the API. After a random
number of confirmed steps the server is killed, while the next step is on its way.
"""

from __future__ import annotations

import http.client
import json
import random
import signal
import threading
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from tests.web.pages import serving
from tests.web.server_process import ServerProcess, free_port, running
from tests.web.test_reviews import HEX

CELLS = [f"{column}{row}" for column in "abcdefghi" for row in range(1, 10)]
LOST = (OSError, http.client.HTTPException, WebSocketException, ValueError)
"""What a request to a killed server may raise."""


@dataclass
class Work:
    """What one visitor does, and what the server has confirmed of it."""

    random: random.Random
    kill_at: int
    server: ServerProcess
    confirmed: int = 0
    analysis: Any = None
    nodes: list[dict[str, Any]] = field(default_factory=lambda: [{"id": 0, "parent": None}])
    """The last content of the analysis that is confirmed."""
    sent: list[dict[str, Any]] = field(default_factory=list)
    """The content that is on its way."""
    games: dict[str, list[str]] = field(default_factory=dict)
    """The confirmed moves of each game, by its id."""
    finished: set[str] = field(default_factory=set)
    reviews: dict[str, str] = field(default_factory=dict)
    """The game of each review."""
    imported: list[list[str]] = field(default_factory=list)
    """The moves of the games of files that are confirmed to be in the library."""
    exercises: dict[str, str] = field(default_factory=dict)
    """What the visitor has played in each exercise, by its id."""
    asked: dict[str, int] = field(default_factory=dict)
    """How many answers to each exercise were sent."""
    answered: dict[str, int] = field(default_factory=dict)
    """How many of them are confirmed."""
    due: threading.Event = field(default_factory=threading.Event)

    def run(self) -> None:
        """Work until the server is gone."""
        try:
            while True:
                work = (self.analyze, self.analyze, self.play, self.import_file, self.practice)
                self.random.choice(work)()
        except LOST:
            self.due.set()  # in case it went before it was killed

    def _confirm(self) -> None:
        self.confirmed += 1
        if self.confirmed >= self.kill_at:
            self.due.set()

    def send(self, method: str, path: str, body: Any) -> Any:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.server.port}/api/v1{path}",
            data if body is not None else None,
            {"content-type": "application/json"},
            method=method,
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def analyze(self) -> None:
        """Add a variation with a comment."""
        parent = self.random.choice(self.nodes)
        used = {node.get("move") for node in self.nodes}
        move = self.random.choice([cell for cell in CELLS if cell not in used] or ["i9"])
        if move in used:
            return
        more = {"id": len(self.nodes), "parent": parent["id"], "move": move, "comment": f"why {move}"}
        self.sent = [*self.nodes, more]
        record = {"game": "hex", "variant": "9x9", "nodes": self.sent}
        if self.analysis is None:
            self.analysis = self.send("POST", "/analyses", {"name": "study", "record": record})
        else:
            wish = {"name": "study", "revision": self.analysis["revision"], "record": record}
            self.analysis = self.send("PUT", f"/analyses/{self.analysis['id']}", wish)
        self.nodes = self.sent
        self._confirm()

    def play(self) -> None:
        """Play some moves of a game, end it, and ask for its review."""
        made = self.server.create("hex", "human", "human", variant="9x9")
        self.games[made["id"]] = []
        with self.server.page(made) as page:
            for move in self.random.sample(CELLS, 4):
                page.send(json.dumps({"type": "move", "move": move, "ref": move}))
                self._wait(page, move)
                self.games[made["id"]].append(move)
                self._confirm()
            page.send(json.dumps({"type": "resign", "ref": "end"}))
            self._wait(page, "end")
            self.finished.add(made["id"])
            self._confirm()
        found = self.send("POST", "/reviews", {"played": made["id"]})
        self.reviews[found["id"]] = made["id"]
        self._confirm()

    def import_file(self) -> None:
        """Send a file of games, and wait until they are in the library."""
        games = [self.random.sample(CELLS, 8) for _ in range(40)]
        text = "".join(
            "(;GM[11]SZ[9]" + "".join(map(";{}[{}]".format, "BWBWBWBW", moves)) + ")" for moves in games
        )
        state = self.send("POST", "/library/imports?name=club.sgf", text.encode())
        while state["state"] in ("waiting", "running"):
            state = self.send("GET", f"/library/imports/{state['id']}", None)
        assert (state["state"], state["added"]) == ("done", len(games))
        self.imported += games
        self._confirm()

    def practice(self) -> None:
        """Answer an exercise, or first have a game reviewed in which there is one."""
        if not self.exercises:
            state = self.send("POST", "/reviews", {"text": HEX, "you": 1})
            while state["status"] != "done":
                state = self.send("GET", f"/reviews/{state['id']}", None)
            rows = self.send("GET", "/practice", None)["queue"]
            self.exercises = {row["id"]: row["played"] for row in rows}
            assert self.exercises, "a review that is done has brought them"
        else:
            id = self.random.choice(list(self.exercises))
            self.asked[id] = self.asked.get(id, 0) + 1
            wish = {"move": self.exercises[id], "attempt": f"attempt-{self.asked[id]}"}
            self.send("POST", f"/practice/exercises/{id}/answer", wish)
            self.answered[id] = self.asked[id]
        self._confirm()

    @staticmethod
    def _wait(page: Any, ref: str) -> None:
        while json.loads(page.recv(60)).get("ref") != ref:
            pass


def check(work: Work, home: Path) -> None:
    """Everything that was confirmed is there after a restart."""
    with serving() as client:
        if work.analysis is not None:
            shown = client.get(f"/api/v1/analyses/{work.analysis['id']}").json()
            moves = {node["move"]["move"]: node["comment"] for node in shown["record"]["nodes"][1:]}
            assert moves in (comments(work.nodes), comments(work.sent))
        assert client.get("/api/v1/analyses").json()["total"] <= 1
        for id, played in work.games.items():
            answer = client.get(f"/api/v1/games/{id}")
            if answer.status_code == 404:
                assert not played
                continue
            state = answer.json()
            assert state["board"]["moves"][: len(played)] == played
            assert id not in work.finished or state["result"] is not None
        for id in work.reviews:
            assert client.get(f"/api/v1/reviews/{id}").status_code == 200
        for id in work.exercises:
            found = client.get(f"/api/v1/practice/exercises/{id}").json()
            assert work.answered.get(id, 0) <= found["answers"] <= work.asked.get(id, 0)
        assert client.get("/api/v1/practice").json()["damaged"] == 0
    listed = in_library(home)
    ended = [work.games[id] for id in work.finished]
    assert all(listed.count(moves) == 1 for moves in ended), "each finished game is there once"
    assert all(listed.count(moves) == 1 for moves in work.imported), "each imported game is there once"


def comments(nodes: list[dict[str, Any]]) -> dict[str, str]:
    return {node["move"]: node["comment"] for node in nodes[1:]}


def in_library(home: Path) -> list[list[str]]:
    """The moves of the games in the library, after a server had the time to add those that ended last."""
    from hexapoda.files.data_folder import DATA_OWNER
    from hexapoda.storage import GameFilter, Store
    from hexapoda.web.live.room_file import unfiled_games

    with serving():
        while unfiled_games():
            time.sleep(0.01)
    with Store.open(str(home / "games.db")) as store:
        return [
            [move.text for move in found.record.moves]
            for found in store.records(GameFilter(owners=("", DATA_OWNER)))
        ]


def kill_once(home: Path, seed: int) -> None:
    rng = random.Random(seed)
    with running(home, free_port()) as server:
        work = Work(rng, rng.randint(1, 25), server)
        worker = threading.Thread(target=work.run)
        worker.start()
        assert work.due.wait(120)
        server.end(signal.SIGKILL)
        worker.join(120)
    check(work, home)


@pytest.mark.slow
def test_a_killed_server_loses_nothing(home: Path) -> None:
    kill_once(home, 1)


@pytest.mark.deep
@pytest.mark.parametrize("seed", [0, *range(2, 103)])
def test_a_server_that_is_killed_often_loses_nothing(home: Path, seed: int) -> None:
    kill_once(home, seed)
