"""The compiled core of hexapoda: positions, move generation, perft."""

from hexapoda._core import hex as hex, hive as hive


def build_info() -> str:
    """The compiler of this build and the instructions it was built for."""

class StopToken:
    """Stops a long call from another thread."""

    def __init__(self) -> None: ...

    def stop(self) -> None:
        """Ask the call that holds this token to end soon."""

    @property
    def stopped(self) -> bool:
        """Whether stop() was called."""
