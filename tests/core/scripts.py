"""Python in a process of its own, with a deadline: a crash or a hang must not take the test run with it."""

from __future__ import annotations

import subprocess
import sys
import textwrap

DEADLINE = 120.0
"""Seconds, on a machine that does much else."""


def run_script(code: str, *, limit: str = "") -> subprocess.CompletedProcess[str]:
    """Run `code`; `limit` are words of the shell before it, such as `ulimit -v 1000000;`."""
    command = [sys.executable, "-c", textwrap.dedent(code)]
    if limit:
        command = ["bash", "-c", f'{limit} exec "$@"', "bash", *command]
    return subprocess.run(command, capture_output=True, text=True, timeout=DEADLINE)


def output_of(code: str, *, limit: str = "") -> str:
    """What `code` prints; it must end well and without a word on stderr."""
    done = run_script(code, limit=limit)
    assert (done.returncode, done.stderr) == (0, ""), done
    return done.stdout
