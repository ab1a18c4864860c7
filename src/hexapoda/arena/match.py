"""A match or tournament: which games are left, who plays them, when to stop.

Owns `Match` and the stopping rule of the sequential test. Short games end early, so the test takes the pairs
in the order of their numbers, which does not depend on concurrency.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from hexapoda.arena.journal import Journal
from hexapoda.arena.scoreboard import GameSummary, Scoreboard
from hexapoda.arena.settings import MatchSettings
from hexapoda.record import GameRecord

__all__ = ["GamePlayer", "Match", "MatchResult", "Progress"]


class GamePlayer(Protocol):
    """What plays the games of a match: the local worker processes, or a cluster."""

    def __call__(
        self, settings: MatchSettings, numbers: Iterable[int], concurrency: int, log: Path | None = None
    ) -> Iterator[GameRecord]:
        """Play the games with these numbers and yield each record once, in any order."""


@dataclass(frozen=True, slots=True)
class SprtState:
    """The state of a sequential test."""

    llr: float
    lower: float
    upper: float
    pairs: int
    """The number of pairs that the test has used."""
    verdict: str | None
    """"H0", "H1", or None while it goes on."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The state of a running match, as `on_progress` gets it."""

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
        """Seconds left at the pace so far; None before the first game. An SPRT may end sooner."""
        left = self.settings.total - len(self.board.games)
        return self.elapsed / self.played * left if self.played else None


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match."""

    settings: MatchSettings
    board: Scoreboard
    """The games that count: all, or those of the pairs that an SPRT used before it ended."""
    sprt: SprtState | None
    finished: bool
    """Whether no game is left to play."""
    elapsed: float
    """The duration of this run in seconds."""
    played: int
    """Games played in this run, without those of earlier runs."""
    journal: Journal | None
    _records: tuple[GameRecord, ...] = ()

    def records(self) -> Iterator[GameRecord]:
        """The records of the games that count, by number."""
        found = self._records if self.journal is None else self.journal.records()
        yield from sorted(
            (record for record in found if record.number in self.board.games), key=lambda each: each.number
        )


class Match:
    """A match between two engines or a tournament of more. It can be interrupted and resumed."""

    def __init__(
        self,
        settings: MatchSettings,
        journal: Journal | None = None,
        player: GamePlayer | None = None,
    ) -> None:
        """`journal` keeps the games on the disk, and games that it already has are not played again. Without
        one, games are only in the result. `player` plays them, by default in local worker processes.
        """
        self._settings = settings
        self._journal = journal
        self._player = player
        self._kept: list[GameRecord] = []
        self._board = Scoreboard(settings.names)
        self._played = 0
        self._began = time.monotonic()
        self._sprt: SequentialTest | None = None if settings.sprt is None else SequentialTest(settings)

    def run(self, on_progress: Callable[[Progress], None] | None = None) -> MatchResult:
        """Play the remaining games. KeyboardInterrupt passes through; the journal keeps what is finished."""
        self._began = time.monotonic()
        writing = contextlib.nullcontext() if self._journal is None else self._journal.writing()
        try:
            with writing:
                self._recount()
                self._play(on_progress)
        except KeyboardInterrupt:
            self._recount()  # it may have come after a game was written and before it was counted
            raise
        return self.result()

    def _recount(self) -> None:
        kept = self._kept if self._journal is None else self._journal.records()
        self._board = Scoreboard(self._settings.names, map(GameSummary.of, kept))

    def _play(self, on_progress: Callable[[Progress], None] | None) -> None:
        def report(last: GameRecord | None) -> None:
            if on_progress is not None:
                elapsed = time.monotonic() - self._began
                on_progress(
                    Progress(self._settings, self._board, elapsed, self._played, self._sprt_state(), last)
                )

        report(None)
        if not self._decided():
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
            from hexapoda.arena.worker_pool import play_games

            player: GamePlayer = play_games
        else:
            player = self._player
        done = frozenset(self._board.games)
        numbers = (number for number in range(self._settings.total) if number not in done)
        log = None if self._journal is None else self._journal.folder / "engines.log"
        return player(self._settings, numbers, self._settings.concurrency, log)

    def _keep(self, record: GameRecord) -> None:
        if self._journal is None:
            self._kept.append(record)
        else:
            self._journal.append(record)
        self._board.add(GameSummary.of(record))

    def _decided(self) -> bool:
        state = self._sprt_state()
        return state is not None and state.verdict is not None

    def _sprt_state(self) -> SprtState | None:
        return None if self._sprt is None else self._sprt.look(self._board)

    def result(self) -> MatchResult:
        """The result of the games so far, also of an interrupted match."""
        state = self._sprt_state()
        board = self._board
        finished = len(board.games) >= self._settings.total
        if state is not None and state.verdict is not None:
            finished = True
            counted = (game for game in board.games.values() if game.number < 2 * state.pairs)
            board = Scoreboard(self._settings.names, counted)
        elapsed = time.monotonic() - self._began
        kept = tuple(self._kept)
        return MatchResult(self._settings, board, state, finished, elapsed, self._played, self._journal, kept)


class SequentialTest:
    """The SPRT over the pairs in order; a decision is final."""

    def __init__(self, settings: MatchSettings) -> None:
        from hexapoda.arena.statistics import Sprt

        asked = settings.sprt
        assert asked is not None
        self._names = settings.names
        self._test = Sprt(asked.elo0, asked.elo1, asked.alpha, asked.beta, asked.model)
        self._state = SprtState(0.0, *self._test.bounds, 0, None)
        self._counts = [0] * 5

    def look(self, board: Scoreboard) -> SprtState:
        from hexapoda.arena.statistics import Pentanomial

        first, _ = self._names
        while self._state.verdict is None:
            pair = self._state.pairs
            added = board.pair(pair, first)
            if added is None:
                break
            self._counts[added] += 1
            one, two, three, four, five = self._counts
            llr = self._test.llr(Pentanomial((one, two, three, four, five)))
            lower, upper = self._test.bounds
            self._state = SprtState(llr, lower, upper, pair + 1, self._test.verdict(llr))
        return self._state
