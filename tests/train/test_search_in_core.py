"""A search with a network of the core, against the same search with a function that calls it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hexapoda._core import nn
from hexapoda.errors import EngineError
from hexapoda.train.batch import BatchEnv
from hexapoda.train.search import BatchSearch
from tests.nn.plain_board_network import weight_count

SIZES = {"planes": 5, "height": 4, "width": 4, "channels": 6, "blocks": 1, "kinds": 1, "others": 0}


def network(scale: float = 0.3, **changes: int) -> nn.BoardNetwork:
    sizes = {**SIZES, **changes}
    weights = scale * np.random.default_rng(4).standard_normal(weight_count(sizes))
    return nn.BoardNetwork(weights=weights.astype(np.float32), **sizes)


def played(evaluate: Any, threads: int, **settings: Any) -> list[Any]:
    batch = BatchEnv("hex", 12, variant="4x4", threads=threads, seed=3)
    search = BatchSearch(batch, simulations=20, seed=5, **settings)
    seen = []
    for _ in range(6):
        search.run(evaluate)
        seen += [search.actions.copy(), search.policies.copy(), search.values.copy()]
        batch.step(search.actions)
        search.advance()
    return seen


@pytest.mark.parametrize("settings", [{}, {"gumbel": False, "leaves": 3}])
def test_it_finds_the_same(settings: dict[str, Any]) -> None:
    core = network()

    def evaluate(observations: Any, masks: Any) -> tuple[Any, Any]:
        rows = len(observations)
        logits, values = np.empty((rows, 16), np.float32), np.empty(rows, np.float32)
        core.evaluate(observations.reshape(rows, -1), logits, values)
        return logits, values

    expected = played(evaluate, 1, **settings)
    for threads in (1, 2):
        for found, wanted in zip(played(core, threads, **settings), expected, strict=True):
            np.testing.assert_array_equal(found, wanted)


def test_a_network_that_does_not_fit_is_refused() -> None:
    search = BatchSearch(BatchEnv("hex", 2, variant="4x4"))
    with pytest.raises(EngineError, match="does not fit the observations and actions"):
        search.run(network(height=3))
    with pytest.raises(EngineError, match="not finite"):
        search.run(network(scale=1e30))
    search.run(network())
    assert search.policies.sum(axis=1) == pytest.approx([1, 1])
