"""`NetworkMatch`: the result of a match between two networks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from hexapoda.arena.statistics import Pentanomial, elo_estimate

__all__ = ["NetworkMatch", "match_of"]

Pairs: TypeAlias = tuple[int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class NetworkMatch:
    """The result of a match of a network against another one."""

    wins: int
    draws: int
    losses: int
    pairs: Pairs
    """How many pairs of games gave 0, 1/2, 1, 3/2 and 2 points."""
    score: float
    """Points per game."""
    elo: float | None
    """The difference; None after only wins or only losses."""
    low: float | None
    """The lower bound of its 95% interval; None after only losses."""
    high: float | None
    """The upper bound; None after only wins."""


def match_of(wins: int, draws: int, losses: int, pairs: Pairs) -> NetworkMatch:
    """Return the result of a match from its counts. Raises `ValueError` if they contradict each other."""
    counts = (wins, draws, losses, *pairs)
    if min(counts) < 0 or not sum(pairs) or wins + draws + losses != 2 * sum(pairs):
        raise ValueError(f"no match has the counts {counts}")
    if 2 * wins + draws != sum(points * count for points, count in enumerate(pairs)):
        raise ValueError(f"no match has the counts {counts}")
    found = elo_estimate(Pentanomial(pairs))
    assert found.score is not None
    return NetworkMatch(wins, draws, losses, pairs, found.score, found.elo, found.low, found.high)
