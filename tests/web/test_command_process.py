"""A command as a process: how it ends, what it says, that it is killed if it does not stop."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hexapoda.errors import UsageError
from hexapoda.host.orphan import PARENT
from hexapoda.web.commands import command_process
from hexapoda.web.commands.command_process import CommandProcess
from tests.web.server_process import wait_until_gone

LONG = ("match", "mcts", "random", "--game=hex", "--time=30", "--games=100", "--quiet", "--id=long")


def playing(home: Path) -> CommandProcess:
    """A match whose engine thinks."""
    process = CommandProcess(LONG)
    while not (home / "matches" / "long" / "running.json").exists():
        assert process.running
        time.sleep(0.02)
    return process


def children(parent: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if int(stat.read_text("utf-8", "replace").rpartition(")")[2].split()[1]) == parent:
                found.append(int(stat.parent.name))
    return found


def test_a_command_is_done() -> None:
    process = CommandProcess(["--version"])
    assert process.state in ("running", "done") and process.wait(60)
    assert (process.state, process.text) == ("done", "")
    process.stop()
    process.kill()
    assert process.state == "done"


def test_an_error_is_its_text_without_a_traceback() -> None:
    process = CommandProcess(["match", "nobody", "random", "--nodes=1"])
    assert process.wait(60) and process.state == "failed"
    assert "no hive engine is called 'nobody'" in process.text
    assert not process.text.startswith("hexapoda:") and "Traceback" not in process.text


def test_the_answer_no_is_done_with_a_remark(tmp_path: Path) -> None:
    game, out = tmp_path / "short.sgf", tmp_path / "p.jsonl"
    game.write_text("(;FF[4]GM[11]SZ[5];B[c3];W[b3])", "utf-8")
    process = CommandProcess(["puzzle", "make", str(game), f"--out={out}", "--longest=1", "--quiet"])
    assert process.wait(60) and process.state == "done"
    assert process.text == "no puzzle was found, so no file is written"


@pytest.mark.parametrize(
    ("code", "stopping", "state"),
    [
        (0, True, "done"),
        (1, False, "done"),
        (1, True, "stopped"),
        (130, True, "stopped"),
        (2, False, "failed"),
    ],
)
def test_what_an_exit_code_means(
    monkeypatch: pytest.MonkeyPatch, code: int, stopping: bool, state: str
) -> None:
    """Python exits with 1 if it is interrupted while it starts."""
    process = CommandProcess(["--version"])
    process.wait(60)
    monkeypatch.setattr(process, "_code", lambda: code)
    monkeypatch.setattr(process, "_stopping", stopping)
    assert process.state == state


def test_a_command_that_does_not_stop_is_killed(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_process, "_STOP_SECONDS", 0.0)
    monkeypatch.setattr(signal, "SIGINT", signal.SIGCONT)  # it hears nothing
    process = playing(home)
    process.stop()
    assert process.state in ("stopping", "stopped")
    assert process.wait(60) and process.state == "stopped" and process.text == ""
    assert (home / "matches" / "long" / "settings.json").is_file()


def test_a_command_stops_although_its_server_ignores_interrupts(home: Path) -> None:
    """As a server does that a script has started in the background."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        process = playing(home)
    finally:
        signal.signal(signal.SIGINT, before)
    process.stop()
    assert process.wait(command_process._STOP_SECONDS - 5) and process.state == "stopped"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_a_killed_command_leaves_no_engine(home: Path) -> None:
    process = playing(home)
    while not (engines := children(process.pid)):
        time.sleep(0.02)
    process.kill()
    assert process.wait(60) and process.state == "failed"
    assert process.text == "the command ended with exit status -9"
    wait_until_gone(engines)


def test_a_command_that_cannot_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    with pytest.raises(UsageError, match="cannot be started"):
        CommandProcess(["--version"])


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere nothing happens")
def test_a_command_whose_server_has_ended_before_does_nothing(home: Path) -> None:
    command = [sys.executable, "-m", "hexapoda", *LONG]
    ended = subprocess.run(command, env={**os.environ, PARENT: "1"}, capture_output=True, check=False)
    assert ended.returncode == 130 and ended.stderr == b"" and not home.exists()
