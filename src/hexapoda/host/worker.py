"""The program of a worker process. It does jobs for the `WorkerProcess` that started it.

It is started as `python -m hexapoda.host.worker PARENT NICE`, with the id of the owner's process and the
increase in niceness. Implements the worker's side of the protocol on the pipes, which consists of pickled
tuples: it reads orders, and writes reports and answers. An object that a job keeps, such as an engine with
its search tables, is kept for the next job if that job has the same key.
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
from hexapoda.host.orphan import end_with_parent, kill_children
from hexapoda.host.work import Keepsake, Work

__all__ = ["main"]


def main() -> None:
    """Do jobs until the owner dismisses this process or closes the pipe with the orders; then end it."""
    parent, nice = map(int, sys.argv[1:3])
    end_with_parent(parent)
    source, target = _take_pipes()
    if nice and hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(nice)
    if sys.platform == "win32":  # without sessions, Ctrl+C reaches all processes of a console
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    worker = _Worker(target)
    threading.Thread(target=worker.read, args=(source,), daemon=True).start()
    worker.run()


def _take_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """Return the pipes to read from and to write to, and reserve them for the protocol: from now on, standard
    input is empty, and what an engine prints goes to standard error.
    """
    source = os.fdopen(os.dup(0), "rb")
    target = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    if hasattr(os, "register_at_fork"):  # a forked child with the pipe would hide the end of this process
        os.register_at_fork(after_in_child=lambda: os.dup2(0, target.fileno(), inheritable=False))
    return source, target


class _Worker:
    """The state of the process: the kept object and the running job.

    `run` does the jobs in the main thread, while `read` waits for orders in another one.
    """

    def __init__(self, target: IO[bytes]) -> None:
        self._target = target
        self._writing = threading.Lock()
        self._orders: queue.SimpleQueue[tuple[Any, ...]] = queue.SimpleQueue()
        self._kept = Keepsake()
        self._running: tuple[int, Work] | None = None
        self._stopped = 0
        """The number of the latest job that was asked to stop. The job may not have begun yet."""
        self._change = threading.Lock()
        """Held to read or write `_running` and `_stopped`."""

    def read(self, source: IO[bytes]) -> None:
        """Read orders until the owner dismisses this process or is killed, then end it. Orders to stop take
        effect at once.
        """
        with contextlib.suppress(Exception):  # after an error, such as a lack of memory, end the process too
            while True:
                order = pickle.load(source)
                if order[0] == "leave":
                    self._leave()
                elif order[0] == "stop":
                    self._stop(order[1])
                elif order[0] == "path":
                    sys.path += [folder for folder in order[1] if folder not in sys.path]
                else:
                    self._orders.put(order)
        # The owner was killed, and `end_with_parent` leaves no time for an engine that is slow to quit.
        kill_children(os.getpid())
        self._leave()

    def run(self) -> None:
        """Do the jobs one at a time, in the order in which they arrive. Never returns."""
        while True:
            self._do(*self._orders.get()[1:])

    def _do(self, number: int, fresh: bool, shared: bytes | None, memory: int, call: bytes) -> None:
        """Do a job and send its answer. `fresh`: whether it has no key, or another key than the previous job.
        If so, the kept object is dropped, and `shared` is the pickled value that the new jobs share.
        `memory`: bytes that the job may have, 0 for no limit. `call`: its pickled function and arguments.
        """
        if fresh:
            self._kept.drop()  # before "begun": if this ends the process, the job is not to blame
        self._send("begun", number)
        work = Work(self._kept, lambda value, within: self._send("report", number, value, within))
        try:
            _limit_memory(memory)
            if fresh:
                self._kept.shared = None if shared is None else pickle.loads(shared)
            function, arguments = pickle.loads(call)
            with self._change:
                self._running = (number, work)
                if self._stopped == number:
                    work.stop()
            result = function(work, *arguments)
            answer = pickle.dumps(("done", number, result, work.retires))
        except (Exception, SystemExit) as error:
            answer = pickle.dumps(("failed", number, _sendable(error), work.retires))
        with self._change:
            self._running = None
        self._write(answer)
        if work.retires:
            self._leave()

    def _stop(self, number: int) -> None:
        """Stop the job with this number, now or when it begins."""
        with self._change:
            self._stopped = number
            if self._running is not None and self._running[0] == number:
                self._running[1].stop()

    def _send(self, *message: Any) -> None:
        self._write(pickle.dumps(message))

    def _write(self, message: bytes) -> None:
        with self._writing:
            try:
                self._target.write(message)
                self._target.flush()
            except OSError:  # the owner is gone
                kill_children(os.getpid())
                os._exit(0)

    def _leave(self) -> None:
        """Close the kept object, and end the process."""
        self._kept.drop()
        os._exit(0)  # do not wait for threads: an engine may block one


def _sendable(error: Exception | SystemExit) -> Exception:
    """Return an error in a form that can be sent to the owner of the process."""
    if isinstance(error, SystemExit):
        return EngineError(describe_error(error))
    if isinstance(error, MemoryError):
        return MemoryError("it needs more memory than it may use")
    if not isinstance(error, HexapodaError):
        error.add_note(f"In a process of the pool:\n{traceback.format_exc()}")
    try:
        pickle.loads(pickle.dumps(error))
    except (
        Exception
    ):  # a foreign error, for example one whose constructor needs more arguments than `args` has
        return EngineError(describe_error(error))
    return error


def _limit_memory(limit: int) -> None:
    """Limit the address space to `limit` bytes; 0 for no limit."""
    try:
        import resource
    except ImportError:  # Windows has no such module
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = limit or hard
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))


if __name__ == "__main__":
    main()
