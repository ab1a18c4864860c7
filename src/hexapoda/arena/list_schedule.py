"""`ListSchedule`: chooses the next games of a rating list.

The next two engines to meet are those whose games should tell the most about the ratings: those with the
largest product of the information of one game and the variance of their rating difference, given all games so
far. This choice is D-optimal. For normal distributions, it gains the most information in the sense of D. V.
Lindley ("On a measure of the information provided by an experiment", Annals of Mathematical Statistics 27,
1956).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hexapoda.arena.adaptive_schedule import AdaptiveSchedule
from hexapoda.arena.pool_ratings import pool_ratings
from hexapoda.arena.scoreboard import Scoreboard
from hexapoda.arena.settings import MatchSettings

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ListSchedule"]

_ELO = 400 / math.log(10)
_SPREAD = 400 / _ELO
"""The prior standard deviation of the ratings, in natural units. It affects only the choice of games: an
engine that has won every game counts as strong, but not infinitely strong.
"""
_STEPS = 50


class ListSchedule(AdaptiveSchedule):
    """Chooses the games of a rating list, and decides when there are enough."""

    def __init__(self, settings: MatchSettings) -> None:
        super().__init__(settings)
        assert settings.rating_list is not None
        self._list = settings.rating_list
        self._present = [place for place in range(len(settings.engines)) if not settings.is_retired(place)]

    def decided(self, board: Scoreboard) -> bool:
        """Return whether the ratings of all engines that still play are precise enough."""
        if self._list.within is None:
            return False
        ratings = {rating.name: rating for rating in pool_ratings(self._settings, board)}
        found = [ratings.get(self._settings.names[place]) for place in self._present]
        return all(one and not one.group and one.error <= self._list.within for one in found)

    def _choose(self, board: Scoreboard, begun: Sequence[int]) -> int | None:
        """Return the meeting that plays next; None if no meeting has games left."""
        import numpy as np

        left = [meeting for meeting in self._open if 2 * begun[meeting] < self._settings.games]
        if not left:
            return None
        points, games = self._results(board)
        ratings = _most_likely(points, games)
        share = _expected(ratings)
        for meeting, (one, other) in enumerate(self._meetings):  # count the games in progress too
            games[one, other] = games[other, one] = max(games[one, other], 2 * begun[meeting])
        covariance = np.linalg.inv(_information(games, share))
        first, second = np.array([self._meetings[meeting] for meeting in left]).T
        variance = covariance[first, first] + covariance[second, second] - 2 * covariance[first, second]
        information = share[first, second] * share[second, first] * variance
        return left[int(information.argmax())]

    def _results(self, board: Scoreboard) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return two matrices: each engine's points against each other engine, and the number of games."""
        import numpy as np

        count = len(self._settings.engines)
        index_of = {name: number for number, name in enumerate(self._settings.names)}
        points, games = np.zeros((count, count)), np.zeros((count, count))
        for (one, other), result in board.meetings().items():
            points[index_of[one], index_of[other]] = result.points
            games[index_of[one], index_of[other]] = result.games
        return points, games


def _expected(ratings: NDArray[Any]) -> NDArray[Any]:
    """Return the matrix of the expected scores of each engine against each other engine."""
    import numpy as np

    found: NDArray[Any] = 1 / (1 + np.exp(ratings[None, :] - ratings[:, None]))
    return found


def _information(games: NDArray[Any], share: NDArray[Any]) -> NDArray[Any]:
    """Return the information matrix of the games and of the prior."""
    import numpy as np

    weight = games * share * share.T
    found: NDArray[Any] = np.diag(weight.sum(axis=1) + 1 / _SPREAD**2) - weight
    return found


def _most_likely(points: NDArray[Any], games: NDArray[Any]) -> NDArray[Any]:
    """Return the most likely ratings in natural units, given a normal prior. Uses Newton's method."""
    import numpy as np

    ratings = np.zeros(len(points))
    for _ in range(_STEPS):
        share = _expected(ratings)
        slope = (points - games * share).sum(axis=1) - ratings / _SPREAD**2
        step = np.linalg.solve(_information(games, share), slope)
        ratings = ratings + step.clip(-1, 1)
        if abs(step).max() < 1e-4:
            break
    return ratings
