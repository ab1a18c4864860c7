"""Rating an engine on a ladder of opponents with fixed ratings, by the games that tell the most about it.

The rating is the one at which the expected points against the opponents equal the points won. Its 95%
interval contains every rating at which the points won are less than 1.96 standard deviations from the
expected points; against a single opponent, this is Wilson's interval. Only complete pairs of games count.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexapoda.arena.adaptive_schedule import AdaptiveSchedule
from hexapoda.arena.statistics.counts import Pentanomial
from hexapoda.arena.statistics.elo import variance_ratio
from hexapoda.errors import UsageError

if TYPE_CHECKING:
    from hexapoda.arena.scoreboard import Scoreboard
    from hexapoda.arena.settings import MatchSettings

__all__ = ["LadderSchedule", "LadderSettings", "OpponentScore", "RatingEstimate", "estimate_rating"]

_Z = 1.959964
_FAR = 2000.0
"""The search for ratings extends this many Elo below the lowest opponent and above the highest."""
_HIGHEST = 10_000.0
"""The highest possible rating of an opponent; the lowest is its negative."""
_LEAST = 0.05
"""An opponent is met only if the engine is expected to score 5% to 95% against it, or if no other opponent
gives more information.
"""
_NEARLY_BEST = 0.8
"""Opponents that give at least this share of the best opponent's information are met in turn, because any one
opponent may happen to suit the engine.
"""


@dataclass(frozen=True, slots=True)
class LadderSettings:
    """The opponents' ratings, and the precision that ends the match. Raises `UsageError` for numbers out of
    range.
    """

    elo: tuple[float, ...]
    """The fixed ratings of all engines of the match except the first, in the order of the engines."""
    within: float
    """The match ends when half the width of the 95% interval is at most this many Elo."""

    def __post_init__(self) -> None:
        for number in (*self.elo, self.within):
            if isinstance(number, bool) or not isinstance(number, int | float):
                raise UsageError(f"a ladder has {number!r}: expected a number")
        if not all(-_HIGHEST <= elo <= _HIGHEST for elo in self.elo):
            raise UsageError(f"the ratings of a ladder must be from -{_HIGHEST:g} to {_HIGHEST:g}")
        if not 1 <= self.within <= 1000:
            raise UsageError(f"a rating within {self.within:g} Elo: expected 1 to 1000")


@dataclass(frozen=True, slots=True)
class OpponentScore:
    """The games against one opponent."""

    elo: float
    points: float
    games: int


@dataclass(frozen=True, slots=True)
class RatingEstimate:
    """A rating with its 95% interval. A field is None if that rating or bound is not finite, such as the
    upper bound after winning every game.
    """

    elo: float | None = None
    low: float | None = None
    high: float | None = None

    @property
    def error(self) -> float | None:
        """Half the width of the interval; None if a bound is missing."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2


def estimate_rating(scores: Sequence[OpponentScore], ratio: float = 1.0) -> RatingEstimate:
    """Return the rating estimated from the games. `ratio` is the variance of the points, divided by that of
    independent games without draws.
    """
    scores = [one for one in scores if one.games]
    if not scores:
        return RatingEstimate()
    lowest, highest = min(one.elo for one in scores) - _FAR, max(one.elo for one in scores) + _FAR
    points, games = sum(one.points for one in scores), sum(one.games for one in scores)
    elo = _falls_to(0.0, scores, lowest, highest) if 0 < points < games else None
    z = _Z * math.sqrt(ratio)
    low = None if points == 0 else _falls_to(z, scores, lowest, highest if elo is None else elo)
    high = None if points == games else _falls_to(-z, scores, lowest if elo is None else elo, highest)
    return RatingEstimate(elo, low, high)


def _expected(rating: float, opponent: float) -> float:
    return 1 / (1 + 10 ** ((opponent - rating) / 400))


def _information(rating: float, opponent: float) -> float:
    """Return the information of a game, which is the variance of its result."""
    return _expected(rating, opponent) * _expected(opponent, rating)


def _surplus(rating: float, scores: Sequence[OpponentScore]) -> float:
    """Return the points minus those expected at a rating, in standard deviations."""
    surplus = sum(one.points - one.games * _expected(rating, one.elo) for one in scores)
    return surplus / math.sqrt(sum(one.games * _information(rating, one.elo) for one in scores))


def _falls_to(surplus: float, scores: Sequence[OpponentScore], low: float, high: float) -> float | None:
    """Return the rating between `low` and `high` at which the surplus, which falls as the rating grows,
    equals `surplus`; None if there is no such rating.
    """
    if _surplus(low, scores) < surplus or _surplus(high, scores) > surplus:
        return None
    while high - low > 0.01:
        middle = (low + high) / 2
        if _surplus(middle, scores) > surplus:
            low = middle
        else:
            high = middle
    return (low + high) / 2


class LadderSchedule(AdaptiveSchedule):
    """Chooses games that rate the first engine of a match, and decides when there are enough."""

    def __init__(self, settings: MatchSettings) -> None:
        super().__init__(settings)
        assert settings.ladder is not None
        self._ladder = settings.ladder

    def rating(self, board: Scoreboard) -> RatingEstimate:
        """Return the rating so far.

        If the two games of a pair tend to end alike, the interval is wider than that of independent games; it
        is never narrower.
        """
        counts = self._counts(board)
        return estimate_rating(self._scores(counts), max(1.0, variance_ratio(*counts)))

    def decided(self, board: Scoreboard) -> bool:
        """Return whether the rating is precise enough."""
        error = self.rating(board).error
        return error is not None and error <= self._ladder.within

    def _counts(self, board: Scoreboard) -> list[Pentanomial]:
        """Return the counts of complete pairs against each opponent."""
        name, counts = self._settings.names[0], [[0] * 5 for _ in self._ladder.elo]
        for number in board.games:
            if number % 2 == 0 and (halves := board.pair(number // 2, name)) is not None:
                counts[number // 2 % len(counts)][halves] += 1
        return [Pentanomial((own[0], own[1], own[2], own[3], own[4])) for own in counts]

    def _scores(self, counts: Sequence[Pentanomial]) -> list[OpponentScore]:
        return [
            OpponentScore(elo, own.points, own.games)
            for elo, own in zip(self._ladder.elo, counts, strict=True)
        ]

    def _choose(self, board: Scoreboard, begun: Sequence[int]) -> int | None:
        """Return the meeting that plays next; None if no meeting that gives information has games left."""
        scores = self._scores(self._counts(board))
        played = [one.elo for one in scores if one.games]
        guess = estimate_rating(scores).elo
        low, high = -math.inf, math.inf
        if guess is None:
            middle = sorted(self._ladder.elo)[len(self._ladder.elo) // 2]
            draw_before = OpponentScore(middle, 0.5, 1)  # an invented draw makes the guess finite
            guess = estimate_rating([*scores, draw_before]).elo or middle
            if played and sum(one.points for one in scores):
                low = max(played)  # it has won every game: a weaker opponent would add no information
            elif played:
                high = min(played)
            least = 0.0
        else:
            least = _LEAST * (1 - _LEAST)
        information = [_information(guess, elo) for elo in self._ladder.elo]
        best = max(information)
        open_ = [
            meeting
            for meeting, elo in enumerate(self._ladder.elo)
            if 2 * begun[meeting] < self._settings.games
            and low <= elo <= high
            and (information[meeting] >= least or information[meeting] == best)
        ]
        enough = _NEARLY_BEST * max((information[meeting] for meeting in open_), default=0.0)
        candidates = (meeting for meeting in open_ if information[meeting] >= enough)
        return min(candidates, key=lambda meeting: (begun[meeting], -information[meeting]), default=None)
