"""The engine `bruteforce` of Hex: its sums are those of the plain scoring, and it knows when it cannot."""

import math
import random

import pytest

from hexapoda._core.hex import BruteForceSearch, deals_of
from hexapoda.engine import Limit, SearchInfo
from hexapoda.engines.hex.bruteforce import BruteForceEngine
from hexapoda.errors import EngineError
from hexapoda.hex import Move, Position
from tests.oracle import hex_scoring

FOREVER = float("inf")
ALL = 2**62


def position_of(variant: str, moves: str = "", swap: str = "off") -> Position:
    """The position after some moves."""
    position = Position(variant, swap=swap)  # type: ignore[arg-type]
    for text in moves.split():
        position.push(position.parse_move(text))
    return position


def random_position(variant: str, plies: int, seed: int) -> Position:
    """A position by random moves in which nobody has won."""
    choose = random.Random(seed)
    while True:
        position = Position(variant)
        for _ in range(plies):
            if position.outcome() is None:
                position.push(choose.choice(list(position.legal_moves)))
        if position.outcome() is None:
            return position


def cell_of(move: Move) -> tuple[int, int]:
    """The cell of a stone."""
    assert move.cell is not None
    return move.cell


def sums(position: Position, threads: int = 1) -> dict[tuple[int, int], tuple[float, int]]:
    """What the core adds up."""
    search = BruteForceSearch(position)
    search.run(FOREVER, ALL, threads)
    assert search.complete
    return {cell_of(move): (total, deals) for move, total, deals in search.cells()}


def plain_sums(position: Position) -> dict[tuple[int, int], tuple[float, int]]:
    """What the plain scoring adds up."""
    found = hex_scoring.brute_force(
        set(position.stones(0)),
        set(position.stones(1)),
        position.color_to_move,
        position.columns,
        position.rows,
    )
    return {cell: (float(total), count) for cell, (total, count) in found.items()}


CASES = [
    ("3x3", 0, 0),
    ("3x4", 0, 0),
    ("4x3", 0, 0),
    *(("3x3", plies, seed) for plies in (1, 2, 3) for seed in range(4)),
    *((variant, plies, seed) for variant in ("3x4", "5x3") for plies in (3, 6) for seed in range(4)),
    ("4x4", 4, 1),
]


@pytest.mark.parametrize(("variant", "plies", "seed"), CASES)
def test_the_sums_are_those_of_the_plain_scoring(variant: str, plies: int, seed: int) -> None:
    position = random_position(variant, plies, seed)
    found, wanted = sums(position), plain_sums(position)
    assert found.keys() == wanted.keys()
    for cell, (total, deals) in wanted.items():
        assert found[cell][1] == deals
        assert math.isclose(found[cell][0], total, rel_tol=1e-9, abs_tol=1e-9)


@pytest.mark.parametrize(("variant", "plies", "seed"), CASES[:10])
def test_it_plays_a_cell_of_the_highest_sum(variant: str, plies: int, seed: int) -> None:
    position = random_position(variant, plies, seed)
    info = BruteForceEngine(seed=seed).search(position, Limit()).info
    if info.win_in != 1:
        wanted = plain_sums(position)
        best = max(total for total, _ in wanted.values())
        assert math.isclose(wanted[cell_of(info.pv[0])][0], best, rel_tol=1e-6, abs_tol=1e-6)


def test_a_win_at_once_comes_first() -> None:
    position = position_of("3x3", "b1 a3 b2 c3")
    result = BruteForceEngine(seed=1).search(position, Limit())
    assert (str(result.move), result.info.win_in) == ("b3", 1)


def test_the_seed_decides_between_cells_that_score_the_same() -> None:
    moves = {str(BruteForceEngine(seed=seed).search(Position("4x4"), Limit()).move) for seed in range(12)}
    assert moves == {"c2", "b3"}


def test_threads_make_no_difference() -> None:
    position = random_position("5x5", 7, 3)
    one, three = sums(position), sums(position, threads=3)
    assert {cell: deals for cell, (_, deals) in one.items()} == {
        cell: deals for cell, (_, deals) in three.items()
    }
    for cell, (total, _) in one.items():
        assert math.isclose(three[cell][0], total, rel_tol=1e-9)


def test_what_is_cut_short_is_a_sample() -> None:
    position = random_position("5x5", 4, 1)
    heard: list[SearchInfo] = []
    result = BruteForceEngine(seed=1).search(position, Limit(nodes=40_000), heard.append)
    assert result.info.nodes is not None and 40_000 <= result.info.nodes < 42_000
    assert result.info.depth == 0
    assert heard[-1] == result.info
    whole = {cell: total / deals for cell, (total, deals) in sums(position).items()}
    ranked = sorted(whole, key=lambda cell: -whole[cell])
    assert cell_of(result.move) in ranked[:4]


def test_it_refuses_what_would_never_end() -> None:
    with pytest.raises(EngineError, match=r"49 free cells in 6\.3e\+13 ways, .* about .* days.*fillings=N"):
        BruteForceEngine().search(Position("7x7"), Limit(time=1))
    with pytest.raises(EngineError, match="16 free cells"):
        BruteForceEngine(fillings=12_000).search(Position("4x4"), Limit())
    assert BruteForceEngine(fillings=13_000).search(Position("4x4"), Limit()).info.nodes == 12_870
    assert deals_of(25) == math.comb(25, 13)


def test_it_swaps_what_it_would_not_face() -> None:
    assert (
        str(BruteForceEngine(seed=1).search(position_of("3x3", "b2", "pieces"), Limit()).move)
        == "swap-pieces"
    )
    assert (
        str(BruteForceEngine(seed=1).search(position_of("4x3", "b2", "sides"), Limit()).move) == "swap-sides"
    )
    assert (
        str(BruteForceEngine(seed=1).search(position_of("3x3", "a1", "pieces"), Limit()).move)
        != "swap-pieces"
    )
