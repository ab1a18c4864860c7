"""External engines that know `analyze` and `stop`: what they see is passed on, and they can be stopped."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from hexapoda.engine import Limit, SearchInfo
from hexapoda.errors import EngineIllegalMove, EngineStalled
from hexapoda.hive import Position
from hexapoda.host import RunningSearch
from hexapoda.protocols.uhp.client import UhpEngine
from tests.fakes.thinker import Thinker
from tests.protocols.fake_uhp import FAKES, IMPATIENT, OURS, PEER, QUICK, nothing_left
from tests.protocols.test_uhp_client import script

THINKER = [*OURS, f"{FAKES / 'thinker.py'}:Thinker"]
GREETING = """\
< id peer 3
< Mosquito
< ok
> options
< Level;int;3;3;1;5
< ok
> extensions
< analyze;analyze
< nodes;bestmove nodes N
< stop;stop
< ok
> newgame Base
< Base;NotStarted;White[1]
< ok
"""


def test_what_the_engine_sees_is_passed_on() -> None:
    position = Position("Base+MLP")
    expected: list[SearchInfo] = []
    Thinker(multipv=2).search(position, Limit(depth=3), expected.append)
    with nothing_left(), UhpEngine(THINKER, options={"multipv": 2}, timeouts=QUICK) as engine:
        heard: list[SearchInfo] = []
        result = engine.search(position, Limit(depth=3), heard.append)
        assert heard == expected
        assert (result.info.depth, result.info.score, result.info.nodes) == (3, 29.0, 3000)
        assert result.info.pv == expected[-2].pv and result.move == result.info.pv[0]
        mute: list[SearchInfo] = []
        with UhpEngine(THINKER, options={"mute": "true"}, timeouts=QUICK) as silent:
            assert silent.search(position, Limit(depth=2), mute.append).info == mute[0]
        assert (mute[0].depth, len(mute)) == (None, 1)


@pytest.mark.parametrize("limit", [Limit(), Limit(depth=100_000), Limit(time=3600)])
def test_it_stops_when_it_is_told_to_and_goes_on_afterwards(limit: Limit) -> None:
    position = Position()
    with nothing_left(), UhpEngine(THINKER, timeouts=QUICK) as engine:
        process = engine.pid
        for _ in range(4):
            thinking = RunningSearch(engine, position, limit)
            assert thinking.next_info(20) is not None
            assert thinking.finish(20).move in position.legal_moves
            assert engine.search(position, Limit(depth=2)).move in position.legal_moves
        assert engine.pid == process


def test_a_stop_that_comes_at_once_is_not_lost() -> None:
    with nothing_left(), UhpEngine(THINKER, timeouts=QUICK) as engine:
        for _ in range(10):
            assert RunningSearch(engine, Position(), Limit()).finish(20).move in Position().legal_moves


def test_the_lines_that_are_sent_and_those_that_make_no_sense(tmp_path: Path) -> None:
    path = script(
        tmp_path,
        GREETING
        + """\
> analyze nodes 70
< info depth 1 score 7 nodes 30 time 12 pv wS1;bS1 wS1-;nonsense
< info what is this
< info depth 2 pv wQ
< info depth 2 win 3 nodes 60 pv wA1
< wA1
< ok
> analyze depth 4
< info depth 4 score 1 nodes 9 pv wA1
< wG1
< ok
> analyze depth 4
< info depth 4 score 8 pv wG1
< wG1
< ok
> analyze
< info depth 1 multipv 2 score 1 nodes 9 pv wA1
< wG1
< ok
""",
    )
    with nothing_left(), UhpEngine([*PEER, str(path)], timeouts=QUICK) as engine:
        heard: list[SearchInfo] = []
        result = engine.search(Position(), Limit(nodes=70), heard.append)
        assert [(info.depth, info.score, info.win_in, len(info.pv)) for info in heard] == [
            (1, 7.0, None, 2),
            (2, None, 3, 1),
        ]
        assert (result.info.win_in, result.info.nodes) == (3, 60)
        # What it told is not what it plays: then nothing is known of the move.
        assert engine.search(Position(), Limit(depth=4), heard.append).info.nodes is None
        assert engine.search(Position(), Limit(depth=4)).info.score == 8  # although nobody listens
        assert engine.search(Position(), Limit()).info.score is None


def test_an_answer_that_crosses_the_stop(tmp_path: Path) -> None:
    """The engine is done before it reads `stop`; its answer to that is not taken for another."""
    path = script(
        tmp_path,
        GREETING
        + """\
> analyze
< info depth 1 pv wA1
> stop
< wA1
< ok
< ok
> play wA1
< Base;InProgress;Black[1];wA1
< ok
> analyze depth 1
< bA1 wA1-
< ok
""",
    )
    position = Position()
    with nothing_left(), UhpEngine([*PEER, str(path)], timeouts=QUICK) as engine:
        stopping: list[threading.Thread] = []

        def stop(info: SearchInfo) -> None:
            for _ in range(3):  # however often it is told, the line is sent once
                stopping.append(threading.Thread(target=engine.stop))
                stopping[-1].start()
            for thread in stopping:
                thread.join(20)

        position.push(engine.search(position, Limit(), stop).move)
        engine.stop()  # nothing is running
        assert position.format_move(engine.search(position, Limit(depth=1)).move) == "bA1 wA1-"


def test_trouble_of_whoever_listens_ends_the_conversation() -> None:
    def fail(info: SearchInfo) -> None:
        raise ZeroDivisionError

    with nothing_left(), UhpEngine(THINKER, timeouts=QUICK) as engine:
        with pytest.raises(ZeroDivisionError):
            engine.search(Position(), Limit(), fail)
        assert engine.search(Position(), Limit(depth=1)).move in Position().legal_moves


@pytest.mark.parametrize(
    ("answer", "error", "message"),
    [
        ("< err out of memory\n< ok\n", EngineIllegalMove, "answered 'err out of memory'"),
        ("< info depth 1 pv wA1\n", EngineStalled, "does not answer 'analyze'"),
    ],
)
def test_an_analysis_without_a_good_end(
    tmp_path: Path, answer: str, error: type[Exception], message: str
) -> None:
    path = script(tmp_path, GREETING + "> analyze\n" + answer)
    with (
        nothing_left(),
        UhpEngine([*PEER, str(path)], timeouts=IMPATIENT) as engine,
        pytest.raises(error, match=message),
    ):
        engine.search(Position(), Limit())
