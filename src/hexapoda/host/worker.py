"""A process of the pool: `python -m hexapoda.host.worker PARENT NICE`, driven by `worker_process` over its
pipes.

Owns its side of the protocol, which is pickled tuples: it reads orders, and writes reports and answers. It
keeps what a job has kept for the next job with the same key, such as an engine and what it has found.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import sys
import threading
import traceback
from typing import IO, Any

from hexapoda.errors import EngineError, HexapodaError
from hexapoda.foreign_error import describe_error
from hexapoda.host.orphan import end_with_parent
from hexapoda.host.work import Keepsake, Work

__all__ = ["main"]


def main() -> None:
    """Do jobs until the pipe is closed."""
    end_with_parent(int(sys.argv[1]) if len(sys.argv) > 1 else os.getppid())
    nice = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    # The pipes are reserved for the protocol: an engine that prints or reads must not use them.
    source = os.fdopen(os.dup(0), "rb")
    target = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    if hasattr(os, "register_at_fork"):  # a child that is left behind would hide the end of this process
        os.register_at_fork(after_in_child=lambda: os.dup2(0, target.fileno(), inheritable=False))
    if nice and hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(nice)
    if sys.platform == "win32":  # it has no sessions: Ctrl+C reaches all processes of a console
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    worker = _Worker(target)
    threading.Thread(target=worker.read, args=(source,), daemon=True).start()
    worker.run()


class _Worker:
    """The state of the process: what it keeps, and the job that runs."""

    def __init__(self, target: IO[bytes]) -> None:
        self._target = target
        self._writing = threading.Lock()
        self._orders: queue.SimpleQueue[tuple[Any, ...]] = queue.SimpleQueue()
        self._kept = Keepsake()
        self._running: tuple[int, Work] | None = None
        self._stopped = 0
        """The number of the latest job that is to stop. It may not have begun."""
        self._change = threading.Lock()

    def read(self, source: IO[bytes]) -> None:
        """Read orders until the pipe is closed, then end the process. A stop is obeyed at once."""
        with contextlib.suppress(Exception):  # without memory for an order, say, the process is useless
            while True:
                order = pickle.load(source)
                if order[0] == "stop":
                    self._stop(order[1])
                elif order[0] == "path":
                    sys.path += [folder for folder in order[1] if folder not in sys.path]
                else:
                    self._orders.put(order)
        self._leave()  # the owner is gone, or wants nothing more

    def run(self) -> None:
        """Do what is ordered."""
        while True:
            self._do(*self._orders.get()[1:])

    def _do(self, number: int, fresh: bool, shared: bytes | None, memory: int, call: bytes) -> None:
        if fresh:
            self._kept.drop()  # if it ends the process, this job is not to blame
        self._say("begun", number)
        work = Work(self._kept, lambda value, within: self._say("report", number, value, within))
        try:
            _limit_memory(memory)
            if fresh:
                self._kept.shared = None if shared is None else pickle.loads(shared)
            function, arguments = pickle.loads(call)
            with self._change:
                self._running = (number, work)
            self._stop(self._stopped)
            result = function(work, *arguments)
            content = pickle.dumps(("done", number, result, work.retires))
        except (Exception, SystemExit) as error:
            content = pickle.dumps(("failed", number, _sendable(error), work.retires))
        with self._change:
            self._running = None
        self._write(content)
        if work.retires:
            self._leave()

    def _stop(self, number: int) -> None:
        """Stop the job with this number, now or when it begins."""
        with self._change:
            self._stopped = number
            if self._running is not None and self._running[0] == number:
                self._running[1].stop()

    def _say(self, *message: Any) -> None:
        self._write(pickle.dumps(message))

    def _write(self, content: bytes) -> None:
        with self._writing:
            try:
                self._target.write(content)
                self._target.flush()
            except OSError:
                os._exit(0)  # the owner is gone

    def _leave(self) -> None:
        self._kept.drop()
        os._exit(0)  # do not wait: the thread of an engine may hang


def _sendable(error: Exception | SystemExit) -> Exception:
    """Return an error as the owner of the process gets it."""
    if isinstance(error, SystemExit):
        return EngineError(describe_error(error))
    if isinstance(error, MemoryError):
        return MemoryError("it needs more memory than it may have")
    if not isinstance(error, HexapodaError):
        error.add_note(f"In a process of the pool:\n{traceback.format_exc()}")
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # an error of another author, such as one with more arguments than it keeps
        return EngineError(describe_error(error))
    return error


def _limit_memory(limit: int) -> None:
    """Limit the address space to `limit` bytes; 0 for no limit."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    wanted = limit or most
    if most != resource.RLIM_INFINITY:
        wanted = min(wanted, most)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (wanted, most))


if __name__ == "__main__":
    main()
