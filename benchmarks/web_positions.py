"""How many positions a second the server answers on one core: `POST /api/v1/positions`.

Every request is another position of a random game, so nothing can be remembered. Without options, the
application is called in this process. With `--http`, the server is a process of its own that may use one
core, and several connections, which stay open, ask it without a pause. They come from processes on the other
cores: the time of the client is not the time of the server, which is the bottleneck if it used all of its
core.

    python benchmarks/web_positions.py [--seconds 3] [--http] [--connections 4]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from hexapoda.games import find_game
from hexapoda.web.app import create_app

_CASES = (("hive", "Base+MLP", 20), ("hive", "Base+MLP", 60), ("hex", "11x11", 40), ("hex", "19x19", 100))
_PORT = 18_117
_PATH = "/api/v1/positions"


def main() -> None:
    """Measure and print a line for each case."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--http", action="store_true")
    parser.add_argument("--connections", type=int, default=4)
    options = parser.parse_args()
    if not options.http:
        for game, variant, plies in _CASES:
            number, seconds = asyncio.run(_in_process(_bodies(game, variant, plies), options.seconds))
            print(f"{game} {variant} after {plies} plies: {number / seconds:,.0f} positions a second")
        return
    first, *others = sorted(os.sched_getaffinity(0))
    if not others:
        raise SystemExit("one core only: the client would be measured with the server")
    with tempfile.TemporaryDirectory() as home:
        server = _serve(first, home)
        try:
            for game, variant, plies in _CASES:
                bodies = _bodies(game, variant, plies)
                _ask_all(others, bodies, 0.5, options.connections)  # warms up
                before = _cpu_seconds(server.pid)
                times, seconds = _ask_all(others, bodies, options.seconds, options.connections)
                used = _cpu_seconds(server.pid) - before
                late = [1000 * each for each in statistics.quantiles(times, n=100)]
                print(
                    f"{game} {variant} after {plies} plies: {len(times) / seconds:,.0f} positions a second, "
                    f"median {late[49]:.2f} ms, 99th percentile {late[98]:.2f} ms; "
                    f"the server used {100 * used / seconds:.0f}% of its core, "
                    f"{len(times) / used:,.0f} positions for each second of it",
                    flush=True,
                )
        finally:
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
            "path": _PATH,
            "raw_path": _PATH.encode(),
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


def _serve(core: int, home: str) -> subprocess.Popen[bytes]:
    """Start a server that may use one core only, and wait until it answers."""
    server = subprocess.Popen(
        [sys.executable, "-m", "hexapoda", "web", "--no-browser", "--no-token", "--port", str(_PORT)],
        env={**os.environ, "HEXAPODA_HOME": home},
        stdout=subprocess.PIPE,
        preexec_fn=lambda: os.sched_setaffinity(0, {core}),
    )
    assert server.stdout is not None
    if not server.stdout.readline():
        raise SystemExit("the server did not start")
    return server


def _ask_all(
    cores: list[int], bodies: list[bytes], seconds: float, connections: int
) -> tuple[list[float], float]:
    """Ask over several connections; return the seconds of each answer, and the seconds in all."""
    context = multiprocessing.get_context("fork")
    pipes = []
    for number in range(connections):
        near, far = context.Pipe(duplex=False)
        shifted = bodies[number * 50 % len(bodies) :] + bodies[: number * 50 % len(bodies)]
        context.Process(target=_ask, args=(cores, shifted, seconds, far), daemon=True).start()
        far.close()
        pipes.append(near)
    found = [near.recv() for near in pipes]
    ended = max(end for _, _, end in found) - min(begin for _, begin, _ in found)
    return [each for times, _, _ in found for each in times], ended


def _ask(cores: list[int], bodies: list[bytes], seconds: float, found: Any) -> None:
    """Ask over one connection, with as little work as possible; send the times of the answers."""
    os.sched_setaffinity(0, set(cores))
    head = f"POST {_PATH} HTTP/1.1\r\nHost: 127.0.0.1:{_PORT}\r\nContent-Type: application/json\r\n"
    requests = [f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body for body in bodies]
    times: list[float] = []
    with socket.create_connection(("127.0.0.1", _PORT)) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        began = now = time.monotonic()
        while now - began < seconds:
            connection.sendall(requests[len(times) % len(requests)])
            answer = connection.recv(1 << 20)
            status, _, rest = answer.partition(b"\r\n")
            assert status == b"HTTP/1.1 200 OK", answer
            headers, _, body = rest.partition(b"\r\n\r\n")
            _, _, size = headers.lower().partition(b"content-length: ")
            left = int(size.partition(b"\r\n")[0]) - len(body)
            while left > 0:
                left -= len(connection.recv(1 << 20))
            before, now = now, time.monotonic()
            times.append(now - before)
    found.send((times, began, now))


def _cpu_seconds(pid: int) -> float:
    """Return the CPU time of a process, read as Linux shows it."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
