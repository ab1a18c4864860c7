"""What sockets that are opened and dropped do to the server: python benchmarks/hostile_sockets.py [10000]

Starts a server and plays a game on it, opens that many connections, of which every second one becomes a
WebSocket, drops each at once, and prints how long a move takes before, during and after, and the memory.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect


def main() -> None:
    """Drop the sockets and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("sockets", type=int, nargs="?", default=10_000, help="connections to open and drop")
    number = parser.parse_args().sockets
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as home:
        server = subprocess.Popen(
            [sys.executable, "-m", "hexapoda", "web", "--no-browser", "--no-token", "--port", str(port)],
            env={**os.environ, "HEXAPODA_HOME": home},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert server.stdout is not None
        server.stdout.readline()
        try:
            _measure(port, server.pid, number)
        finally:
            server.send_signal(signal.SIGINT)
            server.wait()


def _measure(port: int, pid: int, number: int) -> None:
    game = {"game": "hex", "variant": "11x11", "seats": ["human", "human"]}
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/v1/games",
        json.dumps(game).encode(),
        {"content-type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        made = json.load(answer)
    path = f"/api/v1/games/{made['id']}/live"
    upgrade = (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ).encode()
    with connect(f"ws://127.0.0.1:{port}{path}", proxy=None) as page:
        _ask(page, {"type": "join", "keys": made["keys"]})
        print(f"before: a move takes {_move(page):.1f} ms; {_memory(pid)}")
        began, times = time.perf_counter(), []
        for at in range(number):
            with socket.create_connection(("127.0.0.1", port)) as dropped:
                if at % 2:
                    dropped.sendall(upgrade)
            if at % 250 == 249:
                times.append(_move(page))
        seconds = time.perf_counter() - began
        if times:
            print(f"{number} sockets in {seconds:.1f} s: a move takes at most {max(times):.1f} ms")
        print(f"after: a move takes {_move(page):.1f} ms; {_memory(pid)}")


def _move(page: ClientConnection) -> float:
    """Play a move and take it back; the milliseconds of the move."""
    began = time.perf_counter()
    _ask(page, {"type": "move", "move": "f6"})
    milliseconds = 1000 * (time.perf_counter() - began)
    _ask(page, {"type": "undo"})
    return milliseconds


def _ask(page: ClientConnection, message: dict[str, Any]) -> None:
    page.send(json.dumps({**message, "ref": "x"}))
    while json.loads(page.recv()).get("ref") != "x":
        pass


def _memory(pid: int) -> str:
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return "memory unknown"
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    files = len(list(Path(f"/proc/{pid}/fd").iterdir()))
    return f"{int(line.split()[1]) / 1024:.0f} MB, {files} open files"


if __name__ == "__main__":
    main()
