"""Ratings of a pool: the maximum likelihood Elo of all players.

Owns `Rating` and the fit. The model is Bradley and Terry's ("Rank analysis of incomplete block designs",
Biometrika 39, 1952) in Elo's units: the expected score per game is 1 / (1 + 10^((other - own) / 400)), where
a draw is half a point for both. Error bars come from the curvature at the maximum and, where it is known, the
variance of each encounter (the "sandwich" estimator of P. J. Huber, 1967).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import NamedTuple

from hexapoda.errors import UsageError

__all__ = ["Encounter", "Rating", "bradley_terry"]

_ELO = 400 / math.log(10)
_ROUNDS = 200
_SMALL = 24
"""Larger pools use NumPy; for smaller ones importing it would take longer than computing without it."""


class Encounter(NamedTuple):
    """The games between two players.

    Attributes:
        first: the name of a player.
        second: the name of the other.
        score: the points of the first.
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
        error: half the width of the 95% interval of the difference from the anchor or, in a group without the
            anchor, from the mean of the group. 0 for the anchor.
        games: the number of games in the pool.
        score: points per game.
        group: the number of the player's group. The players of a group are linked by games, so their ratings
            are comparable; ratings of different groups are not. Group 0 contains the anchor or, without an
            anchor, is the largest.
        held: whether the results alone would put ratings of the group infinitely far apart, as a perfect
            score does. If so, the ratings include one invented draw for each pair of players that met.
    """

    name: str
    elo: float
    error: float
    games: int
    score: float
    group: int = 0
    held: bool = False


def bradley_terry(
    results: Iterable[Encounter | tuple[str, str, float, int]],
    anchor: str | None = None,
    anchor_elo: float = 0.0,
    confidence: float = 0.95,
) -> list[Rating]:
    """Return the ratings of all players, by group and best first. Without an anchor, and in groups without
    it, the mean rating is `anchor_elo`. Encounters may be in any order, with either player first, and the
    same two players may have several. Raises `UsageError` for an impossible score, a player against itself,
    and an anchor that is not in the pool.
    """
    encounters = [encounter for result in results if (encounter := _checked(Encounter(*result))).games]
    groups = _linked(encounters)
    if anchor is not None and not any(anchor in group for group in groups):
        raise UsageError(f"anchor {anchor!r} has no games: expected a player of the pool")
    groups.sort(key=lambda group: (anchor not in group, -len(group), min(group)))
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    ratings: list[Rating] = []
    for number, group in enumerate(groups):
        own = [encounter for encounter in encounters if encounter.first in group]
        ratings += _rate_group(sorted(group), own, number, anchor, anchor_elo, z)
    return ratings


def _checked(encounter: Encounter) -> Encounter:
    if encounter.first == encounter.second:
        raise UsageError(f"player {encounter.first!r} against itself: expected two players")
    if not (encounter.games >= 0 and 0 <= encounter.score <= encounter.games and encounter.ratio >= 0):
        raise UsageError(
            f"{encounter.score} points in {encounter.games} games: expected 0 to 1 point per game"
        )
    return encounter


def _rate_group(
    names: list[str],
    encounters: list[Encounter],
    number: int,
    anchor: str | None,
    anchor_elo: float,
    z: float,
) -> list[Rating]:
    size = len(names)
    index = {name: i for i, name in enumerate(names)}
    met: dict[tuple[int, int], list[float]] = {}
    for encounter in encounters:
        i, j, score = index[encounter.first], index[encounter.second], encounter.score
        if i > j:
            i, j, score = j, i, encounter.games - score
        entry = met.setdefault((i, j), [0.0, 0.0, 0.0])
        entry[0] += score
        entry[1] += encounter.games
        entry[2] += encounter.games * encounter.ratio
    games, points = [0.0] * size, [0.0] * size
    for (i, j), (score, count, _) in met.items():
        games[i], games[j] = games[i] + count, games[j] + count
        points[i], points[j] = points[i] + score, points[j] + count - score
    held = not _comparable(size, met)
    if held:
        for entry in met.values():
            entry[0], entry[1], entry[2] = entry[0] + 0.5, entry[1] + 1, entry[2] + 1
    strength = _fit(size, met)
    base = None if anchor is None else index.get(anchor)
    covariance = _covariance(size, met, strength)
    zero = strength[base] if base is not None else sum(strength) / size
    ratings = [
        Rating(
            name=name,
            elo=anchor_elo + _ELO * (strength[i] - zero),
            error=z * _ELO * math.sqrt(max(_variance_of_difference(covariance, i, base), 0.0)),
            games=round(games[i]),
            score=points[i] / games[i],
            group=number,
            held=held,
        )
        for name, i in index.items()
    ]
    return sorted(ratings, key=lambda rating: (-rating.elo, rating.name))


def _linked(encounters: list[Encounter]) -> list[set[str]]:
    """Return the groups of players that are linked by games."""
    group_of: dict[str, set[str]] = {}
    for encounter in encounters:
        merged = group_of.get(encounter.first, {encounter.first}) | group_of.get(
            encounter.second, {encounter.second}
        )
        for name in merged:
            group_of[name] = merged
    return list({id(group): group for group in group_of.values()}.values())


def _comparable(size: int, met: dict[tuple[int, int], list[float]]) -> bool:
    """Return whether everyone scored against everyone, directly or through others: else the fit is infinite.

    Source: L. R. Ford, "Solution of a ranking problem from binary comparisons", 1957.
    """
    scored: list[list[int]] = [[] for _ in range(size)]
    for (i, j), (score, count, _) in met.items():
        if score > 0:
            scored[i].append(j)
        if score < count:
            scored[j].append(i)
    conceded: list[list[int]] = [[i for i in range(size) if j in scored[i]] for j in range(size)]
    return all(len(_reached(graph)) == size for graph in (scored, conceded))


def _reached(graph: list[list[int]]) -> set[int]:
    seen, waiting = {0}, [0]
    while waiting:
        for neighbor in graph[waiting.pop()]:
            if neighbor not in seen:
                seen.add(neighbor)
                waiting.append(neighbor)
    return seen


def _fit(size: int, met: dict[tuple[int, int], list[float]]) -> list[float]:
    """Return the maximum likelihood strengths, in units of 400 / ln 10 Elo, with mean 0.

    Newton's method. The log-likelihood is concave, so a step can only be too long, never in a wrong
    direction.
    """
    strength = [0.0] * size
    for _ in range(_ROUNDS):
        gradient = [0.0] * size
        for (i, j), (score, count, _weight) in met.items():
            surplus = score - count * _expected(strength[i] - strength[j])
            gradient[i] += surplus
            gradient[j] -= surplus
        inverse = _inverse(_curvature(size, met, strength, 1))
        step = [sum(a * g for a, g in zip(row, gradient, strict=True)) for row in inverse]
        longest = max(map(abs, step), default=0.0)
        factor = min(1.0, 1.0 / longest) if longest else 1.0
        strength = [s + factor * d for s, d in zip(strength, step, strict=True)]
        if longest < 1e-12:
            break
    mean = sum(strength) / size
    return [s - mean for s in strength]


def _curvature(
    size: int, met: dict[tuple[int, int], list[float]], strength: Sequence[float], weight: int
) -> list[list[float]]:
    """Return the information matrix: the Laplacian of a graph in which each encounter is an edge with the
    weight n s (1 - s), where s is the expected score. With `weight` 1, n is the number of games; with 2, it
    is multiplied by their variance ratio.
    """
    matrix = [[0.0] * size for _ in range(size)]
    for (i, j), entry in met.items():
        expected = _expected(strength[i] - strength[j])
        value = entry[weight] * expected * (1 - expected)
        matrix[i][i] += value
        matrix[j][j] += value
        matrix[i][j] -= value
        matrix[j][i] -= value
    return matrix


def _covariance(
    size: int, met: dict[tuple[int, int], list[float]], strength: Sequence[float]
) -> list[list[float]]:
    bread = _inverse(_curvature(size, met, strength, 1))
    return _product(_product(bread, _curvature(size, met, strength, 2)), bread)


def _variance_of_difference(covariance: list[list[float]], i: int, base: int | None) -> float:
    if base is None:
        # The fit fixes the sum of all strengths, so these are already differences from the mean.
        return covariance[i][i]
    return covariance[i][i] + covariance[base][base] - 2 * covariance[i][base]


def _expected(difference: float) -> float:
    return 1 / (1 + math.exp(-difference))


def _inverse(laplacian: list[list[float]]) -> list[list[float]]:
    """Return the pseudo-inverse of a connected graph's Laplacian: its inverse on the vectors with sum 0.

    The Laplacian is singular only for the constant vectors, so adding a matrix of equal entries makes it
    regular. After the inversion the pseudo-inverse of that matrix is subtracted. Gauss-Jordan elimination
    with partial pivoting; large pools use NumPy's inverse.
    """
    size = len(laplacian)
    if size > _SMALL:
        import numpy

        filled = numpy.array(laplacian)
        mean = numpy.trace(filled) / size**2 or 1.0  # about as large as the other entries
        return [list(map(float, row)) for row in numpy.linalg.inv(filled + mean) - 1 / (mean * size**2)]
    scale = max(max(row[i] for i, row in enumerate(laplacian)), 1e-300)
    rows = [
        [value / scale + 1 / size for value in row] + [float(i == j) for j in range(size)]
        for i, row in enumerate(laplacian)
    ]
    for column in range(size):
        pivot = max(range(column, size), key=lambda i: abs(rows[i][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        lead = rows[column][column]
        rows[column] = [value / lead for value in rows[column]]
        for i in range(size):
            factor = rows[i][column]
            if i != column and factor:
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[column], strict=True)]
    return [[(value - 1 / size) / scale for value in row[size:]] for row in rows]


def _product(a: list[list[float]], b: list[list[float]]) -> list[list[float]]:
    if len(a) > _SMALL:
        import numpy

        return [list(map(float, row)) for row in numpy.array(a) @ numpy.array(b)]
    columns = list(zip(*b, strict=True))
    return [[sum(x * y for x, y in zip(row, column, strict=True)) for column in columns] for row in a]
