"""Running a protocol server on this process's standard input and output.

Owns keeping the conversation to the two who have it: while the server runs, everything else that is printed,
by Python, by compiled code or by a child process, goes to standard error, and whoever else reads standard
input finds it empty. So an engine's chatter is never taken for an answer, nor a command for its input.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from typing import BinaryIO, Protocol

__all__ = ["Server", "run_on_stdio"]

_STDIN, _STDOUT, _STDERR = 0, 1, 2


class Server(Protocol):
    """What talks to a client."""

    def serve(self, stdin: BinaryIO, stdout: BinaryIO) -> int:
        """Talk until the client goes. Returns the exit status."""


def run_on_stdio(make_server: Callable[[], Server]) -> int:
    """Make the server and let it serve until the client goes. Returns the exit status for the process.

    It is made here because making it may load an engine, which may print; what it raises goes through.
    """
    if sys.stdin is None or sys.stdout is None:
        return 1  # closed from the start: there is nobody to talk to
    try:
        with _private_streams() as (stdin, stdout):
            return make_server().serve(stdin, stdout)
    except KeyboardInterrupt:
        return 130


@contextlib.contextmanager
def _private_streams() -> Iterator[tuple[BinaryIO, BinaryIO]]:
    """The real standard input and output; meanwhile the descriptors 0 and 1, which children inherit, and
    `sys.stdin` and `sys.stdout` lead to nothing and to standard error.
    """
    streams = sys.stdin, sys.stdout
    sys.stdout.flush()
    real_input, real_output = os.dup(_STDIN), os.dup(_STDOUT)
    stdin = os.fdopen(real_input, "rb", closefd=False)
    stdout = os.fdopen(real_output, "wb", closefd=False)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, _STDIN)
    os.dup2(nowhere if sys.stderr is None else _STDERR, _STDOUT)
    os.close(nowhere)
    try:
        with open(os.devnull, encoding="ascii") as sys.stdin:  # noqa: PTH123 - a device, not a path of ours
            sys.stdout = sys.stderr
            yield stdin, stdout
    finally:
        sys.stdin, sys.stdout = streams
        with contextlib.suppress(OSError):
            stdout.close()
        for real, descriptor in ((real_input, _STDIN), (real_output, _STDOUT)):
            os.dup2(real, descriptor)
            os.close(real)
