"""A match or tournament from its settings to its result: what is still to play, who plays it, when to stop.

Owns `Match` and the sequential test's stopping rule. Games end in any order, and short ones early; the test
therefore looks at the pairs in the order of their numbers, which no concurrency can change.
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
    """Who plays the games: the local worker processes, or a cluster."""

    def __call__(
        self, settings: MatchSettings, numbers: Iterable[int], concurrency: int, log: Path | None = None
    ) -> Iterator[GameRecord]:
        """Play the games of these numbers and yield each record once, in any order."""


@dataclass(frozen=True, slots=True)
class SprtState:
    """Where a sequential test stands."""

    llr: float
    lower: float
    upper: float
    pairs: int
    """Pairs that the test has looked at."""
    verdict: str | None
    """"H0", "H1", or None while it goes on."""


@dataclass(frozen=True, slots=True)
class Progress:
    """A match at one moment."""

    settings: MatchSettings
    board: Scoreboard
    elapsed: float
    """Seconds since this run began."""
    played: int
    """Games of this run, resumed ones not counted."""
    sprt: SprtState | None
    last: GameRecord | None

    @property
    def seconds_left(self) -> float | None:
        """What the rest takes at the pace so far; None before the first game. A SPRT may end sooner."""
        left = self.settings.total - len(self.board.games)
        return self.elapsed / self.played * left if self.played else None


@dataclass(frozen=True, slots=True)
class MatchResult:
    """What a match came to."""

    settings: MatchSettings
    board: Scoreboard
    """The games that count: all, or those of the pairs that a SPRT looked at before it ended."""
    sprt: SprtState | None
    finished: bool
    """Whether nothing is left to play."""
    elapsed: float
    """Seconds that this run took."""
    played: int
    """Games of this run, resumed ones not counted."""
    journal: Journal | None
    _records: tuple[GameRecord, ...] = ()

    def records(self) -> Iterator[GameRecord]:
        """The records of the games that count, by number."""
        found = self._records if self.journal is None else self.journal.records()
        yield from sorted(
            (record for record in found if record.number in self.board.games), key=lambda each: each.number
        )


class Match:
    """Games between engines."""

    def __init__(
        self,
        settings: MatchSettings,
        journal: Journal | None = None,
        player: GamePlayer | None = None,
    ) -> None:
        """`journal` keeps the games and resumes from those it has; without one nothing is kept but in the
        result. `player` plays them, by default in worker processes of this machine.
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
        """Play what is left to play. KeyboardInterrupt passes through; the journal keeps what was played."""
        self._began = time.monotonic()
        writing = contextlib.nullcontext() if self._journal is None else self._journal.writing()
        try:
            with writing:
                self._recount()
                self._play(on_progress)
        except KeyboardInterrupt:
            self._recount()  # it may have come between the writing of a game and its counting
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
        """What the games so far come to, also of a match that was broken off."""
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
    """The SPRT over the pairs in their order; once it is decided it stays so."""

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
