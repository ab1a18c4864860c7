"""Functions that run in the processes of a pool."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.host.work import Work
from hexapoda.protocols.process.process import EngineProcess
from hexapoda.text.sentence import Sentence

__all__ = [
    "Counter",
    "add",
    "count",
    "crash",
    "deaf",
    "die_once",
    "eat",
    "exits",
    "fail",
    "hold_everything",
    "ignore_everything",
    "late_answer",
    "late_reports",
    "not_three",
    "report",
    "retire",
    "scaled",
    "slow_program",
    "until_stopped",
    "wait_for",
]


def add(work: Work, *numbers: int) -> int:
    return sum(numbers)


def report(work: Work, *values: Any) -> int:
    for value in values:
        work.report(value)
    return os.getpid()


def wait_for(work: Work, path: Path, answer: str) -> str:
    """Report, then wait until there is a file."""
    work.report(answer)
    while not path.exists():
        time.sleep(0.005)
    return answer


def until_stopped(work: Work) -> str:
    stopped = threading.Event()
    work.on_stop(stopped.set)
    work.report("begun")
    stopped.wait()
    return "stopped" if work.stopping else "?"


def deaf(work: Work) -> None:
    work.report("begun")
    time.sleep(3600)


class SlowProgram:
    """A program that does not end when it is asked to."""

    def __init__(self) -> None:
        self.process = EngineProcess([sys.executable, "-c", "import time; time.sleep(3600)"], name="slow")

    def close(self) -> None:
        self.process.quit("quit", 30.0)


def slow_program(work: Work) -> None:
    work.report(work.kept.get(SlowProgram).process.pid)
    time.sleep(3600)


def late_reports(work: Work, within: float) -> None:
    work.report("begun", 60.0)
    work.report("again", within)
    time.sleep(3600)


def ignore_everything(work: Work, children: Path) -> None:
    """Start a child, ignore all signals that can be ignored, and hold the lock of the interpreter."""
    import subprocess
    import sys

    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
    children.write_text(str(child.pid))
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    work.report(os.getpid())
    import ctypes

    ctypes.PyDLL(None).sleep(3600)


def crash(work: Work, code: int) -> None:
    if code < 0:
        os.kill(os.getpid(), -code)
    os._exit(code)


def die_once(work: Work, path: Path) -> str:
    """Kill the process, unless there is a file; make one."""
    if not path.exists():
        path.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "done"


def eat(work: Work, size: int) -> int:
    return len(b"x" * size)


def fail(work: Work, how: str) -> None:
    if how == "game":
        raise InvalidGameError(Sentence("line {line} is bad", line=7), line=7)
    if how == "usage":
        raise UsageError("so not")
    if how == "odd":
        raise OddError(1, 2)
    raise ValueError("a bug")


class OddError(Exception):
    """One that cannot be unpickled."""

    def __init__(self, first: int, second: int) -> None:
        super().__init__(f"{first} and {second}")


class Counter:
    """Something to keep."""

    def __init__(self) -> None:
        self.number = 0

    def close(self) -> None:
        print("closed", flush=True)


def count(work: Work) -> tuple[int, Any, int]:
    """Count the jobs with one key in this process."""
    kept = work.kept.get(Counter)
    kept.number += 1
    return kept.number, work.shared, os.getpid()


def retire(work: Work) -> int:
    work.retires = True
    return os.getpid()


def late_answer(work: Work) -> Any:
    """Return what cannot be sent."""
    return lambda: None


def hold_everything(work: Work) -> None:
    """Let no other thread run."""
    import ctypes

    work.report("begun")
    ctypes.PyDLL(None).sleep(3600)


def scaled(shared: int, task: int) -> int:
    return shared * task


def not_three(shared: None, task: int) -> int:
    if task == 3:
        raise ValueError("three")
    return task


def exits(shared: int, task: int) -> None:
    os._exit(shared)
