"""A server in its own process, as `hexapoda web` starts it."""

from __future__ import annotations

import json
import os
import signal
import socket
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.web.server_nursery import start_server

__all__ = ["ServerProcess", "free_port", "running"]


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ServerProcess:
    """The process and its address."""

    def __init__(self, home: Path, port: int, *options: str, token: bool = False) -> None:
        """`token`: whether the server asks for its token."""
        self.port = port
        words = ["web", "--no-browser", "--port", str(port), *options, *([] if token else ["--no-token"])]
        self.process = start_server(words, {**os.environ, "HEXAPODA_HOME": str(home)}, errors=True)
        assert self.process.stdout is not None
        self.first_line = self.process.stdout.readline()

    def get(self, path: str) -> Any:
        """The answer to a GET request."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}") as answer:
            return json.load(answer)

    def create(self, game: str, *seats: str, **wish: Any) -> Any:
        """Create a game; its state with `keys`."""
        return self.post("/api/v1/games", {"game": game, "seats": seats, **wish})

    def post(self, path: str, body: Any) -> Any:
        """The answer to a POST request."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}",
            json.dumps(body).encode(),
            {"content-type": "application/json"},
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    @contextmanager
    def page(self, made: Any) -> Iterator[ClientConnection]:
        """A page that has joined a game."""
        address = f"ws://127.0.0.1:{self.port}/api/v1/games/{made['id']}/live"
        with connect(address, proxy=None) as page:
            page.send(json.dumps({"type": "join", "keys": made["keys"], "ref": "join"}))
            yield page

    def children(self) -> list[int]:
        """The processes that this one has started."""
        found = []
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text("utf-8", "replace").rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == self.process.pid and fields[0] != "Z":
                found.append(int(stat.parent.name))
        return found

    def end(self, number: int) -> int:
        """Send a signal; the exit code."""
        self.process.send_signal(number)
        return self.process.wait()


def wait_until_gone(pids: list[int]) -> None:
    """Wait until none of these processes is left; the limit of the test is the deadline."""
    while any(Path(f"/proc/{pid}").exists() for pid in pids):
        time.sleep(0.02)


@contextmanager
def running(
    home: Path, port: int | None = None, *options: str, token: bool = False
) -> Iterator[ServerProcess]:
    """A server that is killed at the end of the block if it still runs."""
    server = ServerProcess(home, port or free_port(), *options, token=token)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.end(signal.SIGKILL)
        assert server.process.stdout is not None
        server.process.stdout.close()
