"""Arbitrary lines to the UHP server: every answer ends in `ok`, nothing hangs, nothing crashes."""

import io
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hexapoda.hive import Position
from hexapoda.protocols.uhp.server import UhpServer
from tests.protocols.sources import random_source

SETTINGS = settings(
    max_examples=200, deadline=5000, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)

pieces = st.builds(
    "{}{}{}".format,
    st.sampled_from("wbx"),
    st.sampled_from("QSBGAMLPZ"),
    st.sampled_from(["", "1", "2", "3"]),
)
references = st.builds(
    "{}{}{}".format, st.sampled_from(["", "-", "/", "\\", "*"]), pieces, st.sampled_from(["", "-", "/", "\\"])
)
moves = st.one_of(
    pieces, st.builds("{} {}".format, pieces, references), st.just("pass"), st.text(max_size=12)
)
numbers = st.one_of(st.integers(-3, 3).map(str), st.integers().map(str), st.text(max_size=4))
types = st.one_of(
    st.sampled_from(["Base", "Base+M", "Base+MLP", "Base+PLM", "base", "Base+MM"]), st.text(max_size=8)
)
states = st.sampled_from(["NotStarted", "InProgress", "Draw", "WhiteWins", ""])
game_strings = st.builds(
    lambda kind, state, turn, played: ";".join([kind, state, turn, *played]),
    types, states, st.sampled_from(["White[1]", "Black[3]", "x"]), st.lists(moves, max_size=6),
)  # fmt: skip
times = st.builds("{}:{}:{}".format, numbers, numbers, numbers) | st.sampled_from(["00:00:00", "0:0:0.001"])
names = st.sampled_from(["Seed", "Repetition", "TournamentOpening", "Speed"]) | st.text(max_size=6)
values = st.sampled_from(["True", "False", "3", "-1"]) | st.text(max_size=6)
commands = st.one_of(
    st.sampled_from(
        [
            "info",
            "newgame",
            "validmoves",
            "pass",
            "undo",
            "options",
            "extensions",
            "help",
            "board json",
            "bestmove depth 1",
        ]
    ),
    st.builds("play {}".format, moves),
    st.builds("explain {}".format, moves),
    st.builds("moves {}".format, pieces),
    st.builds("newgame {}".format, types | game_strings),
    st.builds("undo {}".format, numbers),
    st.builds("perft {}{}".format, numbers, st.sampled_from(["", " divide", " x"])),
    st.builds("bestmove {} {}".format, st.sampled_from(["time", "depth", "nodes", "x"]), numbers | times),
    st.builds("options get {}".format, names),
    st.builds("options set {} {}".format, names, values),
    st.text(max_size=40),
)


def check(answer: list[str]) -> None:
    assert answer[-1] == "ok"
    assert "ok" not in answer[:-1]
    for line in answer:
        assert line.isascii()
        assert line.isprintable()
    assert "internal error" not in answer[0], answer


def server() -> UhpServer:
    return UhpServer(random_source(), max_perft_leaves=5000)


@SETTINGS
@given(st.lists(commands, max_size=25))
def test_any_commands(lines: list[str]) -> None:
    tested = server()
    for line in lines:
        check(tested.respond(line))


@SETTINGS
@given(
    st.lists(st.integers(0, 10**6), min_size=1, max_size=60), st.sampled_from(["Base", "Base+MLP", "Base+P"])
)
def test_games_with_undo_and_junk_stay_in_step(choices: list[int], variant: str) -> None:
    """A model position, kept beside the server, agrees with it after every line."""
    tested, model = server(), Position(variant)
    check(tested.respond(f"newgame {variant}"))
    for choice in choices:
        if model.outcome() is not None or choice % 7 == 0:
            plies = min(choice // 7 % 3 + 1, len(model.moves))
            if plies:
                answer = tested.respond(f"undo {plies}")
                for _ in range(plies):
                    model.pop()
                assert answer == [model.game_string(), "ok"]
            continue
        listed = tested.respond("validmoves")[0].split(";")
        assert sorted(listed) == sorted(model.format_move(move) for move in model.legal_moves)
        assert len(set(listed)) == len(listed)
        check(tested.respond("play nonsense"))
        text = listed[choice % len(listed)]
        model.push(model.parse_move(text))
        assert tested.respond(f"play {text}") == [model.game_string(), "ok"]
    check(tested.respond("perft 1"))


@SETTINGS
@given(st.binary(max_size=400))
def test_any_bytes(data: bytes) -> None:
    output = io.BytesIO()
    # The word itself would rightly end the session early.
    data = data.replace(b"exit", b"")
    assert server().serve(io.BytesIO(data), output) == 0
    lines = output.getvalue().decode("ascii").split("\n")
    lines_sent = data.count(b"\n") + (not data.endswith(b"\n") and data != b"")
    assert lines[-1] == ""
    assert lines.count("ok") == 1 + lines_sent


class Client:
    """Talks to `hexapoda-uhp` in a process of its own; a silent server is killed, which fails the test."""

    DEADLINE = 60.0

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process = process
        self.read_answer()

    def read_answer(self) -> list[str]:
        assert self.process.stdout is not None
        alarm = threading.Timer(self.DEADLINE, self.process.kill)
        alarm.start()
        try:
            lines: list[str] = []
            while not lines or lines[-1] != "ok":
                line = self.process.stdout.readline()
                assert line, f"the server died, or said nothing for {self.DEADLINE} s, after {lines}"
                lines.append(line.decode("ascii").removesuffix("\n"))
            return lines
        finally:
            alarm.cancel()

    def ask(self, line: bytes) -> list[str]:
        assert self.process.stdin is not None
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        return self.read_answer()


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    command = [sys.executable, "-m", "hexapoda.cli.uhp_entry", "random:seed=1"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        yield Client(process)
        process.kill()


def is_cheap(line: str) -> bool:
    """Not `exit`, which rightly ends the session, and no deep perft, which rightly takes its time."""
    return line.strip() != "exit" and not line.lstrip().startswith("perft")


@SETTINGS
@given(st.lists(commands.filter(is_cheap), max_size=20))
def test_any_commands_to_a_process(client: Client, lines: list[str]) -> None:
    for line in lines:
        encoded = line.encode("utf-8", errors="surrogatepass")
        for part in encoded.split(b"\n"):
            if part.strip() != b"exit":
                check(client.ask(part))
    assert client.ask(b"newgame Base+M") == ["Base+M;NotStarted;White[1]", "ok"]
