"""The state of one client of a protocol server: its engine and the search that is running.

The dialects add the game and the options.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hexapoda.engine import EngineSource, Limit, OptionValue
from hexapoda.host import EngineHost, RunningSearch

__all__ = ["Session"]


class Session:
    """One client's engine."""

    def __init__(self, source: EngineSource) -> None:
        self.finished = False
        """Whether the client has ended the session."""
        self.listen: Callable[[Callable[[bytes | None], bool]], None] = lambda _: None
        """Calls a function, maybe in another thread, with each line that the client sends during a search and
        None at the end of the input, until the function returns true; the line for which it does is dropped.
        By default the function is never called.
        """
        self._source = source
        self._host = EngineHost(source)

    def new_game(self) -> None:
        """Tell the engine that another game begins."""
        self._host.new_game()

    def search(self, position: Any, limit: Limit, values: Mapping[str, OptionValue]) -> RunningSearch:
        """Let the engine search with these option values. Raises `EngineError` if it cannot be created."""
        self._host.configure(values)
        return self._host.search(position, limit)

    def close(self) -> None:
        """Close the engine; the next search creates it again."""
        self._host.close()
