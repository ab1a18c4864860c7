"""`PoolProcess`: a worker process as the server sees it.

Owns the process, its pipes and its end. What runs in it is `worker`.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from hexapoda.web.live.engine_job import EngineJob

__all__ = ["PoolProcess"]


class PoolProcess:
    """One process, which runs one job at a time."""

    def __init__(self, memory: int, on_message: Callable[[PoolProcess, Any], None]) -> None:
        """Start the process. `on_message` is called in a thread with each message, and with None at its end.
        `memory`: the most bytes of its address space. Raises `OSError` if it cannot be started.
        """
        self.job: EngineJob | None = None
        self.number = 0
        """The number of the latest job."""
        self.key: object = None
        """The key of the latest job, whose engine the process has kept."""
        self.used = 0.0
        self._memory = memory
        self._on_message = on_message
        self._writing = threading.Lock()
        started: Future[subprocess.Popen[bytes]] = Future()
        threading.Thread(target=self._run, args=(started,), name="hexapoda worker", daemon=True).start()
        self.process = started.result()

    def begin(self, job: EngineJob) -> None:
        """Let the process run a job."""
        self.number += 1
        self.job, self.key = job, (job.key, job.spec)
        self.send("search", self.number, job.key, job.spec, job.position, job.limit)

    def stop(self) -> None:
        """Let the running search return its best move."""
        self.send("stop", self.number)

    def send(self, *message: Any) -> None:
        """Send an order. If the process is gone, its reader says so."""
        pipe = self.process.stdin
        assert pipe is not None
        with self._writing, contextlib.suppress(OSError, ValueError):
            pipe.write(pickle.dumps(message))
            pipe.flush()

    def kill(self) -> None:
        """End the process and its children at once."""
        if hasattr(os, "killpg"):
            with contextlib.suppress(OSError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()

    def dismiss(self, patience: float) -> None:
        """Ask the process to end its engine and exit; kill it after `patience` seconds."""
        pipe = self.process.stdin
        assert pipe is not None
        with contextlib.suppress(OSError, ValueError):
            pipe.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(patience)
        self.kill()
        self.process.wait()

    def _run(self, started: Future[subprocess.Popen[bytes]]) -> None:
        """Start the process and read from it. One thread does both, because the process ends with the thread
        that started it: see `hexapoda.arena.orphan`.
        """
        arguments = ["hexapoda.web.live.worker", str(os.getpid()), str(self._memory)]
        try:
            process = subprocess.Popen(
                # -P: never import a file such as random.py from the folder where the server was started
                [sys.executable, "-P", "-m", *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                # In its own session: the server handles Ctrl+C, and `kill` reaches the children of engines.
                start_new_session=True,
            )
        except BaseException as error:
            started.set_exception(error)
            return
        started.set_result(process)
        assert process.stdout is not None
        with process.stdout as pipe, contextlib.suppress(Exception):  # a message may be cut off at the end
            while True:
                self._on_message(self, pickle.load(pipe))
        self.dismiss(0.0)
        self._on_message(self, None)
