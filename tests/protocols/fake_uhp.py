"""Engines of `tests/fakes` as processes, and the proof that nothing of them is left."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from hexapoda.protocols.uhp.client import Timeouts, UhpEngine

FAKES = Path(__file__).parents[1] / "fakes"
FAKE = [sys.executable, str(FAKES / "uhp_engine.py")]
OURS = [sys.executable, "-m", "hexapoda.cli.uhp_entry"]
PEER = [sys.executable, str(FAKES / "scripted_peer.py")]
QUICK = Timeouts(start=30, silence=20, answer=20, overstep=0.3, stall=20, unclocked=20, quit=0.3)
"""Long enough for a loaded machine."""
PATIENT = replace(QUICK, quit=20)
"""For programs that must end by themselves, even on a loaded machine."""
IMPATIENT = replace(QUICK, answer=4, stall=1, unclocked=1)
"""For engines that are waited for in vain."""


def is_running(process: int) -> bool:
    """Whether there is such a process, a zombie not counted."""
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace")
    except FileNotFoundError:
        if Path("/proc/self/stat").exists():
            return False
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, 0)
            return True
        return False
    return state.rpartition(")")[2].split()[0] not in ("Z", "X")


def our_threads(within: float = 5.0, before: Sequence[threading.Thread] = ()) -> list[str]:
    """The names of the threads of the package, except those `before`, that do not end within some seconds."""
    deadline = time.monotonic() + within
    threads = (thread for thread in threading.enumerate() if thread not in before)
    ours = [thread for thread in threads if thread.name.startswith("hexapoda")]
    for thread in ours:
        thread.join(max(0.0, deadline - time.monotonic()))
    return [thread.name for thread in ours if thread.is_alive()]


def has_gone(process: int, within: float = 5.0) -> bool:
    """Whether the process ends within some seconds; signals take a moment."""
    deadline = time.monotonic() + within
    waiting = threading.Event()
    while is_running(process) and time.monotonic() < deadline:
        waiting.wait(0.01)
    return not is_running(process)


@contextlib.contextmanager
def nothing_left() -> Iterator[None]:
    """Check that no thread and no pipe more than before is there in the end."""
    descriptors = Path("/proc/self/fd")
    before = len(list(descriptors.iterdir())) if descriptors.exists() else 0
    threads = threading.enumerate()
    yield
    assert our_threads(before=threads) == []
    if before:
        assert len(list(descriptors.iterdir())) <= before


@contextlib.contextmanager
def fake(*modes: str, timeouts: Timeouts = QUICK, log: Path | None = None) -> Iterator[UhpEngine]:
    """The fake engine in some modes; in the end it is closed and nothing of it is left."""
    with nothing_left():
        engine = UhpEngine([*FAKE, *modes], name="fake", timeouts=timeouts, log=log)
        first = engine.pid
        assert first is not None
        try:
            yield engine
        finally:
            last = engine.pid
            engine.close()
        assert has_gone(first)
        assert last is None or has_gone(last)
