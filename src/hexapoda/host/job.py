"""`Job`: a function call that a process of the pool executes, from the queue to the answer."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

__all__ = ["Job", "Shared"]


@dataclass(frozen=True, slots=True, eq=False)
class Shared:
    """A value that many jobs need, such as the settings of a match. It is not sent again to a process whose
    previous job had the same key.

    A job without a `key` of its own uses its `Shared` as the key.
    """

    value: Any


class Job:
    """A call that waits, runs or has ended. The pool updates it; its owner calls `wait`."""

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
        """`function` must be defined at the top level of a module, so that it can be pickled. It is called
        with a `Work` and the `arguments`.

        `name`: its name in error messages. `client`: the client that requested it. `lane`: the name of the
        lane in which it waits.
        `urgency`: 0 if a caller is waiting for it now; jobs with higher numbers wait longer.
        `key`: if a process runs two jobs in succession with equal keys, the second finds what the first kept.
        `seconds`: its process is killed if the job neither ends nor reports with a new deadline within this
        time; None for no limit.
        `memory`: bytes of address space that its process may have; 0 for no limit.
        `slice_seconds`: seconds after which it is stopped for a waiting job, or sooner if that job is more
        urgent; None for never.
        `on_report` is called with each report, and `on_end` once when there is an answer, in any thread.
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
        """Whether it was stopped for another job. If so, its answer is that of a shorter call."""
        self.submitted = 0.0
        """When it joined the queue, by the pool's clock."""
        self.began: float | None = None
        """When it was sent to a process, by the pool's clock; None before that."""
        self.hurried = False
        """Whether it was asked to end soon."""
        self.tries = 0
        """How many processes ended before they began it."""
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
        """Prepare the job for a free process; a subclass may change the arguments. Return whether to stop the
        job as soon as it has begun.
        """
        return self.hurried

    def report(self, value: Any) -> bool:
        """Pass on a report, unless the job has an answer already. Return whether the job continues."""
        if self._on_report is not None and not self.ended:
            try:
                self._on_report(value)
            except Exception as error:
                self.end(error=error)
        return not self.ended

    def end(self, result: Any = None, error: BaseException | None = None) -> None:
        """Set the answer, unless there is one already."""
        with self._ending:
            if self._ended.is_set():
                return
            self._result, self._error = result, error
            self._ended.set()
        if self.on_end is not None:
            with contextlib.suppress(Exception):  # an error in the callback must not end a thread of the pool
                self.on_end(self)

    def wait(self) -> Any:
        """Wait for the answer and return it. Raises the error of the call, or the error that ended it:
        `hexapoda.errors.ProcessLost`, `EngineStalled` or another `EngineError`.
        """
        self._ended.wait()
        if self._error is not None:
            raise self._error
        return self._result
