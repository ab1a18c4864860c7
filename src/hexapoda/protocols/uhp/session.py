"""`UhpSession`: one client's game, options and engine.

Parsing and formatting are up to the commands.
"""

from __future__ import annotations

from hexapoda.engine import EngineSource, Limit, OptionValue
from hexapoda.errors import UsageError
from hexapoda.hive import Position
from hexapoda.host import RunningSearch
from hexapoda.protocols.server import ProtocolSession
from hexapoda.protocols.uhp.options import UhpOptions

__all__ = ["UhpSession"]


class UhpSession(ProtocolSession):
    """One client's game, options and engine."""

    def __init__(self, source: EngineSource, *, identity: str, max_perft_leaves: int) -> None:
        """`identity` is the text after `id` in the answer to `info`; `max_perft_leaves` limits `perft`."""
        super().__init__(source)
        self.identity = identity
        self.max_perft_leaves = max_perft_leaves
        self.options = UhpOptions(source)
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
        self.new_game()

    def set_option(self, name: str, text: str) -> None:
        """Set an option. If it is one of the engine's options, the engine is closed, and the next search
        creates it again. Raises `UsageError`.
        """
        self.options.set(name, text)
        if self.options.is_of_engine(name):
            self.close()

    def think(self, limit: Limit, *, any_line: bool = False, **values: OptionValue) -> RunningSearch:
        """Start a search of the game's position within `limit`, with `values` for some of the engine's
        options.

        The search ends early if the client's next line is `stop`; with `any_line`, at any line and at the end
        of the input. Raises `UsageError` if the game is over or the engine has no such option, and
        `EngineError` if the engine cannot be created.
        """
        search = self.search(
            self.running_position, limit, {**self.options.engine_values, **self._checked(values)}
        )
        lines = 0

        def on_line(line: bytes | None) -> bool:
            nonlocal lines
            lines += 1
            if lines == 1 and (any_line or (line is not None and line.split() == [b"stop"])):
                search.stop()
            return False

        self.listen(on_line)
        return search

    def _checked(self, values: dict[str, OptionValue]) -> dict[str, OptionValue]:
        known = {option.name: option for option in self._source.options}
        for name, value in values.items():
            if name not in known:
                names = ", ".join(known) or "none"
                raise UsageError(f"engine {self._source.name!r} has no option {name!r}: it has {names}")
            known[name].check(value)
        return values
