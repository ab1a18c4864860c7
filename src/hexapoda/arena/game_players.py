"""Plays the games of a match, in processes on this machine (`play_games`) or on a Ray cluster.

Handles the loss of a process. An engine that takes its process down (a crash in native code, `os._exit`, a
search that never ends and blocks everything) loses its game. If a process is killed from outside, or a
cluster machine is lost, its games are played again.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import queue
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any

from hexapoda.arena.game_runner import fault_record, start_error
from hexapoda.arena.game_work import PlayedGame, Turn, play_one, start_all
from hexapoda.arena.running_games import OnMoves
from hexapoda.arena.settings import MatchSettings
from hexapoda.errors import EngineError, EngineStalled, ProcessLost
from hexapoda.host.job import Job, Shared
from hexapoda.host.lane import Lane
from hexapoda.host.ray_cluster import RayCluster
from hexapoda.host.worker_pool import WorkerPool
from hexapoda.record import Ending, GameRecord, MoveRecord

__all__ = ["ClusterPlayer", "play_games", "play_numbers"]

_START = 120.0
"""Seconds that a process may take to begin a game."""
_LEAVE = 10.0
"""Seconds that the processes have to end their engines."""
_MOST_OUTPUT = 64 * 2**20
"""Bytes. If the output of the engines is longer, it is removed, and its file begins anew."""
_LOOK = 1.0
"""Seconds after which the length of the output is checked again."""
_KILLED = (-9, -15)
"""Exit codes of processes killed from outside: SIGKILL, also sent when memory runs out, and SIGTERM."""
_TRIES = 3
"""The maximum number of attempts to start the engines, or to play a game, if the process is killed from
outside.
"""


def play_games(
    settings: MatchSettings,
    numbers: Iterable[int],
    concurrency: int,
    log: Path | None = None,
    on_moves: OnMoves | None = None,
) -> Iterator[GameRecord]:
    """Play the games with these numbers, `concurrency` at a time, and yield each record as its game ends.

    All engines are started once before the first game. Closing the iterator aborts running games. The output
    of the engines goes to the file `log`, and the traceback or last output of a fault to the folder `faults`
    beside it, one file per game. `on_moves` is called when a game begins, before an engine prepares for it,
    and before each search. Raises `EngineUnavailable` if an engine cannot start, `UsageError` if it rejects
    its options, and `EngineError` if no process can be started or a game cannot be played.
    """
    with contextlib.nullcontext() if log is None else log.open("ab") as output:
        games = _Games(settings, numbers, concurrency, output, on_moves)
        games.faults = None if log is None else log.parent / "faults"
        try:
            yield from games.run()
        finally:
            games.pool.close(_LEAVE)


class _Game:
    """A game that is being played."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.player: int | None = None
        self.moves: list[MoveRecord] = []


class _Games:
    """Plays the games of one run."""

    def __init__(
        self,
        settings: MatchSettings,
        numbers: Iterable[int],
        concurrency: int,
        log: IO[bytes] | None,
        on_moves: OnMoves | None,
    ) -> None:
        self.pool = WorkerPool(Lane(concurrency), log=log)
        self._log = log
        self.faults: Path | None = None
        self._settings = settings
        self._shared = Shared(settings)
        self._on_moves = on_moves
        self._concurrency = concurrency
        self._numbers = iter(numbers)
        self._again: list[int] = []
        self._tries: dict[int, int] = {}
        self._running: set[_Game] = set()
        self._inbox: queue.SimpleQueue[tuple[_Game, Any]] = queue.SimpleQueue()
        """The reports of running jobs, and the jobs that have ended, each with its game."""

    def run(self) -> Iterator[GameRecord]:
        """Play all games, and yield the records."""
        first = self._next()
        if first is None:
            return
        self._start_engines()
        self._begin(_Game(first))
        while True:
            while len(self._running) < self._concurrency and (number := self._next()) is not None:
                self._begin(_Game(number))
            if not self._running:
                return
            game, news = self._next_news()
            if isinstance(news, Turn):
                game.player = news.player
                game.moves += news.moves
                self._report(game)
                continue
            self._running.remove(game)
            record = self._ended(game, news)
            if record is not None:
                if (number := self._next()) is not None:  # the caller may take a while to write the record
                    self._begin(_Game(number))
                yield record

    def _next_news(self) -> tuple[_Game, Any]:
        """Wait for the next report or end of a job, and meanwhile keep the output of the engines short."""
        while True:
            self._shorten_output()
            with contextlib.suppress(queue.Empty):
                return self._inbox.get(timeout=_LOOK)

    def _shorten_output(self) -> None:
        if self._log is None:
            return
        with contextlib.suppress(OSError):  # a full disk must not end the match
            if os.fstat(self._log.fileno()).st_size > _MOST_OUTPUT:
                self._log.truncate(0)  # all its writers append
                removed = b"hexapoda: the output up to here was removed, because it was too long\n"
                os.write(self._log.fileno(), removed)

    def _next(self) -> int | None:
        return self._again.pop() if self._again else next(self._numbers, None)

    def _start_engines(self) -> None:
        """Start every engine once; try again if the process is killed from outside."""
        for tried in range(1, _TRIES + 1):
            started: list[int] = []
            job = Job(start_all, name="the start", shared=self._shared, on_report=started.append)
            job.seconds = _START
            self.pool.submit(job)
            try:
                job.wait()
                return
            except ProcessLost as lost:
                if tried < _TRIES and lost.code in _KILLED:
                    continue
                how = f"its process ended {lost.how}"
            except EngineStalled:
                how = "it blocked its process"
            if not started:
                raise EngineError(f"no worker process can be started: {how}")
            raise start_error(self._settings.names[started[-1]], how)

    def _begin(self, game: _Game) -> None:
        self._running.add(game)
        self.pool.submit(
            Job(
                play_one,
                game.number,
                name=f"game {game.number}",
                shared=self._shared,
                seconds=_START,
                on_report=lambda turn: self._inbox.put((game, turn)),
                on_end=lambda job: self._inbox.put((game, job)),
            )
        )
        self._report(game)

    def _report(self, game: _Game) -> None:
        """Pass the moves of a game to `on_moves`."""
        if self._on_moves is not None:
            self._on_moves(game.number, game.player, tuple(game.moves))

    def _ended(self, game: _Game, job: Job) -> GameRecord | None:
        """Return the record of a game whose job has ended; None if the game will be played again. Raises the
        errors of `play_one`.
        """
        try:
            played: PlayedGame = job.wait()
        except EngineStalled:
            return self._lost(game, None)
        except ProcessLost as lost:
            return self._lost(game, lost)
        self._keep_log(game, played.log)
        return played.record

    def _keep_log(self, game: _Game, log: str) -> None:
        """Save the log of the fault that ended a game, if any, in a file of its own."""
        if log and self.faults is not None:
            with contextlib.suppress(OSError):  # a full disk must not end the match
                self.faults.mkdir(exist_ok=True)
                path = self.faults / f"game-{game.number}.log"
                path.write_text(log, "utf-8", errors="backslashreplace")

    def _lost(self, game: _Game, lost: ProcessLost | None) -> GameRecord | None:
        """Return the record of a game whose process was lost; None if the game will be played again. `lost`
        says how the process ended; None if it was killed because it blocked.
        """
        number = game.number
        outside = lost is not None and lost.code in _KILLED
        self._tries[number] = self._tries.get(number, 0) + 1
        if game.player is None or (outside and self._tries[number] < _TRIES):
            if self._tries[number] > 10 * _TRIES:
                how = "blocks" if lost is None else f"ends {lost.how}"
                raise EngineError(f"game {number} cannot be played: its process {how}")
            self._again.append(number)
            return None
        ending = Ending.STALL if lost is None else Ending.CRASH
        detail = "did not answer and blocked its process" if lost is None else f"its process ended {lost.how}"
        pairing = self._settings.pairing(number)
        return fault_record(pairing, self._settings, game.moves, game.player, ending, detail)


class ClusterPlayer:
    """A `match.GamePlayer` that plays on a cluster. Each call on the cluster plays one pair of games in the
    same way as a local match.

    A concurrency of 1, the default of a match, stands for all cores of the cluster.
    """

    def __init__(self, address: str) -> None:
        """`address` is passed to `RayCluster`. Raises its errors."""
        self._cluster = RayCluster(address)

    def __call__(
        self,
        settings: MatchSettings,
        numbers: Iterable[int],
        concurrency: int,
        log: Path | None = None,
        on_moves: OnMoves | None = None,
    ) -> Iterator[GameRecord]:
        """Play the games with these numbers, and yield the records of each pair as it ends. The machines of a
        cluster send neither moves nor logs, so `log` and `on_moves` are ignored. Raises the errors of
        `RayCluster.calls`.
        """
        pairs = (list(group) for _, group in itertools.groupby(numbers, lambda number: number // 2))
        found = self._cluster.calls(
            play_numbers,
            settings.to_json(),
            pairs,
            most=None if concurrency == 1 else concurrency,
            name=lambda pair: f"games {pair}",
        )
        for _, records in found:
            yield from map(GameRecord.from_json, records)


def play_numbers(settings: dict[str, Any], numbers: list[int]) -> list[dict[str, Any]]:
    """Play these games one by one, and return their records as JSON objects. This runs on the cluster."""
    return [record.to_json() for record in play_games(MatchSettings.from_json(settings), numbers, 1)]
