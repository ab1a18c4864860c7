"""Ratings of a pool: the maximum likelihood Elo of all players.

The model is Bradley and Terry's ("Rank analysis of incomplete block designs", Biometrika 39, 1952) in Elo's
units: the expected score per game is 1 / (1 + 10^((other - own) / 400)), where a draw is half a point for
both. Error bars come from the curvature at the maximum and, where it is known, the variance of each encounter
(the "sandwich" estimator of P. J. Huber, 1967).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from hexapoda.errors import UsageError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix: TypeAlias = NDArray[Any]

__all__ = ["Encounter", "Pool", "Rating", "bradley_terry", "rated_pool"]

_ELO = 400 / math.log(10)
_ROUNDS = 200


class Encounter(NamedTuple):
    """The games between two players.

    Attributes:
        first: the name of one player.
        second: the name of the other player.
        score: the points of the first player.
        games: the number of games.
        ratio: the variance of the score divided by that of independent games without draws, which is
            `elo.variance_ratio` of the pentanomial counts; 1 if unknown, which is conservative if there are
            draws.
    """

    first: str
    second: str
    score: float
    games: int
    ratio: float = 1.0


@dataclass(frozen=True)
class Rating:
    """The rating of a player in a pool.

    Attributes:
        name: the player.
        elo: the rating; with an anchor, on the anchor's scale.
        error: half the width of the interval (95% by default) of the difference from the anchor or, in a
            group without the anchor, from the mean of the group. 0 for the anchor.
        games: the number of games in the pool.
        score: points per game.
        group: the number of the player's group. The players of a group are linked by games, so their ratings
            are comparable; ratings of different groups are not. Group 0 is the anchor's group or, without an
            anchor, the largest.
        held: whether the results alone would put some ratings of the group infinitely far apart, as a perfect
            score does. If so, the ratings include one invented draw for each pair of players that met.
    """

    name: str
    elo: float
    error: float
    games: int
    score: float
    group: int = 0
    held: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Pool:
    """The encounters of a pool as arrays, for large pools.

    Attributes:
        names: the names of the players in ascending order; each has at least one game.
        first, second: for each encounter, the indices of the two players in `names`.
        score, games, ratio: as in `Encounter`; each encounter has at least one game.
    """

    names: Sequence[str]
    first: Matrix
    second: Matrix
    score: Matrix
    games: Matrix
    ratio: Matrix | float = 1.0


def bradley_terry(
    results: Iterable[Encounter | tuple[str, str, float, int]],
    anchor: str | None = None,
    anchor_elo: float = 0.0,
    confidence: float = 0.95,
) -> list[Rating]:
    """Return the ratings of all players, sorted by group and rating, the best first. The anchor has the
    rating `anchor_elo`; without an anchor, and in groups without it, the mean rating is `anchor_elo`.
    Encounters may be in any order, with either player first, and the same two players may have several.
    Raises `UsageError` for an impossible score, a player against itself, and an anchor that is not in the
    pool.
    """
    encounters = [encounter for result in results if (encounter := _checked(result)).games]
    names = sorted({name for encounter in encounters for name in encounter[:2]})
    if anchor is not None and anchor not in names:
        raise UsageError(f"anchor {anchor!r} has no games: expected a player of the pool")
    if not encounters:
        return []
    import numpy as np  # late, so that commands that rate no players start sooner

    index = {name: place for place, name in enumerate(names)}
    first, second, score, games, ratio = zip(*encounters, strict=True)
    i, j = (np.array([index[name] for name in side]) for side in (first, second))
    pool = Pool(names, i, j, np.array(score, float), np.array(games, float), np.array(ratio, float))
    return rated_pool(pool, anchor, anchor_elo, confidence)


def rated_pool(
    pool: Pool, anchor: str | None = None, anchor_elo: float = 0.0, confidence: float = 0.95
) -> list[Rating]:
    """Return the ratings of a pool, as `bradley_terry` does."""
    import numpy as np

    group_of = _linked(pool)
    groups = [np.flatnonzero(group_of == one) for one in np.unique(group_of)]
    base = -1 if anchor is None else pool.names.index(anchor)
    groups.sort(key=lambda group: (base not in group, -len(group), group[0]))
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    ratings: list[Rating] = []
    for number, group in enumerate(groups):
        scores = _matrices(pool, group, group_of[pool.first] == group_of[group[0]])
        names = [pool.names[player] for player in group.tolist()]
        ratings += _rate_group(names, scores, number, anchor, anchor_elo, z)
    return ratings


def _checked(result: Encounter | tuple[str, str, float, int]) -> Encounter:
    encounter = result if isinstance(result, Encounter) else Encounter(*result)
    if encounter.first == encounter.second:
        raise UsageError(f"player {encounter.first!r} against itself: expected two players")
    if not (encounter.games >= 0 and 0 <= encounter.score <= encounter.games and encounter.ratio >= 0):
        raise UsageError(
            f"{encounter.score} points in {encounter.games} games: expected 0 to 1 point per game"
        )
    return encounter


@dataclass(frozen=True, slots=True)
class _Scores:
    """The scores in a group, as square matrices: the points of the row's player against the column's, the
    games, and the games weighted by their variance ratio. The last two are symmetric.
    """

    points: Matrix
    games: Matrix
    weighted: Matrix


def _rate_group(
    names: list[str],
    scores: _Scores,
    number: int,
    anchor: str | None,
    anchor_elo: float,
    z: float,
) -> list[Rating]:
    games, points = scores.games.sum(1).tolist(), scores.points.sum(1).tolist()
    held = not _comparable(scores)
    if held:
        pairs = scores.games > 0
        scores = _Scores(scores.points + pairs / 2, scores.games + pairs, scores.weighted + pairs)
    strength = _fit(scores)
    base = names.index(anchor) if anchor in names else None
    covariance = _covariance(scores, strength)
    variances = covariance.diagonal()
    zero = 0.0  # the fit fixes the sum of all strengths, so they are already differences from the mean
    if base is not None:
        zero = float(strength[base])
        variances = variances + covariance[base, base] - 2 * covariance[:, base]
    ratings = [
        Rating(
            name=name,
            elo=anchor_elo + _ELO * (own - zero),
            error=z * _ELO * math.sqrt(max(variance, 0.0)),
            games=round(games[i]),
            score=points[i] / games[i],
            group=number,
            held=held,
        )
        for i, (name, own, variance) in enumerate(
            zip(names, strength.tolist(), variances.tolist(), strict=True)
        )
    ]
    # Rounded, because equal results give ratings that may differ in the last bits.
    return sorted(ratings, key=lambda rating: (-round(rating.elo, 6), rating.name))


def _matrices(pool: Pool, group: Matrix, among: Matrix) -> _Scores:
    """Return the scores in a group. `group` holds the indices of its players; `among` says for each encounter
    whether it is between them.
    """
    import numpy as np

    i, j = (np.searchsorted(group, side[among]) for side in (pool.first, pool.second))
    score, played = pool.score[among], pool.games[among]
    weight = (pool.games * pool.ratio)[among]
    points, games, weighted = (np.zeros((len(group), len(group))) for _ in range(3))
    for rows, columns, own in ((i, j, score), (j, i, played - score)):
        np.add.at(points, (rows, columns), own)
        np.add.at(games, (rows, columns), played)
        np.add.at(weighted, (rows, columns), weight)
    return _Scores(points, games, weighted)


def _linked(pool: Pool) -> Matrix:
    """Return, for each player, the index of the first player in its group."""
    import numpy as np

    found: Matrix = np.arange(len(pool.names))
    while True:
        before = found.copy()
        np.minimum.at(found, pool.first, found[pool.second])
        np.minimum.at(found, pool.second, found[pool.first])
        found = found[found]
        if (found == before).all():
            return found


def _comparable(scores: _Scores) -> bool:
    """Return whether everyone scored against everyone, directly or through others. If not, some fitted
    ratings are infinite.

    Source: L. R. Ford, "Solution of a ranking problem from binary comparisons", 1957.
    """
    scored = scores.points > 0
    return _reaches_all(scored) and _reaches_all(scored.T)


def _reaches_all(graph: Matrix) -> bool:
    """Return whether paths lead from the first player to all others."""
    seen = graph[0].copy()
    seen[0] = True
    number = 0
    while number < (number := int(seen.sum())):
        seen |= graph[seen].any(0)
    return number == len(graph)


def _fit(scores: _Scores) -> Matrix:
    """Return the maximum likelihood strengths, in units of 400 / ln 10 Elo, with mean 0.

    Uses Newton's method. The log-likelihood is concave, so a step may be too long, but never goes in the
    wrong direction.
    """
    import numpy as np

    strength = _near(scores)
    for _ in range(_ROUNDS):
        gradient = (scores.points - scores.games * _expected(strength)).sum(1)
        # The gradient sums to 0, so the solution does, too: see `_regular`.
        step = np.linalg.solve(_regular(_curvature(scores.games, strength))[0], gradient)
        longest = float(abs(step).max())
        strength += step * min(1.0, 1.0 / longest if longest else 1.0)
        if longest < 1e-12:
            break
    strength -= strength.mean()
    return strength


def _near(scores: _Scores) -> Matrix:
    """Return strengths near the most likely ones, by weighted least squares from the log-odds of each pair.
    Newton's method needs few steps from there, however far apart the players are.
    """
    import numpy as np

    share = (scores.points + 0.5) / (scores.games + 1)
    weights = scores.games * share * (1 - share)
    laplacian = np.diag(weights.sum(1)) - weights
    odds = (weights * np.log(share / (1 - share))).sum(1)
    found: Matrix = np.linalg.solve(_regular(laplacian)[0], odds)
    return found


def _expected(strength: Matrix) -> Matrix:
    """Return the expected score of each row's player against each column's player."""
    import numpy as np

    expected: Matrix = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    return expected


def _curvature(games: Matrix, strength: Matrix) -> Matrix:
    """Return the information matrix: the Laplacian of a graph in which each encounter is an edge with the
    weight n s (1 - s), where s is the expected score and n the number of games.
    """
    import numpy as np

    expected = _expected(strength)
    weights: Matrix = games * expected * (1 - expected)
    laplacian: Matrix = np.diag(weights.sum(1)) - weights
    return laplacian


def _regular(laplacian: Matrix) -> tuple[Matrix, float]:
    """Return the Laplacian of a connected graph plus a matrix of equal entries, and the value of each entry.

    The kernel of the Laplacian contains only constant vectors. The sum is invertible, and equals the
    Laplacian on all vectors whose entries add up to 0.
    """
    mean = float(laplacian.trace()) / len(laplacian) ** 2 or 1.0  # about as large as the other entries
    return laplacian + mean, mean


def _covariance(scores: _Scores, strength: Matrix) -> Matrix:
    import numpy as np

    regular, mean = _regular(_curvature(scores.games, strength))
    bread = np.linalg.inv(regular) - 1 / (mean * len(regular) ** 2)  # the pseudo-inverse
    return bread @ _curvature(scores.weighted, strength) @ bread
