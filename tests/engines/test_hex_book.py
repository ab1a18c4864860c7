"""The opening book of Hex: the first stone and the swap, and where it keeps silent."""

from __future__ import annotations

import pytest

from hexapoda.engine import Limit
from hexapoda.engines.hex.rave import RaveEngine
from hexapoda.hex import Position
from hexapoda.hex.cell import format_cell, parse_cell, rotated
from hexapoda.hex.openings import first_stones, is_even
from hexapoda.registry import parse_engine
from tests.engines.test_hex_bruteforce import position_of

FEW = Limit(nodes=30)


def engine(**options: object) -> RaveEngine:
    return RaveEngine(**{"table_size": 1, "seed": 1, **options})  # type: ignore[arg-type]


@pytest.mark.parametrize("board", ["9x9", "11x11", "14x14"])
@pytest.mark.parametrize("rule", ["pieces", "sides"])
def test_a_stone_that_may_be_swapped_is_an_even_one(board: str, rule: str) -> None:
    found = first_stones(board)
    results = [engine(seed=seed).search(Position(board, swap=rule), FEW) for seed in range(40)]  # type: ignore[arg-type]
    cells = {result.move.cell for result in results}
    assert len(cells) > 3 and all(cell is not None and is_even(found[cell]) for cell in cells)
    assert all(result.info.depth is result.info.nodes is None for result in results)
    assert all(0.48 < (result.info.win_probability or 0) <= 0.5 for result in results)


@pytest.mark.parametrize("board", ["5x5", "8x8", "11x11"])
def test_it_swaps_just_what_wins(board: str) -> None:
    for cell, chances in first_stones(board).items():
        position = position_of(board, format_cell(cell), "pieces")
        result = engine(without="advice").search(position, FEW)
        assert (str(result.move) == "swap-pieces") == (chances > 0.5)
        if chances > 0.5:
            assert result.info.win_probability == pytest.approx(chances)
        else:
            assert result.info.nodes


def test_without_a_swap_it_begins_with_the_best_stone() -> None:
    assert str(engine().search(Position("7x7"), FEW).move) == "d4"
    for board in ("9x9", "11x11"):
        found = first_stones(board)
        result = engine().search(Position(board), FEW)
        cell = result.move.cell
        assert cell is not None
        assert found[cell] == max(found.values()) == result.info.win_probability
        assert result.info.score == pytest.approx(200 * found[cell] - 100)


def test_on_solved_boards_nothing_is_even_and_the_rule_of_thumb_plays() -> None:
    texts = {str(engine(seed=seed).search(Position("7x7", swap="pieces"), FEW).move) for seed in range(20)}
    assert texts == {"a6", "g2"}


def test_it_is_silent_elsewhere() -> None:
    for position in (
        Position("12x12"),
        Position("9x11"),
        position_of("11x11", "f6"),
        position_of("11x11", "f6 a1"),
        Position.from_stones("11x11", [parse_cell("a1")], [parse_cell("k11")]),
        Position.from_text("11x11 swap=pieces a10 swap-pieces"),
    ):
        assert engine(without="advice").search(position, FEW).info.nodes


def test_it_can_be_switched_off_and_is_not_for_low_levels_or_several_lines() -> None:
    for text in ("rave:book=false", "rave:level=9", "rave:multipv=2"):
        player = parse_engine(f"{text},table_size=1", "hex").create()
        assert player.search(Position("11x11"), FEW).info.nodes
    cell = next(cell for cell, chances in first_stones("11x11").items() if 0.5 < chances < 0.51)
    for turned in (cell, rotated(cell, 11, 11)):
        position = position_of("11x11", format_cell(turned), "sides")
        assert str(engine().search(position, FEW).move) == "swap-sides"
        assert engine(book=False, without="advice").search(position, FEW).info.nodes
