"""A worker ends with the process that started it, also while its engine lets no other thread run."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

import pytest

from hexapoda.arena.clock import TimeControl
from tests.arena.settings import bot, small

MATCH = """
import os, subprocess, sys, threading

def play():
    command = [sys.executable, "-m", "hexapoda.arena.worker", str(os.getpid())]
    pipe = subprocess.PIPE
    worker = subprocess.Popen(command, stdin=pipe, stdout=pipe, start_new_session=True)
    print(worker.pid, flush=True)
    worker.stdin.write(sys.argv[1].encode() + b'\\n{"start": true}\\n{"game": 0}\\n')
    worker.stdin.flush()
    worker.stdout.read()

thread = threading.Thread(target=play)
thread.start()
thread.join()
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the system sends no signal")
def test_a_worker_does_not_outlive_a_match_that_is_killed() -> None:
    """When the match is gone the worker alone holds the error stream: it is closed when the worker ends."""
    settings = small(bot("Blocks"), "random", games=1, control=TimeControl(nodes=1, patience=60.0))
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", MATCH, json.dumps(settings.to_json())]
    match = subprocess.Popen(command, stdout=pipe, stderr=pipe)
    assert match.stdout is not None and match.stderr is not None
    worker = int(match.stdout.readline())
    try:
        assert match.stderr.readline() == b"blocks\n"
        match.kill()
        assert match.communicate(timeout=20) == (b"", b"")
    except subprocess.TimeoutExpired:
        os.killpg(worker, signal.SIGKILL)
        raise
