"""The games of a match as jobs, which run in the processes of the pool.

The engines run in a job's process or as its children, so a crash affects only that process, which is
replaced. The process keeps the seats of its engines from game to game.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass

from hexapoda.arena.game_runner import make_seats, play_game, start_engines
from hexapoda.arena.settings import MatchSettings
from hexapoda.errors import EngineError, EngineUnavailable, HexapodaError, UsageError
from hexapoda.foreign_error import traceback_text
from hexapoda.host.work import Work
from hexapoda.record import GameRecord, MoveRecord

__all__ = ["PlayedGame", "Turn", "play_one", "start_all"]


@dataclass(frozen=True, slots=True)
class Turn:
    """A report that an engine is about to prepare for the game or to search."""

    player: int
    moves: tuple[MoveRecord, ...]
    """The moves since the last report."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that has ended."""

    record: GameRecord
    log: str
    """The traceback or output of the fault that ended the game; empty if there is none."""


class _Seats:
    """The seats of the match's engines in this process."""

    def __init__(self, settings: MatchSettings) -> None:
        self.seats = make_seats(settings)

    def close(self) -> None:
        """End the engines."""
        for seat in self.seats.values():
            seat.kill()


def start_all(work: Work) -> None:
    """Start every engine once, as a job. Reports the index of each engine before it starts. Raises the errors
    of `play_one`.
    """
    settings: MatchSettings = work.shared
    with _Faults():
        seats = work.kept.get(lambda: _Seats(settings)).seats
        start_engines(settings, seats, work.report)


def play_one(work: Work, number: int) -> PlayedGame:
    """Play the game with this number, as a job. Reports a `Turn` before an engine prepares for the game and
    before each search. Raises `EngineUnavailable`, `UsageError` for an invalid opening or for options or
    limits that an engine rejects, and `EngineError` for an internal error.
    """
    settings: MatchSettings = work.shared
    faults: list[BaseException] = []

    def on_turn(moves: Sequence[MoveRecord], player: int, within: float) -> None:
        work.report(Turn(player, tuple(moves)), within)

    with _Faults():
        seats = work.kept.get(lambda: _Seats(settings)).seats
        record = play_game(settings.pairing(number), seats, settings, on_turn, faults.append)
        work.retires = any(seat.abandoned for seat in seats.values())
        return PlayedGame(record, "".join(map(_fault_text, faults)))


class _Faults:
    """A context manager that converts errors into those that `start_all` and `play_one` raise."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, EngineUnavailable):
            cause = error.__cause__
            raise EngineUnavailable(str(error), output="" if cause is None else _fault_text(cause))
        if isinstance(error, HexapodaError):
            raise UsageError(str(error))
        if isinstance(error, Exception):
            traceback.print_exception(error, file=sys.stderr)
            raise EngineError(f"internal error of a worker: {type(error).__name__}: {error}")


def _fault_text(fault: BaseException) -> str:
    """Return the log of an engine's fault: the traceback of its code, or the output of its process."""
    output = getattr(fault, "output", "")
    if output:
        return f"{output}\n"
    cause = fault.__cause__
    while isinstance(cause, HexapodaError) and cause.__cause__ is not None:
        cause = cause.__cause__
    return "" if cause is None else traceback_text(cause)
