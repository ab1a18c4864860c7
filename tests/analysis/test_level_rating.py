"""The rating of a person against the levels: compared with values that follow from the formula."""

from __future__ import annotations

import math

import pytest

from hexapoda.analysis.level_rating import LevelGame, rate_against_levels

PRIOR = 1200.0


def elo(odds: float) -> float:
    return 400 * math.log10(odds)


def log_likelihood(rating: float, games: list[LevelGame]) -> float:
    """The formula in the docstring of the module, written again."""
    total = 0.0
    for game in [*games, LevelGame(PRIOR, 0.5)]:
        p = 1 / (1 + 10 ** ((game.elo - rating) / 400))
        total += game.points * math.log(p) + (1 - game.points) * math.log(1 - p)
    return total


def test_nothing_is_said_without_games() -> None:
    assert rate_against_levels([], PRIOR) is None


@pytest.mark.parametrize(
    ("points", "odds"),
    [
        ([1, 1, 1], 3.5 / 0.5),  # three wins and half a drawn game: not infinite
        ([0, 0, 0], 0.5 / 3.5),
        ([1, 0], 1.0),
        ([0.5], 1.0),
        ([1, 1, 0.5, 0], 3.0 / 2.0),
        ([1] * 15 + [0] * 5, 15.5 / 5.5),
    ],
)
def test_against_one_level_it_is_the_odds_of_the_points_with_the_drawn_game(
    points: list[float], odds: float
) -> None:
    found = rate_against_levels([LevelGame(PRIOR, one) for one in points], PRIOR)
    assert found is not None and found.games == len(points)
    assert found.elo == pytest.approx(PRIOR + elo(odds), abs=0.02)
    assert found.expected(PRIOR) == pytest.approx(odds / (1 + odds), abs=1e-4)


@pytest.mark.parametrize(
    "games",
    [
        [LevelGame(1207, 1.0)] * 3,
        [LevelGame(1000, 1.0), LevelGame(1429, 0.0), LevelGame(1429, 1.0), LevelGame(1600, 0.5)],
        [LevelGame(2699, 0.0)] * 40,
        [LevelGame(2699, 1.0)] * 40,
    ],
)
def test_the_interval_ends_where_the_likelihood_has_fallen_enough(games: list[LevelGame]) -> None:
    found = rate_against_levels(games, PRIOR)
    assert found is not None and found.low < found.elo < found.high
    top = log_likelihood(found.elo, games)
    assert all(log_likelihood(found.elo + step, games) < top for step in (-5, 5))
    for end in (found.low, found.high):
        assert 2 * (top - log_likelihood(end, games)) == pytest.approx(3.8415, abs=0.01)


def test_the_interval_leans_to_the_side_that_is_open() -> None:
    found = rate_against_levels([LevelGame(PRIOR, 1.0)] * 6, PRIOR)
    assert found is not None
    assert found.high - found.elo > 1.3 * (found.elo - found.low)


def test_many_games_make_it_narrow_and_the_prior_small() -> None:
    few = rate_against_levels([LevelGame(1800, float(k % 2)) for k in range(4)], PRIOR)
    many = rate_against_levels([LevelGame(1800, float(k % 2)) for k in range(200)], PRIOR)
    assert few is not None and many is not None
    assert abs(many.elo - 1800) < 3 < abs(few.elo - 1800)
    assert many.high - many.low < 100 < few.high - few.low
