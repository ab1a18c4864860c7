"""Counts of one player's results: `Pentanomial` of game pairs and `Trinomial` of single games.

Defines the counts and computes their moments. The counted *unit* is a pair of games from one opening with the
sides swapped, or a single game. The two games of a pair are not independent, because they share the opening,
but the pairs are. Source: "Fishtest mathematics",
https://github.com/official-stockfish/fishtest/wiki/Fishtest-Mathematics.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from hexapoda.errors import UsageError

__all__ = ["Counts", "Pentanomial", "Trinomial"]


class _Moments:
    """Mean and variance of a unit's score, for classes with `counts`, `VALUES` and `GAMES_PER_UNIT`."""

    __slots__ = ()

    VALUES: ClassVar[tuple[float, ...]]
    """The score per game of each outcome, in ascending order from 0 to 1."""
    GAMES_PER_UNIT: ClassVar[int]

    @property
    def counts(self) -> tuple[int, ...]:
        """How often each score in `VALUES` occurred."""
        raise NotImplementedError

    @property
    def units(self) -> int:
        """How many pairs or games were counted."""
        return sum(self.counts)

    @property
    def games(self) -> int:
        """How many games were counted."""
        return self.units * self.GAMES_PER_UNIT

    @property
    def points(self) -> float:
        """Points scored: 1 for a win, 1/2 for a draw."""
        return self.GAMES_PER_UNIT * sum(c * v for c, v in zip(self.counts, self.VALUES, strict=True))

    @property
    def score(self) -> float | None:
        """Points per game; None without games."""
        return self.points / self.games if self.units else None

    def central_moment(self, order: int) -> float:
        """Return the mean of (score of a unit - mean score)^order; 0 without games."""
        if not self.units:
            return 0.0
        mean = self.points / self.games
        return (
            sum(c * (v - mean) ** order for c, v in zip(self.counts, self.VALUES, strict=True)) / self.units
        )

    @property
    def variance(self) -> float:
        """The variance of a unit's score per game: the sum of squared deviations, divided by `units`."""
        return self.central_moment(2)


def _check(counts: tuple[int, ...], expected: int) -> None:
    if len(counts) != expected or any(c < 0 for c in counts):
        raise UsageError(f"counts {counts!r}: expected {expected} numbers, none negative")


@dataclass(frozen=True)
class Pentanomial(_Moments):
    """The number of pairs in which a player scored 0, 0.5, 1, 1.5 and 2 points."""

    pairs: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    VALUES: ClassVar[tuple[float, ...]] = (0.0, 0.25, 0.5, 0.75, 1.0)
    GAMES_PER_UNIT: ClassVar[int] = 2

    def __post_init__(self) -> None:
        _check(self.pairs, 5)

    @property
    def counts(self) -> tuple[int, ...]:
        """The five counts, from 0 points to 2."""
        return self.pairs

    def reversed(self) -> Pentanomial:
        """Return the counts from the opponent's point of view."""
        a, b, c, d, e = self.pairs
        return Pentanomial((e, d, c, b, a))

    def __add__(self, other: Pentanomial) -> Pentanomial:
        a, b, c, d, e = (x + y for x, y in zip(self.pairs, other.pairs, strict=True))
        return Pentanomial((a, b, c, d, e))


@dataclass(frozen=True)
class Trinomial(_Moments):
    """The number of games that a player won, drew and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    VALUES: ClassVar[tuple[float, ...]] = (0.0, 0.5, 1.0)
    GAMES_PER_UNIT: ClassVar[int] = 1

    def __post_init__(self) -> None:
        _check(self.counts, 3)

    @property
    def counts(self) -> tuple[int, ...]:
        """Losses, draws and wins: from 0 points to 1."""
        return (self.losses, self.draws, self.wins)

    def reversed(self) -> Trinomial:
        """Return the counts from the opponent's point of view."""
        return Trinomial(self.losses, self.draws, self.wins)

    def __add__(self, other: Trinomial) -> Trinomial:
        return Trinomial(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)


Counts: TypeAlias = Pentanomial | Trinomial
