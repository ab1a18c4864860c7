"""The network of cpp/hive/evaluate/evaluation_network.hpp, written as plainly as possible with NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

INPUTS, HIDDEN = 30, 16


class PlainNetwork:
    """Takes the weights apart and rounds them."""

    def __init__(self, weights: NDArray[np.float32], features: int) -> None:
        self.left = np.asarray(weights, np.float64)
        self.rows = self.take(256, features, INPUTS + 2)
        self.rows[:, INPUTS:] /= 256
        self.rows = halves_away(self.rows)
        self.bias = halves_away(self.take(256, INPUTS))
        self.hidden = halves_away(self.take(256, HIDDEN, 2 * INPUTS))
        self.hidden_bias = halves_away(self.take(65536, HIDDEN))
        self.output = halves_away(self.take(1, 2, HIDDEN))
        self.output_bias = halves_away(self.take(4096, 2))
        assert len(self.left) == 0

    def take(self, scale: float, *shape: int) -> NDArray[np.float64]:
        count = int(np.prod(shape))
        found, self.left = self.left[:count].reshape(shape) * scale, self.left[count:]
        return found

    def score(self, own: list[int], enemy: list[int], late: int) -> int:
        """The score for the side that has the features `own`; `late` of 10 is the share of the late game."""
        sums = [self.rows[features].sum(0) for features in (own, enemy)]
        inputs = np.concatenate([np.clip(side[:INPUTS] + self.bias, 0, 256) for side in sums])
        active = np.clip(self.hidden @ inputs + self.hidden_bias, 0, 65536) // 16
        scores = 4096 * (sums[0] - sums[1])[INPUTS:] + self.output @ active + self.output_bias
        return int(((10 - late) * scores[0] + late * scores[1]) / 40960)


def halves_away(values: NDArray[Any]) -> NDArray[Any]:
    return np.asarray(np.sign(values) * np.floor(np.abs(values) + 0.5))
