"""The tests of Ctrl+C also pass in the background of a shell, where SIGINT is ignored."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from tests.docs.transcript import ROOT

ASK = "import signal; print(signal.getsignal(signal.SIGINT) is signal.SIG_IGN)"
START = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {ASK!r}], check=True)"
RESTORE = "from tests.interrupts import let_children_be_interrupted; let_children_be_interrupted(); "


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT for a child")
@pytest.mark.parametrize(("code", "ignored"), [(START, "True"), (RESTORE + START, "False")])
def test_a_child_of_a_program_in_the_background(code: str, ignored: str) -> None:
    background = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert background.stdout.strip() == ignored


def test_this_run_lets_its_children_be_interrupted() -> None:
    assert signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
