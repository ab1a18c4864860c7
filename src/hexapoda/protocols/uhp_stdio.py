"""Running the UHP server on this process's standard input and output.

Owns keeping the output clean: while the server runs, everything else that is printed, by Python or by
compiled code, goes to standard error, so that an engine's chatter cannot be taken for an answer.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from typing import BinaryIO

from hexapoda.protocols.uhp_server import UhpServer

__all__ = ["run_on_stdio"]

_STDOUT = 1
_STDERR = 2


def run_on_stdio(make_server: Callable[[], UhpServer]) -> int:
    """Make the server and let it serve until the client goes. Returns the exit status for the process.

    It is made here because making it may load an engine, which may print; what it raises goes through.
    """
    if sys.stdin is None or sys.stdout is None:
        return 1  # closed from the start: there is nobody to talk to
    try:
        with _protocol_output() as output:
            return make_server().serve(sys.stdin.buffer, output)
    except KeyboardInterrupt:
        return 130


@contextlib.contextmanager
def _protocol_output() -> Iterator[BinaryIO]:
    """The real standard output; meanwhile descriptor 1 and `sys.stdout` lead to standard error."""
    sys.stdout.flush()
    real = os.dup(_STDOUT)
    output = os.fdopen(real, "wb", closefd=False)
    printed = sys.stdout
    try:
        try:
            os.dup2(_STDERR, _STDOUT)
        except OSError:  # there is no standard error either
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, _STDOUT)
            os.close(nowhere)
        sys.stdout = sys.stderr
        yield output
    finally:
        sys.stdout = printed
        with contextlib.suppress(OSError):
            output.close()
        os.dup2(real, _STDOUT)
        os.close(real)
