"""The state of one UHP session: the game, the options, the engine and the search that is running.

Owns the state that the commands share. Parsing and formatting are up to the commands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

from hexapoda.engine import EngineSource, Limit, OptionValue, SearchInfo
from hexapoda.errors import UsageError
from hexapoda.hive import Move, Position
from hexapoda.host import EngineHost, RunningSearch
from hexapoda.protocols.uhp.options import UhpOptions

__all__ = ["UhpSearch", "UhpSession"]


class UhpSession:
    """One client's game, options and engine."""

    def __init__(self, source: EngineSource, *, identity: str, max_perft_leaves: int) -> None:
        """`identity` is what follows `id` in the answer to `info`."""
        self.identity = identity
        self.max_perft_leaves = max_perft_leaves
        self.options = UhpOptions(source)
        self.finished = False
        self.watch: Callable[[Callable[[bytes | None], None]], None] = lambda _: None
        """Calls a function, maybe in another thread, with the client's next line, or with None at the end of
        the input. By default the function is never called.
        """
        self._source = source
        self._host = EngineHost(source)
        self._position: Position | None = None

    @property
    def position(self) -> Position:
        """The game's position. Raises `UsageError` before the first `newgame`."""
        if self._position is None:
            raise UsageError("no game has begun: send newgame first")
        return self._position

    @property
    def running_position(self) -> Position:
        """The position of a game that is not over. Raises `UsageError` otherwise."""
        position = self.position
        if position.outcome() is not None:
            raise UsageError(f"the game is over: {position.state}")
        return position

    def begin(self, position: Position) -> None:
        """Begin a game at `position`."""
        self._position = position
        self._host.new_game()

    def set_option(self, name: str, text: str) -> None:
        """Set an option; for an option of the engine, the engine is created again. Raises `UsageError`."""
        self.options.set(name, text)
        if self.options.is_of_engine(name):
            self.close()

    def think(self, limit: Limit, *, any_line: bool = False, **values: OptionValue) -> UhpSearch:
        """Let the engine search the game's position within `limit`, with `values` for some of its options.

        The search ends early if the client's next line is `stop`; with `any_line`, at any line and at the end
        of the input. Raises `UsageError` if the game is over or the engine has no such option, and
        `EngineError` if it cannot be created.
        """
        position = self.running_position
        self._host.configure({**self.options.engine_values, **self._checked(values)})
        search = UhpSearch(self._host.search(position, limit))
        self.watch(lambda line: search.stop() if any_line or _is_stop(line) else None)
        return search

    def close(self) -> None:
        """Close the engine; the next search creates it again."""
        self._host.close()

    def _checked(self, values: dict[str, OptionValue]) -> dict[str, OptionValue]:
        known = {option.name: option for option in self._source.options}
        for name, value in values.items():
            if name not in known:
                names = ", ".join(known) or "none"
                raise UsageError(f"engine {self._source.name!r} has no option {name!r}: it has {names}")
            known[name].check(value)
        return values


class UhpSearch:
    """The search of a session. It must be closed."""

    def __init__(self, search: RunningSearch) -> None:
        self._search = search

    def stop(self) -> None:
        """End the search with its best move so far. May be called from any thread."""
        self._search.stop()

    def infos(self) -> Iterator[SearchInfo]:
        """Yield the reports of the engine until the search ends."""
        while (info := self._search.next_info()) is not None:
            yield info

    def result(self) -> Move:
        """Return the move. Raises `EngineError` if the engine raises an error or plays no legal move."""
        return cast(Move, self._search.result().move)

    def close(self) -> None:
        """End the search, whether or not there is a result."""
        self._search.end()


def _is_stop(line: bytes | None) -> bool:
    return line is not None and line.split() == [b"stop"]
