"""The base class of engines that think on the opponent's time: `PonderingEngine`.

Runs the background search, which fills the tree or table, and ensures that an engine runs one search at a
time. The engines define the search.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterable
from typing import Any

from hexapoda._core import OneAtATime, StopToken
from hexapoda.engine import Engine, Limit, OnInfo, SearchResult
from hexapoda.engines.seeded_random import SeededRandom
from hexapoda.engines.stoppable import enough_memory

__all__ = ["Pondering", "PonderingEngine"]


class Pondering:
    """A search in the background, from its creation until `end`."""

    def __init__(self, run: Any) -> None:
        """`run`: called with a stop token, searches until the token is set."""
        self._stop = StopToken()
        self._thread = threading.Thread(target=self._go, args=(run,), name="ponder", daemon=True)
        self._thread.start()

    def _go(self, run: Any) -> None:
        with contextlib.suppress(Exception):  # its result is not used
            run(self._stop)

    def end(self) -> None:
        """Stop the search and wait until it ends."""
        self._stop.stop()
        self._thread.join()


class PonderingEngine(Engine):
    """An engine with seeded random choices that may search ahead while the opponent thinks."""

    def __init__(self, seed: int, ponder: bool) -> None:
        """`seed` is a value of the option `SEED`; `ponder` lets the engine think on the opponent's time."""
        self._random = SeededRandom(seed)
        self._ponder = ponder
        self._busy = OneAtATime()
        self._stop: StopToken | None = None
        self._pondering: Pondering | None = None

    def search(self, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
        """Search until the limit. Raises `EngineError` if the game is over, if a search of this engine is
        already running, or if memory runs out.
        """
        with self._busy, enough_memory(self.name):
            self._end_pondering()
            return self._search(position, limit, on_info)

    def stop(self) -> None:
        """Make the running search return its best move so far; pondering continues."""
        stop = self._stop
        if stop is not None:
            stop.stop()

    def new_game(self) -> None:
        """Forget the game, and draw a new seed unless one is fixed. Raises `EngineError` during a search."""
        with self._busy:
            self._end_pondering()
            self._forget()
            self._random.new_game()

    def close(self) -> None:
        """Stop searching and pondering."""
        self.stop()
        self._end_pondering()

    def _search(self, position: Any, limit: Limit, on_info: OnInfo | None) -> SearchResult:
        """Search until the limit, or until `stop` is called. Subclasses store the stop token in `_stop`."""
        raise NotImplementedError

    def _run(self, position: Any, limit: Limit, stop: StopToken, on_report: Any) -> Any:
        """Run the core's search, which ends at the limit or when `stop` is set."""
        raise NotImplementedError

    def _forget(self) -> None:
        """Forget what earlier searches found."""
        raise NotImplementedError

    def _begin_pondering(self, position: Any, moves: Iterable[Any]) -> None:
        """Search the position after these moves in the background, unless they end the game. Does nothing if
        the engine does not ponder.
        """
        if not self._ponder:
            return
        ahead = position.copy()
        for move in moves:
            ahead.push(move)
            if ahead.outcome() is not None:
                return
        self._pondering = Pondering(lambda stop: self._run(ahead, Limit(), stop, None))

    def _end_pondering(self) -> None:
        pondering, self._pondering = self._pondering, None
        if pondering is not None:
            pondering.end()
