"""`WholeSearches`: an engine whose searches reach their nodes, or raise.

So what follows from a search does not depend on how busy the machine is: there is the same answer, or none.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from hexapoda.engine import Engine, Limit, OnInfo, SearchResult
from hexapoda.errors import EngineError
from hexapoda.text.sentence import Sentence

__all__ = ["WholeSearches"]

_SHARE = 0.9
"""The share of its time from which on a search counts as ended by it: engines stop a little early."""


class WholeSearches(Engine):
    """Searches with another engine, all searches together within some seconds."""

    def __init__(self, engine: Engine, until: float) -> None:
        """`engine`: what searches; `until`: the time of `time.monotonic` at which all searches end."""
        self.name = engine.name
        self.options = engine.options
        self._engine = engine
        self._until = until

    def search(self, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
        """Search up to the nodes of `limit`. Raises `EngineError` if the time ends before."""
        seconds = self._until - time.monotonic()
        if seconds > 0:
            result = self._engine.search(position, replace(limit, time=seconds), on_info)
            if result.info.win_in or result.info.time < _SHARE * seconds:
                return result
        raise EngineError(Sentence("the machine is busy, so this move is not judged: try again"))

    def stop(self) -> None:
        """End the search."""
        self._engine.stop()

    def new_game(self) -> None:
        """Forget earlier games."""
        self._engine.new_game()
