"""External UHP engines as engines like any other: what they are told, and how their answers are read."""

import itertools
import random
from dataclasses import replace
from pathlib import Path

import pytest

from hexapoda.engine import Limit, SearchInfo
from hexapoda.errors import EngineCrashed, EngineError, EngineStalled, UsageError
from hexapoda.hive import PASS, VARIANTS, Position
from hexapoda.protocols.uhp.client import UhpEngine
from tests.protocols.fake_uhp import FAKE, OURS, PEER, QUICK, fake, nothing_left

ONLY_A_PASS = (
    "Base;InProgress;White[7];wA1;bS1 wA1-;wQ -wA1;bQ bS1/;wQ \\wA1;bA1 bS1\\;wQ -wA1;bA2 bQ\\;"
    "wQ \\wA1;bA1 \\wQ;wG1 /wQ;bA2 /wG1"
)
WHITE_HAS_WON = (
    "Base;WhiteWins;Black[8];wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wG1 -wQ;bG1 \\bQ;wG1 bQ\\;bG2 bQ/;"
    "wA1 wQ\\;bA1 bG2/;wA1 bG2\\;bA1 \\bG2;wQ \\wS1;bA1 bG2/;wQ /bG1"
)
ONE_PLY = Limit(depth=1)


def random_position(variant: str, plies: int, seed: int) -> Position:
    dice = random.Random(seed)
    position = Position(variant)
    while position.ply < plies and position.outcome() is None:
        position.push(dice.choice(list(position.legal_moves)))
    return position


@pytest.mark.parametrize("modes", [(), ("full",), ("n",), ("z",), ("chatty",), ("no-greeting",), ("deaf",)])
def test_it_plays_games_with_all_kinds_of_engines(modes: tuple[str, ...]) -> None:
    quick = type(QUICK)(start=30, silence=1, answer=3, unclocked=30, quit=1)
    with fake(*modes, timeouts=quick) as engine:
        assert engine.identity.name == "fake-random 1.0"
        assert engine.identity.expansions == "MLP"
        for variant in ("Base+MLP", "Base"):
            engine.new_game()
            position = Position(variant)
            for _ in range(14):
                if position.outcome() is not None:
                    break
                before = position.text(), position.moves
                result = engine.search(position, ONE_PLY)
                assert (position.text(), position.moves) == before
                assert result.move in position.legal_moves
                assert result.info.pv == (result.move,)
                position.push(result.move)


@pytest.mark.parametrize("mode", ["full", "n", "z"])
def test_moves_are_compared_by_cell(mode: str) -> None:
    with fake(mode) as engine:
        for variant, seed in itertools.product(VARIANTS, range(3)):
            position = random_position(variant, 20 + 10 * seed, seed)
            if position.outcome() is None:
                texts = engine.valid_moves(position)
                assert {position.parse_move(text) for text in texts} == set(position.legal_moves), variant
                assert engine.search(position, ONE_PLY).move in position.legal_moves, variant


def test_it_stays_in_step_wherever_the_position_goes() -> None:
    dice = random.Random(4)
    with fake("n") as engine:
        position = Position("Base+P")
        for _ in range(80):
            step = dice.random()
            if step < 0.3 and position.ply:
                for _ in range(min(dice.randrange(1, 8), position.ply)):
                    position.pop()
            elif step < 0.35:
                position = random_position(dice.choice(VARIANTS), dice.randrange(30), dice.randrange(99))
            if position.outcome() is not None:
                position.pop()
            legal = set(position.legal_moves)
            assert {position.parse_move(text) for text in engine.valid_moves(position)} == legal
            position.push(dice.choice(list(position.legal_moves)))
            if position.outcome() is not None:
                position.pop()


def test_it_passes_when_it_must() -> None:
    with fake() as engine:
        position = Position.from_game_string(ONLY_A_PASS)
        assert engine.search(position, ONE_PLY).move == PASS
        assert engine.valid_moves(position) == ["pass"]


def test_a_finished_game_is_never_shown_to_an_engine() -> None:
    with fake("n") as engine:
        process = engine.pid
        with pytest.raises(EngineError, match="the game is over"):
            engine.search(Position.from_game_string(WHITE_HAS_WON), ONE_PLY)
        assert engine.search(Position(), ONE_PLY).move in Position().legal_moves
        assert engine.pid == process


def test_plain_uhp_has_whole_seconds_and_no_nodes(tmp_path: Path) -> None:
    log = tmp_path / "logs" / "talk.log"
    with fake(log=log) as engine:
        assert engine.min_time == 1
        for limit, message in (
            (Limit(nodes=100), "plain UHP, which has no node limit: expected a time or a depth"),
            (Limit(time=0.5), "whole seconds only: 0.5 s is too short, expected 1 s or more"),
            (Limit(time=0), "0 s is too short"),
            (Limit(), "takes one limit for a search, not none"),
            (Limit(time=2, depth=3), "takes one limit for a search, not time and depth"),
        ):
            with pytest.raises(UsageError, match=message):
                engine.search(Position(), limit)
            with pytest.raises(UsageError, match=message):
                engine.check_limit(limit)
        heard: list[SearchInfo] = []
        for limit in (Limit(time=1), Limit(time=3725.9), Limit(depth=4)):
            result = engine.search(Position(), limit, heard.append)
            assert heard[-1] == result.info
    sent = [line.split(" > ")[1] for line in log.read_text().splitlines() if " > " in line]
    assert [text for text in sent if text.startswith("bestmove")] == [
        "bestmove time 00:00:01",
        "bestmove time 01:02:05",
        "bestmove depth 4",
    ]
    assert sent[-1] == "exit"


def test_our_own_server_takes_what_the_extension_adds(tmp_path: Path) -> None:
    log = tmp_path / "talk.log"
    with UhpEngine([*OURS, "random:seed=1"], log=log, timeouts=QUICK) as engine:
        assert (engine.name, engine.min_time) == ("hexapoda-random 0.1.0", 0.001)
        assert [option.name for option in engine.options] == ["seed"]
        for limit in (Limit(nodes=50), Limit(time=0.25), Limit(time=0), Limit(time=61.0015)):
            engine.search(Position("Base+ML"), limit)
        free = Position(opening="free", repetition=False)
        texts = engine.valid_moves(free)
        assert {free.parse_move(text) for text in texts} == set(free.legal_moves)
        assert not engine.notes
    text = log.read_text()
    for words in (
        "> analyze nodes 50\n",
        "> analyze time 00:00:00.250\n",
        "> analyze time 00:00:00.000\n",
        "> analyze time 00:01:01.001\n",
        "> options set TournamentOpening False\n",
        "> options set Repetition False\n",
    ):
        assert words in text


def test_an_engine_without_our_rules_gets_a_note(tmp_path: Path) -> None:
    log = tmp_path / "talk.log"
    with fake(log=log) as engine:
        engine.search(Position(), ONE_PLY)
        assert not engine.notes
        engine.search(Position(opening="free", repetition=False), ONE_PLY)
        assert engine.notes == (
            "engine 'fake' has no option TournamentOpening: it may refuse a queen on a player's first turn",
            "engine 'fake' has no option Repetition: it may treat a third occurrence as a draw",
        )
    assert engine.notes[0] in log.read_text()


def test_options_are_set_and_checked() -> None:
    for name in ("Seed", "seed"):
        position = random_position("Base+MLP", 9, 1)
        with (
            nothing_left(),
            UhpEngine([*OURS, "random"], options={name: "7"}, timeouts=QUICK) as engine,
            UhpEngine([*OURS, "random:seed=7"], timeouts=QUICK) as other,
        ):
            assert engine.search(position, ONE_PLY).move == other.search(position, ONE_PLY).move
    for options, message in (
        ({"sede": 7}, "has no option 'sede': did you mean 'seed'?"),
        ({"Seed": "x"}, "option 'seed' must be an integer from -1 to 2147483647, not 'x'"),
    ):
        with nothing_left(), pytest.raises(UsageError, match=message):
            UhpEngine([*OURS, "random"], options=options, timeouts=QUICK)


def test_what_uhp_cannot_say() -> None:
    text = random_position("Base", 12, 3).text()
    with fake() as engine:
        with pytest.raises(UsageError, match="cannot express a position without the moves that led to it"):
            engine.search(Position.from_text(text), ONE_PLY)
        assert engine.search(Position(), ONE_PLY).move in Position().legal_moves


def script(folder: Path, text: str) -> Path:
    path = folder / "script.txt"
    path.write_text(text, encoding="utf-8")
    return path


GREETING = (
    "< id peer 2\n< Mosquito;Pillbug\n< ok\n> options\n< err none\n< ok\n> extensions\n< err what\n< ok\n"
)


def test_the_very_lines_that_are_sent(tmp_path: Path) -> None:
    path = script(
        tmp_path,
        GREETING
        + """\
> newgame Base+M
< Base+M;NotStarted;White[1]
< ok
> bestmove depth 2
< wS1
< ok
> play wS1
< Base+M;InProgress;Black[1];wS1
< ok
> play bA1 wS1-
< Base+M;InProgress;White[2];wS1;bA1 wS1-
< ok
> bestmove time 00:00:02
< wQ /wS1
< ok
> undo 1
< Base+M;InProgress;Black[1];wS1
< ok
> play bG1 wS1-
< Base+M;InProgress;White[2];wS1;bG1 wS1-
< ok
> bestmove depth 2
< wQ \\wS1
< ok
> newgame Base+M;InProgress;White[2];wS1;bG1 wS1-
< Base+M;InProgress;White[2];wS1;bG1 wS1-
< ok
> bestmove depth 2
< wQ \\wS1
< ok
> exit
""",
    )
    position = Position("Base+M")
    with nothing_left():
        engine = UhpEngine([*PEER, str(path)], timeouts=replace(QUICK, quit=20))
        assert (engine.name, engine.identity.expansions) == ("peer 2", "MP")
        position.push(engine.search(position, Limit(depth=2)).move)
        position.push(position.parse_move("bA1 wS1-"))
        assert position.format_move(engine.search(position, Limit(time=2)).move) == "wQ /wS1"
        position.pop()
        position.push(position.parse_move("bG1 wS1-"))
        engine.search(position, Limit(depth=2))
        engine.new_game()
        engine.search(position, Limit(depth=2))
        with pytest.raises(UsageError, match=r"does not play Base\+ML"):
            engine.search(Position("Base+ML"), Limit(depth=2))
        connection = engine._connection
        assert connection is not None
        engine.close()
        assert connection.process._process.returncode == 0


def test_it_begins_the_game_anew_when_a_step_is_refused(tmp_path: Path) -> None:
    path = script(
        tmp_path,
        GREETING
        + """\
> newgame Base
< Base;NotStarted;White[1]
< ok
> bestmove depth 1
< wS1
< ok
> play wS1
< err busy
< ok
> newgame Base;InProgress;Black[1];wS1
< Base;InProgress;Black[1];wS1
< ok
> bestmove depth 1
< bS1 -wS1
< ok
""",
    )
    position = Position()
    with UhpEngine([*PEER, str(path)], timeouts=QUICK) as engine:
        position.push(engine.search(position, ONE_PLY).move)
        assert position.format_move(engine.search(position, ONE_PLY).move) == "bS1 -wS1"


def test_a_slow_greeting_is_not_taken_for_an_answer(tmp_path: Path) -> None:
    """It was asked for `info`, being silent for too long; then it greets and answers as well."""
    path = script(
        tmp_path,
        """\
> info
< id peer 2
<
< ok
> newgame Base
< id peer 2
<
< ok
< Base;NotStarted;White[1]
< ok
> options
< Level;int;3;3;1;5
< ok
> extensions
< err
< ok
""",
    )
    impatient = type(QUICK)(start=20, silence=0.2, quit=0.3)
    with UhpEngine([*PEER, str(path)], timeouts=impatient) as engine:
        assert [option.name for option in engine.options] == ["level"]


def test_programs_that_are_no_uhp_engines(tmp_path: Path) -> None:
    with nothing_left():
        with pytest.raises(EngineCrashed, match=r"cannot be started: '.*nowhere': no such file or directory"):
            UhpEngine([str(tmp_path / "nowhere")])
        with pytest.raises(EngineCrashed, match="ended with exit status 0"):
            UhpEngine(["true"], timeouts=QUICK)
        impatient = type(QUICK)(start=0.5, silence=0.2, quit=0.2)
        with pytest.raises(EngineStalled, match="does not answer 'info'"):
            UhpEngine(["cat"], timeouts=impatient)
        with pytest.raises(EngineError, match="cannot write the log"):
            UhpEngine([*FAKE], log=tmp_path)
        path = script(tmp_path, "< hello\n< ok\n> info\n< hello\n< ok\n")
        with pytest.raises(EngineError, match="not a UHP engine: it greets with 'hello', expected 'id NAME'"):
            UhpEngine([*PEER, str(path)], timeouts=QUICK)
