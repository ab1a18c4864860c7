"""The threads of a batch, which wait from one call to the next: forks and signals."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork and other signals")

START = """
import os, signal, time
from hexapoda.train.batch import BatchEnv
signal.alarm(50)
batch = BatchEnv("hex", 500, variant="5x5", threads=3, seed=1)
batch.step(batch.sample())
"""


def run(script: str) -> None:
    """Run a script that prints `done` at its end in a process of its own: it may be killed."""
    command = [sys.executable, "-W", "ignore", "-c", START + script]
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}  # no other threads
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, env=environment)
    assert (done.stdout, done.stderr, done.returncode) == ("done\n", "", 0)


def test_a_forked_process_goes_on_with_threads_of_its_own() -> None:
    run(
        """
child = os.fork()
batch.step(batch.sample())
assert (batch.plies == 2).all() and (batch.masks.sum(axis=1) == 23).all()
del batch
if not child: os._exit(7)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
print("done")
"""
    )


def test_signals_are_left_to_the_program() -> None:
    run(
        """
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
os.kill(os.getpid(), signal.SIGTERM)
time.sleep(0.1)
assert signal.sigwait({signal.SIGTERM}) == signal.SIGTERM
batch.step(batch.sample())
print("done")
"""
    )
