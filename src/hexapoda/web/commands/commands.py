"""`Commands`: the commands that this server started for the owner of its data folder.

Limits how many commands run at a time and how many finished ones are remembered. When the server stops, it
interrupts all commands as Ctrl+C does; each can be resumed. A page names a command by its kind and its id.
"""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import os
import shlex
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hexapoda.errors import HexapodaError
from hexapoda.text.sentence import Sentence
from hexapoda.web.answers.command import CommandJson, CommandsJson
from hexapoda.web.commands.command_process import CommandProcess
from hexapoda.web.commands.new_puzzles import count_puzzles, stopped_puzzles
from hexapoda.web.commands.resuming import Kind, resumed_words
from hexapoda.web.problem import Problem
from hexapoda.web.refusal_log import LOGGER
from hexapoda.web.settings import WebSettings

__all__ = ["Commands", "StartedCommand"]

_KEPT = 50
"""The maximum number of commands that are remembered, unless more are running."""
_LAST_SECONDS = 3.0
"""How many seconds the commands have to stop when the server shuts down, before they are killed."""


@dataclass(frozen=True, slots=True)
class StartedCommand:
    """A command that the server started."""

    kind: Kind
    id: str
    process: CommandProcess
    began: float

    def to_json(self) -> CommandJson:
        """Return the command as JSON for pages."""
        process = self.process
        began = datetime.datetime.fromtimestamp(self.began, datetime.UTC).isoformat(timespec="seconds")
        found: CommandJson = {
            "kind": self.kind,
            "id": self.id,
            "state": process.state,
            "text": process.text,
            "began": began,
        }
        if self.kind == "puzzles":
            found["puzzles"] = count_puzzles(self.id)
        return found


class Commands:
    """The commands of one server. On Linux, a command ends when the thread that started it ends."""

    def __init__(self, settings: WebSettings) -> None:
        """`settings`: how many may run at a time."""
        self._most = settings.commands
        self._lock = threading.Lock()
        self._started: OrderedDict[tuple[Kind, str], StartedCommand] = OrderedDict()
        self._claimed: set[tuple[Kind, str]] = set()
        self._closed = False

    @contextlib.contextmanager
    def claiming(self, kind: Kind, id: str) -> Iterator[None]:
        """Reserve this command during the block, which may write files for it. Raises `Problem` like `start`
        before the block begins.
        """
        key = (kind, id)
        with self._lock:
            if key in self._claimed:
                raise _runs_already(id)
            self._check(key)
            self._claimed.add(key)
        try:
            yield
        finally:
            self._claimed.discard(key)

    def start(self, kind: Kind, id: str, words: Sequence[str]) -> StartedCommand:
        """Start `hexapoda` with these arguments. Raises `Problem` 409 if this command is already running, and
        503 if too many commands are running or the server is stopping. Raises `UsageError` if it cannot be
        started.
        """
        with self._lock:
            self._check((kind, id))
            found = StartedCommand(kind, id, CommandProcess(words), time.time())
            self._started[kind, id] = found
            self._started.move_to_end((kind, id))
            self._forget()
        return found

    def stop(self, kind: Kind, id: str) -> StartedCommand:
        """Interrupt a command as Ctrl+C does, and return it without waiting for its end. Raises `Problem` 404
        if this server did not start it, or if it has ended.
        """
        found = self.find(kind, id)
        if found is None or not found.process.running:
            raise Problem(404, Sentence("{id!r} was not started by this server, or has ended", id=id[:100]))
        found.process.stop()
        return found

    def find(self, kind: Kind, id: str) -> StartedCommand | None:
        """Return a command, running or ended; None if this server did not start it or has forgotten it."""
        with self._lock:
            return self._started.get((kind, id))

    def list_json(self) -> CommandsJson:
        """Return the commands as JSON, latest first."""
        with self._lock:
            started = list(reversed(self._started.values()))
        found = [each.to_json() for each in started]  # reads files
        known = {each["id"] for each in found if each["kind"] == "puzzles"}
        # Matches and runs have their own lists, which show the ones that an earlier server left unfinished.
        found += [_stopped(id) for id in stopped_puzzles(known)]
        return {"commands": found, "most": self._most, "cores": os.cpu_count() or 1}

    def stop_all(self) -> None:
        """Interrupt all commands without waiting, log how to resume them, and refuse new ones."""
        with self._lock:
            again = [] if self._closed else [each for each in self._started.values() if each.process.running]
            self._closed = True
        for each in again:
            each.process.stop()
            with contextlib.suppress(HexapodaError, Problem, OSError):
                words = resumed_words(each.kind, each.id)
                LOGGER.warning("stopped; to continue: %s", shlex.join(["hexapoda", *words]))

    async def close(self) -> None:
        """Stop all commands, and kill those that do not stop soon."""
        self.stop_all()
        left = [each.process for each in self._started.values() if each.process.running]
        until = time.monotonic() + _LAST_SECONDS
        while any(process.running for process in left) and time.monotonic() < until:
            await asyncio.sleep(0.02)
        for process in left:
            process.kill()
            await asyncio.to_thread(process.wait, 1.0)

    def _check(self, key: tuple[Kind, str]) -> None:
        """Raise `Problem` if a command may not be started now."""
        known = self._started.get(key)
        if known is not None and known.process.running:
            raise _runs_already(key[1])
        running = sum(each.process.running for each in self._started.values())
        if self._closed or running >= self._most:
            raise Problem(
                503,
                Sentence(
                    "too many commands are running (at most {most}): stop one, or wait until one ends",
                    most=self._most,
                ),
            )

    def _forget(self) -> None:
        ended = [key for key, each in self._started.items() if not each.process.running]
        for key in ended[: max(len(self._started) - _KEPT, 0)]:
            del self._started[key]


def _runs_already(id: str) -> Problem:
    return Problem(409, Sentence("{id!r} is already running", id=id))


def _stopped(id: str) -> CommandJson:
    """Return the JSON of a search for puzzles that an earlier server started."""
    return {
        "kind": "puzzles",
        "id": id,
        "state": "stopped",
        "text": "",
        "began": "",
        "puzzles": count_puzzles(id),
    }
