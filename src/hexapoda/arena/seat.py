"""One engine's place in a match: made, asked with a deadline, and made anew after it failed.

The thread that the engine lives in is the engine host's. An engine is foreign code: it may raise anything,
answer nonsense or never answer. Here each of these becomes one of the four errors of `hexapoda.errors`
(crashed, stalled, late, illegal), so that the game goes on being scored.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from hexapoda.engine import Engine, EngineSource, Limit, Option, SearchResult, result_trouble
from hexapoda.errors import (
    EngineCrashed,
    EngineError,
    EngineIllegalMove,
    EngineStalled,
    EngineTimeout,
    EngineUnavailable,
    UsageError,
)
from hexapoda.foreign_error import describe_error
from hexapoda.games import Position
from hexapoda.host import EngineThread, Reply, close_engine, run_apart

__all__ = ["Seat", "fit_seed"]

_STOP_GRACE = 1.0
"""Seconds an engine without a time limit gets to answer once it was told to stop."""


class Seat:
    """Where an engine sits from game to game."""

    def __init__(self, source: EngineSource, start_patience: float = 60.0) -> None:
        """`source` makes the engine, which may take `start_patience` seconds."""
        self._source = source
        self._start_patience = start_patience
        self._engine: Engine | None = None
        self._thread: EngineThread | None = None
        self._seed_option: Option | None = None
        self._knows_options = False
        self.abandoned = False
        """Whether a thread of this process is lost to an engine that never answered."""

    def begin(self, seed: int) -> None:
        """Be ready for a new game.

        An engine with an option `seed` that the user did not set is made anew with this one, fitted to the
        option's bounds, so that a game depends on nothing but its own number. Raises `UsageError` for options
        that cannot be and for a program that cannot be started, which is no game to lose, else
        `EngineCrashed` or `EngineStalled`.
        """
        if self._thread is None:
            self._thread = EngineThread()
        if not self._knows_options:
            self._seed_option = self._find_seed_option()
            self._knows_options = True
        option = self._seed_option
        if self._engine is not None and option is None:
            self._ask(self._engine.new_game, self._start_patience, "begin a game")
            return
        if self._engine is not None:
            self.close()
            self._thread = EngineThread()
        overrides = {} if option is None else {"seed": fit_seed(option, seed)}
        engine = self._ask(lambda: self._source.create(**overrides), self._start_patience, "start")
        self._engine = engine
        untimed = getattr(engine, "leave_time_to_caller", None)
        if untimed is not None:  # the clock of the match is the only one, with its own margin and patience
            untimed()
        self._ask(engine.new_game, self._start_patience, "begin a game")

    @property
    def min_time(self) -> float:
        """The shortest time in seconds that the engine can be told; 0 for any."""
        return float(getattr(self._engine, "min_time", 0.0))

    def check_limit(self, limit: Limit) -> None:
        """Raise `UsageError` when the engine's protocol has no words for such a limit."""
        check = getattr(self._engine, "check_limit", None)
        if check is not None:
            self._ask(lambda: check(limit), self._start_patience, "start")

    def search(
        self, position: Position, limit: Limit, allowed: float | None, patience: float
    ) -> tuple[SearchResult, float]:
        """The engine's answer, a legal move, and the seconds it took.

        After `allowed` seconds it is told to stop, after `patience` more given up. Raises `EngineCrashed`,
        `EngineStalled` or `EngineIllegalMove`; whether it was late is the clock's to say.
        """
        engine, thread = self._engine, self._thread
        if engine is None or thread is None:
            raise EngineCrashed("is not running")
        copy = position.copy()  # a faulty engine must not spoil the game
        thread.put(lambda: engine.search(copy, limit))
        reply = thread.get(patience if allowed is None else allowed)
        if reply is None:
            # An engine that ignores its limit may still heed this; one that blocks here is given up.
            run_apart(engine.stop)
            reply = thread.get(min(_STOP_GRACE, patience) if allowed is None else patience)
        if reply is None or (allowed is None and reply.seconds > patience):
            waited = patience + (allowed or 0.0)
            self._abandon()
            raise EngineStalled(f"did not answer within {waited:g} s")
        seconds = reply.seconds
        try:
            result = self._outcome(reply, "search")
            _check_move(position, result)
        except EngineIllegalMove as error:
            if allowed is not None and seconds > allowed:  # it had lost before it said so
                raise EngineTimeout(f"took {seconds:.3f} s, more than {allowed:.3f} s, and {error}") from None
            raise
        return result, seconds

    def kill(self) -> None:
        """End what the engine runs outside of this process, from any thread, even while it searches."""
        close_engine(self._engine)

    def close(self) -> None:
        """Let the engine go."""
        engine, thread = self._engine, self._thread
        self._engine = self._thread = None
        if thread is None:
            return
        if hasattr(engine, "close"):
            thread.put(lambda: close_engine(engine))
            if thread.get(_STOP_GRACE * 10) is None:
                self.abandoned = True
        thread.end(0.0 if self.abandoned else _STOP_GRACE)

    def _find_seed_option(self) -> Option | None:
        try:
            options = self._source.options
            given = self._source.given
        except EngineUnavailable as error:
            raise UsageError(str(error)) from error
        except EngineError as error:
            raise EngineCrashed(str(error)) from error
        if "seed" in given:
            return None
        return next((each for each in options if each.name == "seed" and each.kind == "int"), None)

    def _ask(self, work: Callable[[], Any], patience: float, what: str) -> Any:
        assert self._thread is not None
        self._thread.put(work)
        reply = self._thread.get(patience)
        if reply is None:
            self._abandon()
            raise EngineStalled(f"did not {what} within {patience:g} s")
        return self._outcome(reply, what)

    def _outcome(self, reply: Reply, what: str) -> Any:
        error = reply.error
        if error is None:
            return reply.value
        # An engine behind a protocol says so when it cannot be told what is asked: that is no game to lose.
        if isinstance(error, UsageError) and (what == "start" or hasattr(self._engine, "check_limit")):
            raise error
        if isinstance(error, EngineUnavailable):
            raise UsageError(str(error)) from error
        kinds = (EngineCrashed, EngineStalled, EngineIllegalMove)
        if isinstance(error, EngineError) and (isinstance(error, kinds) or type(error) is not EngineError):
            raise error
        shown = str(error) if isinstance(error, EngineError) else describe_error(error)
        raise EngineCrashed(shown.strip()[:500]) from error

    def _abandon(self) -> None:
        """Leave the thread to the engine that holds it."""
        self.abandoned = True
        engine, self._engine, self._thread = self._engine, None, None
        run_apart(lambda: close_engine(engine))


def fit_seed(option: Option, seed: int) -> int:
    """`seed` itself where the option allows it, else one within its bounds that depends on `seed` alone.

    Numbers below 0 are left out where there are others: -1 stands for a random seed.
    """
    low = 0 if option.min is None else math.ceil(option.min)
    high = None if option.max is None else math.floor(option.max)
    if low < 0 and (high is None or high >= 0):
        low = 0
    if high is None:
        return max(low, seed)
    low = min(low, high)
    return seed if low <= seed <= high else low + seed % (high - low + 1)


def _check_move(position: Position, result: Any) -> None:
    trouble = result_trouble(result)
    if trouble is not None:
        raise EngineIllegalMove(trouble)
    move = result.move
    try:
        if position.is_legal(move):
            return
        position.copy().push(move)
        reason = "is not one of the legal moves"
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
    raise EngineIllegalMove(f"answered {str(move)[:80]!r}: {reason}"[:500], text=str(move)[:80])
