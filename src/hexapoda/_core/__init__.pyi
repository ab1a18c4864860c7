"""
The compiled core of hexapoda: positions, move generation, searches, networks, batches of games.
"""

from hexapoda._core import (
    env as env,
    hex as hex,
    hive as hive,
    nn as nn
)


def build_info() -> str:
    """The compiler of this build and its options for the target CPU."""

class StopToken:
    """Stops a long call from another thread."""

    def __init__(self) -> None: ...

    def stop(self) -> None:
        """Ask the call that holds this token to end soon."""

    @property
    def stopped(self) -> bool:
        """Whether stop() was called."""

class OneAtATime:
    """
    A context manager that admits one call at a time. Entering it never blocks: it raises `EngineError`
    while another call is inside, even in a child process that was forked during that call.
    """

    def __init__(self) -> None: ...

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object | None, error: object | None, traceback: object | None) -> None: ...
