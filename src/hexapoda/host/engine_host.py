"""`EngineHost`: one engine of one front end, kept from search to search.

Manages the engine's lifetime: when it is created, recreated, reset for a new game, and closed. An engine that
fails, ignores a stop, or does not return from `stop` is closed, and recreated when it is next needed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from hexapoda.engine import Engine, EngineSource, Limit, OptionValue
from hexapoda.errors import HexapodaError
from hexapoda.host.grace import STOP_GRACE
from hexapoda.host.running_search import RunningSearch, close_engine

__all__ = ["EngineHost"]


class EngineHost:
    """An engine and its running search. One thread owns it; others may call only `stop`."""

    def __init__(self, source: EngineSource, values: Mapping[str, OptionValue] | None = None) -> None:
        """`source` creates the engine, with the options `values`, when it is first needed."""
        self._source = source
        self._values = dict(values or {})
        self._engine: Engine | None = None
        self._search: RunningSearch | None = None

    @property
    def name(self) -> str:
        """The engine's own name. Creates the engine if needed. Raises the errors of `EngineSource.create`."""
        return self.start().name

    def start(self) -> Engine:
        """Return the engine, created if needed. Raises the errors of `EngineSource.create`."""
        if self._engine is None:
            self._engine = self._source.create(**self._values)
        return self._engine

    def configure(self, values: Mapping[str, OptionValue]) -> None:
        """Set the options. Closes an engine that was created with other options."""
        if dict(values) != self._values:
            self.close()
            self._values = dict(values)

    def new_game(self) -> None:
        """Reset the engine, if there is one, for a new game. If that fails, the next search recreates it."""
        if self._engine is None:
            return
        self._end_search()
        try:
            if self._engine is not None:
                self._engine.new_game()
        except (Exception, SystemExit):
            self.close()

    def search(
        self, position: Any, limit: Limit, on_change: Callable[[], None] = lambda: None
    ) -> RunningSearch:
        """Start a search of `position` within `limit`, after ending the running search, if there is one.
        `on_change` is as in `RunningSearch`.

        Raises the errors of `EngineSource.create` if the engine must be created.
        """
        self._end_search()
        engine = self.start()
        self._search = RunningSearch(engine, position, limit, lambda: self._close_failed(engine), on_change)
        return self._search

    def stop(self) -> None:
        """Make the running search return its best move. Does not wait; any thread may call it."""
        search = self._search
        if search is not None:
            search.stop()

    def close(self) -> None:
        """End the search and close the engine. The host can be used again."""
        self._end_search()
        self._close_engine()

    def _end_search(self) -> None:
        """End the running search. Close the engine if it failed or does not stop."""
        search, self._search = self._search, None
        if search is None:
            return
        if not search.done:
            with suppress(HexapodaError):
                search.finish(STOP_GRACE)
        if not search.done or search.failed or search.stop_hangs:
            self._close_engine()

    def _close_failed(self, engine: Engine) -> None:
        """Close an engine that failed, unless another one has already replaced it."""
        if engine is self._engine:
            self._close_engine()

    def _close_engine(self) -> None:
        """Close the engine. The next search creates a new one."""
        engine, self._engine, self._search = self._engine, None, None
        close_engine(engine)
