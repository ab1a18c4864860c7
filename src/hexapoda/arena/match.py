"""A match or tournament: which games are left to play, and when to stop.

Defines `Match` and the stopping rule of the sequential test. The order in which games end depends on the
concurrency: when games are played at the same time, short ones end first. The result of the test does not
depend on that order, because the test counts pairs in the order of their numbers.
"""

from __future__ import annotations

import contextlib
import itertools
import math
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from hexapoda.arena.adaptive_schedule import AdaptiveSchedule
from hexapoda.arena.journal import Journal
from hexapoda.arena.ladder import LadderSchedule
from hexapoda.arena.list_schedule import ListSchedule
from hexapoda.arena.running_games import OnMoves, RunningGames
from hexapoda.arena.scoreboard import GameSummary, Scoreboard
from hexapoda.arena.settings import MatchSettings
from hexapoda.errors import InvalidGameError
from hexapoda.record import GameRecord

__all__ = ["GamePlayer", "Match", "MatchResult", "Progress"]


class GamePlayer(Protocol):
    """Plays the games of a match, in local worker processes or on a cluster."""

    def __call__(
        self,
        settings: MatchSettings,
        numbers: Iterable[int],
        concurrency: int,
        log: Path | None = None,
        on_moves: OnMoves | None = None,
    ) -> Iterator[GameRecord]:
        """Play the games with these numbers and yield each record once, in any order. May call `on_moves`
        when a game begins and before each search.
        """


@dataclass(frozen=True, slots=True)
class SprtState:
    """The state of a sequential test."""

    llr: float
    lower: float
    upper: float
    pairs: int
    """The number of pairs that the test has counted, or skipped because one of their games is not scored."""
    verdict: str | None
    """The accepted hypothesis, `H0` or `H1`; None while the test continues."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The state of a running match, passed to `on_progress`."""

    settings: MatchSettings
    board: Scoreboard
    elapsed: float
    """Seconds since the start of this run."""
    played: int
    """Games played in this run, without those of earlier runs."""
    sprt: SprtState | None
    last: GameRecord | None

    @property
    def seconds_left(self) -> float | None:
        """Seconds left at the pace so far; None until a game of this run has ended. An SPRT or
        sufficiently precise ratings may end the match sooner.
        """
        left = self.settings.total - len(self.board.games)
        return self.elapsed / self.played * left if self.played else None


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match."""

    settings: MatchSettings
    board: Scoreboard
    """The games that count: all of them or, if the SPRT has decided, those up to its last pair."""
    sprt: SprtState | None
    finished: bool
    """Whether all games have been played, the SPRT has decided, or the ratings are precise enough."""
    elapsed: float
    """The duration of this run in seconds."""
    played: int
    """Games played in this run, without those of earlier runs."""
    journal: Journal | None
    _records: tuple[GameRecord, ...] = ()

    def records(self) -> Iterator[GameRecord]:
        """Yield the records of the games that count, sorted by number."""
        found = self._records if self.journal is None else self.journal.records()
        yield from sorted(
            (record for record in found if record.number in self.board.games), key=lambda each: each.number
        )


class Match:
    """A match between two engines or a tournament between several. It can be interrupted and resumed."""

    def __init__(
        self,
        settings: MatchSettings,
        journal: Journal | None = None,
        player: GamePlayer | None = None,
    ) -> None:
        """`journal` stores the games on disk; games that it already contains are not played again. Without a
        journal, the games are kept only in the result. `player` plays the games; the default uses local
        worker processes.
        """
        self._settings = settings
        self._journal = journal
        self._player = player
        self._running: RunningGames | None = None
        self._kept: list[GameRecord] = []
        self._board = Scoreboard(settings.names)
        self._played = 0
        self._began = time.monotonic()
        self._sprt: SequentialTest | None = None if settings.sprt is None else SequentialTest(settings)
        self._schedule = _schedule_of(settings)
        self._until = math.inf

    def run(
        self, on_progress: Callable[[Progress], None] | None = None, *, seconds: float | None = None
    ) -> MatchResult:
        """Play the remaining games, and return the result. After `seconds`, no more games begin.
        `KeyboardInterrupt` propagates; the journal keeps the finished games.
        """
        self._began = time.monotonic()
        self._until = math.inf if seconds is None else self._began + seconds
        try:
            with self._writing():
                self._recount()
                self._play(on_progress)
        except KeyboardInterrupt:
            self._recount()  # the interrupt may have come after a game was written but before it was counted
            raise
        return self.result()

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        """Open the journal, if there is one, for writing, and publish the running games."""
        if self._journal is None:
            yield
            return
        with self._journal.writing(), RunningGames(self._journal.folder, self._settings) as self._running:
            yield

    def _recount(self) -> None:
        kept = self._kept if self._journal is None else map(self._checked, self._journal.records())
        self._board = Scoreboard(self._settings.names, map(GameSummary.of, kept))

    def _checked(self, record: GameRecord) -> GameRecord:
        """Return a game of the journal. Raises `InvalidGameError` if it is not a game of this match."""
        settings = self._settings
        wrong = ""
        if not settings.has_game(record.number):
            wrong = "is not in the match"
            if settings.rating_list is None:
                wrong += f": expected a number from 0 to {settings.total - 1}"
        elif (record.game, record.variant) != (settings.game, settings.variant):
            wrong = f"is of {record.game} {record.variant}: expected {settings.game} {settings.variant}"
        else:
            found = [player.name for player in record.players]
            expected = [settings.names[one] for one in settings.pairing(record.number).players]
            if found != expected:
                wrong = f"is between {' and '.join(found)}: expected {' and '.join(expected)}"
        if wrong:
            folder = str(self._journal.folder) if self._journal else ""
            raise InvalidGameError(f"{folder}: game {record.number} {wrong}", source=folder)
        return record

    def _play(self, on_progress: Callable[[Progress], None] | None) -> None:
        def report(last: GameRecord | None) -> None:
            if on_progress is not None:
                elapsed = time.monotonic() - self._began
                on_progress(
                    Progress(self._settings, self._board, elapsed, self._played, self._sprt_state(), last)
                )

        report(None)
        if not self._decided():
            self._play_some(report)
            # The player can request a game before it returns the previous one, so the last results may call
            # for more games.
            played = -1
            while played < self._played and self._schedule and not self._schedule.finished(self._board):
                played = self._played
                self._play_some(report)

    def _play_some(self, report: Callable[[GameRecord | None], None]) -> None:
        with closing(self._games()) as games:
            for record in games:
                if record.number in self._board.games:
                    continue
                self._keep(record)
                self._played += 1
                report(record)
                if self._decided():
                    break

    def _games(self) -> Any:
        if self._player is None:
            from hexapoda.arena.game_players import play_games

            player: GamePlayer = play_games
        else:
            player = self._player
        done = frozenset(self._board.games)
        numbers: Iterable[int]
        if self._schedule is None:
            numbers = (number for number in range(self._settings.total) if number not in done)
        else:
            numbers = self._schedule.numbers(lambda: self._board)
        numbers = itertools.takewhile(lambda _: time.monotonic() < self._until, numbers)
        log = None if self._journal is None else self._journal.folder / "engines.log"
        on_moves = None if self._running is None else self._running.on_moves
        return player(self._settings, numbers, self._settings.concurrency, log, on_moves)

    def _keep(self, record: GameRecord) -> None:
        if self._journal is None:
            self._kept.append(record)
        else:
            self._journal.append(record)
        if self._running is not None:
            self._running.on_end(record.number)
        self._board.add(GameSummary.of(record))

    def _decided(self) -> bool:
        if self._schedule is not None:
            return self._schedule.decided(self._board)
        state = self._sprt_state()
        return state is not None and state.verdict is not None

    def _sprt_state(self) -> SprtState | None:
        return None if self._sprt is None else self._sprt.update(self._board)

    def result(self) -> MatchResult:
        """Return the result of the games so far, even if the match was interrupted."""
        elapsed = time.monotonic() - self._began
        return result_of(
            self._settings,
            self._board,
            self._sprt_state(),
            elapsed=elapsed,
            played=self._played,
            journal=self._journal,
            records=tuple(self._kept),
        )


def result_of(
    settings: MatchSettings,
    board: Scoreboard,
    sprt: SprtState | None,
    *,
    elapsed: float = 0.0,
    played: int = 0,
    journal: Journal | None = None,
    records: tuple[GameRecord, ...] = (),
) -> MatchResult:
    """Return the result of the games of `board`. If the SPRT has decided, the games after its decision do not
    count.
    """
    schedule = _schedule_of(settings)
    finished = len(board.games) >= settings.total if schedule is None else schedule.finished(board)
    if sprt is not None and sprt.verdict is not None:
        finished = True
        counted = (game for game in board.games.values() if game.number < 2 * sprt.pairs)
        board = Scoreboard(settings.names, counted)
    return MatchResult(settings, board, sprt, finished, elapsed, played, journal, records)


def _schedule_of(settings: MatchSettings) -> AdaptiveSchedule | None:
    """Return the schedule that chooses the games; None if all games are played."""
    if settings.ladder is not None:
        return LadderSchedule(settings)
    return None if settings.rating_list is None else ListSchedule(settings)


class SequentialTest:
    """The SPRT over the pairs of games, in the order of their numbers. A decision is final."""

    def __init__(self, settings: MatchSettings) -> None:
        from hexapoda.arena.statistics import Sprt

        sprt = settings.sprt
        assert sprt is not None
        self._names = settings.names
        self._test = Sprt(sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta, sprt.model)
        self._state = SprtState(0.0, *self._test.bounds, 0, None)
        self._counts = [0] * 5

    def update(self, board: Scoreboard) -> SprtState:
        """Count the pairs up to the first incomplete one, and return the state."""
        from hexapoda.arena.statistics import Pentanomial

        first, _ = self._names
        while self._state.verdict is None:
            pair = self._state.pairs
            added = board.pair(pair, first)
            if added is None:
                if not board.played_pair(pair):
                    break
                self._state = replace(self._state, pairs=pair + 1)
                continue
            self._counts[added] += 1
            one, two, three, four, five = self._counts
            llr = self._test.llr(Pentanomial((one, two, three, four, five)))
            lower, upper = self._test.bounds
            self._state = SprtState(llr, lower, upper, pair + 1, self._test.verdict(llr))
        return self._state
