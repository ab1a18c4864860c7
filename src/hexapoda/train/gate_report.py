"""`GateReport`: a network of a run that was measured; and what all matches of a run say together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import NormalDist
from typing import Any

from hexapoda.arena.statistics import Pentanomial
from hexapoda.arena.statistics.elo import variance_ratio
from hexapoda.train.match_result import NetworkMatch, match_of

__all__ = ["GateReport", "NetworkRating", "elo_curve", "gate_report"]

_WIDTH = NormalDist().inv_cdf(0.975) * 400 / math.log(10)
"""Half of a 95% interval in Elo, in standard deviations of the natural logarithm of the odds."""
_MOST = 1 << 40
"""No match has so many games."""


@dataclass(frozen=True, slots=True)
class GateReport:
    """A network that was measured."""

    iteration: int
    """0 for the network after a warm start."""
    against: int | None
    """The iteration of the network that was published before; None for the first."""
    result: NetworkMatch | None
    """None for the first."""
    published: bool

    def to_json(self) -> dict[str, Any]:
        """Return the report as a JSON object."""
        return {"kind": "match", **asdict(self)}


@dataclass(frozen=True, slots=True)
class NetworkRating:
    """The Elo of a network that was measured."""

    iteration: int
    elo: float
    error: float
    """Half of the 95% interval of the difference from the first network, whose Elo is 0."""
    drawn_game_added: bool
    """Whether a drawn game was added to each match, because the Elo would be infinite."""


def gate_report(iteration: Any, against: Any, counts: Any, published: Any, before: int | None) -> GateReport:
    """Return a report from what a file says; `before` is the network that was published before it. `counts`
    has the keys `wins`, `draws`, `losses` and `pairs`, or is None for the first network. Raises `KeyError`,
    `TypeError` and `ValueError`.
    """
    if type(iteration) is not int or iteration < 0 or type(published) is not bool:
        raise ValueError("expected an iteration and whether it was published")
    if against != before or (counts is None) != (before is None):
        raise ValueError(f"expected a match against {before}")
    result = None
    if counts is not None:
        numbers = [counts["wins"], counts["draws"], counts["losses"], *counts["pairs"]]
        if len(numbers) != 8 or any(type(one) is not int or one > _MOST for one in numbers):
            raise ValueError("expected eight counts")
        wins, draws, losses, one, two, three, four, five = numbers
        result = match_of(wins, draws, losses, (one, two, three, four, five))
    return GateReport(iteration, against, result, published)


def elo_curve(reports: Sequence[GateReport]) -> list[NetworkRating]:
    """Return the Elo of the measured networks, with half of their 95% intervals. The first has 0.

    A network has one match against an earlier one, so the most likely ratings of all matches together, those
    of `arena.statistics.bradley_terry`, are sums. If a network has won or lost all games of a match, a drawn
    game is added to each match.
    """
    met = [(one, one.result) for one in reports if one.result is not None]
    if not met:
        return []
    added = any(result.score in (0, 1) for _, result in met)
    known = {met[0][0].against: (0.0, 0.0)}
    for one, result in met:
        elo, variance = known[one.against]
        games = result.wins + result.draws + result.losses
        score = (result.score * games + added / 2) / (games + added)
        spread = games * variance_ratio(Pentanomial(result.pairs)) + added
        known[one.iteration] = (
            elo - 400 * math.log10(1 / score - 1),
            variance + spread / ((games + added) ** 2 * score * (1 - score)),
        )
    return [
        NetworkRating(int(iteration or 0), elo, _WIDTH * math.sqrt(variance), added)
        for iteration, (elo, variance) in sorted(known.items())
    ]
