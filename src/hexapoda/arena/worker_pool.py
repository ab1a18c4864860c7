"""Several games at a time, each in a worker process of its own.

Owns the processes: starting, feeding and watching them, and deciding what a lost one means. An engine that
takes its process down (a fault in native code, `os._exit`, a search that never ends and lets nothing else
run) has lost its game; a process that was killed from outside plays its game again.
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
from pathlib import Path
from typing import IO, Any

from hexapoda.arena.game_runner import fault_record
from hexapoda.arena.settings import MatchSettings
from hexapoda.errors import EngineError, UsageError
from hexapoda.record import Ending, GameRecord, MoveRecord

__all__ = ["play_games"]

_START = 120.0
"""Seconds a process may take to be ready."""
_LEAVE = 10.0
"""Seconds that processes get to end their engines."""
_KILLED = (-9, -15)
"""Exit codes of processes that somebody ended: SIGKILL (also for want of memory) and SIGTERM."""
_TRIES = 3
"""How often a game is begun whose process is killed from outside."""


def play_games(
    settings: MatchSettings, numbers: Iterable[int], concurrency: int, log: Path | None = None
) -> Iterator[GameRecord]:
    """Play the games of these numbers, `concurrency` at a time, and yield each record as its game ends.

    Closing the iterator breaks the games in play off. What engines print goes to the file `log`. Raises
    `UsageError` when an engine refuses its options, `EngineError` when no process can be started.
    """
    pool = _Pool(settings, numbers, log)
    try:
        yield from pool.run(concurrency)
    finally:
        pool.close()


class _Worker:
    """One process and the game that it plays."""

    def __init__(self, settings: MatchSettings, inbox: queue.SimpleQueue[Any], log: IO[bytes] | int) -> None:
        # A session of its own: Ctrl+C is for the match to handle, and the engine's children end with it.
        self.process = subprocess.Popen(
            # -P: a random.py in the folder where the match was started is not the one that is meant
            [sys.executable, "-P", "-m", "hexapoda.arena.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            start_new_session=True,
        )
        self.number: int | None = None
        self.player: int | None = None
        self.moves: list[MoveRecord] = []
        self.deadline = time.monotonic() + _START
        self.ready = self.hung = False
        threading.Thread(target=self._read, args=(inbox,), daemon=True).start()
        self._send(settings.to_json())

    def begin(self, number: int) -> None:
        """Play this game next."""
        self.number, self.player, self.moves = number, None, []
        self.deadline = time.monotonic() + _START
        self._send({"game": number})

    def dismiss(self) -> None:
        """Let the process end its engines and itself; `kill` waits for that."""
        with contextlib.suppress(OSError, ValueError):
            if self.process.stdin is not None:
                self.process.stdin.close()

    def kill(self, patience: float = 0.0) -> None:
        """End the process and what it started, after it had `patience` seconds to do so itself."""
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
        with contextlib.suppress(OSError):  # it is gone: the reader says so
            pipe.write(json.dumps(message).encode() + b"\n")
            pipe.flush()

    def _read(self, inbox: queue.SimpleQueue[Any]) -> None:
        pipe = self.process.stdout
        assert pipe is not None
        with pipe:
            for line in pipe:
                with contextlib.suppress(ValueError):  # a line torn by the end of the process
                    inbox.put((self, json.loads(line)))
        inbox.put((self, None))


class _Pool:
    """The workers of one run."""

    def __init__(self, settings: MatchSettings, numbers: Iterable[int], log: Path | None) -> None:
        self._settings = settings
        self._numbers = iter(numbers)
        self._again: list[int] = []
        self._tries: dict[int, int] = {}
        self._inbox: queue.SimpleQueue[tuple[_Worker, Any]] = queue.SimpleQueue()
        self._workers: list[_Worker] = []
        self._leaving: list[_Worker] = []
        self._log: IO[bytes] | None = None if log is None else log.open("ab")
        self._failed_starts = 0

    def run(self, concurrency: int) -> Iterator[GameRecord]:
        """Play everything."""
        while True:
            while len(self._workers) < concurrency and (number := self._next()) is not None:
                worker = _Worker(self._settings, self._inbox, self._log or subprocess.DEVNULL)
                self._workers.append(worker)
                worker.begin(number)
            if not self._workers:
                return
            try:
                patience = min(worker.deadline for worker in self._workers) - time.monotonic()
                worker, message = self._inbox.get(timeout=max(patience, 0.0))
            except queue.Empty:
                for late in [each for each in self._workers if each.deadline <= time.monotonic()]:
                    late.hung = True
                    late.kill()  # its reader will tell
                    late.deadline = time.monotonic() + _START
                continue
            if worker not in self._workers:
                continue
            record = self._lost(worker) if message is None else self._heard(worker, message)
            if record is not None:
                yield record

    def close(self) -> None:
        """End all processes, and what they started."""
        for worker in self._workers:
            worker.dismiss()
        deadline = time.monotonic() + _LEAVE
        for worker in self._workers + self._leaving:
            worker.kill(max(deadline - time.monotonic(), 0.0))
        self._workers.clear()
        if self._log is not None:
            self._log.close()

    def _next(self) -> int | None:
        return self._again.pop() if self._again else next(self._numbers, None)

    def _heard(self, worker: _Worker, message: dict[str, Any]) -> GameRecord | None:
        if "turn" in message:
            worker.moves += [MoveRecord(**move) for move in message["moves"]]
            worker.player = message["turn"]
            worker.deadline = time.monotonic() + message["within"]
        elif "record" in message:
            worker.number = worker.player = None
            number = None if message["retire"] else self._next()
            if number is not None:
                worker.begin(number)
            else:
                self._workers.remove(worker)
                self._leaving.append(worker)
                worker.dismiss()
            return GameRecord.from_json(message["record"])
        elif "error" in message:
            raise (UsageError if message["kind"] != "internal" else EngineError)(message["error"])
        else:
            worker.ready = True
            self._failed_starts = 0
        return None

    def _lost(self, worker: _Worker) -> GameRecord | None:
        """What to make of a process that ended in the middle of its game."""
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
        how = f"by signal {-code}" if code < 0 else f"with code {code}"
        detail = "did not answer and blocked its process" if worker.hung else f"its process ended {how}"
        pairing = self._settings.pairing(number)
        return fault_record(pairing, self._settings, worker.moves, worker.player, ending, detail)
