"""`EngineHost`: one engine of one front end, kept from search to search.

Owns when the engine is made, made again, told of a new game, and let go. An engine that fails, or that does
not heed a stop or does not return from one, is let go and made again when it is next asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from hexapoda.engine import Engine, EngineSource, Limit, OptionValue
from hexapoda.errors import HexapodaError
from hexapoda.host.grace import STOP_GRACE
from hexapoda.host.running_search import RunningSearch, close_engine

__all__ = ["EngineHost"]


class EngineHost:
    """An engine and its running search. One thread owns it; only `stop` may come from others."""

    def __init__(self, source: EngineSource, values: Mapping[str, OptionValue] | None = None) -> None:
        """`source` makes the engine, with `values` set. Nothing is made before it is needed."""
        self._source = source
        self._values = dict(values or {})
        self._engine: Engine | None = None
        self._search: RunningSearch | None = None

    @property
    def name(self) -> str:
        """What the engine calls itself. Makes it. Raises as `EngineSource.create` does."""
        return self.start().name

    def start(self) -> Engine:
        """The engine, made now if there is none. Raises as `EngineSource.create` does."""
        if self._engine is None:
            self._engine = self._source.create(**self._values)
        return self._engine

    def configure(self, values: Mapping[str, OptionValue]) -> None:
        """Set the options; an engine that was made with others is let go."""
        if dict(values) != self._values:
            self.close()
            self._values = dict(values)

    def new_game(self) -> None:
        """Tell the engine, if there is one. An engine that fails here is made again for its next search."""
        if self._engine is None:
            return
        self._settle()
        try:
            if self._engine is not None:
                self._engine.new_game()
        except (Exception, SystemExit):
            self.close()

    def search(self, position: Any, limit: Limit) -> RunningSearch:
        """Begin a search of `position` within `limit`; one that still runs is ended first.

        Raises as `EngineSource.create` does when the engine has to be made.
        """
        self._settle()
        engine = self.start()
        self._search = RunningSearch(engine, position, limit, lambda: self._give_up(engine))
        return self._search

    def stop(self) -> None:
        """Make the running search return its best move. Returns at once; for any thread."""
        search = self._search
        if search is not None:
            search.stop()

    def close(self) -> None:
        """End the search and let the engine go. The host can be used again."""
        self._settle()
        self._let_go()

    def _settle(self) -> None:
        """See to it that no search runs, and let an engine go that does not stop or has failed."""
        search, self._search = self._search, None
        if search is None:
            return
        if not search.done:
            with suppress(HexapodaError):
                search.finish(STOP_GRACE)
        if not search.done or search.failed or search.stop_hangs:
            self._let_go()

    def _give_up(self, engine: Engine) -> None:
        """Let an engine go that failed, unless another one has taken its place."""
        if engine is self._engine:
            self._let_go()

    def _let_go(self) -> None:
        """Let the engine go, which the next search makes anew."""
        engine, self._engine, self._search = self._engine, None, None
        close_engine(engine)
