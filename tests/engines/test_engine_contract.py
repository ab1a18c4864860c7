"""What every registered engine promises, checked for each of them in every variant."""

import random
import threading
from pathlib import Path

import pytest

from hexapoda.engine import Engine, Limit, SearchInfo
from hexapoda.errors import EngineError
from hexapoda.hive import PASS, VARIANTS, Position
from hexapoda.registry import EngineSpec, engines, parse_engine

BOT = Path(__file__).parents[2] / "examples" / "bot.py"
OURS = engines("hive")
SPECS = [*OURS, parse_engine(f"{BOT}:Bot")]
SEEDED = [spec for spec in SPECS if "seed" in {option.name for option in spec.options}]

ONLY_A_PASS = (
    "Base;InProgress;White[7];wA1;bS1 wA1-;wQ -wA1;bQ bS1/;wQ \\wA1;bA1 bS1\\;wQ -wA1;bA2 bQ\\;"
    "wQ \\wA1;bA1 \\wQ;wG1 /wQ;bA2 /wG1"
)
WHITE_HAS_WON = (
    "Base;WhiteWins;Black[8];wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wG1 -wQ;bG1 \\bQ;wG1 bQ\\;bG2 bQ/;"
    "wA1 wQ\\;bA1 bG2/;wA1 bG2\\;bA1 \\bG2;wQ \\wS1;bA1 bG2/;wQ /bG1"
)


def class_name(spec: EngineSpec) -> str:
    return spec.target.rpartition(":")[2]


def each(specs: list[EngineSpec]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("spec", specs, ids=class_name)


@pytest.fixture(params=SPECS, ids=class_name)
def spec(request: pytest.FixtureRequest) -> EngineSpec:
    assert isinstance(request.param, EngineSpec)
    return request.param


@pytest.fixture
def engine(spec: EngineSpec) -> Engine:
    return spec.create()


def test_it_says_who_it_is(spec: EngineSpec, engine: Engine) -> None:
    assert engine.name
    assert spec.summary.endswith(".")
    for option in spec.options:
        assert option.summary


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_plays_legal_games(engine: Engine, variant: str) -> None:
    choose = random.Random(variant)
    position = Position(variant)
    engine.new_game()
    for _ in range(60):
        if position.outcome() is not None:
            break
        before = position.text(), position.key, position.ply
        result = engine.search(position, Limit(nodes=200))
        assert (position.text(), position.key, position.ply) == before, "a search must leave no trace"
        assert result.move in position.legal_moves
        assert result.info.pv[0] == result.move
        assert result.info.nodes is None or result.info.nodes >= 0
        assert result.info.time >= 0
        # Half of the plies at random, so that it meets positions it would not have steered for.
        position.push(result.move if position.ply % 2 else choose.choice(list(position.legal_moves)))


@pytest.mark.parametrize("limit", [Limit(), Limit(time=0), Limit(time=0.5), Limit(depth=1), Limit(nodes=1)])
def test_it_takes_every_limit(engine: Engine, limit: Limit) -> None:
    position = Position("Base+MLP")
    # Some could think for ever.
    alarm = threading.Timer(0.3, engine.stop)
    alarm.start()
    assert engine.search(position, limit).move in position.legal_moves
    alarm.cancel()


def test_it_passes_when_it_must(engine: Engine) -> None:
    assert engine.search(Position.from_game_string(ONLY_A_PASS), Limit(time=1)).move == PASS


def test_it_searches_positions_without_history(engine: Engine) -> None:
    position = Position.from_text(Position.from_game_string(ONLY_A_PASS).text())
    assert engine.search(position, Limit(time=1)).move == PASS


@each(OURS)
def test_the_last_that_is_heard_is_the_result(spec: EngineSpec) -> None:
    heard: list[SearchInfo] = []
    result = spec.create().search(Position(), Limit(depth=2), heard.append)
    assert heard[-1] == result.info


def test_it_is_closed_at_the_end_of_a_with_block(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[Engine] = []
    monkeypatch.setattr(type(engine), "close", lambda self: closed.append(self))
    with engine as entered:
        assert entered is engine and not closed
    assert closed == [engine]


def test_stop_without_a_search_does_nothing(engine: Engine) -> None:
    engine.stop()
    assert engine.search(Position(), Limit(nodes=1000)).move in Position().legal_moves


@each(OURS)
def test_a_finished_game_has_no_move(spec: EngineSpec) -> None:
    with pytest.raises(EngineError, match="the game is over"):
        spec.create().search(Position.from_game_string(WHITE_HAS_WON), Limit(time=1))


@each(SEEDED)
def test_the_same_seed_plays_the_same_game(spec: EngineSpec) -> None:
    def game(seed: int) -> list[str]:
        engine, position, texts = spec.create(seed=seed), Position("Base+MLP"), []
        engine.new_game()
        for _ in range(12):
            move = engine.search(position, Limit(nodes=100)).move
            texts.append(position.format_move(move))
            position.push(move)
        return texts

    assert game(7) == game(7)
    assert len({tuple(game(seed)) for seed in range(8)}) > 4


@each(SEEDED)
def test_a_seeded_choice_does_not_depend_on_what_was_asked_before(spec: EngineSpec) -> None:
    engine = spec.create(seed=7)
    first = engine.search(Position("Base+P"), Limit(nodes=100)).move
    engine.search(Position("Base"), Limit(nodes=100))
    engine.new_game()
    assert engine.search(Position("Base+P"), Limit(nodes=100)).move == first


@each(SEEDED)
def test_without_a_seed_games_differ(spec: EngineSpec) -> None:
    engine, moves = spec.create(), set()
    position = Position("Base+MLP")
    position.push(position.legal_moves[0])  # each answer has six equal places
    for _ in range(60):
        engine.new_game()
        moves.add(engine.search(position.copy(), Limit(nodes=100)).move)
    assert len(moves) > 1
