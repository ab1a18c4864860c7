"""`StoppableEngine`, the base class of engines that search in steps, and the `Budget` of a search.

Manages the clock, the node count and the stop token of a search, and ensures that an engine runs one search
at a time. The engines define the steps.
"""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Iterator
from typing import Any

from hexapoda._core import OneAtATime, StopToken
from hexapoda.engine import Engine, Limit, OnInfo, SearchResult
from hexapoda.engines.seeded_random import SeededRandom
from hexapoda.errors import EngineError

__all__ = ["Budget", "StoppableEngine", "enough_memory"]

_OVERHEAD = 0.002
"""Seconds reserved for returning the answer to the caller."""
_NO_BOUND = 2**63
"""A number of nodes that no search reaches."""


class Budget:
    """The remaining time and nodes of a running search."""

    def __init__(self, limit: Limit) -> None:
        """Start the clock."""
        self.limit = limit
        self.stop = StopToken()
        self.nodes = 0
        """Nodes used so far; the engine adds the nodes of each step."""
        self._began = time.perf_counter()
        self._seconds = math.inf if limit.time is None else max(limit.time - _OVERHEAD, limit.time / 2)

    @property
    def elapsed(self) -> float:
        """Seconds since the search began."""
        return time.perf_counter() - self._began

    @property
    def seconds_left(self) -> float:
        """The seconds that the next step may take; infinite without a time limit."""
        return max(self._seconds - self.elapsed, 0.0)

    @property
    def nodes_left(self) -> int:
        """The number of nodes that the next step may use."""
        return min(self.limit.nodes or _NO_BOUND, _NO_BOUND) - self.nodes

    @property
    def spent(self) -> bool:
        """Whether no further step may start."""
        return self.stop.stopped or self.nodes_left <= 0 or self.seconds_left <= 0


@contextlib.contextmanager
def enough_memory(name: str) -> Iterator[None]:
    """Raise `EngineError` for the engine `name` if the block runs out of memory."""
    try:
        yield
    except MemoryError as error:
        raise EngineError(
            f"{name} is out of memory: expected fewer threads, a smaller table_size, or a smaller board"
        ) from error


class StoppableEngine(Engine):
    """An engine whose search has a `Budget` and seeded random choices."""

    def __init__(self, seed: int) -> None:
        """`seed` is a value of the option `SEED`."""
        self._random = SeededRandom(seed)
        self._budget: Budget | None = None
        self._busy = OneAtATime()

    def search(self, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
        """Search until the limit. Raises `EngineError` if the game is over, if a search of this engine is
        already running, or if memory runs out.
        """
        with self._busy, enough_memory(self.name):
            budget = self._begin(position, limit)
            try:
                return self._choose(position, budget, on_info)
            finally:
                self._budget = None

    def _choose(self, position: Any, budget: Budget, on_info: OnInfo | None) -> SearchResult:
        """Search until the budget is spent, and return the answer."""
        raise NotImplementedError

    def stop(self) -> None:
        """Make the running search return its best move so far."""
        budget = self._budget
        if budget is not None:
            budget.stop.stop()

    def new_game(self) -> None:
        """Draw a new seed, unless one is fixed."""
        self._random.new_game()

    def _begin(self, position: Any, limit: Limit) -> Budget:
        """Return the budget of a search that starts now. Raises `EngineError` if the game is over."""
        if position.outcome() is not None:
            raise EngineError(f"{self.name} was asked for a move, but the game is over: {position.state}")
        self._budget = Budget(limit)
        return self._budget
