"""The HTP server: a real exchange with MoHex is answered alike, and whatever comes is answered once."""

from __future__ import annotations

import io
import re
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hexapoda.cli import htp_entry
from hexapoda.engine import Limit
from hexapoda.errors import EngineError
from hexapoda.hex import Move, Position
from hexapoda.hex.solve import HexSolver
from hexapoda.protocols.htp.line import parse_request
from hexapoda.protocols.htp.server import HtpServer
from hexapoda.protocols.htp.session import ends_search
from hexapoda.protocols.process.line_input import MAX_LINE_BYTES
from tests.protocols.sources import FakeEngine, Source, random_source

MOHEX = Path(__file__).parent / "htp_transcripts" / "mohex.txt"


def first_move(position: Position, limit: Limit) -> Move:
    return position.legal_moves[0]


def fake_server(act: object = first_move) -> tuple[HtpServer, FakeEngine]:
    engine = FakeEngine(act)  # type: ignore[arg-type]
    return HtpServer(Source(lambda: engine), seconds=5), engine


def server_that_waits() -> HtpServer:
    """Its engine thinks until it is stopped."""
    stopped = threading.Event()

    def wait(position: Position, limit: Limit) -> Move:
        assert stopped.wait(30)
        return position.legal_moves[0]

    server, engine = fake_server(wait)
    engine.stop = stopped.set  # type: ignore[method-assign]
    return server


def ask(server: HtpServer, line: str) -> str:
    """The answer without its mark, its blanks at the ends and its end."""
    answer = server.respond(line)
    assert answer.endswith("\n\n") and "\n\n" not in answer[:-2]
    assert answer[:2] in ("= ", "? "), answer
    return ("? " if answer[0] == "?" else "") + answer[2:].strip()


def solver(variant: str, threads: int, memory: int) -> HexSolver:
    return HexSolver(variant, threads=threads, memory=memory)


def talk(server: HtpServer, *lines: str) -> list[str]:
    return [ask(server, line) for line in lines]


def exchanges() -> list[tuple[str, str]]:
    found: list[tuple[str, list[str]]] = []
    for line in MOHEX.read_text(encoding="utf-8").splitlines():
        if line.startswith("> "):
            found.append((line[2:], []))
        elif line.startswith("<"):
            found[-1][1].append(line[2:])
    return [(request, "\n".join(lines)) for request, lines in found]


def essence(answer: str) -> str:
    """What the protocol fixes of an answer: no blanks, no hash of a position, of a failure the beginning."""
    words = re.sub(r"\b[0-9a-f]{16}\b", "KEY", answer).split()
    return " ".join(words[:4] if answer.startswith("?") else words)


def test_it_answers_as_mohex_does() -> None:
    server = HtpServer(random_source())
    seen = 0
    for request, expected in exchanges():
        answer = server.respond(request)
        if request == "name":
            expected = "= hexapoda-random"
        assert essence(answer) == essence(expected), request
        seen += 1
    assert seen > 25 and server.finished


def test_every_command_is_known_and_listed() -> None:
    server = HtpServer(random_source(), version="1.2")
    names = ask(server, "list_commands").split("\n")
    expected = """name version protocol_version known_command list_commands quit boardsize clear_board play
        undo genmove reg_genmove showboard final_score all_legal_moves loadsgf time_left param_game"""
    assert set(expected.split()) <= set(names)
    for name in names:
        assert ask(server, f"known_command {name}") == "true"
    assert talk(server, "known_command nonsense", "version", "genmoves b") == [
        "false",
        "1.2",
        "? unknown command: genmoves; did you mean 'genmove'?",
    ]
    for line in ask(server, "hexgui-analyze_commands").split("\n"):
        kind, label, command = line.split("/")
        assert kind in ("string", "plist", "param", "varc", "var", "inferior", "none") and label
        assert command.split()[0] in names


def test_numbers_comments_and_blanks() -> None:
    server = HtpServer(random_source())
    assert server.respond("7 name # who") == "=7 hexapoda-random\n\n"
    assert server.respond("\t007\tfoo") == "?007 unknown command: foo\n\n"
    assert [server.respond(line) for line in ("", "  ", "# genmove b", "\x01\x02\t")] == [""] * 4
    assert server.respond("12").startswith("?12 unknown command")
    assert server.respond("1" * 19).startswith("? unknown command: 111")
    assert parse_request("play\x07 b  c3 # x") == parse_request("play b c3")


def test_stones_go_down_in_any_order_and_come_back() -> None:
    server = HtpServer(random_source())
    talk(server, "boardsize 3", "play white b1", "play WHITE b2", "play b C3", "play w b3")
    assert ask(server, "final_score") == "cannot score"
    assert ask(server, "play w a2") == ""
    assert ask(server, "play w c1") == ""
    assert ask(server, "final_score") == "W+"
    assert talk(server, "genmove b", "reg_genmove w") == ["resign"] * 2
    assert ask(server, "all_legal_moves") == "resign a1 c2 a3"
    assert talk(server, *["undo"] * 6) == [""] * 6
    assert ask(server, "undo") == "? cannot undo: no move has been played"
    assert len(ask(server, "all_legal_moves b").split()) == 10
    assert ask(server, "play b resign") == ""
    assert talk(server, "play-game a1 b2 c3 b3", "final_score") == ["", "cannot score"]
    assert ask(server, "all_legal_moves") == "resign b1 c1 a2 c2 a3"


def test_what_is_refused() -> None:
    server = HtpServer(random_source())
    talk(server, "boardsize 5", "play b c3")
    for line, answer in (
        ("play b c3", "illegal move: black c3 (occupied)"),
        ("play w f1", "illegal move: white f1 (invalid: the cells of 5x5 are a1 to e5)"),
        ("play w pass", "illegal move: white pass (invalid: hex has no pass)"),
        ("play w swap", "illegal move: white swap (invalid: this game has no swap rule)"),
        ("play w 3c", "illegal move: white 3c (invalid: expected a cell such as c2, swap-pieces or resign)"),
        ("play g a1", "argument 1 must be color: black, b, white or w, not 'g'"),
        ("play b", "expected play COLOR MOVE, not 1 arguments"),
        ("boardsize 0", "argument 1 (0) must be greater or equal 1"),
        ("boardsize 5 27", "argument 2 (27) must be less or equal 26"),
        ("boardsize x", "argument 1 (x) must be an integer"),
        ("time_left b nan", "argument 2 (nan) must be a number of seconds from 0 up"),
        ("param_game allow_swap 2", "parameter 'allow_swap' must be 0 or 1, not '2'"),
        ("param_game alow_swap 1", "unknown parameter: 'alow_swap'; did you mean 'allow_swap'?"),
        ("param_game game_time 9", "cannot set game time if game started"),
        ("param_engine max_time -1", "option 'max_time' must be a number from 0 to 86400, not '-1'"),
        ("loadsgf nowhere.sgf", "cannot load 'nowhere.sgf': no such file"),
        (f"loadsgf {'x' * 5000}", f"cannot load '{'x' * 200}...': no such file"),
        ("play-game a1 a1", "illegal move: white a1 (occupied)"),
        ("time_left b 300 x", "argument 3 (x) must be an integer"),
    ):
        assert ask(server, line) == f"? {answer}"
    assert ask(server, "all_legal_moves").count(" ") == 24


def test_swapping_pieces_and_sides() -> None:
    server = HtpServer(random_source())
    talk(server, "boardsize 4", "param_game allow_swap 1", "play b b1")
    assert ask(server, "all_legal_moves").endswith("d4 swap-pieces")
    assert ask(server, "play b swap-pieces").endswith("only white can swap, right after black's first stone)")
    assert talk(server, "play w swap-pieces", "play b b1", "play w a2") == [
        "",
        "",
        "? illegal move: white a2 (occupied)",
    ]
    talk(server, "undo", "undo")
    assert ask(server, "play w b1").startswith("? illegal move: white b1 (occupied)")
    talk(server, "param_game swap sides")
    assert talk(server, "play w swap", "all_legal_moves")[1].count(" ") == 15
    assert talk(server, "play w a2", "boardsize 4 5", "play b a1", "play w swap-pieces")[3].endswith(
        "(invalid: this game has the rule swap-sides)"
    )


def test_the_engine_swaps_and_its_board_follows() -> None:
    server, _ = fake_server(lambda position, limit: position.swap_now or position.legal_moves[0])
    talk(server, "boardsize 3", "param_game allow_swap 1", "play b c1")
    assert talk(server, "reg_genmove w", "genmove w", "genmove b") == ["swap-pieces", "swap-pieces", "a1"]
    assert ask(server, "all_legal_moves") == "resign b1 c1 a2 b2 c2 b3 c3"


def test_limits_clocks_and_positions_reach_the_engine() -> None:
    asked: list[tuple[Limit, str]] = []

    def note(position: Position, limit: Limit) -> Move:
        asked.append((limit, position.game_string()))
        return position.legal_moves[0]

    server, _ = fake_server(note)
    talk(server, "boardsize 4", "genmove b", "genmove w", "param_engine max_time 0.5", "genmove w")
    talk(server, "param_engine max_games 70", "param_engine max_depth 3", "param_engine max_time 0", "undo")
    assert talk(server, "time_left", "reg_genmove b") == ["Black: none, White: none", "c1"]
    talk(server, "clear_board", "param_game game_time 80", "genmove b", "time_left w 4", "reg_genmove w")
    assert ask(server, "time_left w") == "4"
    assert talk(server, "time_left w 300 0", "time_left w", "time_left w 4") == ["", "300", ""]
    talk(server, "genmove w")
    assert 79 < float(ask(server, "time_left b")) < 80
    assert [limit for limit, _ in asked] == [
        Limit(5),
        Limit(5),
        Limit(0.5),
        Limit(depth=3, nodes=70),
        Limit(10, 3, 70, clock=80),
        Limit(depth=3, nodes=70),
        Limit(0.5, 3, 70, clock=4),
    ]
    assert [text for _, text in asked[:3]] == ["4x4", "4x4 a1", "4x4 black=a1 white=b1 to-move=white"]
    assert asked[-1][1] == "4x4 a1"


def test_no_time_for_a_move_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert htp_entry.main(["random", "--time", "0"]) == 2
    assert "--time must be above 0" in capsys.readouterr().err


def test_options_of_the_engine_are_parameters() -> None:
    source = random_source()
    server = HtpServer(source, seconds=2)
    assert ask(server, "param_engine").split("\n") == [
        "[string] max_time 2.0",
        "[string] max_games 0",
        "[string] max_depth 0",
        "[string] seed 7",
    ]
    talk(server, "genmove b", "param_engine seed 3.0", "genmove w", "param_engine max_time 1", "genmove b")
    assert source.made == [{"seed": 7}, {"seed": 3}]


def test_an_engine_that_fails_is_made_anew() -> None:
    def fail(position: Position, limit: Limit) -> Move:
        raise EngineError("out of ideas")

    source = Source(lambda: FakeEngine(fail))
    server = HtpServer(source)
    assert talk(server, "genmove b", "genmove b", "showboard")[:2] == ["? out of ideas"] * 2
    assert len(source.made) == 2
    assert "B" not in ask(server, "showboard")
    server, engine = fake_server(lambda position, limit: Move((25, 25)))
    assert ask(server, "genmove b").startswith("? engine 'fake' chose ")
    talk(server, "clear_board", "genmove b", "boardsize 7")
    assert engine.games == 0


def test_the_solver_answers() -> None:
    """Its answers fit each other, and the game that it shows."""
    server = HtpServer(random_source(), make_solver=solver)
    talk(server, "boardsize 3")
    assert talk(server, "dfpn-solve-state b", "dfpn-solve-state w", "dfpn-solve-state") == [
        "black",
        "white",
        "black",
    ]
    winning = ask(server, "dfpn-solver-find-winning b").split()
    for cell in ask(server, "all_legal_moves").split()[1:]:
        talk(server, f"play b {cell}")
        assert ask(server, "dfpn-solve-state") == ("black" if cell in winning else "white"), cell
        talk(server, "undo")
    assert "b2" in winning and "a1" not in winning
    talk(server, "play b b2", "play w c1")
    assert set(ask(server, "dfpn-get-pv b").split()) & {"b1", "a3", "b3"}
    talk(server, "play b b1")
    line = ask(server, "dfpn-get-pv w").split()
    for number, cell in enumerate(line):
        talk(server, f"play {'wb'[number % 2]} {cell}")
    assert talk(server, "final_score", "dfpn-solve-state w", "dfpn-solver-find-winning w", "undo") == [
        "B+",
        "black",
        "",
        "",
    ]
    assert ask(server, "dfpn-clear-tt") == ""
    assert (
        ask(HtpServer(random_source()), "dfpn-solve-state b") == "? this server was started without a solver"
    )


def test_what_need_not_be_tried() -> None:
    """On 4x3 white is about to join b2 and c2 to both sides."""
    server = HtpServer(random_source(), make_solver=solver)
    talk(server, "boardsize 4 3", "play w b2", "play w c2")
    mustplay = ask(server, "vc-get-mustplay b").split()
    free = set(ask(server, "all_legal_moves").split()[1:])
    winning = set(ask(server, "dfpn-solver-find-winning b").split())
    assert winning <= set(mustplay) < free
    inferior = set(ask(server, "compute-inferior w").split())
    assert inferior <= free and not winning & inferior
    words = ask(server, "compute-fillin w").split()
    filled = dict(zip(words[::2], words[1::2], strict=True))
    assert filled and set(filled) <= free and set(filled.values()) <= {"fb", "fw"}
    for cell, what in filled.items():
        before = ask(server, "dfpn-solve-state b")
        talk(server, f"play {what[1]} {cell}")
        assert ask(server, "dfpn-solve-state b") == before
    talk(server, "play w a2", "play w d2")
    assert ask(server, "compute-fillin b") == "? the game is over: white has won"


def test_a_proof_ends_in_time_or_by_a_comment() -> None:
    server = HtpServer(random_source(), make_solver=solver)
    talk(server, "boardsize 11", "param_dfpn timelimit 0.01", "param_dfpn threads 2")
    assert ask(server, "param_dfpn").split("\n")[:2] == ["[string] timelimit 0.01", "[string] threads 2"]
    assert ask(server, "dfpn-solve-state b") == "empty"
    assert ask(server, "dfpn-solver-find-winning b").startswith("? not proven: ")
    assert (
        ask(server, "param_dfpn threads 0") == "? option 'threads' must be an integer from 1 to 256, not '0'"
    )
    output = io.BytesIO()
    server.serve(io.BytesIO(b"param_dfpn timelimit 0\ndfpn-solve-state b\n# interrupt\n"), output)
    assert output.getvalue() == b"= \n\n= empty\n\n"


def test_moves_that_are_not_all_proven_are_no_answer() -> None:
    class Interrupted(HexSolver):
        """Knows who wins, and has no time for the moves."""

        def winner(self, position: Position, **rest: Any) -> int | None:
            return None if position.stones(0) else 0

    server = HtpServer(random_source(), make_solver=lambda variant, threads, memory: Interrupted(variant))
    talk(server, "boardsize 5")
    assert ask(server, "dfpn-solve-state b") == "black"
    assert ask(server, "dfpn-solver-find-winning b").startswith("? not proven: ")


def test_loading_a_game(tmp_path: Path) -> None:
    path = tmp_path / "a game.sgf"
    path.write_text("(;FF[4]GM[11]SZ[4]AB[d4]PL[B];B[b1];W[a2];B[b2])")
    server = HtpServer(random_source())
    assert ask(server, f"loadsgf {path}") == ""
    assert ask(server, "all_legal_moves").split()[1:] == [
        each
        for each in (f"{c}{r}" for r in range(1, 5) for c in "abcd")
        if each not in ("b1", "a2", "b2", "d4")
    ]
    talk(server, f"loadsgf {path} 1")
    assert len(ask(server, "all_legal_moves").split()) == 15
    assert ask(server, "undo") == ""
    assert ask(server, "play w d4") == "? illegal move: white d4 (occupied)"
    path.write_text("(;GM[1]SZ[9])")
    assert ask(server, f"loadsgf {path}").startswith("? ")


@pytest.mark.parametrize(
    ("moves", "white", "black"),
    [
        (";W[a1];B[b2]", {"a1"}, {"b2"}),
        (";B[a1];B[b2];W[c3]", {"c3"}, {"a1", "b2"}),
        (";W[a1];W[b2]", {"a1", "b2"}, set()),
        ("AB[d4]PL[W];B[a1]", set(), {"d4", "a1"}),
    ],
)
def test_loading_stones_that_do_not_take_turns(
    tmp_path: Path, moves: str, white: set[str], black: set[str]
) -> None:
    path = tmp_path / "position.sgf"
    path.write_text(f"(;FF[4]GM[11]SZ[4]{moves})")
    server = HtpServer(random_source())
    assert ask(server, f"loadsgf {path}") == ""
    free = set(ask(server, "all_legal_moves").split()) - {"=", "resign"}
    assert {f"{c}{r}" for r in range(1, 5) for c in "abcd"} - free == white | black
    for color, cells in (("white", black), ("black", white)):
        for cell in cells:
            assert ask(server, f"play {color} {cell}").endswith("(occupied)")
    assert not ask(server, "genmove b").startswith("?")
    talk(server, f"loadsgf {path} 1")
    assert ask(server, "undo") == ""
    path.write_text("(;FF[4]GM[11]SZ[4];W[a1];B[a1])")
    assert "occupied" in ask(server, f"loadsgf {path}")


def test_an_interrupt_behind_queued_commands_ends_the_search_that_runs_alone() -> None:
    server = server_that_waits()
    output = io.BytesIO()
    searches = b"1 genmove b\n2 name\n3 name\n# interrupt\n4 version\n5 genmove w\n6 name\n# interrupt\n"
    data = b"param_engine max_time 0\n" + searches
    assert server.serve(io.BytesIO(data), output) == 0
    answers = output.getvalue().decode().split("\n\n")
    assert [answer.partition(" ")[0] for answer in answers[:-1]] == ["=", "=1", "=2", "=3", "=4", "=5", "=6"]


def test_an_overlong_line_is_answered_by_its_number() -> None:
    output = io.BytesIO()
    data = b"12 play b " + b"x" * MAX_LINE_BYTES + b"\n# " + b"x" * MAX_LINE_BYTES + b"\n13 name\n"
    HtpServer(random_source()).serve(io.BytesIO(data), output)
    answers = output.getvalue().decode("ascii").split("\n\n")
    assert answers[0].startswith("?12 a line must not be longer than") and answers[1] == "=13 hexapoda-random"


def test_a_comment_ends_a_search() -> None:
    server = server_that_waits()
    output = io.BytesIO()
    assert server.serve(io.BytesIO(b"param_engine max_time 0\ngenmove b\n# interrupt\nname\n"), output) == 0
    assert output.getvalue() == b"= \n\n= a1\n\n= hexapoda-fake\n\n"


@pytest.mark.parametrize("end", [b"", b"quit\n", b"7 quit # bye\n"])
def test_a_search_without_a_bound_ends_with_its_client(end: bytes) -> None:
    server = HtpServer(random_source(), make_solver=solver)
    output = io.BytesIO()
    server.serve(io.BytesIO(b"boardsize 11\nparam_dfpn timelimit 0\ndfpn-solve-state b\n" + end), output)
    assert b"= empty\n\n" in output.getvalue()
    server = server_that_waits()
    output = io.BytesIO()
    server.serve(io.BytesIO(b"param_engine max_time 0\ngenmove b\n" + end), output)
    assert output.getvalue().startswith(b"= \n\n= a1\n\n")


def test_which_line_ends_a_search() -> None:
    for line, bounded, seconds, ends in (
        (b"# interrupt\n", True, 0, True),
        (b"name\n", False, 9, False),
        (b"# quit\n", False, 9, False),
        (b"\n", False, 9, False),
        (None, False, 0, True),
        (None, True, 9, False),
        (b"quit\n", False, 0, True),
        (b"quit\n", True, 0, False),
        (b"1 quit\r\n", True, 9, True),
    ):
        assert ends_search(line, bounded, seconds) == ends, line


def test_lines_too_long_and_streams_that_end() -> None:
    output = io.BytesIO()
    data = b"x" * (3 * MAX_LINE_BYTES) + b"\r\n\xff\xfe\nname\r\nquit\nname\n"
    assert HtpServer(random_source()).serve(io.BytesIO(data), output) == 0
    answers = output.getvalue().decode("ascii").split("\n\n")
    assert answers[0].startswith("? a line must not be longer than")
    assert answers[1].startswith("? unknown command: ")
    assert answers[2:] == ["= hexapoda-random", "= ", ""]
    output.close()
    assert HtpServer(random_source()).serve(io.BytesIO(b"name\n"), output) == 0


words = st.one_of(
    st.sampled_from(["b", "w", "black", "a1", "c2", "z26", "3", "0", "27", "1e9", "swap-pieces", "resign"]),
    st.integers().map(str),
    st.text(max_size=6),
)
COMMANDS = """
    name play play genmove reg_genmove undo clear_board boardsize showboard final_score all_legal_moves
    time_left param_game param_engine loadsgf known_command play-game 12
    dfpn-solve-state dfpn-solver-find-winning dfpn-get-pv vc-get-mustplay compute-fillin compute-inferior
"""
commands = st.sampled_from(COMMANDS.split())
lines = st.one_of(
    st.builds(lambda name, rest: " ".join([name, *rest]), commands, st.lists(words, max_size=3)),
    st.text(max_size=40),
)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
@given(st.lists(lines, max_size=20))
def test_any_lines_are_answered_once(sent: list[str]) -> None:
    server = HtpServer(random_source(), make_solver=solver)
    server.respond("boardsize 3")
    server.respond("param_dfpn timelimit 0.05")
    server.respond("param_dfpn max_memory 1")
    for line in sent:
        answer = server.respond(line)
        assert bool(answer) == (parse_request(line) is not None)
        if answer:
            assert re.fullmatch(r"[=?][0-9]* [ -~]*(\n[ -~]+)*\n\n", answer), answer
            assert "internal error" not in answer


@settings(max_examples=80, deadline=None, print_blob=True)
@given(st.binary(max_size=300))
def test_any_bytes_are_survived(data: bytes) -> None:
    output = io.BytesIO()
    data = data.replace(b"quit", b"")
    assert HtpServer(random_source()).serve(io.BytesIO(data + b"\nname\n"), output) == 0
    assert output.getvalue().endswith(b"= hexapoda-random\n\n")


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_by_itself(seed: int) -> None:
    server = HtpServer(Source(random_source().make, name="random", given={"seed": seed}))
    talk(server, "boardsize 5 4", "param_game allow_swap 1")
    color = 0
    for _ in range(40):
        if ask(server, "final_score") != "cannot score":
            break
        if ask(server, f"genmove {'bw'[color]}") != "swap-sides":
            color = 1 - color
    assert ask(server, "final_score") in ("B+", "W+")
    assert ask(server, "genmove b") == "resign"
