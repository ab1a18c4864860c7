"""Engines that misbehave: each ends in the right error, soon, and nothing of it is left running."""

import os
import signal
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from hexapoda.engine import Limit
from hexapoda.errors import (
    EngineCrashed,
    EngineError,
    EngineFlooded,
    EngineIllegalMove,
    EngineStalled,
    EngineTimeout,
)
from hexapoda.hive import Position
from hexapoda.protocols.process.process import EngineProcess
from hexapoda.protocols.uhp.client import UhpEngine
from hexapoda.protocols.uhp.connection import UhpConnection
from tests.protocols.fake_uhp import (
    FAKE,
    IMPATIENT,
    QUICK,
    fake,
    has_gone,
    is_running,
    nothing_left,
    our_threads,
)

TROUBLE = [
    ("crash", EngineCrashed, r"ended with exit status 7 .* it wrote: assertion failed: table != 0"),
    ("segfault", EngineCrashed, "was killed by signal 9"),
    ("stall", EngineStalled, "does not answer 'bestmove depth 1'"),
    ("garbage", EngineIllegalMove, "answered .*xyzzy"),
    ("silent", EngineIllegalMove, "answered ''"),
    ("sorry", EngineIllegalMove, "has no move: it answered 'err I do not want to'$"),
    ("illegal", EngineIllegalMove, "answered 'wQ': "),
    ("flood", EngineFlooded, "floods its output: more than 10,000 lines at once"),
    ("reports", EngineFlooded, "floods its output: more than 10,000 lines at once"),
    ("endless", EngineFlooded, "floods its output: a line of more than 1,048,576 bytes"),
]


@pytest.mark.parametrize(("mode", "error", "message"), TROUBLE, ids=[row[0] for row in TROUBLE])
def test_the_right_error_and_soon(mode: str, error: type[EngineError], message: str) -> None:
    with fake(mode, timeouts=IMPATIENT) as engine:
        began = time.monotonic()
        with pytest.raises(error, match=message) as caught:
            engine.search(Position(), Limit(depth=1))
        assert type(caught.value) is error
        assert time.monotonic() - began < 10
        assert "'fake'" in str(caught.value)


@pytest.mark.parametrize("mode", ["crash", "stall", "flood", "garbage"])
def test_after_an_error_it_is_there_again(mode: str) -> None:
    """The second search meets the same trouble, not a dead process."""
    with fake(mode, timeouts=IMPATIENT) as engine:
        processes = []
        for _ in range(2):
            with pytest.raises(EngineError) as caught:
                engine.search(Position(), Limit(depth=1))
            assert "closed" not in str(caught.value)
            assert engine.valid_moves(Position()) != []
            processes.append(engine.pid)
        assert (processes[0] == processes[1]) == (mode == "garbage")


@pytest.mark.parametrize(
    ("mode", "error", "message"),
    [
        ("crash-at-start", EngineCrashed, r"ended with exit status 3 .*no such file: weights.bin"),
        ("stall-at-start", EngineStalled, "does not answer 'info'"),
        ("flood-at-start", EngineFlooded, "floods its output: more than 10,000 lines at once"),
        ("endless-at-start", EngineFlooded, "floods its output: a line of more than"),
    ],
)
def test_trouble_at_the_start(mode: str, error: type[EngineError], message: str) -> None:
    began = time.monotonic()
    with nothing_left(), pytest.raises(error, match=message):
        UhpEngine([*FAKE, mode], name="fake", timeouts=replace(QUICK, silence=1.5, start=3))
    assert time.monotonic() - began < 12


@pytest.mark.parametrize("seed", range(2))
def test_whatever_it_answers_nothing_but_engine_errors_are_raised(seed: int) -> None:
    position = Position("Base+MLP")
    played = wrong = 0
    with nothing_left():
        for _ in range(3):
            try:
                engine = UhpEngine(
                    [*FAKE, f"noise:{seed + 100 * (played + wrong)}"],
                    name="fake",
                    timeouts=replace(QUICK, answer=0.3, unclocked=0.3),
                )
            except EngineError:
                wrong += 1
                continue
            with engine:
                for _ in range(6):
                    try:
                        move = engine.search(position, Limit(depth=1)).move
                    except EngineError:
                        wrong += 1
                    else:
                        assert move in position.legal_moves
                        played += 1
    assert wrong


def test_an_answer_after_its_time() -> None:
    with fake("late") as engine:
        process = engine.pid
        with pytest.raises(EngineTimeout, match=r"took [1-9]\.[0-9]+ s for 'bestmove time 00:00:01'"):
            engine.search(Position(), Limit(time=1))
        assert engine.pid == process
    with fake("late", timeouts=replace(QUICK, overstep=20)) as engine:
        assert engine.search(Position(), Limit(time=1)).info.time > 1.5


@pytest.mark.parametrize(
    ("mode", "message"),
    [
        ("wrong-game", "is out of sync: it answers '.*', which is another game, after 'newgame Base;InPro"),
        ("claims-draw", "Draw, but by our rules the game goes on"),
    ],
)
def test_an_engine_with_another_game(mode: str, message: str) -> None:
    position = Position()
    for text in ("wS1", "bS1 wS1-", "wQ -wS1"):
        position.push(position.parse_move(text))
    with fake(mode) as engine:
        with pytest.raises(EngineError, match=message):
            engine.search(position, Limit(depth=1))
        assert engine.search(Position(), Limit(depth=1)).move in Position().legal_moves


def test_an_engine_that_cannot_go_step_by_step() -> None:
    with fake("forgets-play") as engine:
        position = Position()
        for _ in range(4):
            position.push(engine.search(position, Limit(depth=1)).move)


def test_one_that_refuses_to_quit_is_ended() -> None:
    began = time.monotonic()
    with fake("stubborn") as engine:
        engine.search(Position(), Limit(depth=1))
    assert time.monotonic() - began < 15


def test_what_an_engine_started_ends_with_it() -> None:
    with fake("child") as engine:
        child = int(engine.identity.name.split()[1])
        assert is_running(child)
    assert has_gone(child)


def test_an_open_pipe_elsewhere_holds_nothing_up() -> None:
    """A process that left the group keeps the pipes open: it is not ours to end, but nothing waits for it."""
    began = time.monotonic()
    with fake("stranger") as engine:
        stranger = int(engine.identity.name.split()[1])
    try:
        assert time.monotonic() - began < 15
        assert our_threads() == []
    finally:
        os.kill(stranger, signal.SIGKILL)


def test_much_on_standard_error_is_no_trouble() -> None:
    with fake("chatty") as engine:
        engine.search(Position(), Limit(depth=1))
        assert engine._connection is not None
        process, deadline = engine._connection.process, time.monotonic() + 20
        while not process.stderr_tail.endswith("thinking hard about it"):  # it is read in a thread of its own
            assert time.monotonic() < deadline
            time.sleep(0.01)
        assert len(process.stderr_tail) <= 4096


def test_close_from_another_thread_ends_a_search() -> None:
    with fake("stall", timeouts=replace(QUICK, unclocked=100)) as engine:
        raised: list[BaseException] = []

        def search() -> None:
            try:
                engine.search(Position(), Limit(depth=1))
            except EngineError as error:
                raised.append(error)

        searching = threading.Thread(target=search)
        searching.start()
        began = time.monotonic()
        while not engine._asked and time.monotonic() - began < 20:
            threading.Event().wait(0.01)
        engine.stop()  # no word of UHP; the search goes on
        assert searching.is_alive()
        engine.close()
        searching.join(20)
        assert [type(error) for error in raised] == [EngineCrashed]
        with pytest.raises(EngineError, match="engine 'fake' was closed"):
            engine.search(Position(), Limit(depth=1))
        engine.close()


def test_a_forgotten_engine_is_ended() -> None:
    with nothing_left():
        engine = UhpEngine(FAKE, timeouts=QUICK)
        process = engine.pid
        assert process is not None
        del engine
        assert has_gone(process)


READS_NOTHING = "import threading; print('ready', flush=True); threading.Event().wait()"
WRITES_FOR_EVER = "import sys\nwhile True: sys.stdout.write('line\\n' * 1000)"


def test_one_that_does_not_read() -> None:
    with nothing_left():
        process = EngineProcess([sys.executable, "-c", READS_NOTHING], name="deaf")
        try:
            assert process.read_line(time.monotonic() + 20, "the start") == "ready"
            with pytest.raises(EngineStalled, match="'deaf' does not read its input"):
                process.send("x" * (1 << 20), time.monotonic() + 0.3)
        finally:
            process.kill()


def test_a_flood_that_nobody_takes_does_not_fill_the_memory() -> None:
    with nothing_left():
        process = EngineProcess([sys.executable, "-c", WRITES_FOR_EVER], name="wild")
        try:
            lines, deadline = process._lines, time.monotonic() + 20
            while not lines.flood and time.monotonic() < deadline:
                threading.Event().wait(0.05)
            assert lines._waiting < 5 << 20
            with pytest.raises(EngineFlooded, match="'wild' floods its output"):
                process.send("info", time.monotonic() + 20)
        finally:
            process.kill()
        assert not process.running
        process.kill()
        process.quit("exit", 0.1)


def test_the_log_is_bounded_and_says_what_happened(tmp_path: Path) -> None:
    log = tmp_path / "talk.log"
    with fake("crash", log=log) as engine:
        number = engine.pid
        with pytest.raises(EngineCrashed):
            engine.search(Position(), Limit(depth=1))
        engine.valid_moves(Position())
    text = log.read_text()
    assert f"{number} 0." in text.splitlines()[0] and "! started: " in text
    assert "! ended with exit status 7; it wrote: assertion failed" in text
    assert text.count("! started: ") == 2 and text.count("! ended\n") == 2
    assert all(line.split(" ", 3)[2] in "<>!" for line in text.splitlines())


def test_one_that_reports_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line always waits, because reading a report takes as long as writing one."""
    with fake("") as engine:
        connection, lines = engine.connection(), iter(["info depth 1"] * 100)
        monkeypatch.setattr(connection.process, "read_line", lambda deadline, awaited: next(lines))
        with pytest.raises(
            EngineStalled, match=r"'fake' only reports, and does not answer 'newgame x+\.\.\.'$"
        ):
            connection.await_answer(time.monotonic() - 1, "newgame " + "x" * 1000, lambda line: True)


def test_an_interrupt_leaves_no_answer_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer that comes later must not be taken for that to the next command."""

    def interrupted(connection: UhpConnection, command: str, seconds: float | None = None) -> list[str]:
        connection.process.send(command, time.monotonic() + 20)
        raise KeyboardInterrupt

    with fake("") as engine:
        with monkeypatch.context() as patch:
            patch.setattr(UhpConnection, "ask", interrupted)
            with pytest.raises(KeyboardInterrupt):
                engine.search(Position(), Limit(depth=1))
        assert engine.pid is None
        assert engine.search(Position(), Limit(depth=1)).move in Position().legal_moves
