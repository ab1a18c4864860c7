"""The network of Hex: the core's numbers against a plain version of them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from hexapoda._core import hex as core
from hexapoda.engine import Limit
from hexapoda.engines.hex.rave import RaveEngine
from hexapoda.hex import Position
from hexapoda.hex.cell import Cell, mirrored, parse_cell
from hexapoda.hex.network import network_weights
from tests.engines.test_hex_bruteforce import random_position

CHANNELS = core.NETWORK_CHANNELS
FIRST, CONVOLUTION, POOL = (
    (7 * 4 + 1) * CHANNELS,
    (7 * CHANNELS + 1) * CHANNELS,
    (2 * CHANNELS + 1) * CHANNELS,
)
BLOCK, HEADS = 2 * CONVOLUTION + POOL + 2, CHANNELS + 1 + POOL + CHANNELS + 1
LEVELS = 127
"""The largest integer that stands for an input of a convolution in a block, and for a weight."""
AROUND = ((0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1))
"""What a convolution sees of a cell at (column, row), in the order of its weights."""


def some_weights(blocks: int, seed: int = 1) -> NDArray[Any]:
    chance = np.random.default_rng(seed)
    weights = chance.normal(0, 0.15, FIRST + blocks * BLOCK + HEADS).astype(np.float32)
    for block in range(blocks):
        begin = FIRST + block * BLOCK
        outputs = weights[begin : begin + CONVOLUTION].reshape(-1, CHANNELS)
        outputs[:, 3] = 0  # an output without weights
        outputs[:, 4:6] = 0
        outputs[: 5 * CHANNELS, 4] = 0.01  # rounded, two with the largest weights there are
        outputs[: 5 * CHANNELS, 5] = -0.01
        weights[begin + BLOCK - 2 : begin + BLOCK] = 1.5, 0.9  # the largest inputs; some inputs are larger
    return weights


def plain_look(
    weights: NDArray[Any],
    own: set[Cell],
    theirs: set[Cell],
    last: Cell | None,
    columns: int,
    rows: int,
) -> tuple[float, dict[Cell, float]]:
    """What the network says to the side that joins top and bottom, cell by cell."""
    place = 0

    def matrix(rows_in: int, out: int = CHANNELS) -> tuple[NDArray[Any], NDArray[Any]]:
        nonlocal place
        taken = weights[place : place + (rows_in + 1) * out].reshape(rows_in + 1, out)
        place += (rows_in + 1) * out
        return taken[:-1], taken[-1]

    def convolve(
        seen: dict[Cell, NDArray[Any]], width: int, most: float | None = None
    ) -> dict[Cell, NDArray[Any]]:
        rows_of, always = matrix(7 * width)
        nothing = np.zeros(width, np.float32)
        if most is not None:
            seen = {cell: rounded(numbers, most) for cell, numbers in seen.items()}
            units = np.abs(rows_of).max(0) / LEVELS
            units[units == 0] = 1
            rows_of = np.round(rows_of / units) * units
        return {
            (column, row): always
            + np.concatenate([seen.get((column + x, row + y), nothing) for x, y in AROUND]) @ rows_of
            for column in range(columns)
            for row in range(rows)
        }

    def rounded(numbers: NDArray[Any], most: float) -> NDArray[Any]:
        clipped: NDArray[Any] = np.floor(numbers * LEVELS / most + 0.5).clip(0, LEVELS) * most / LEVELS
        return clipped

    def pooled(seen: dict[Cell, NDArray[Any]]) -> NDArray[Any]:
        every = np.stack(list(seen.values()))
        return np.concatenate([every.mean(0), every.max(0)])

    shown = {}
    for column in range(-1, columns + 1):
        for row in range(-1, rows + 1):
            cell = (column, row)
            mine = cell in own or row in (-1, rows)
            other = cell in theirs or (not mine and column in (-1, columns))
            shown[cell] = np.array([mine, other, cell == last, not mine and not other], np.float32)
    numbers = {cell: np.maximum(made, 0) for cell, made in convolve(shown, 4).items()}
    for block in range((len(weights) - FIRST - HEADS) // BLOCK):
        most = weights[FIRST + (block + 1) * BLOCK - 2 :][:2]
        inner = {cell: np.maximum(made, 0) for cell, made in convolve(numbers, CHANNELS, most[0]).items()}
        outer = convolve(inner, CHANNELS, most[1])
        rows_of, always = matrix(2 * CHANNELS)
        place += 2
        board = pooled(numbers) @ rows_of + always
        numbers = {cell: np.maximum(numbers[cell] + outer[cell] + board, 0) for cell in numbers}
    rows_of, always = matrix(CHANNELS, 1)
    logits = {cell: float((made @ rows_of + always)[0]) for cell, made in numbers.items()}
    rows_of, always = matrix(2 * CHANNELS)
    hidden = np.maximum(pooled(numbers) @ rows_of + always, 0)
    rows_of, always = matrix(CHANNELS, 1)
    return 1 / (1 + math.exp(-float((hidden @ rows_of + always)[0]))), logits


@pytest.mark.parametrize("variant", ["11x11", "5x8", "9x4", "1x2", "26x20"])
@pytest.mark.parametrize("blocks", [0, 2])
def test_the_core_says_what_a_plain_network_says(variant: str, blocks: int) -> None:
    columns, rows = map(int, variant.split("x"))
    weights = some_weights(blocks)
    for stones in (0, columns * rows // 4, columns * rows // 4 + 1):
        position = random_position(variant, stones, seed=stones)
        played = [parse_cell(str(move)) for move in position.moves]
        last = played[-1] if played else None
        black, white = set(played[0::2]), set(played[1::2])
        if stones % 2 == 0:
            chance, logits = plain_look(weights, black, white, last, columns, rows)
        else:  # White sees the board mirrored
            black, white = ({mirrored(cell) for cell in side} for side in (black, white))
            chance, there = plain_look(weights, white, black, mirrored(played[-1]), rows, columns)
            logits = {mirrored(cell): logit for cell, logit in there.items()}
        found, moves = core.network_evaluate(
            position, weights.tobytes(), position.moves[-1] if position.moves else None
        )
        assert found == pytest.approx(chance, abs=1e-3)
        assert {str(move) for move, _ in moves} == {str(move) for move in position.legal_moves}
        for move, logit in moves:
            # A number that is rounded the other way may move a logit by a few thousandths.
            assert logit == pytest.approx(logits[parse_cell(str(move))], abs=5e-3)


def test_an_unknown_last_move_is_seen() -> None:
    position = random_position("6x6", 8, seed=1)
    weights = some_weights(1).tobytes()
    assert core.network_evaluate(position, weights) != core.network_evaluate(
        position, weights, position.moves[-1]
    )


def test_what_is_no_network_is_refused() -> None:
    position = Position("5x5")
    with pytest.raises(ValueError, match=r"expected \d+ and \d+ more for each block, found \d+"):
        core.network_evaluate(position, some_weights(1).tobytes()[:-4])
    for wrong in (math.nan, math.inf, 1e6):
        weights = some_weights(1)
        weights[1000] = wrong
        with pytest.raises(ValueError, match="expected numbers from -65504 to 65504"):
            core.network_evaluate(position, weights.tobytes())
    weights = some_weights(1)
    weights[FIRST + BLOCK - 1] = 0
    with pytest.raises(ValueError, match="expected a positive number as the largest input"):
        core.network_evaluate(position, weights.tobytes())
    with pytest.raises(ValueError, match="float32"):
        core.network_evaluate(position, b"")
    with pytest.raises(ValueError, match="float32"):
        core.RaveCore(16, b"", b"123")
    with pytest.raises(ValueError, match="off the board"):
        core.network_evaluate(position, network_weights(), Position("7x7").parse_move("g7"))


def test_the_network_of_the_package_knows_who_is_joined() -> None:
    black = [(5, row) for row in range(1, 10)]
    white = [(column, 10) for column in range(4)] + [(column, 0) for column in range(7, 11)]
    for to_move in (0, 1):
        position = Position.from_stones("11x11", black, white, color_to_move=to_move)
        chance, moves = core.network_evaluate(position, network_weights())
        assert chance > 0.9 if to_move == 0 else chance < 0.2
        assert len(moves) == 121 - 17


def test_levels_below_full_strength_know_no_network() -> None:
    position = Position("9x9", swap="off")
    position.push(position.parse_move("c4"))

    def found(level: int, without: str) -> object:
        info = (
            RaveEngine(level=level, seed=1, without=without, book=False)
            .search(position, Limit(nodes=500))
            .info
        )
        return info.pv, info.score

    assert found(9, "nothing") == found(9, "network")
    assert found(10, "nothing") != found(10, "network")
