"""`Work`: a job as seen by its function, which runs in one of the pool's processes.

The function uses it to send reports, to check whether it should stop, and to get the object that the process
keeps from job to job.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from hexapoda.host.engine_thread import EngineThread

__all__ = ["Closing", "Keepsake", "Work", "plain_call"]

_PATIENCE = 5.0
"""Seconds to wait for the kept object to close: an engine is asked to quit, then terminated, then killed."""


class Closing(Protocol):
    """An object that can be kept from job to job."""

    def close(self) -> None:
        """Free its resources, such as the process of an engine."""


Kept = TypeVar("Kept", bound=Closing)
Result = TypeVar("Result")


class Keepsake:
    """The values that a process keeps for jobs with the same key: one shared value and one object."""

    def __init__(self) -> None:
        """Start empty."""
        self.shared: Any = None
        """The value that the jobs share."""
        self._kept: Closing | None = None

    def get(self, make: Callable[[], Kept]) -> Kept:
        """Return the kept object; if there is none, keep and return the result of `make`."""
        if self._kept is None:
            self._kept = make()
        return self._kept  # type: ignore[return-value] # jobs with the same key keep the same type

    def drop(self) -> None:
        """Close the kept object, and wait a few seconds at most. Never raises."""
        kept, self._kept = self._kept, None
        if kept is not None:
            closing = EngineThread()
            closing.put(kept.close)
            closing.end(_PATIENCE)


class Work:
    """The first argument of a job's function. Only `stop` is called from another thread."""

    def __init__(self, kept: Keepsake, say: Callable[[Any, float | None], None]) -> None:
        """`kept` holds the values that the process keeps; `say` sends a report."""
        self.kept = kept
        self.retires = False
        """Set this to true if the process must not do another job."""
        self._say = say
        self._lock = threading.Lock()
        self._stopping = False
        self._on_stop: Callable[[], None] | None = None

    @property
    def shared(self) -> Any:
        """The value that the jobs with this key share, or None."""
        return self.kept.shared

    @property
    def stopping(self) -> bool:
        """Whether the job was asked to end soon."""
        return self._stopping

    def report(self, value: Any, within: float | None = None) -> None:
        """Send a report to the owner of the job. If neither the next report nor the end comes within `within`
        seconds, the process counts as hung. None leaves the deadline as it is.
        """
        self._say(value, within)

    def on_stop(self, call: Callable[[], None]) -> None:
        """Register `call`, which is called when the job is asked to end, or at once if it already was."""
        with self._lock:
            self._on_stop = call
            if self._stopping:
                call()

    def stop(self) -> None:
        """Ask the job to end soon."""
        with self._lock:
            self._stopping = True
            if self._on_stop is not None:
                self._on_stop()


def plain_call(work: Work, function: Callable[..., Result], *arguments: Any) -> Result:
    """Run a function that takes no `Work` as a job."""
    return function(*arguments)
