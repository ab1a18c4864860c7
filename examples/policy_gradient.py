"""REINFORCE with a linear policy against random moves, on many games of Hex at once. Needs only NumPy.

python examples/policy_gradient.py
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexapoda.train.one_side_batch import OneSideBatch


def main(steps: int = 1500, games: int = 256, board: str = "4x4") -> tuple[float, float]:
    """Train, and return the share of won games in the first and in the last tenth of the steps."""
    env = OneSideBatch("hex", games, variant=board, player=0, seed=1)
    random = np.random.default_rng(1)
    weights = np.zeros((env.observations[0].size, env.masks.shape[1]))
    kept: list[list[tuple[NDArray[Any], NDArray[Any]]]] = [[] for _ in range(games)]
    results: list[list[bool]] = []
    for _ in range(steps):
        seen = env.observations.reshape(games, -1).astype(float)
        scores = np.where(env.masks == 1, seen @ weights, -np.inf)
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        actions = (chances.cumsum(axis=1) > random.random((games, 1))).argmax(axis=1)
        # The gradient of the logarithm of each chosen probability with respect to the scores.
        slopes = np.eye(env.masks.shape[1])[actions] - chances
        for game in range(games):
            kept[game].append((seen[game], slopes[game]))
        env.step(actions)
        ended = np.flatnonzero(env.terminated)
        results.append((env.rewards[ended] > 0).tolist())
        for game in ended.tolist():
            inputs, outputs = map(np.array, zip(*kept[game], strict=True))
            weights += 0.002 * float(env.rewards[game]) * inputs.T @ outputs
            kept[game].clear()
    tenth = steps // 10
    first, last = ([won for step in part for won in step] for part in (results[:tenth], results[-tenth:]))
    return float(np.mean(first)), float(np.mean(last))


if __name__ == "__main__":
    print("won at first {:.2f}, at last {:.2f}".format(*main()))
