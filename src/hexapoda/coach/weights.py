"""How much each feature counts as a reason: weights learned from mistakes in real games.

Defines how the weights of a game are read from `data/coach.json` in its package.
`benchmarks/coach_placebo.py` writes that file; docs/experiments/coach.md describes the method and its
results.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from hexapoda.coach.comparison import Difference
from hexapoda.games import Game

__all__ = ["NO_WEIGHTS", "Weights", "weights_of"]


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of a game.

    Attributes:
        by_feature: the weight of each feature, at least 0; missing features have the weight 0.
        threshold: the minimum evidence for which reasons are given.
    """

    by_feature: Mapping[str, float]
    threshold: float

    def of(self, difference: Difference) -> float:
        """Return how much evidence a difference provides for the line that it speaks for."""
        return self.by_feature.get(difference.feature, 0.0) * difference.size

    def evidence(self, found: Iterable[Difference], line: int) -> float:
        """Return how much more evidence there is for a line than for the other one, in log odds."""
        return sum(self.of(each) if each.better == line else -self.of(each) for each in found)


NO_WEIGHTS = Weights(MappingProxyType({}), 0.0)
"""The weights of a game without learned weights: nothing counts as a reason."""


def weights_of(game: Game) -> Weights:
    """Return the weights of a game; `NO_WEIGHTS` if none have been learned."""
    return _read(game.package)


@cache
def _read(package: str) -> Weights:
    file = files(package) / "data" / "coach.json"
    if not file.is_file():
        return NO_WEIGHTS
    data = json.loads(file.read_text("utf-8"))
    return Weights(MappingProxyType(dict(data["weights"])), float(data["threshold"]))
