"""`GateReport`: a network of a run that was measured; and what all matches of a run say together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from hexapoda.arena.statistics import Encounter, Pentanomial, Rating, bradley_terry
from hexapoda.arena.statistics.elo import variance_ratio
from hexapoda.train.network_match import NetworkMatch, match_of

__all__ = ["GateReport", "elo_curve", "gate_report"]


@dataclass(frozen=True, slots=True)
class GateReport:
    """A network that was measured."""

    iteration: int
    against: int | None
    """The iteration of the network that was published before; None for the first."""
    result: NetworkMatch | None
    """None for the first."""
    published: bool

    def to_json(self) -> dict[str, Any]:
        """Return the report as a JSON object."""
        return {"kind": "match", **asdict(self)}


def gate_report(iteration: Any, against: Any, counts: Any, published: Any, before: int | None) -> GateReport:
    """Return a report from what a file says; `before` is the network that was published before it. `counts`
    has the keys `wins`, `draws`, `losses` and `pairs`, or is None for the first network. Raises `KeyError`,
    `TypeError` and `ValueError`.
    """
    if type(iteration) is not int or iteration < 1 or type(published) is not bool:
        raise ValueError("expected an iteration and whether it was published")
    if against != before or (counts is None) != (before is None):
        raise ValueError(f"expected a match against {before}")
    result = None
    if counts is not None:
        numbers = [counts["wins"], counts["draws"], counts["losses"], *counts["pairs"]]
        if len(numbers) != 8 or any(type(one) is not int for one in numbers):
            raise ValueError("expected eight counts")
        wins, draws, losses, one, two, three, four, five = numbers
        result = match_of(wins, draws, losses, (one, two, three, four, five))
    return GateReport(iteration, against, result, published)


def elo_curve(reports: Sequence[GateReport]) -> list[Rating]:
    """Return the Elo of the measured networks, by their iterations as names. The first has 0.

    The ratings are those of all matches together, with half of their 95% intervals. If a network has won
    or lost all games of a match, the ratings are `held`: a drawn game is added to each match.
    """
    met = []
    for one in reports:
        if one.result is not None:
            found = one.result
            games = found.wins + found.draws + found.losses
            ratio = variance_ratio(Pentanomial(found.pairs))
            names = str(one.iteration), str(one.against)
            met.append(Encounter(*names, found.score * games, games, ratio))
    if not met:
        return []
    anchor = next(str(one.against) for one in reports if one.result is not None)
    return sorted(bradley_terry(met, anchor=anchor), key=lambda rating: int(rating.name))
