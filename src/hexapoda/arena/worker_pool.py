"""Playing several games at a time, each in its own worker process.

Starts, feeds and monitors the processes, and decides what a lost process means. An engine that takes its
process down (a crash in native code, `os._exit`, a search that never ends and blocks everything) loses its
game; the game of a process that was killed from outside is played again.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import IO, Any

from hexapoda.arena.game_runner import fault_record, start_error
from hexapoda.arena.running_games import OnMoves
from hexapoda.arena.settings import MatchSettings
from hexapoda.errors import EngineError, EngineUnavailable, HexapodaError, UsageError
from hexapoda.record import Ending, GameRecord, MoveRecord

__all__ = ["play_games"]

_START = 120.0
"""Seconds for a process to become ready, and to begin a game."""
_LONGEST_WAIT = 3600.0
"""Seconds from one look at the deadlines to the next; the system cannot wait for any number of seconds."""
_LEAVE = 10.0
"""Seconds for processes to end their engines."""
_KILLED = (-9, -15)
"""Exit codes of processes killed from outside: SIGKILL (also out of memory) and SIGTERM."""
_TRIES = 3
"""How many times the start of a process is tried, and a game whose process is killed from outside."""


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
    beside it, one file per game. `on_moves` is called when a game begins and before each search. Raises
    `EngineUnavailable` if an engine cannot start, `UsageError` if it rejects its options, and `EngineError`
    if no process can be started.
    """
    pool = _Pool(settings, numbers, log, on_moves)
    try:
        yield from pool.run(concurrency)
    finally:
        pool.close()


class _Worker:
    """One process and the game that it plays."""

    def __init__(self, settings: MatchSettings, inbox: queue.SimpleQueue[Any], log: IO[bytes] | int) -> None:
        started: Future[subprocess.Popen[bytes]] = Future()
        threading.Thread(target=self._run, args=(started, inbox, log), daemon=True).start()
        self.process = started.result()
        self.number: int | None = None
        self.player: int | None = None
        self.moves: list[MoveRecord] = []
        self.deadline = time.monotonic() + _START
        self.ready = self.started = self.hung = False
        self._send(settings.to_json())

    def start_engines(self) -> None:
        """Start every engine once."""
        self._send({"start": True})

    def begin(self, number: int) -> None:
        """Play this game next."""
        self.number, self.player, self.moves = number, None, []
        self.deadline = time.monotonic() + _START
        self._send({"game": number})

    def dismiss(self) -> None:
        """Ask the process to end its engines and exit; `kill` waits for this."""
        with contextlib.suppress(OSError, ValueError):
            if self.process.stdin is not None:
                self.process.stdin.close()

    def kill(self, patience: float = 0.0) -> None:
        """Kill the process and its children after waiting `patience` seconds for a normal exit."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(patience)
        if hasattr(os, "killpg"):
            with contextlib.suppress(OSError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()
        self.process.wait()
        self.dismiss()

    def _send(self, message: Any) -> None:
        pipe = self.process.stdin
        assert pipe is not None
        with contextlib.suppress(OSError):  # the process is gone: the reader reports that
            pipe.write(json.dumps(message).encode() + b"\n")
            pipe.flush()

    def _run(
        self,
        started: Future[subprocess.Popen[bytes]],
        inbox: queue.SimpleQueue[Any],
        log: IO[bytes] | int,
    ) -> None:
        """Start the process and read from it. One thread does both, because the process ends with the thread
        that started it: see `orphan`.
        """
        try:
            process = subprocess.Popen(
                # -P: never import a file such as random.py from the folder where the match was started
                [sys.executable, "-P", "-m", "hexapoda.arena.worker", str(os.getpid())],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                # In its own session: the match handles Ctrl+C, and `kill` reaches the children of engines.
                start_new_session=True,
            )
        except BaseException as error:
            started.set_exception(error)
            return
        started.set_result(process)
        pipe = process.stdout
        assert pipe is not None
        with pipe:
            for line in pipe:
                with contextlib.suppress(ValueError):  # a partial line at the end of the process
                    inbox.put((self, json.loads(line)))
        inbox.put((self, None))


class _Pool:
    """The workers of one run."""

    def __init__(
        self, settings: MatchSettings, numbers: Iterable[int], log: Path | None, on_moves: OnMoves | None
    ) -> None:
        self._settings = settings
        self._on_moves = on_moves
        self._numbers = iter(numbers)
        self._again: list[int] = []
        self._tries: dict[int, int] = {}
        self._inbox: queue.SimpleQueue[tuple[_Worker, Any]] = queue.SimpleQueue()
        self._workers: list[_Worker] = []
        self._leaving: list[_Worker] = []
        self._log: IO[bytes] | None = None if log is None else log.open("ab")
        self._faults: Path | None = None if log is None else log.parent / "faults"
        self._failed_starts = 0

    def run(self, concurrency: int) -> Iterator[GameRecord]:
        """Play all games, and yield the records."""
        first = self._next()
        if first is None:
            return
        self._begin(self._start_engines(), first)
        while True:
            while len(self._workers) < concurrency and (number := self._next()) is not None:
                self._begin(self._add_worker(), number)
            if not self._workers:
                return
            try:
                patience = min(worker.deadline for worker in self._workers) - time.monotonic()
                worker, message = self._inbox.get(timeout=min(max(patience, 0.0), _LONGEST_WAIT))
            except queue.Empty:
                for late in [each for each in self._workers if each.deadline <= time.monotonic()]:
                    late.hung = True
                    late.kill()  # its reader reports the end
                    late.deadline = time.monotonic() + _START
                continue
            if worker not in self._workers:
                continue
            record = self._lost(worker) if message is None else self._handle(worker, message)
            if record is not None:
                yield record

    def _add_worker(self) -> _Worker:
        worker = _Worker(self._settings, self._inbox, self._log or subprocess.DEVNULL)
        self._workers.append(worker)
        return worker

    def _start_engines(self) -> _Worker:
        """Return a worker that has started every engine; one that is killed from outside is replaced."""
        for tried in range(1, _TRIES + 1):
            worker = self._add_worker()
            worker.start_engines()
            engine = self._await_start(worker)
            if worker.started:
                break
            self._workers.remove(worker)
            if tried < _TRIES and not worker.hung and worker.process.returncode in _KILLED:
                continue
            how = "it blocked its process" if worker.hung else f"its process ended {_how(worker)}"
            if engine is None:
                raise EngineError(f"no worker process can be started: {how}")
            raise start_error(self._settings.names[engine], how)
        return worker

    def _await_start(self, worker: _Worker) -> int | None:
        """Wait until all engines have started or the process has ended. Return the index of the engine that
        began to start last, or None.
        """
        engine = None
        while not worker.started:
            try:
                sender, message = self._inbox.get(timeout=max(worker.deadline - time.monotonic(), 0.0))
            except queue.Empty:
                worker.hung = True
                worker.kill()  # its reader reports the end
                worker.deadline = time.monotonic() + _START
                continue
            if sender is not worker:
                continue
            if message is None:
                worker.kill()
                return engine
            if "starts" in message:
                engine = int(message["starts"])
                worker.deadline = time.monotonic() + message["within"]
            elif "started" in message:
                worker.started = True
            else:
                self._handle(worker, message)
        return engine

    def close(self) -> None:
        """Kill all processes and their children."""
        for worker in self._workers:
            worker.dismiss()
        deadline = time.monotonic() + _LEAVE
        for worker in self._workers + self._leaving:
            worker.kill(max(deadline - time.monotonic(), 0.0))
        self._workers.clear()
        if self._log is not None:
            self._log.close()

    def _begin(self, worker: _Worker, number: int) -> None:
        worker.begin(number)
        self._report(worker)

    def _report(self, worker: _Worker) -> None:
        """Report the moves of the game that a worker plays."""
        if self._on_moves is not None and worker.number is not None:
            self._on_moves(worker.number, worker.player, tuple(worker.moves))

    def _next(self) -> int | None:
        return self._again.pop() if self._again else next(self._numbers, None)

    def _handle(self, worker: _Worker, message: dict[str, Any]) -> GameRecord | None:
        if "turn" in message:
            worker.moves += [MoveRecord(**move) for move in message["moves"]]
            worker.player = message["turn"]
            worker.deadline = time.monotonic() + message["within"]
            self._report(worker)
        elif "record" in message:
            self._keep_log(worker, message["log"])
            worker.number = worker.player = None
            number = None if message["retire"] else self._next()
            if number is not None:
                self._begin(worker, number)
            else:
                self._workers.remove(worker)
                self._leaving.append(worker)
                worker.dismiss()
            return GameRecord.from_json(message["record"])
        elif "error" in message:
            raise _error_of(message)
        else:
            worker.ready = True
            self._failed_starts = 0
        return None

    def _keep_log(self, worker: _Worker, log: str) -> None:
        """Save the log of a fault in the worker's game in a file of its own."""
        if log and self._faults is not None:
            with contextlib.suppress(OSError):  # a full disk must not end the match
                self._faults.mkdir(exist_ok=True)
                path = self._faults / f"game-{worker.number}.log"
                path.write_text(log, "utf-8", errors="backslashreplace")

    def _lost(self, worker: _Worker) -> GameRecord | None:
        """Score the game that a process was playing when it ended, or play it again."""
        self._workers.remove(worker)
        worker.kill()
        code = worker.process.returncode
        number = worker.number
        if not worker.ready:
            self._failed_starts += 1
            if self._failed_starts >= _TRIES:
                raise EngineError(f"no worker process can be started: exit code {code}")
        if number is None:
            return None
        outside = not worker.hung and code in _KILLED
        self._tries[number] = self._tries.get(number, 0) + 1
        if worker.player is None or (outside and self._tries[number] < _TRIES):
            if self._tries[number] > 10 * _TRIES:
                raise EngineError(f"game {number} cannot be played: its process ends with code {code}")
            self._again.append(number)
            return None
        ending = Ending.STALL if worker.hung else Ending.CRASH
        detail = (
            "did not answer and blocked its process" if worker.hung else f"its process ended {_how(worker)}"
        )
        pairing = self._settings.pairing(number)
        return fault_record(pairing, self._settings, worker.moves, worker.player, ending, detail)


def _how(worker: _Worker) -> str:
    """Describe how the process of a worker ended."""
    code = worker.process.returncode
    return f"by signal {-code}" if code < 0 else f"with code {code}"


def _error_of(message: dict[str, Any]) -> HexapodaError:
    """Return the error that a worker reports."""
    if message["kind"] == "unavailable":
        return EngineUnavailable(message["error"], output=message["log"])
    return (EngineError if message["kind"] == "internal" else UsageError)(message["error"])
