"""The command `hexapoda solve`: what it prints, how it ends, and that Ctrl+C answers with what is known."""

from __future__ import annotations

import io
import json
import os
import pty
import signal
import subprocess
import sys

import pytest

from hexapoda.cli.status_line import StatusLine
from hexapoda.hive import Position
from tests.analysis.test_solve import SHUFFLED, SHUFFLES, WIN_IN_FIVE
from tests.cli.command_line import complaint, objects, run

DEADLINE = 60


def test_a_win_with_its_line() -> None:
    (found,) = objects("solve", "hive", "--position", WIN_IN_FIVE)
    assert (found["result"], found["plies"], found["shortest"], found["searched"]) == ("win", 5, True, 4)
    assert found["line"][0] == "bG2 wQ\\" and len(found["line"]) == 5
    assert found["nodes"] > 0 and found["seconds"] >= 0
    end = Position.from_text(WIN_IN_FIVE)
    for text in found["line"]:
        end.push(end.parse_move(text))
    assert end.state == "BlackWins"
    lines = run("solve", "hive", "--position", WIN_IN_FIVE).stdout.splitlines()
    assert lines[0].startswith("win in 5 plies (") and lines[1:] == found["line"]


def test_nothing_proven_is_a_no() -> None:
    (found,) = objects("solve", "hive", "--position", WIN_IN_FIVE, "--plies", "4", code=1)
    assert (found["result"], found["plies"], found["line"], found["searched"]) == ("unknown", None, [], 4)
    short = run("solve", "hive", "--position", WIN_IN_FIVE, "-p", "1", code=1)
    assert short.stdout.startswith("unknown: no forced win within 1 ply (") and short.stderr == ""


def test_time_and_nodes_end_it() -> None:
    (found,) = objects("solve", "hive", "--variant", "Base+MLP", "--nodes", "500", code=1)
    assert found["result"] == "unknown" and 0 < found["nodes"] <= 500
    (found,) = objects("solve", "hive", "--variant", "Base+MLP", "--time", "0.05", code=1)
    assert found["result"] == "unknown" and found["seconds"] >= 0.05


def test_the_rule_of_repetition_is_heard() -> None:
    position = Position.from_text(SHUFFLED)
    for text in (*SHUFFLES, "wG2 bQ\\"):
        position.push(position.parse_move(text))
    assert position.state == "Draw"
    # A text has no history, so nothing has stood on the board before.
    (found,) = objects("solve", "hive", "--position", position.text(), "--rule", "repetition=off")
    assert (found["result"], found["plies"]) == ("loss", 2)


def test_wrong_use() -> None:
    assert "expected a position: " in complaint("solve", "hive")
    assert "plies" in complaint("solve", "hive", "--variant", "Base", "--plies", "0")
    assert "nodes" in complaint("solve", "hive", "--variant", "Base", "--nodes", "0")
    assert "-1.0 seconds" in complaint("solve", "hive", "--variant", "Base", "--time", "-1")
    assert "'Basis'" in complaint("solve", "hive", "--position", "Basis")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_one_line_and_goes_away() -> None:
    stream = Terminal()
    with StatusLine(stream) as status:
        status.write(first := "no forced win within 11 plies; 1,000 positions")
        status.write(second := "no forced win within 1 ply; 2 positions")
    assert stream.getvalue() == f"\r{first}\r{second.ljust(len(first))}\r{' ' * len(second)}\r"
    silent = io.StringIO()
    with StatusLine(silent) as status:
        status.write("3 of 4")
    assert silent.getvalue() == ""


@pytest.mark.skipif(
    not hasattr(signal, "SIGINT") or os.name != "posix", reason="needs signals and a terminal"
)
def test_an_interrupt_answers_with_what_is_known() -> None:
    ours, theirs = pty.openpty()
    searching = subprocess.Popen(
        [sys.executable, "-m", "hexapoda.cli.app", "solve", "hive", "--variant", "Base+MLP", "--json"],
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
    )
    try:
        shown = b""
        while b"no forced win within" not in shown:
            shown += os.read(ours, 1024)
        searching.send_signal(signal.SIGINT)
        text, _ = searching.communicate(timeout=DEADLINE)
        found = json.loads(text)
        assert searching.returncode == 1
        assert found["result"] == "unknown" and found["searched"] >= 1 and found["nodes"] > 0
    finally:
        searching.kill()
        os.close(ours)
        os.close(theirs)
