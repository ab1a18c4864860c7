"""Servers in processes of their own that start at once.

To import the server and to make its routes takes longer than most tests in a browser. A process of this
module does both once, and then forks a process for each server. What `hexapoda web` does is the same.
"""

from __future__ import annotations

import atexit
import functools
import gc
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from typing import Any, TextIO
from unittest.mock import patch

__all__ = ["AnyServer", "start_server"]

ORDER_BYTES = 1 << 20


class ForkedServer:
    """A running server. It offers what the tests use of `subprocess.Popen`."""

    def __init__(self, nursery: _Nursery, pid: int, stdout: TextIO) -> None:
        self._nursery = nursery
        self._code: int | None = None
        self.pid = pid
        self.stdout = stdout

    def poll(self) -> int | None:
        """The exit code; None while it runs."""
        if self._code is None:
            self._code = self._nursery.ask({"ended": self.pid})
        return self._code

    def wait(self, timeout: float = 120.0) -> int:
        """The exit code, once it has ended."""
        end = time.monotonic() + timeout
        while (code := self.poll()) is None:
            assert time.monotonic() < end, f"the server {self.pid} does not end"
            time.sleep(0.01)
        return code

    def send_signal(self, number: int) -> None:
        """Send a signal unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)


def start_server(words: list[str], env: Mapping[str, str], *, errors: bool) -> AnyServer:
    """Start `hexapoda` with these words; `errors`: whether its standard error is in `stdout` too."""
    if env.get("PYTHONPATH"):  # it has packages that the process which forks has not
        return subprocess.Popen(
            [sys.executable, "-m", "hexapoda", *words],
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if errors else None,
            text=True,
        )
    nursery = _nursery()
    source, target = os.pipe()
    try:
        pid = nursery.ask({"words": words, "env": dict(env), "errors": errors}, target)
    finally:
        os.close(target)
    return ForkedServer(nursery, pid, os.fdopen(source, encoding="utf-8"))


AnyServer = subprocess.Popen[str] | ForkedServer


class _Nursery:
    """This side of the process that forks."""

    def __init__(self) -> None:
        self._channel, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.web.server_nursery", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
            )

    def ask(self, order: dict[str, Any], *files: int) -> Any:
        """The answer to an order."""
        socket.send_fds(self._channel, [json.dumps(order).encode()], files)
        answer = self._channel.recv(ORDER_BYTES)
        assert answer, "the process that forks servers has ended"
        return json.loads(answer)

    def close(self) -> None:
        self._channel.close()
        self._process.wait()


@functools.cache
def _nursery() -> _Nursery:
    made = _Nursery()
    atexit.register(made.close)
    return made


def main() -> None:
    """Obey the orders of a channel, the socket with the number in the arguments, until it is closed."""
    from hexapoda.cli import web  # noqa: F401
    from hexapoda.cli.app import main as run
    from hexapoda.web import serve
    from tests.web.apps import described, make_app, warm_page

    described()
    warm_page()
    patch.object(serve, "create_app", make_app).start()
    gc.freeze()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches this process too
    channel = socket.socket(fileno=int(sys.argv[1]))
    while True:
        order, files, _, _ = socket.recv_fds(channel, ORDER_BYTES, 1)
        if not order:
            return
        wish = json.loads(order)
        if "ended" in wish:
            pid, status = os.waitpid(wish["ended"], os.WNOHANG)
            answer = os.waitstatus_to_exitcode(status) if pid else None
        else:
            answer = os.fork()
            if answer == 0:
                break
            os.close(files[0])
        channel.send(json.dumps(answer).encode())
    # The new process goes on here, and ends as any program does.
    channel.close()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.dup2(files[0], 1)
    if wish["errors"]:
        os.dup2(files[0], 2)
    os.close(files[0])
    os.environ.clear()
    os.environ.update(wish["env"])
    sys.argv = ["hexapoda", *wish["words"]]
    run()


if __name__ == "__main__":
    main()
