"""The network of the core against the same in plain NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from hexapoda._core import nn
from tests.nn.plain_board_network import Reader, evaluate, weight_count


def sizes_of(
    planes: int, height: int, width: int, channels: int, blocks: int, kinds: int, others: int, pieces: int = 0
) -> dict[str, int]:
    return {
        "planes": planes,
        "height": height,
        "width": width,
        "channels": channels,
        "blocks": blocks,
        "kinds": kinds,
        "others": others,
        "pieces": pieces,
    }


@pytest.mark.parametrize(
    "sizes",
    [
        sizes_of(5, 5, 5, 32, 2, 1, 0),
        sizes_of(3, 4, 7, 33, 1, 2, 1),
        sizes_of(2, 9, 3, 5, 3, 1, 1),
        sizes_of(1, 1, 1, 1, 0, 1, 0),
        sizes_of(4, 1, 8, 64, 1, 3, 0),
        sizes_of(5, 5, 4, 33, 1, 3, 1, 3),
        sizes_of(4, 3, 3, 8, 2, 5, 0, 2),
    ],
)
def test_the_core_computes_what_its_plain_twin_computes(sizes: dict[str, int]) -> None:
    rng = np.random.default_rng(7)
    weights = rng.normal(0, 0.2, weight_count(sizes)).astype(np.float32)
    cells = sizes["height"] * sizes["width"]
    actions = sizes["kinds"] * cells + sizes["others"]
    planes = rng.choice([0.0, 0.0, 1.0, -0.5], (9, sizes["planes"] * cells)).astype(np.float32)
    logits, values = np.full((9, actions), np.nan, np.float32), np.full(9, np.nan, np.float32)
    network = nn.BoardNetwork(weights=weights, **sizes)
    for threads in (1, 2):
        network.evaluate(planes, logits, values, threads=threads)
        for row in range(9):
            seen = planes[row].reshape(sizes["planes"], sizes["height"], sizes["width"]).astype(float)
            expected, value = evaluate(sizes, Reader(weights), seen)
            np.testing.assert_allclose(logits[row], expected, rtol=1e-4, atol=1e-4)
            assert values[row] == pytest.approx(value, abs=1e-4)


def test_weights_that_do_not_fit_are_refused() -> None:
    sizes = sizes_of(2, 3, 3, 4, 1, 1, 0)
    count = weight_count(sizes)
    with pytest.raises(ValueError, match=f"expected {count}, found {count - 1}"):
        nn.BoardNetwork(weights=np.zeros(count - 1, np.float32), **sizes)
    with pytest.raises(ValueError, match="expected finite"):
        nn.BoardNetwork(weights=np.full(count, np.inf, np.float32), **sizes)
    with pytest.raises(ValueError, match="channels is 0"):
        nn.BoardNetwork(weights=np.zeros(0, np.float32), **{**sizes, "channels": 0})
    network = nn.BoardNetwork(weights=np.zeros(count, np.float32), **sizes)
    with pytest.raises(ValueError, match="observations has the wrong shape"):
        network.evaluate(np.zeros((1, 17), np.float32), np.zeros((1, 9), np.float32), np.zeros(1, np.float32))
