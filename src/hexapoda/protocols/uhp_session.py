"""The state of one UHP session: the game, the options and the engine.

Owns what commands share; it reads no text and writes none.
"""

from __future__ import annotations

from typing import cast

from hexapoda.engine import Engine, EngineSource, Limit, ask
from hexapoda.errors import HexapodaError, UsageError
from hexapoda.hive import Move, Position
from hexapoda.protocols.uhp_options import UhpOptions

__all__ = ["UhpSession"]


class UhpSession:
    """One client's game, options and engine."""

    def __init__(self, source: EngineSource, *, identity: str, max_perft_leaves: int) -> None:
        """`identity` is what follows `id` in the answer to `info`."""
        self.identity = identity
        self.max_perft_leaves = max_perft_leaves
        self.options = UhpOptions(source)
        self.finished = False
        self._source = source
        self._engine: Engine | None = None
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
        """Make `position` the game."""
        self._position = position
        if self._engine is not None:
            try:
                self._engine.new_game()
            except (Exception, SystemExit):
                self._engine = None  # it gets another chance, made anew, when it is asked for a move

    def set_option(self, name: str, text: str) -> None:
        """Set an option; the engine is made anew when it is one of its own. Raises `UsageError`."""
        self.options.set(name, text)
        if self.options.is_of_engine(name):
            self._engine = None

    def best_move(self, limit: Limit) -> Move:
        """What the engine plays here within `limit`; the game stays as it is.

        Raises `UsageError` when there is nothing to play, and `EngineError` when the engine cannot be made,
        raises, or answers something that is no legal move; it is made anew the next time.
        """
        position = self.running_position
        if self._engine is None:
            self._engine = self._source.create(**self.options.engine_values)
        try:
            return cast(Move, ask(self._engine, position, limit).move)
        except HexapodaError:
            self._engine = None
            raise
