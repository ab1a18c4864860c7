"""The engine `classic`: its evaluation and search against plain second writings, its levels, its openings."""

import random

import pytest

from hexapoda._core import StopToken
from hexapoda._core.hive import ClassicSearch, classic_evaluate
from hexapoda.engine import Limit, SearchInfo
from hexapoda.engines.hive.classic import ClassicEngine
from hexapoda.hive import VARIANTS, Bug, Position
from tests.engines import classic_reference
from tests.engines.test_greedy import WIN_IN_ONE

FOREVER = float("inf")


def midgame(variant: str, plies: int, seed: object) -> Position:
    """A position by random moves that is not over."""
    choose = random.Random(f"{variant} {plies} {seed}")
    while True:
        position = Position(variant)
        while position.ply < plies and position.outcome() is None:
            position.push(choose.choice(list(position.legal_moves)))
        if position.outcome() is None:
            return position


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_evaluation_is_the_formula(variant: str) -> None:
    choose = random.Random(f"classic {variant}")
    position = Position(variant)
    seen = set()
    while position.outcome() is None and position.ply < 80:
        if position.ply < 12 or position.ply % 4 == 1:
            value = classic_evaluate(position)
            assert value == classic_reference.value(position), position.text()
            seen.add(value)
        position.push(choose.choice(list(position.legal_moves)))
    assert len(seen) > 8


def test_the_evaluation_of_a_small_position() -> None:
    # Two spiders and two queens in a row: only the queens at its ends can move, and before the fifth turn
    # that is worth 2.5 as with any piece.
    position = Position.from_game_string("Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-")
    assert classic_evaluate(position) == 0
    position.push(position.parse_move("wA1 -wQ"))
    # White has three pieces, of which the ant can move; Black two, of which the queen can.
    white, black = -round(250 * 3**1.1) + 250, -round(250 * 2**1.1) + 250
    assert classic_evaluate(position) == black - white


@pytest.mark.parametrize(("variant", "plies"), [("Base", 8), ("Base+MLP", 6), ("Base+P", 5), ("Base+LM", 7)])
def test_the_search_is_minimax(variant: str, plies: int) -> None:
    position = midgame("Base+ML" if variant == "Base+LM" else variant, plies, 1)
    core = ClassicSearch(position, 3)
    for depth in (1, 2):
        score, end, _, complete, _, line = core.iterate(depth, FOREVER, 2**62)
        assert complete
        assert end == 0
        assert score == classic_reference.search(position, depth)
        position.push(line[0])
        assert score == -classic_reference.search(position, depth - 1, 1)
        position.pop()


@pytest.mark.parametrize(("game", "answer"), WIN_IN_ONE)
def test_a_queen_with_five_neighbors_is_looked_at_one_ply_deeper(game: str, answer: str) -> None:
    position = Position.from_game_string(game)
    quiet = next(move for move in position.legal_moves if move != position.parse_move(answer))
    position.push(quiet)
    assert classic_reference.threatened(position)
    score, _, seldepth, complete, nodes, _ = ClassicSearch(position, 0).iterate(1, FOREVER, 2**62)
    assert complete
    assert seldepth == 2
    assert nodes > len(position.legal_moves)
    assert score == classic_reference.search(position, 1)


@pytest.mark.parametrize(("game", "answer"), WIN_IN_ONE)
@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_it_takes_a_win_at_once(game: str, answer: str, level: str) -> None:
    position = Position.from_game_string(game)
    heard: list[SearchInfo] = []
    result = ClassicEngine(level=level, seed=1).search(position, Limit(), heard.append)
    assert (result.info.win_in, result.info.score) == (1, (classic_reference.WIN - 1) / 100)
    assert len(heard) == 1, "nothing is looked at once a win is found"
    player = position.turn
    position.push(result.move)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winner == player


def test_it_sees_that_it_loses() -> None:
    position = Position.from_game_string(WIN_IN_ONE[0][0])
    for move in list(position.legal_moves):
        position.push(move)
        if position.outcome() is None:
            result = ClassicEngine(level="hard", seed=1).search(position, Limit(depth=2))
            if result.info.win_in is not None and result.info.win_in < 0:
                assert result.info.win_in == -2
                position.push(result.move)
                reply = ClassicEngine(level="easy", seed=1).search(position, Limit())
                assert reply.info.win_in == 1
                return
        position.pop()
    pytest.fail("no move of the position loses in two: take another one")


@pytest.mark.parametrize(("level", "depth"), [("easy", 1), ("medium", 2), ("hard", 4)])
def test_a_level_is_a_depth(level: str, depth: int) -> None:
    position = midgame("Base", 10, "level")
    heard: list[SearchInfo] = []
    result = ClassicEngine(level=level, seed=0).search(position, Limit(), heard.append)
    assert [info.depth for info in heard] == list(range(1, depth + 1))
    assert result.info == heard[-1]
    assert result.info.seldepth is not None
    assert depth <= result.info.seldepth <= depth + 1
    assert ClassicEngine(level=level, seed=0).search(position, Limit(depth=1)).info.depth == 1


@pytest.mark.parametrize("variant", ["Base", "Base+MLP"])
@pytest.mark.parametrize("opening", ["tournament", "free"])
def test_the_first_placements_are_few(variant: str, opening: str) -> None:
    bugs: tuple[set[Bug], set[Bug]] = (set(), set())
    for seed in range(24):
        position = Position(variant, opening=opening)  # type: ignore[arg-type]
        engine = ClassicEngine(level="easy", seed=seed)
        for _ in range(4):
            move = engine.search(position, Limit()).move
            assert move.piece is not None
            bugs[position.turn_number - 1].add(move.piece.bug)
            position.push(move)
    assert bugs[0] == {Bug.SPIDER, Bug.GRASSHOPPER, Bug.BEETLE}
    assert bugs[1] <= {Bug.ANT, Bug.GRASSHOPPER}


@pytest.mark.parametrize("nodes", [1, 2, 63, 64, 65, 500, 5000])
def test_nodes_are_counted_exactly(nodes: int) -> None:
    position = midgame("Base+MLP", 24, "nodes")
    results = [ClassicEngine(seed=5).search(position, Limit(nodes=nodes)) for _ in range(2)]
    assert results[0].info.nodes == nodes
    assert results[0].move == results[1].move
    assert results[0].info.pv == results[1].info.pv


def test_a_stopped_search_answers_with_what_it_has() -> None:
    position = midgame("Base+MLP", 24, "stop")
    engine = ClassicEngine(seed=5)
    result = engine.search(position, Limit(), lambda info: engine.stop())
    assert result.info.depth == 1
    token = StopToken()
    token.stop()
    core = ClassicSearch(position, 1)
    *_, complete, nodes, _ = core.iterate(4, FOREVER, 2**62, token)
    assert not complete
    assert nodes < 64


def test_a_seed_decides_between_equals_only() -> None:
    position = midgame("Base", 12, "seed")
    infos = [ClassicEngine(level="medium", seed=seed).search(position, Limit()).info for seed in range(6)]
    assert len({info.score for info in infos}) == 1
    first = [
        ClassicEngine(level="easy", seed=seed).search(Position("Base"), Limit()).move for seed in range(20)
    ]
    assert len(set(first)) == 3


def test_the_depth_has_bounds() -> None:
    core = ClassicSearch(Position(), 0)
    for depth in (0, 33):
        with pytest.raises(ValueError, match="1 to 32"):
            core.iterate(depth, FOREVER, 2**62)
