"""Running a protocol server on this process's standard input and output.

While the server runs, all other output, by Python, compiled code or child processes, goes to standard error,
and standard input is empty for all other readers. So the output of an engine is never mistaken for an answer,
and an engine never reads a command.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

from hexapoda.protocols.server import LineServer

__all__ = ["run_on_stdio"]

_STDIN, _STDOUT, _STDERR = 0, 1, 2


def run_on_stdio(make_server: Callable[[], LineServer[Any]]) -> int:
    """Create the server and serve until the client disconnects. Returns the exit status. The server is
    created here because creating it can load an engine, which can print. The errors of `make_server`
    propagate.
    """
    if sys.stdin is None or sys.stdout is None:
        return 1  # the streams were closed from the start, so there is no client
    try:
        with _private_streams() as (stdin, stdout):
            return make_server().serve(stdin, stdout)
    except KeyboardInterrupt:
        return 130


@contextlib.contextmanager
def _private_streams() -> Iterator[tuple[BinaryIO, BinaryIO]]:
    """Yield the real standard input and output. During the block, descriptor 0 and `sys.stdin` are empty, and
    descriptor 1 and `sys.stdout` write to standard error. Child processes inherit these descriptors.
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
