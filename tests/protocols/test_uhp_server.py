"""The UHP server beyond transcripts: engines that misbehave, streams that break, bounds."""

import io
import json
import time
from typing import Any

import pytest

from hexapoda.engine import Limit, Option
from hexapoda.errors import EngineError
from hexapoda.hive import Move, Piece, Position
from hexapoda.protocols.uhp.server import MAX_LINE_BYTES, UhpServer
from tests.protocols.sources import FakeEngine, Source, random_source


def first_move(position: Position, limit: Limit) -> Move:
    return position.legal_moves[0]


def talk(server: UhpServer, text: bytes) -> tuple[int, list[str]]:
    output = io.BytesIO()
    status = server.serve(io.BytesIO(text), output)
    return status, output.getvalue().decode("ascii").split("\n")[:-1]


def test_it_greets_as_for_info_and_answers_until_exit() -> None:
    status, lines = talk(UhpServer(random_source(), version="9"), b"info\nexit\ninfo\n")
    greeting = ["id hexapoda-random 9", "Mosquito;Ladybug;Pillbug", "ok"]
    assert (status, lines) == (0, [*greeting, *greeting, "ok"])


def test_the_end_of_the_input_ends_it() -> None:
    assert talk(UhpServer(random_source()), b"")[0] == 0
    assert talk(UhpServer(random_source()), b"newgame")[1][3:] == ["Base;NotStarted;White[1]", "ok"]


def test_line_ends_of_every_system_and_a_byte_order_mark() -> None:
    _, lines = talk(UhpServer(random_source()), b"\xef\xbb\xbfnewgame\r\nplay wS1 \r\n\tundo\t1\r\n")
    assert lines[3:] == ["Base;NotStarted;White[1]", "ok", "Base;InProgress;Black[1];wS1", "ok",
                         "Base;NotStarted;White[1]", "ok"]  # fmt: skip


def test_every_line_is_answered_on_one_line_of_ascii() -> None:
    junk = ["", " ", "\x00", "\x1b[2J", "пчела", "ok", "err", "options set Seed \n", "x" * 5000]
    junk += [
        "play \U0001f41d",
        "play wS1\u2028ok",
        "newgame \x85ok",
        "play " + "9" * 5000,
        "newgame " + ";" * 5000,
    ]
    server = UhpServer(random_source())
    for line in junk:
        answer = server.respond(line)
        assert answer[-1] == "ok"
        assert answer.count("ok") == 1
        for text in answer:
            assert text.isascii()
            assert text.isprintable()
        assert answer[0].startswith(("err ", "invalidmove "))
        assert len(answer[0]) < 700


def test_an_overlong_line_is_refused_and_skipped() -> None:
    server = UhpServer(random_source())
    for length in (MAX_LINE_BYTES - 1, MAX_LINE_BYTES, MAX_LINE_BYTES + 1, 3 * MAX_LINE_BYTES + 7):
        _, lines = talk(server, b"x" * length + b"\nnewgame\n")
        assert lines[3].startswith("err ")
        assert ("longer than" in lines[3]) == (length >= MAX_LINE_BYTES)
        assert lines[4:] == ["ok", "Base;NotStarted;White[1]", "ok"]


def test_invalid_utf_8_is_an_error_not_an_end() -> None:
    _, lines = talk(UhpServer(random_source()), b"\xff\xfe\x80\nplay \xc3\x28\nnewgame\n")
    assert [line.split()[0] for line in lines[3:]] == [
        "err",
        "ok",
        "err",
        "ok",
        "Base;NotStarted;White[1]",
        "ok",
    ]


class BrokenPipe(io.BytesIO):
    """Takes some writes and then none."""

    def __init__(self, writes: int) -> None:
        super().__init__()
        self.writes = writes

    def write(self, data: Any) -> int:
        self.writes -= 1
        if self.writes < 0:
            raise BrokenPipeError
        return super().write(data)


@pytest.mark.parametrize("writes", [0, 1, 2])
def test_nobody_listens_any_more(writes: int) -> None:
    assert UhpServer(random_source()).serve(io.BytesIO(b"info\n" * 5), BrokenPipe(writes)) == 0


class Interrupted(io.BytesIO):
    """Ctrl+C while the server waits for a line."""

    def readline(self, size: int | None = -1, /) -> bytes:
        raise KeyboardInterrupt


def test_ctrl_c_ends_it() -> None:
    assert UhpServer(random_source()).serve(Interrupted(), io.BytesIO()) == 130

    def interrupt(position: Position, limit: Limit) -> Move:
        raise KeyboardInterrupt

    server = UhpServer(Source(lambda: FakeEngine(interrupt)))
    assert server.serve(io.BytesIO(b"newgame\nbestmove depth 1\ninfo\n"), io.BytesIO()) == 130


def fail(position: Position, limit: Limit) -> Move:
    raise ZeroDivisionError("no luck")


def quit_(position: Position, limit: Limit) -> Move:
    raise SystemExit("enough")


def give_up(position: Position, limit: Limit) -> Move:
    raise EngineError("out of ideas")


def recurse(position: Position, limit: Limit) -> Move:
    return recurse(position, limit)


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (fail, "engine 'fake' failed: ZeroDivisionError: no luck"),
        (quit_, "engine 'fake' failed: SystemExit: enough"),
        (give_up, "out of ideas"),
        (recurse, "engine 'fake' failed: RecursionError: "),
        (lambda position, limit: None, "engine 'fake' "),
        (lambda position, limit: "wS1", "engine 'fake' "),
        (lambda position, limit: Move(Piece("wQ"), (0, 0)), "engine 'fake' chose Move("),
    ],
)
def test_an_engine_that_fails_is_named_and_made_anew(
    act: Any, message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    source = Source(lambda: FakeEngine(act))
    server = UhpServer(source)
    server.respond("newgame")
    for _ in range(2):
        answer = server.respond("bestmove depth 1")
        assert len(answer) == 2
        assert answer[0].startswith(f"err {message}")
    assert len(source.made) == 2
    assert server.respond("play wS1") == ["Base;InProgress;Black[1];wS1", "ok"]
    assert capfd.readouterr().out == ""


def test_an_engine_that_cannot_be_made() -> None:
    def make() -> FakeEngine:
        raise EngineError("no engine today")

    server = UhpServer(Source(make))
    server.respond("newgame")
    assert server.respond("bestmove depth 1") == ["err no engine today", "ok"]


def test_an_engine_cannot_change_the_game() -> None:
    def meddle(position: Position, limit: Limit) -> Move:
        move = position.legal_moves[0]
        position.push(move)
        return move

    server = UhpServer(Source(lambda: FakeEngine(meddle)))
    server.respond("newgame")
    assert server.respond("bestmove depth 1") == ["wS1", "ok"]
    assert server.respond("play wS1") == ["Base;InProgress;Black[1];wS1", "ok"]


def test_an_engine_that_does_not_look_at_the_clock_is_stopped() -> None:
    engine = FakeEngine(first_move)

    def wait(position: Position, limit: Limit) -> Move:
        deadline = time.monotonic() + 20
        while not engine.stopped and time.monotonic() < deadline:
            time.sleep(0.005)
        return position.legal_moves[0]

    engine.act = wait
    server = UhpServer(Source(lambda: engine))
    server.respond("newgame")
    began = time.monotonic()
    assert server.respond("bestmove time 00:00:00.100") == ["wS1", "ok"]
    assert 0.1 <= time.monotonic() - began < 10
    assert engine.stopped == 1


def test_limits_reach_the_engine() -> None:
    limits: list[Limit] = []

    def note(position: Position, limit: Limit) -> Move:
        limits.append(limit)
        return position.legal_moves[0]

    server = UhpServer(Source(lambda: FakeEngine(note)))
    server.respond("newgame")
    for argument in ("time 01:02:03", "time 0:0:0.25", "time 24:00:00", "depth 7", "nodes 123456789012"):
        assert server.respond(f"bestmove {argument}")[-1] == "ok"
    assert limits == [
        Limit(time=3723), Limit(time=0.25), Limit(time=86400), Limit(depth=7), Limit(nodes=123456789012)
    ]  # fmt: skip


def test_the_engine_is_told_of_a_new_game_and_survives_failing_at_it() -> None:
    engine = FakeEngine(first_move)
    source = Source(lambda: engine)
    server = UhpServer(source)
    for line in ("newgame", "bestmove depth 1", "newgame", "newgame Base+M", "bestmove depth 1"):
        server.respond(line)
    assert (engine.games, len(source.made)) == (2, 1)

    def fail_at_it() -> None:
        raise RuntimeError("again?")

    engine.new_game = fail_at_it  # type: ignore[method-assign]
    assert server.respond("newgame") == ["Base;NotStarted;White[1]", "ok"]
    assert server.respond("bestmove depth 1") == ["wS1", "ok"]
    assert len(source.made) == 2


OPTIONS = (
    Option("use_book", "bool", True),
    Option("threads", "int", 1, min=1, max=4),
    Option("any_number", "int", 0),
    Option("temperature", "float", 0.5, min=0.0, max=2.0),
    Option("style", "choice", "calm", choices=("calm", "wild")),
)


def test_options_of_every_kind() -> None:
    source = Source(lambda **values: FakeEngine(first_move), options=OPTIONS, given={"threads": 2})
    server = UhpServer(source)
    assert server.respond("options") == [
        "UseBook;bool;True;True",
        "Threads;int;2;1;1;4",
        "AnyNumber;int;0;0;-2147483647;2147483647",
        "Temperature;double;0.5;0.5;0.0;2.0",
        "Style;enum;calm;calm;calm;wild",
        "TournamentOpening;bool;True;True",
        "Repetition;bool;True;True",
        "ok",
    ]
    server.respond("newgame")
    server.respond("bestmove depth 1")
    for line, answer in (
        ("UseBook False", "UseBook;bool;False;True"),
        ("Threads 4", "Threads;int;4;1;1;4"),
        ("AnyNumber -5", "AnyNumber;int;-5;0;-2147483647;2147483647"),
        ("Temperature 1", "Temperature;double;1.0;0.5;0.0;2.0"),
        ("Style wild", "Style;enum;wild;calm;calm;wild"),
    ):
        assert server.respond(f"options set {line}") == [answer, "ok"]
        assert server.respond(f"options get {line.split()[0]}") == [answer, "ok"]
    server.respond("options set Repetition False")
    server.respond("bestmove depth 1")
    assert source.made == [
        {"use_book": True, "threads": 2, "any_number": 0, "temperature": 0.5, "style": "calm"},
        {"use_book": False, "threads": 4, "any_number": -5, "temperature": 1.0, "style": "wild"},
    ]


def test_a_refused_move_says_why() -> None:
    server = UhpServer(random_source())
    server.respond("newgame Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-")
    reason = server.respond("play wS1 \\bQ")[0]
    assert reason.startswith("invalidmove ")
    assert "wQ" in reason
    assert "hive" in reason
    explained = server.respond("explain wS1 \\bQ")[0].split(";", 3)
    assert explained[:2] == ["illegal", "one_hive"]
    assert explained[2] == "-1,0"
    assert f"invalidmove {explained[3]}" == reason


def test_moves_and_validmoves_agree() -> None:
    server = UhpServer(random_source())
    server.respond("newgame Base+MLP;InProgress;White[3];wL;bS1 wL-;wQ -wL;bQ bS1-")
    by_piece: set[str] = set()
    for piece in ("wQ", "wL", "wM", "wP", "wS1", "wB1", "wG1", "wA1", "bQ", "bS1"):
        by_piece |= set(server.respond(f"moves {piece}")[0].split(";")) - {""}
    assert by_piece == set(server.respond("validmoves")[0].split(";"))


def test_board_json() -> None:
    server = UhpServer(random_source())
    game = "wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 \\wS1;bA1 bQ-;wB1 wS1;bA1 bQ/"
    assert server.respond(f"newgame Base+M;InProgress;White[5];{game}")[0].endswith("wB1 wS1;bA1 bQ/")
    board = json.loads(server.respond("board json")[0])
    assert board["variant"] == "Base+M"
    assert (board["turn"], board["turn_number"], board["ply"]) == ("White", 5, 8)
    assert (board["state"], board["resting"]) == ("InProgress", "bA1")
    assert board["rules"] == {"opening": "tournament", "repetition": "on"}
    assert {"piece": "wB1", "cell": [0, 0], "height": 1} in board["pieces"]
    assert {"piece": "wS1", "cell": [0, 0], "height": 0} in board["pieces"]
    assert len(board["pieces"]) == 6
    assert board["hands"]["White"] == ["wS2", "wB2", "wG1", "wG2", "wG3", "wA1", "wA2", "wA3", "wM"]
    assert board["moves"] == game.split(";")


def test_perft_of_a_finished_game_is_nothing() -> None:
    server = UhpServer(random_source())
    server.respond(
        "newgame Base;WhiteWins;Black[8];wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wG1 -wQ;bG1 \\bQ;wG1 bQ\\;bG2 bQ/;"
        "wA1 wQ\\;bA1 bG2/;wA1 bG2\\;bA1 \\bG2;wQ \\wS1;bA1 bG2/;wQ /bG1"
    )
    assert server.respond("perft 3") == ["1;0", "1: 0", "ok"]
    assert server.respond("perft 3 divide") == ["total;0", "ok"]
    assert server.respond("perft 999999999999") == ["1;0", "1: 0", "ok"]


def test_a_new_game_may_number_its_pieces_in_any_order_and_may_be_a_link() -> None:
    server = UhpServer(random_source())
    numbered = server.respond("newgame Base;InProgress;White[2];wA3;bS2 wA3-")
    assert numbered == ["Base;InProgress;White[2];wA1;bS1 wA1-", "ok"]
    assert server.respond("play wA2 -wA1")[0].endswith(";wA2 -wA1")
    linked = server.respond("newgame https://hivegame.com/analysis?uhp=Base%3BwA3%3BbS2%20wA3-")
    assert linked == numbered
