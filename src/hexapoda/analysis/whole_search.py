"""`WholeSearches`: an engine whose searches reach their node limit, find a proof, or fail.

Judgments based on such searches do not depend on how busy the machine is: a search gives the same judgment
every time, or none.
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
"""A search that used at least this share of its time counts as cut off: engines stop a little early."""


class WholeSearches(Engine):
    """A wrapper around an engine whose searches must all be complete by a deadline."""

    def __init__(self, engine: Engine, until: float) -> None:
        """`engine` searches; `until` is the deadline, in seconds of `time.monotonic`."""
        self.name = engine.name
        self.options = engine.options
        self._engine = engine
        self._until = until

    def search(self, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
        """Search until the nodes of `limit` are used or a proof is found. Raises `EngineError` if the
        deadline comes first.
        """
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
