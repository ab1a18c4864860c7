"""`Seat`: creates an engine for a match, lets it search until a deadline, and replaces it after a failure.

`hexapoda.host` runs the engine's thread. Engines are untrusted code: they may raise anything, answer nonsense
or never answer. Each of these failures becomes one of four errors of `hexapoda.errors` (crashed, stalled,
late, illegal), so that the game can be scored.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hexapoda.engine import (
    Engine,
    EngineSource,
    Limit,
    Option,
    SearchResult,
    find_seed,
    fit_seed,
    result_trouble,
)
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
from hexapoda.host.processor_wait import ProcessorWait

__all__ = ["Seat"]

_STOP_GRACE = 1.0
"""Seconds that an engine without a time limit has to answer a stop. Closing may take ten times as long."""


class Seat:
    """One engine and its thread, both kept from game to game."""

    def __init__(self, source: EngineSource, start_patience: float = 60.0) -> None:
        """`source` creates the engine, which may take up to `start_patience` seconds."""
        self._source = source
        self._start_patience = start_patience
        self._engine: Engine | None = None
        self._thread: EngineThread | None = None
        self._seed_option: Option | None = None
        self._knows_options = False
        self.abandoned = False
        """Whether an engine that never answered still occupies a thread."""

    def begin(self, seed: int) -> None:
        """Prepare for a new game. If the engine has a seed option that the user did not set, the engine is
        created anew with this seed, fitted to the bounds of the option, so that a game depends only on its
        number.

        Raises `UsageError` for invalid options and for a program that cannot be started, neither of which
        loses the game. Raises `EngineCrashed` or `EngineStalled` for any other failure.
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
        if untimed is not None:  # the match has its own clock, margin and patience
            untimed()
        self._ask(engine.new_game, self._start_patience, "begin a game")

    @property
    def min_time(self) -> float:
        """The shortest time limit in seconds that the engine supports; 0 for any."""
        return float(getattr(self._engine, "min_time", 0.0))

    def check_limit(self, limit: Limit) -> None:
        """Raise `UsageError` if the engine's protocol cannot express the limit."""
        check = getattr(self._engine, "check_limit", None)
        if check is not None:
            self._ask(lambda: check(limit), self._start_patience, "start")

    def check_position(self, position: Position) -> None:
        """Raise `UsageError` if the engine does not play on the board of the position, or by its rules."""
        check = getattr(self._engine, "check_position", None)
        if check is not None:
            copy = position.copy()
            self._ask(lambda: check(copy), self._start_patience, "start")

    def search(
        self, position: Position, limit: Limit, allowed: float | None, patience: float
    ) -> tuple[SearchResult, float, float]:
        """Return the engine's result, with a legal move; the seconds it took; and how many of them the
        engine waited for a processor, 0 without `allowed` or if the system does not measure it. The engine
        is stopped `allowed` seconds after the search begins, and abandoned `patience` seconds later. Raises
        `EngineCrashed`, `EngineStalled` or `EngineIllegalMove`, and `EngineTimeout` for an illegal move after
        `allowed` seconds. `Clock.flagged` decides whether a legal move came too late.
        """
        engine, thread = self._engine, self._thread
        if engine is None or thread is None:
            raise EngineCrashed("is not running")
        copy = position.copy()  # the engine may modify its position
        waits = None if allowed is None else ProcessorWait(getattr(engine, "pid", None))
        thread.put(lambda: engine.search(copy, limit))
        reply = thread.get(patience if allowed is None else allowed) or thread.get(thread.delay)
        if reply is None:
            # An engine that ignores its limit may still obey a stop. The stop may block, so it runs in a
            # thread of its own.
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
            if allowed is not None and seconds > allowed:  # it had already lost on time
                raise EngineTimeout(f"took {seconds:.3f} s, more than {allowed:.3f} s, and {error}") from None
            raise
        return result, seconds, 0.0 if waits is None else min(waits.seconds(), seconds)

    def kill(self) -> None:
        """Kill the engine's process, if any. May be called from any thread, even during a search."""
        close_engine(self._engine)

    def close(self) -> None:
        """Close the engine and end its thread. The next `begin` creates both anew."""
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
        return find_seed(options)

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
        # If the protocol cannot express the request, the engine is not at fault.
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
        """Abandon the thread of an engine that does not return."""
        self.abandoned = True
        engine, self._engine, self._thread = self._engine, None, None
        run_apart(lambda: close_engine(engine))


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
