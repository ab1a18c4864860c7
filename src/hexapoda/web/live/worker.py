"""The process in which engines search: `python -m hexapoda.web.live.worker PARENT BYTES`, driven by
`engine_pool` over its pipes.

Owns its side of the protocol, which is pickled tuples: it reads orders, and writes reports and results. It
keeps the engine of its last search, so that an engine can use in one turn what it found in the one before.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import sys
import threading
from typing import IO, Any

from hexapoda.arena.orphan import end_with_parent
from hexapoda.engine import Engine
from hexapoda.errors import EngineResigned, HexapodaError
from hexapoda.host import RunningSearch, close_engine
from hexapoda.registry import EngineSpec

__all__ = ["main"]

_NICE = 5
"""How much less urgent a search is than the server, which must answer pages meanwhile."""


def main() -> None:
    """Search until the pipe is closed."""
    end_with_parent(int(sys.argv[1]) if len(sys.argv) > 1 else os.getppid())
    limit = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    # The pipes are reserved for the protocol: an engine that prints or reads must not use them.
    source = os.fdopen(os.dup(0), "rb")
    target = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(_NICE)
    worker = _Searcher(target, limit)
    threading.Thread(target=worker.read, args=(source,), daemon=True).start()
    worker.run()


class _Searcher:
    """The state of the process: its engine, and the search that runs."""

    def __init__(self, target: IO[bytes], memory: int) -> None:
        self._target = target
        self._memory = memory
        self._writing = threading.Lock()
        self._orders: queue.SimpleQueue[tuple[Any, ...]] = queue.SimpleQueue()
        self._key: object = None
        self._engine: Engine | None = None
        self._running: tuple[int, RunningSearch] | None = None
        self._stopped = 0
        """The number of the latest search that is to stop. It may not have begun."""
        self._change = threading.Lock()

    def read(self, source: IO[bytes]) -> None:
        """Read orders until the pipe is closed, then end the process. A stop is obeyed at once."""
        with contextlib.suppress(EOFError, OSError, pickle.UnpicklingError):
            while True:
                order = pickle.load(source)
                if order[0] == "stop":
                    self._stop(order[1])
                else:
                    self._orders.put(order)
        close_engine(self._engine)
        os._exit(0)  # do not wait: a search may hang

    def run(self) -> None:
        """Do what is ordered."""
        while True:
            order = self._orders.get()
            if order[0] == "load":
                for spec in order[1]:
                    with contextlib.suppress(HexapodaError):
                        _ = spec.options  # loads the class
            else:
                self._search(*order[1:])

    def _search(self, number: int, key: object, spec: EngineSpec, position: Any, limit: Any) -> None:
        try:
            search = RunningSearch(self._engine_for(key, spec), position, limit)
            with self._change:
                self._running = (number, search)
            self._stop(self._stopped)
            while (info := search.next_info()) is not None:
                self._say("info", number, info)
            result = search.result()
            if search.stop_hangs:
                self._drop()
            self._say("done", number, result)
        except EngineResigned as error:
            self._say("resigned", number, str(error))
        except HexapodaError as error:
            self._drop()
            self._say("failed", number, str(error))

    def _stop(self, number: int) -> None:
        """Stop the search with this number, now or when it begins."""
        with self._change:
            self._stopped = number
            if self._running is not None and self._running[0] == number:
                self._running[1].stop()

    def _engine_for(self, key: object, spec: EngineSpec) -> Engine:
        if self._engine is None or self._key != (key, spec):
            self._drop()
            _limit_memory(0 if spec.external else self._memory)
            self._engine, self._key = spec.create(), (key, spec)
        return self._engine

    def _drop(self) -> None:
        engine, self._engine, self._key = self._engine, None, None
        close_engine(engine)

    def _say(self, *message: Any) -> None:
        with self._writing:
            try:
                pickle.dump(message, self._target)
                self._target.flush()
            except OSError:
                os._exit(0)  # the server is gone


def _limit_memory(limit: int) -> None:
    """Limit the address space to `limit` bytes; 0 for no limit. Programs of other authors get none: some
    reserve far more than they use.
    """
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
