"""External HTP engines as engines like any other: what they are told, what they answer, and how they fail."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from hexapoda.engine import Limit, SearchInfo
from hexapoda.errors import (
    EngineCrashed,
    EngineError,
    EngineFlooded,
    EngineIllegalMove,
    EngineResigned,
    EngineStalled,
    EngineTimeout,
    UsageError,
)
from hexapoda.hex import Move, Position, Swap
from hexapoda.protocols.htp.client import HtpEngine, Timeouts
from hexapoda.protocols.htp.options import read_options, text_of
from hexapoda.protocols.option_table import find_option
from tests.protocols.fake_uhp import FAKES, PEER, QUICK, has_gone, nothing_left

FAKE = [sys.executable, str(FAKES / "htp_engine.py")]
OURS = [sys.executable, "-m", "hexapoda.cli.htp_entry"]
PARAMETERS = """param_dfpn [string] threads 2
param_dfpn [string] tt_size 100
param_dfpn_db [bool] flip 1
param_book [bool] flip 0
param_mohex [string] max_time 0.5
param_mohex [string] threads 1
param_mohex [list/count/value] select value
param_mohex [string] knowledge_threshold "256 512"
param_mohex [bool] odd 7
param_mohex plain 3"""
IMPATIENT = replace(QUICK, answer=4, stall=0.3, unclocked=0.3)


@contextlib.contextmanager
def fake(*modes: str, timeouts: Timeouts = QUICK, log: Path | None = None) -> Iterator[HtpEngine]:
    """The fake engine in some modes; in the end it is closed and nothing of it is left."""
    with nothing_left():
        engine = HtpEngine([*FAKE, *modes], name="fake", timeouts=timeouts, log=log)
        first = engine.pid
        assert first is not None
        try:
            yield engine
        finally:
            engine.close()
        assert has_gone(first)


def sent(log: Path) -> list[str]:
    return [line.partition(" > ")[2] for line in log.read_text().splitlines() if " > " in line]


def after_start(log: Path) -> list[str]:
    lines = sent(log)
    return lines[next(at for at, line in enumerate(lines) if line.startswith("boardsize")) :]


def played(variant: str, text: str, swap: Swap = "off") -> Position:
    position = Position(variant, swap=swap)
    for word in text.split():
        position.push(position.parse_move(word))
    return position


def test_it_plays_games_and_stays_in_step(tmp_path: Path) -> None:
    log = tmp_path / "talk.log"
    with fake(log=log) as engine:
        assert engine.identity.name == "fake-random 1.0"
        for variant in ("4x4", "3x5"):
            engine.new_game()
            position = Position(variant)
            while position.outcome() is None:
                before = position.game_string()
                heard: list[SearchInfo] = []
                result = engine.search(position, Limit(time=5), heard.append)
                assert position.game_string() == before
                assert result.info.pv == (result.move,) and heard == [result.info]
                position.push(result.move)
                if position.outcome() is None:
                    position.push(position.legal_moves[-1])
        for text in ("a1 b1 c1", "a1 b1", "a1 c2 d3", "", "d1"):
            assert engine.search(played("4x4", text), Limit(time=5)).move in played("4x4", text).legal_moves
        told = sent(log)
    assert told.count("boardsize 4") == 2 and told.count("boardsize 3 5") == 1
    assert "time_left black 5" in told and "undo" in told


def test_positions_that_were_set_up_and_sides_that_were_swapped(tmp_path: Path) -> None:
    log = tmp_path / "talk.log"
    with fake(log=log) as engine:
        set_up = Position.from_stones("4x4", [(0, 0), (1, 0)], [(3, 3)], color_to_move=0)
        engine.search(set_up, Limit())
        engine.search(played("4x4", "b1 swap-sides", "sides"), Limit())
        engine.search(played("4x4", "b1 swap-pieces d4", "pieces"), Limit())
    assert [line for line in after_start(log) if line.split()[0] in ("play", "genmove")] == [
        "play black a1",
        "play black b1",
        "play white d4",
        "genmove black",
        "play black b1",
        "genmove white",
        "play white a2",
        "play black d4",
        "genmove white",
    ]


def test_the_quirks_of_mohex(tmp_path: Path) -> None:
    """Its board stays as it was when it has swapped, and it does not take the word."""
    log = tmp_path / "talk.log"
    with fake("mohex", log=log) as engine:
        for swap in ("pieces", "sides", "off"):
            position = played("4x4", "b1", swap)
            move = engine.search(position, Limit()).move
            assert move == {"pieces": Move.SWAP_PIECES, "sides": Move.SWAP_SIDES}.get(swap, move)
            assert (move.cell is None) == (swap != "off")
            position.push(move)
            if swap == "pieces":
                position.push(Move((1, 0)))
            while position.outcome() is None:
                position.push(engine.search(position, Limit()).move)
    told = after_start(log)
    assert not any("swap-" in line for line in told)
    assert told[:9] == [
        "boardsize 4",
        "clear_board",
        "play black b1",
        "param_game allow_swap 1",
        "genmove white",
        "boardsize 4",
        "clear_board",
        "play white a2",
        "play black b1",
    ]


def test_limits_and_options_of_our_own_server(tmp_path: Path) -> None:
    log = tmp_path / "talk.log"
    with (
        nothing_left(),
        HtpEngine([*OURS, "random"], options={"seed": "7"}, log=log, timeouts=QUICK) as engine,
    ):
        names = [
            "timelimit",
            "threads",
            "max_memory",
            "use_guifx",
            "max_time",
            "max_games",
            "max_depth",
            "seed",
        ]
        assert [option.name for option in engine.options] == names
        for limit in (Limit(time=0.25), Limit(nodes=70), Limit(0.25, 3), Limit(), Limit(time=0)):
            engine.search(Position("3x3"), limit)
    assert [line for line in after_start(log) if "param_engine" in line] == [
        "param_engine max_time 0.25",
        "param_engine max_time 10",
        "param_engine max_games 70",
        "param_engine max_time 0.25",
        "param_engine max_games 0",
        "param_engine max_depth 3",
        "param_engine max_time 10",
        "param_engine max_depth 0",
        "param_engine max_time 0.001",
    ]
    assert "param_engine seed 7" in sent(log)


def test_what_cannot_be_told() -> None:
    with fake() as engine:
        process = engine.pid
        for limit, name in ((Limit(nodes=3), "max_games"), (Limit(depth=3), "max_depth")):
            with pytest.raises(UsageError, match=f"has no parameter '{name}'"):
                engine.search(Position("3x3"), limit)
        with pytest.raises(EngineError, match="the game is over"):
            engine.search(played("1x1", "a1"), Limit())
        assert engine.search(Position("3x3"), Limit()).move and engine.pid == process
    for options, message in (
        ({"seet": 3}, "has no option 'seet': did you mean 'seed'?"),
        ({"seed": "x"}, "option 'seed' must be a number"),
    ):
        with pytest.raises(UsageError, match=message):
            HtpEngine([*OURS, "random"], options=options, timeouts=QUICK)
    with pytest.raises(EngineError, match="answers 'param_engine seed abc' with"):
        HtpEngine([*OURS, "random"], name="x", options={"param_engine seed ": "abc"}, timeouts=QUICK)


@pytest.mark.parametrize(
    ("mode", "error", "message"),
    [
        ("crash", EngineCrashed, "ended with exit status 7 before .* it wrote: assertion failed"),
        ("stall", EngineStalled, "does not answer 'genmove black'"),
        ("flood", EngineFlooded, "floods its output: more than 10,000 lines at once"),
        ("blank", EngineFlooded, "floods its output: more than 10,000 lines at once"),
        ("garbage", EngineError, "xyzzy', expected = or ?"),
        ("silent", EngineIllegalMove, "answered ''"),
        ("sorry", EngineIllegalMove, "has no move: it answered 'I do not want to'"),
        ("illegal", EngineIllegalMove, "answered 'z26': z26 is off the board"),
        ("resigns", EngineResigned, "engine 'fake' resigns"),
        ("late", EngineTimeout, "took 0.* s for 'genmove black', more than 0.1 s"),
    ],
)
def test_every_trouble_has_its_error(mode: str, error: type[EngineError], message: str) -> None:
    patience = replace(IMPATIENT, stall=20 if mode == "late" else 0.3)
    with fake(mode, timeouts=patience if mode in ("stall", "late") else QUICK) as engine:
        for _ in range(1 if mode in ("late", "flood", "blank") else 2):
            with pytest.raises(error, match=message) as caught:
                engine.search(Position("3x3"), Limit(time=0.1))
            assert type(caught.value) is error


def test_programs_that_are_no_htp_engines(tmp_path: Path) -> None:
    for command, message in (
        ([*FAKE, "flood-at-start"], "floods its output: more than 10,000 lines at once"),
        ([*FAKE, "blank-at-start"], "floods its output: more than 10,000 lines at once"),
        ([*FAKE, "crash-at-start"], "ended with exit status 3 .* it wrote: no such file: weights.bin"),
        (["cat"], "answers 'name' with 'name', expected = or"),
        ([str(tmp_path / "nothing")], "cannot be started"),
    ):
        with nothing_left(), pytest.raises(EngineError, match=message):
            HtpEngine(command, name="x", timeouts=QUICK)
    with nothing_left(), pytest.raises(EngineStalled, match="does not answer 'name'"):
        HtpEngine([*FAKE, "stall-at-start"], name="x", timeouts=replace(QUICK, start=0.5))


def test_a_board_that_it_does_not_play_on(tmp_path: Path) -> None:
    script = tmp_path / "peer.txt"
    script.write_text(
        "> name\n< = peer\n< \n> version\n<\n<\n< = 1\n<  \n< \n> list_commands\n< = play\n< undo\n< \n"
        "> boardsize 9\n< ? too large\n< \n> boardsize 3 2\n< = \n< \n> clear_board\n< =\n< \n"
        "> genmove black\n< =   A1 \n< \n> quit\n< =\n<\n"
    )
    with nothing_left(), HtpEngine([*PEER, str(script)], name="peer", timeouts=QUICK) as engine:
        assert engine.identity.name == "peer 1" and engine.options == ()
        with pytest.raises(UsageError, match="does not play on 9x9: too large"):
            engine.search(Position("9x9"), Limit())
        assert engine.search(Position("3x2"), Limit()).move == Move((0, 0))


def test_parameters_become_options() -> None:
    options = read_options(PARAMETERS.split("\n"))
    assert [(each.option.name, each.option.kind, each.option.default, each.own_name) for each in options] == [
        ("dfpn.threads", "float", 2.0, "param_dfpn threads"),
        ("tt_size", "float", 100.0, "param_dfpn tt_size"),
        ("dfpn_db.flip", "bool", True, "param_dfpn_db flip"),
        ("book.flip", "bool", False, "param_book flip"),
        ("max_time", "float", 0.5, "param_mohex max_time"),
        ("threads", "float", 1.0, "param_mohex threads"),
        ("select", "choice", "value", "param_mohex select"),
        ("plain", "float", 3.0, "param_mohex plain"),
    ]
    assert read_options(each.line for each in options) == options
    assert [text_of(value) for value in (True, 7, 7.0, 0.25, "x")] == ["1", "7", "7", "0.25", "x"]
    assert find_option(options, "param_mohex threads", "x").option.name == "threads"
    with pytest.raises(UsageError, match="engine 'x' has no option 'param_mohex knowledge_threshold'"):
        find_option(options, "param_mohex knowledge_threshold", "x")
