"""What every engine of Hex promises, checked for each of them on boards that all of them can play."""

import random
import threading

import pytest

from hexapoda.engine import Engine, Limit, SearchInfo
from hexapoda.engines.hex.montecarlo import MonteCarloEngine
from hexapoda.errors import EngineError
from hexapoda.hex import Position
from hexapoda.registry import EngineSpec, default_engine, engines
from tests.engines.test_hex_bruteforce import position_of

SPECS = engines("hex")
BOARDS = [
    ("4x4", "off"),
    ("4x4", "pieces"),
    ("5x3", "sides"),
    ("1x1", "off"),
    ("1x5", "off"),
    ("2x9", "sides"),
]


@pytest.fixture(params=SPECS, ids=[spec.name for spec in SPECS])
def spec(request: pytest.FixtureRequest) -> EngineSpec:
    assert isinstance(request.param, EngineSpec)
    return request.param


@pytest.fixture
def engine(spec: EngineSpec) -> Engine:
    small = {"table_size": 1} if spec.name == "rave" else {}
    return spec.create(**small)


def test_it_says_who_it_is(spec: EngineSpec, engine: Engine) -> None:
    assert engine.name == spec.name
    assert spec.summary.endswith(".")
    assert all(option.summary for option in spec.options)


def test_the_strong_one_is_the_default() -> None:
    assert default_engine("hex") == "rave"


def test_an_estimate_of_winning_is_told_by_those_that_make_one(spec: EngineSpec, engine: Engine) -> None:
    # Boards so small that `montecarlo` tries all fillings; below is one where it estimates.
    for position in (position_of("4x4", "", "off"), position_of("4x4", "b2", "sides")):
        info = engine.search(position, Limit(nodes=50)).info
        if spec.name in (
            "random",
            "bruteforce",
            "montecarlo",
        ):
            assert info.win_probability is None
        else:
            assert info.win_probability is not None and info.score is not None
            assert info.win_probability == pytest.approx((info.score + 100) / 200, abs=1e-4)
    flat = MonteCarloEngine(seed=1).search(position_of("7x7", "d4", "sides"), Limit(nodes=5000)).info
    assert flat.win_probability is not None and flat.score is not None
    assert flat.win_probability == pytest.approx((flat.score + 100) / 200, abs=1e-4)


@pytest.mark.parametrize(("board", "rule"), BOARDS)
def test_it_plays_legal_games(engine: Engine, board: str, rule: str) -> None:
    choose = random.Random(board)
    for _ in range(2):
        position = position_of(board, "", rule)
        engine.new_game()
        while position.outcome() is None:
            before = position.text(), position.key, position.ply
            result = engine.search(position, Limit(nodes=200))
            assert (position.text(), position.key, position.ply) == before
            assert result.move in position.legal_moves
            assert result.info.pv[0] == result.move
            # Half of the plies at random, so that it meets positions it would not have steered for.
            position.push(result.move if position.ply % 2 else choose.choice(list(position.legal_moves)))


@pytest.mark.parametrize("limit", [Limit(), Limit(time=0), Limit(time=0.2), Limit(depth=1), Limit(nodes=1)])
def test_it_takes_every_limit(engine: Engine, limit: Limit) -> None:
    timed = limit.time is not None
    position = Position("8x8" if timed and engine.name != "bruteforce" else "5x5")
    # Some could think for ever, which a bound on time must end by itself.
    alarm = threading.Timer(20 if timed else 0.2, engine.stop)
    alarm.start()
    heard: list[SearchInfo] = []
    result = engine.search(position, limit, heard.append)
    assert alarm.is_alive() or not timed
    alarm.cancel()
    assert result.move in position.legal_moves
    assert heard[-1] == result.info


def test_it_plays_on_a_position_that_was_set_up(engine: Engine) -> None:
    position = Position.from_stones("4x4", [(1, 1), (2, 2), (0, 0)], [(3, 0)], color_to_move=0)
    assert engine.search(position, Limit(nodes=500)).move in position.legal_moves


def test_a_finished_game_has_no_move(engine: Engine) -> None:
    with pytest.raises(EngineError, match="the game is over"):
        engine.search(position_of("3x3", "b1 a1 b2 a2 b3"), Limit(time=1))


def test_the_same_seed_plays_the_same_game(spec: EngineSpec) -> None:
    def game(seed: int, board: str = "5x5") -> list[str]:
        engine, position = spec.create(seed=seed), Position(board)
        engine.new_game()
        for _ in range(5):
            position.push(engine.search(position, Limit(nodes=100)).move)
        return [str(move) for move in position.moves]

    assert game(7) == game(7)
    if spec.name != "bruteforce":  # in which chance decides between equals alone
        assert len({tuple(game(seed, "8x8")) for seed in range(8)}) > 2


def test_a_seeded_choice_does_not_depend_on_what_was_asked_before(spec: EngineSpec) -> None:
    engine = spec.create(seed=7)
    first = engine.search(Position("4x4"), Limit(nodes=100)).move
    engine.search(position_of("4x4", "a1"), Limit(nodes=100))
    engine.new_game()
    assert engine.search(Position("4x4"), Limit(nodes=100)).move == first
