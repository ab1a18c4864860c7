"""`WorkerProcess`: a process of the pool, as the pool sees it.

Starts and ends the process, and communicates with it through pipes. `worker` is the program that runs in it.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import IO, Any

from hexapoda.host.job import Job
from hexapoda.host.orphan import kill_children

__all__ = ["WorkerProcess"]

_READ_SECONDS = 1.0
"""Seconds to read the last messages of a process that has ended."""


class WorkerProcess:
    """One process, which does one job at a time."""

    def __init__(
        self, on_message: Callable[[WorkerProcess, Any], None], *, nice: int = 0, log: IO[bytes] | None = None
    ) -> None:
        """Start the process. `on_message` is called in another thread with each message of the process, and
        with None at its end. `nice`: how much less urgent it is than this process. `log`: where its standard
        error goes; None to discard it. Raises `OSError` or `RuntimeError` if the system cannot start
        another process or thread.
        """
        self.job: Job | None = None
        self.number = 0
        """The number of the latest job."""
        self.key: object = None
        """The key of the latest job. The process still holds the object that this job kept."""
        self.used = 0.0
        """When its latest job ended, by the pool's clock; 0 before that."""
        self.deadline: float | None = None
        """When its answer is due, by the pool's clock; None if there is no limit."""
        self.begun = False
        """Whether it has reported the start of its job."""
        self.stopping = False
        """Whether the pool is ending its job: if the job does not end, the process will be killed."""
        self.leaving = False
        """Whether it must not be given another job, because it was killed or has retired."""
        self._on_message = on_message
        self._orders: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        started: Future[None] = Future()
        arguments = (started, nice, log)
        self._reader = threading.Thread(target=self._run, args=arguments, name="hexapoda worker", daemon=True)
        threading.Thread(target=self._write, name="hexapoda orders", daemon=True).start()
        try:
            self._reader.start()
            started.result()
        except BaseException:
            self.dismiss()
            raise
        # A worker must be able to import what its owner can. The folders come last for the same reason as -P.
        self._send("path", [folder or str(Path.cwd()) for folder in sys.path])

    def begin(self, job: Job) -> None:
        """Send a job to the process. Raises the error of `pickle` if the job cannot be pickled."""
        same = job.key is not None and job.key == self.key
        shared = None if same or job.shared is None else pickle.dumps(job.shared.value)
        call = pickle.dumps((job.function, job.arguments))
        self.number += 1
        self.job, self.key = job, job.key
        self.begun = self.stopping = False
        self._send("do", self.number, not same, shared, job.memory, call)

    def stop(self) -> None:
        """Ask the running job to end soon."""
        self._send("stop", self.number)

    def kill(self) -> None:
        """End the process and, on Linux, its children at once."""
        self.leaving = True
        if hasattr(os, "killpg"):
            kill_children(self.process.pid)
            with contextlib.suppress(OSError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()

    def dismiss(self) -> None:
        """Ask the process to close the object that it keeps, and to exit."""
        self._orders.put(None)

    def finish(self, seconds: float = 0.0) -> None:
        """Dismiss the process, wait at most `seconds` for a normal exit, then kill it and its children."""
        self.dismiss()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(seconds)
        self.kill()
        self.process.wait()
        if self._reader is not threading.current_thread():
            self._reader.join(_READ_SECONDS)

    def _send(self, *order: object) -> None:
        """Queue an order. Raises the error of `pickle` if the order cannot be pickled."""
        self._orders.put(pickle.dumps(order))

    def _write(self) -> None:
        """Write the queued orders, in a thread of its own: a write blocks while the process does not read."""
        while (order := self._orders.get()) is not None:
            pipe = self.process.stdin
            assert pipe is not None
            with contextlib.suppress(OSError, ValueError):  # the process is gone: `_run` reports it
                pipe.write(order)
                pipe.flush()
        if hasattr(self, "process"):  # the process was started, even if it ended before the first order
            assert self.process.stdin is not None
            with contextlib.suppress(OSError, ValueError):
                self.process.stdin.write(pickle.dumps(("leave",)))
                self.process.stdin.close()

    def _run(self, started: Future[None], nice: int, log: IO[bytes] | None) -> None:
        """Start the process and read from it. One thread does both, because the process ends with the thread
        that started it: see `orphan`.
        """
        try:
            self.process = subprocess.Popen(
                # -P: a file such as random.py in the current folder must not hide the standard module.
                [sys.executable, "-P", "-m", "hexapoda.host.worker", str(os.getpid()), str(nice)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL if log is None else log,
                # In its own session, so that Ctrl+C reaches only the owner, and `kill` reaches its children.
                start_new_session=True,
            )
        except BaseException as error:
            started.set_exception(error)
            return
        started.set_result(None)
        assert self.process.stdout is not None
        try:
            with self.process.stdout as pipe:
                while (message := _read(pipe)) is not None:
                    self._on_message(self, message)
        finally:  # even if a message cannot be handled, so that no job waits forever for its answer
            self.finish()
            self._on_message(self, None)


def _read(pipe: IO[bytes]) -> Any:
    """Return the next message; None when the process has ended, or if a message cannot be read."""
    with contextlib.suppress(Exception):
        return pickle.load(pipe)
    return None
