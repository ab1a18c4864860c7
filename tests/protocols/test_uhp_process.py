"""`hexapoda-uhp` as a process, as a graphical program runs it; every process has a deadline."""

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "hexapoda.cli.uhp_entry"]
DEADLINE = 60


def run(data: bytes, *arguments: str) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [*COMMAND, *arguments], input=data, capture_output=True, timeout=DEADLINE, check=False
    )


@contextmanager
def started(*arguments: str) -> Iterator["subprocess.Popen[bytes]"]:
    process = subprocess.Popen(
        [*COMMAND, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate(timeout=DEADLINE)


def read_answer(process: "subprocess.Popen[bytes]") -> list[bytes]:
    assert process.stdout is not None
    lines: list[bytes] = []
    while not lines or lines[-1] != b"ok\n":
        line = process.stdout.readline()
        assert line, f"the output ended after {lines}"
        lines.append(line)
    return lines


def test_a_session() -> None:
    done = run(b"newgame Base+MLP\nbestmove depth 1\nexit\n", "greedy:seed=1")
    assert (done.returncode, done.stderr) == (0, b"")
    lines = done.stdout.decode("ascii").splitlines()
    assert lines[0].startswith("id hexapoda-greedy ")
    assert lines[1:5] == ["Mosquito;Ladybug;Pillbug", "ok", "Base+MLP;NotStarted;White[1]", "ok"]
    assert lines[6:] == ["ok", "ok"]


def test_it_loads_little_so_that_it_answers_at_once() -> None:
    code = (
        "import sys; import hexapoda.cli.uhp_entry; "
        "print([name for name in ('typer', 'rich', 'numpy', 'torch', 'fastapi', 'importlib.metadata') "
        "if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=DEADLINE, check=True)
    assert done.stdout.strip() == b"[]"


@pytest.mark.parametrize("seed", range(3))
def test_binary_junk_does_not_end_it(seed: int) -> None:
    source = random.Random(seed)
    junk = source.randbytes(20_000) + b"\n" + b"A" * 3_000_000 + b"\n"
    done = run(junk + b"newgame\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.endswith(b"\nBase;NotStarted;White[1]\nok\n")
    assert done.stdout.count(b"\nok\n") + done.stdout.count(b"\nok\nok\n") >= junk.count(b"\n")
    assert done.stdout.isascii()


CHATTY = '''
import os, sys
from hexapoda.engine import Engine, SearchInfo, SearchResult
print("chatter while loading")
class Bot(Engine):
    """Talks."""
    name = "chatty"
    def search(self, position, limit, on_info=None):
        print("thinking")
        sys.__stdout__.write("thinking aloud\\n"); sys.__stdout__.flush()
        os.write(1, b"thinking in C\\n")
        os.system("echo thinking in a shell; cat")
        assert sys.stdin.read() == ""
        move = position.legal_moves[0]
        return SearchResult(move, SearchInfo(depth=0, nodes=1, time=0.0, pv=(move,)))
'''


def test_an_engine_that_prints_does_not_spoil_the_output(tmp_path: Path) -> None:
    script = tmp_path / "chatty.py"
    script.write_text(CHATTY, encoding="utf-8")
    done = run(b"newgame\nbestmove depth 1\nexit\n", f"{script}:Bot")
    assert done.stdout.decode().splitlines()[3:] == ["Base;NotStarted;White[1]", "ok", "wS1", "ok", "ok"]
    for words in (
        b"chatter while loading",
        b"thinking\n",
        b"thinking aloud",
        b"thinking in C",
        b"thinking in a shell",
    ):
        assert words in done.stderr


def test_a_client_that_goes_away() -> None:
    with started() as process:
        read_answer(process)
        assert process.stdout is not None
        assert process.stdin is not None
        process.stdout.close()
        process.stdin.write(b"info\n" * 50)
        process.stdin.close()
        assert process.wait(timeout=DEADLINE) == 0
        assert process.stderr is not None
        assert process.stderr.read() == b""
        process.stdin = process.stdout = None


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_ctrl_c_is_quiet() -> None:
    with started() as process:
        read_answer(process)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=DEADLINE)
        assert (process.returncode, errors) == (130, b"")


THINKER = str(Path(__file__).parents[1] / "fakes" / "thinker.py") + ":Thinker"


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
@pytest.mark.parametrize("engine", [THINKER, "alphabeta"])
def test_ctrl_c_is_quiet_while_an_engine_thinks_and_after_it(engine: str) -> None:
    for command in (b"analyze\n", b"bestmove depth 1\n"):
        with started(engine) as process:
            read_answer(process)
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(b"newgame\n" + command)
            process.stdin.flush()
            read_answer(process)
            process.stdout.readline()  # it thinks, or has answered and waits for a line
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=DEADLINE)
            assert (process.returncode, errors) == (130, b"")


def test_the_strong_engine_answers_when_nobody_is_named() -> None:
    done = run(b"newgame Base\nbestmove nodes 100\noptions get Level\nanalyze nodes 100\nexit\n")
    assert (done.returncode, done.stderr) == (0, b"")
    lines = done.stdout.decode("ascii").splitlines()
    assert lines[0].startswith("id hexapoda-alphabeta ")
    assert any(line.startswith("Level;enum;10;10;1;1.5;2;") for line in lines)
    assert any(line.startswith("info depth 1 seldepth 1 multipv 1 ") for line in lines)


@pytest.mark.skipif(os.name == "nt", reason="shell redirections")
@pytest.mark.parametrize(("redirection", "status"), [("<&-", 1), (">&-", 1), ("2>&-", 0), ("> /dev/full", 0)])
def test_closed_streams(redirection: str, status: int) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f'"$0" -m hexapoda.cli.uhp_entry {redirection}', sys.executable],
        input=b"newgame\nexit\n",
        capture_output=True,
        timeout=DEADLINE,
        check=False,
    )
    assert done.returncode == status
    assert b"Traceback" not in done.stderr


def test_arguments() -> None:
    done = run(b"", "--help")
    assert (done.returncode, done.stdout.split()[:2]) == (0, [b"usage:", b"hexapoda-uhp"])
    assert run(b"", "--version").stdout.startswith(b"hexapoda ")
    for arguments, words in (
        (["gredy"], b"did you mean 'greedy'?"),
        (["greedy:seed=x"], b"must be an integer"),
        (["greedy", "random"], b"expected at most one ENGINE, not 'greedy random'"),
        (["--loud"], b"expected at most one ENGINE, not '--loud'"),
        (["no/such/bot.py:Bot"], b"no file 'no/such/bot.py'"),
    ):
        done = run(b"", *arguments)
        assert (done.returncode, done.stdout) == (2, b"")
        assert words in done.stderr
        assert b"Traceback" not in done.stderr
