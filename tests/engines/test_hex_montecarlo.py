"""The engine `montecarlo` of Hex: its number of playouts, and that they tend to what brute force finds."""

import math
from itertools import combinations

import pytest

from hexapoda._core.hex import MonteCarloSearch, black_wins
from hexapoda.engine import Limit
from hexapoda.engines.hex.bruteforce import BruteForceEngine
from hexapoda.engines.hex.montecarlo import MonteCarloEngine, playouts_per_cell
from hexapoda.hex import Position
from tests.engines.test_hex_bruteforce import cell_of, plain_sums, position_of, random_position
from tests.oracle import hex_scoring

FOREVER = float("inf")


def cells(
    position: Position, count: int, threads: int = 1
) -> list[tuple[tuple[int, int], int, int, float, float]]:
    """Cell, deals, wins, and both sums of quality."""
    search = MonteCarloSearch(position, count, 7)
    search.run(FOREVER, threads)
    assert search.complete
    assert search.deals == count
    return [(cell_of(move), deals, wins, own, other) for move, deals, wins, own, other in search.cells()]


@pytest.mark.parametrize(
    ("cells_of_board", "free", "wanted"),
    [(49, 49, 743), (49, 42, 1225), (49, 10, 100), (81, 81, 959), (81, 70, 2025), (9, 9, 180)],
)
def test_the_number_of_playouts_is_the_coursework_programs(
    cells_of_board: int, free: int, wanted: int
) -> None:
    assert playouts_per_cell(cells_of_board, free, 25) == wanted


def test_all_of_them_are_made() -> None:
    info = MonteCarloEngine(seed=1).search(Position("7x7"), Limit()).info
    assert info.nodes == 49 * playouts_per_cell(49, 49, 25)
    thorough = MonteCarloEngine(seed=1, factor=50).search(Position("7x7"), Limit()).info
    assert info.nodes is not None and thorough.nodes is not None and thorough.nodes > 1.9 * info.nodes


@pytest.mark.parametrize(
    ("variant", "plies", "seed"), [("3x3", 0, 0), ("3x4", 0, 0), ("4x3", 3, 2), ("3x3", 1, 5)]
)
def test_it_tends_to_brute_force(variant: str, plies: int, seed: int) -> None:
    position = random_position(variant, plies, seed)
    wanted = plain_sums(position)
    each = 40_000
    for cell, deals, wins, own, other in cells(position, each * len(wanted)):
        total, fillings = wanted[cell]
        assert deals == each
        # No filling of these boards has a quality above 2: five standard errors.
        assert (own - other) / deals == pytest.approx(total / fillings, abs=5 * 2 / math.sqrt(each))
        assert 0 <= wins <= deals


def test_quality_goes_to_the_winner() -> None:
    position = position_of("3x3", "a1 b2")
    found = {cell: (deals, wins, own, other) for cell, deals, wins, own, other in cells(position, 7 * 20_000)}
    black, white = set(position.stones(0)), set(position.stones(1))
    free = [cell_of(move) for move in position.legal_moves]
    rest = [cell for cell in free if cell != (1, 0)]
    exact = []
    for chosen in combinations(rest, len(rest) // 2):
        exact.append(
            hex_scoring.quality(black | {(1, 0)} | set(chosen), white | (set(rest) - set(chosen)), 3, 3)
        )
    deals, wins, own, other = found[1, 0]
    assert wins / deals == pytest.approx(sum(winner == 0 for winner, _ in exact) / len(exact), abs=0.02)
    assert own / deals == pytest.approx(
        float(sum(q for winner, q in exact if winner == 0)) / len(exact), abs=0.02
    )
    assert other / deals == pytest.approx(
        float(sum(q for winner, q in exact if winner)) / len(exact), abs=0.02
    )


def test_threads_make_no_difference() -> None:
    position = random_position("7x7", 6, 2)
    one, three = cells(position, 20_000), cells(position, 20_000, threads=3)
    assert [told[:3] for told in one] == [told[:3] for told in three]
    assert [told[3] for told in one] == pytest.approx([told[3] for told in three])


def test_it_tells_its_chance_of_winning() -> None:
    ahead = position_of("5x5", "c3 a1 c2 a2")
    assert MonteCarloEngine(seed=1).search(ahead, Limit()).info.score > 50  # type: ignore[operator]
    behind = Position.from_stones("5x5", [(0, 0), (1, 0), (0, 1)], [(1, 2), (2, 2), (3, 1)], color_to_move=0)
    assert MonteCarloEngine(seed=1, bruteforce=0).search(behind, Limit()).info.score < -20  # type: ignore[operator]


def test_near_the_end_it_tries_everything() -> None:
    position = random_position("5x5", 7, 3)
    forced = MonteCarloEngine(seed=1).search(position, Limit()).info
    assert forced.nodes == math.comb(18, 9)
    assert forced.pv == BruteForceEngine(seed=1).search(position, Limit()).info.pv
    assert MonteCarloEngine(seed=1, bruteforce=18).search(position, Limit()).info.nodes != forced.nodes


def test_a_win_at_once_comes_first() -> None:
    result = MonteCarloEngine(seed=1, bruteforce=0).search(position_of("3x3", "b1 a3 b2 c3"), Limit())
    assert (str(result.move), result.info.win_in) == ("b3", 1)


@pytest.mark.parametrize("nodes", [1, 10, 48, 1000])
def test_nodes_bound_the_playouts(nodes: int) -> None:
    assert MonteCarloEngine(seed=1).search(Position("7x7"), Limit(nodes=nodes)).info.nodes == nodes


def test_it_swaps_what_it_would_not_face() -> None:
    strong, weak = position_of("5x5", "c3", "pieces"), position_of("5x5", "a1", "pieces")
    assert str(MonteCarloEngine(seed=1).search(strong, Limit()).move) == "swap-pieces"
    assert MonteCarloEngine(seed=1).search(weak, Limit()).move.kind.value == "place"


@pytest.mark.parametrize("variant", ["2x2", "3x3", "3x2"])
@pytest.mark.parametrize("moves", ["", "a1"])
def test_every_deal_is_as_likely(variant: str, moves: str) -> None:
    position = position_of(variant, moves)
    columns, rows = position.columns, position.rows
    black, white = set(position.stones(0)), set(position.stones(1))
    free = [cell_of(move) for move in position.legal_moves]
    winners = []
    for chosen in combinations(free, (len(free) + 1) // 2):
        rest, mine = set(free) - set(chosen), set(chosen)
        full = (black | mine, white | rest) if position.color_to_move == 0 else (black | rest, white | mine)
        winners.append(hex_scoring.quality(*full, columns, rows)[0])
    share = black_wins(position, 40_000, seed=3) / 40_000
    assert share == pytest.approx(winners.count(0) / len(winners), abs=0.0125)


def test_bridges_are_saved() -> None:
    # From the top to c2, to b4, to the bottom: three bridges. A move can break two others at once.
    position = Position.from_stones("5x5", [(2, 1), (1, 3)], [(0, 0), (0, 1)], color_to_move=1)
    assert black_wins(position, 2000, bridges=True, seed=1) > 1960
    assert black_wins(position, 2000, bridges=False, seed=1) < 1700
