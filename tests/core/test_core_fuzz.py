"""The fuzzer of the core, in processes of its own: a failure names the seed and the last call."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

LONG = int(os.environ.get("HEXAPODA_FUZZ_CALLS", "20000"))
"""Calls of each long run."""


def fuzz(seed: int, calls: int, folder: Path, deadline: float) -> None:
    log = folder / "last-call.txt"
    done = subprocess.run(
        [
            sys.executable,
            "-X",
            "faulthandler",
            "-m",
            "tests.core.fuzz",
            str(seed),
            str(calls),
            "--log",
            str(log),
        ],
        cwd=Path(__file__).parent.parent.parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        timeout=deadline,
    )
    last = log.read_text("utf-8", "replace")
    assert done.returncode == 0, (
        f"python -m tests.core.fuzz {seed} {calls}\nlast call: {last}\n{done.stdout[-4000:]}"
    )


def test_random_calls_of_the_core_return_or_raise(tmp_path: Path) -> None:
    fuzz(1, 600, tmp_path, 120)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(100, 112))
def test_many_random_calls_of_the_core_return_or_raise(seed: int, tmp_path: Path) -> None:
    fuzz(seed, LONG, tmp_path, 1700)
