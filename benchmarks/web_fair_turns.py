"""How long a small text of one client waits while another client sends sixty large ones.

Run: python benchmarks/web_fair_turns.py [--large N] [--rounds N]

A server in its own process gets sixty large records from one visitor at the same time. As soon as they have
been sent, another visitor sends a small one, again and again until the large ones have been answered. Prints
the longest and the median delay in seconds, and the statuses of the large ones.
The longest must be below 2 s.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

_SMALL = '[GameType "Base"]\n\n1. wS1 2. bS1 wS1-\n'
_GOAL = 2.0
_LARGE = 60


def main() -> int:
    """Measure, print, and return 1 if the small text came too late."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--large", type=int, default=80_000, help="variations of a large record")
    parser.add_argument("--rounds", type=int, default=3)
    wish = parser.parse_args()
    large = '[GameType "Base"]\n\n1. wS1 ' + "( 1. wG1 ) " * wish.large
    worst = 0.0
    with _server() as port:
        alone = [_ask(port, "b", _SMALL)[0] for _ in range(5)]
        print(f"alone: {statistics.median(alone):.3f} s (median of 5)")
        for number in range(1, wish.rounds + 1):
            delays, answers = _round(port, large)
            worst = max(worst, *delays)
            statuses = ", ".join(f"{count} x {status}" for status, count in sorted(answers.items()))
            print(
                f"round {number}: longest {max(delays):.3f} s, median {statistics.median(delays):.3f} s "
                f"of {len(delays)}; large: {statuses}"
            )
    print(f"longest {worst:.3f} s: {'within' if worst < _GOAL else 'not within'} {_GOAL} s")
    return int(worst >= _GOAL)


def _round(port: int, large: str) -> tuple[list[float], Counter[int]]:
    """Return the delays of the small texts, and how often the large ones got which status."""
    answers: Counter[int] = Counter()
    lock = threading.Lock()
    sent = threading.Barrier(_LARGE + 1)

    def send() -> None:
        status = _ask(port, "a", large, sent)[1]
        with lock:
            answers[status] += 1

    threads = [threading.Thread(target=send) for _ in range(_LARGE)]
    for thread in threads:
        thread.start()
    sent.wait()
    delays: list[float] = []
    while not delays or any(thread.is_alive() for thread in threads):
        seconds, status = _ask(port, "b", _SMALL)
        assert status == 200, status
        delays.append(seconds)
    return delays, answers


def _ask(port: int, who: str, text: str, sent: threading.Barrier | None = None) -> tuple[float, int]:
    """Read a text for a visitor; return how many seconds it took, and the status."""
    began = time.perf_counter()
    page = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
    headers = {"content-type": "application/json", "cookie": f"hexapoda-key={who * 32}"}
    page.request("POST", "/api/v1/records", json.dumps({"text": text}), headers)
    if sent is not None:
        sent.wait()
    answer = page.getresponse()
    answer.read()
    page.close()
    return time.perf_counter() - began, answer.status


@contextmanager
def _server() -> Iterator[int]:
    """A server of strangers; its port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    with tempfile.TemporaryDirectory() as home:
        command = [sys.executable, "-m", "hexapoda", "web", "--no-browser", "--port", str(port)]
        command += ["--name", f"{secrets.token_hex(4)}.example"]
        server = subprocess.Popen(
            command, env={**os.environ, "HEXAPODA_HOME": home}, stdout=subprocess.PIPE, text=True
        )
        try:
            assert server.stdout is not None and server.stdout.readline()
            yield port
        finally:
            server.terminate()
            server.wait(30)


if __name__ == "__main__":
    sys.exit(main())
