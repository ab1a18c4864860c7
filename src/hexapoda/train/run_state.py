"""What a training run is doing now, in a file in its folder that other processes can read.

Defines the content of `running.json`; `Heartbeat` writes the file.
"""

from __future__ import annotations

import json
import threading
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from hexapoda.arena.heartbeat import Heartbeat, is_alive
from hexapoda.text.sentence import reason_of
from hexapoda.train.run_folder import read_part

__all__ = ["RunState", "RunStateFile", "read_run_state"]

_FILE = "running.json"
_VERSION = 1
_LARGEST = 4096
_MOST = 1e15
_WORK = ("reading games", "warm start", "self-play", "learning", "match", "")


@dataclass(frozen=True, slots=True)
class RunState:
    """What a run is doing now."""

    iteration: int
    """The iteration in progress, or the one after which a match is being played; 0 before the first one."""
    work: str
    """`reading games`, `warm start` (learning from recorded games), `self-play`, `learning`, `match`, or
    empty between two of these."""
    done: int
    """How many games, learning steps, files, or positions of a warm start are done, out of `all`."""
    all: int
    since: float
    """When this work began, in seconds since the epoch."""


class RunStateFile:
    """A context manager that keeps the file up to date with what a run is doing."""

    def __init__(self, folder: Path, iteration: int) -> None:
        """`folder` is the folder of the run, and `iteration` is the first that the run works on."""
        self._lock = threading.Lock()
        self._now = RunState(iteration, "", 0, 0, time.time())
        self._heartbeat = Heartbeat(folder / _FILE, self._content)

    def __enter__(self) -> RunStateFile:
        self._heartbeat.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._heartbeat.__exit__()

    def work(self, iteration: int, work: str, done: int, all: int) -> None:
        """Record what the run is doing: see `RunState`."""
        with self._lock:
            before = self._now
            same = (before.iteration, before.work) == (iteration, work)
            self._now = RunState(iteration, work, done, all, before.since if same else time.time())
        self._heartbeat.tell()

    def _content(self) -> dict[str, Any]:
        with self._lock:
            return {"version": _VERSION, **asdict(self._now)}


def read_run_state(folder: Path) -> RunState | None:
    """Return what the run in a folder is doing now; None if no process runs it. Raises `ValueError` for a
    damaged file.
    """
    try:
        content = read_part(folder / _FILE, _LARGEST)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ValueError(f"{_FILE}: {reason_of(error)}") from None
    except ValueError as error:
        raise ValueError(f"{_FILE}: {error}") from None
    try:
        value = json.loads(content)
        if value["version"] != _VERSION:
            raise ValueError(f"version {value['version']}, expected {_VERSION}")
        if value["work"] not in _WORK:
            raise ValueError(f"work {value['work']!r:.40}")
        whole = [_number(value[name], int) for name in ("iteration", "done", "all")]
        since, written = (float(_number(value[name], int, float)) for name in ("since", "written"))
    except (KeyError, TypeError, ValueError, ArithmeticError, RecursionError) as error:
        raise ValueError(f"{_FILE}: {type(error).__name__}: {error}"[:300]) from None
    iteration, done, all = whole
    return RunState(iteration, value["work"], done, all, since) if is_alive(written) else None


def _number(value: Any, *kinds: type) -> Any:
    if type(value) not in kinds or not 0 <= value <= _MOST:
        raise ValueError(f"{value!r:.40}: expected a number from 0 to 1e15")
    return value
