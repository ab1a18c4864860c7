"""`Job`: a call of a function in a process of the pool, on its way there and back."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

__all__ = ["Job", "Shared"]


@dataclass(frozen=True, slots=True, eq=False)
class Shared:
    """What many jobs need, such as the settings of a match. A process gets it once and not with each job.

    Jobs that share it have it as their `key` too, unless they name another one.
    """

    value: Any


class Job:
    """A call that waits, runs or has ended. The pool changes it; `wait` is for the thread that asked."""

    def __init__(
        self,
        function: Callable[..., Any],
        *arguments: Any,
        name: str = "a job",
        client: str = "",
        lane: str = "",
        urgency: int = 0,
        key: object = None,
        shared: Shared | None = None,
        seconds: float | None = None,
        memory: int = 0,
        slice_seconds: float | None = None,
        on_report: Callable[[Any], None] | None = None,
        on_end: Callable[[Job], None] | None = None,
    ) -> None:
        """`function` is one of a module; it is called with a `Work` and the `arguments`.

        `name`: what errors call it. `client`: who asked for it. `lane`: the lane of the pool that it waits
        in. `urgency`: 0 if a caller waits for it now; higher numbers wait longer.
        `key`: jobs with an equal key find in a process what the one before has kept.
        `seconds`: from its begin to its end or its first report with a deadline; then its process is killed.
        `memory`: bytes of address space that its process may have; 0 for no limit.
        `slice_seconds`: seconds after which it is stopped if another job waits; None if it never is.
        `on_report` gets each report, and `on_end` is called once when there is an answer, in any thread.
        """
        self.function = function
        self.arguments = arguments
        self.name = name
        self.client = client
        self.lane = lane
        self.urgency = urgency
        self.key = shared if key is None else key
        self.shared = shared
        self.seconds = seconds
        self.memory = memory
        self.slice_seconds = slice_seconds
        self.preempted = False
        """Whether it was stopped for another job. Its answer is then the answer of a shorter call."""
        self.submitted = 0.0
        """When it joined the queue."""
        self.began: float | None = None
        """When it got a process."""
        self.hurried = False
        """Whether it was asked to end soon."""
        self.tries = 0
        """How many processes were lost before it began in them."""
        self._on_report = on_report
        self.on_end = on_end
        """Called once when there is an answer, in any thread."""
        self._ended = threading.Event()
        self._ending = threading.Lock()
        self._result: Any = None
        self._error: BaseException | None = None

    @property
    def ended(self) -> bool:
        """Whether there is an answer."""
        return self._ended.is_set()

    def prepare(self, now: float) -> bool:
        """Called when a process is free, before the arguments are sent. Returns whether to stop the job as
        soon as it has begun.
        """
        return self.hurried

    def report(self, value: Any) -> bool:
        """Pass a report on, unless the job has an answer already; return whether the job continues."""
        if self._on_report is not None and not self.ended:
            try:
                self._on_report(value)
            except Exception as error:
                self.end(error=error)
        return not self.ended

    def end(self, result: Any = None, error: BaseException | None = None) -> None:
        """Set the answer; the first one counts."""
        with self._ending:
            if self._ended.is_set():
                return
            self._result, self._error = result, error
            self._ended.set()
        if self.on_end is not None:
            with contextlib.suppress(Exception):  # it must not end a thread of the pool
                self.on_end(self)

    def wait(self) -> Any:
        """Wait for the answer and return it. Raises what the call raised, or what ended it:
        `hexapoda.errors.ProcessLost`, `EngineStalled` or another `EngineError`.
        """
        self._ended.wait()
        if self._error is not None:
            raise self._error
        return self._result
