"""How many positions a second the server answers on one core: `POST /api/v1/positions`.

Every request is another position of a random game, so nothing can be remembered. Without options, the
application is called in this process; with `--http`, over a connection to a server in another process, whose
CPU time is measured.

    python benchmarks/web_positions.py [--seconds 3] [--http]
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from hexapoda.games import find_game
from hexapoda.web.app import create_app

_CASES = (("hive", "Base+MLP", 20), ("hive", "Base+MLP", 60), ("hex", "11x11", 40), ("hex", "19x19", 100))
_PORT = 18_117


def main() -> None:
    """Measure and print a line for each case."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--http", action="store_true")
    options = parser.parse_args()
    server = _serve() if options.http else None
    try:
        for game, variant, plies in _CASES:
            bodies = _bodies(game, variant, plies)
            if server is None:
                number, seconds = asyncio.run(_in_process(bodies, options.seconds))
            else:
                number, seconds = _over_http(server, bodies, options.seconds)
            print(f"{game} {variant} after {plies} plies: {number / seconds:,.0f} positions a second")
    finally:
        if server is not None:
            server.terminate()
            server.wait()


def _bodies(name: str, variant: str, plies: int) -> list[bytes]:
    """Return requests for 200 positions of random games."""
    game, dice = find_game(name), random.Random(plies)
    bodies: list[bytes] = []
    while len(bodies) < 200:
        position = game.initial(variant)
        while position.ply < plies and position.outcome() is None:
            position.push(dice.choice(list(position.legal_moves)))
        moves = game.board_json(position)["moves"]
        bodies.append(json.dumps({"game": name, "variant": variant, "moves": moves}).encode())
    return bodies


async def _in_process(bodies: list[bytes], seconds: float) -> tuple[int, float]:
    """Return the number of answers and the CPU time."""
    app: Any = create_app()
    headers = [(b"host", b"127.0.0.1"), (b"content-type", b"application/json")]
    began, number = time.process_time(), 0
    while time.process_time() - began < seconds:
        body = bodies[number % len(bodies)]
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "POST",
            "scheme": "http",
            "path": "/api/v1/positions",
            "raw_path": b"/api/v1/positions",
            "query_string": b"",
            "root_path": "",
            "headers": [*headers, (b"content-length", str(len(body)).encode())],
            "client": ("127.0.0.1", 50_000),
            "server": ("127.0.0.1", 8117),
        }
        sent: list[Any] = []

        async def receive(body: bytes = body) -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any, sent: list[Any] = sent) -> None:
            sent.append(message)

        await app(scope, receive, send)
        assert sent[0]["status"] == 200, sent
        number += 1
    return number, time.process_time() - began


def _serve() -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "hexapoda", "web", "--no-browser", "--port", str(_PORT)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while True:
        try:
            connection = http.client.HTTPConnection("127.0.0.1", _PORT)
            connection.request("GET", "/api/v1/catalog")
            connection.getresponse().read()
        except OSError:
            if server.poll() is not None:
                raise SystemExit("the server did not start") from None
            time.sleep(0.1)
        else:
            return server


def _over_http(server: subprocess.Popen[bytes], bodies: list[bytes], seconds: float) -> tuple[int, float]:
    """Return the number of answers and the CPU time of the server."""
    connection = http.client.HTTPConnection("127.0.0.1", _PORT)
    headers = {"content-type": "application/json"}
    began, until, number = _cpu_seconds(server.pid), time.monotonic() + seconds, 0
    while time.monotonic() < until:
        connection.request("POST", "/api/v1/positions", bodies[number % len(bodies)], headers)
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200
        number += 1
    return number, _cpu_seconds(server.pid) - began


def _cpu_seconds(pid: int) -> float:
    """Return the CPU time of a process, read as Linux shows it."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
