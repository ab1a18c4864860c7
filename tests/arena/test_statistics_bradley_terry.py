"""Ratings of a pool: two players as in a match, the likeliest, anchors, perfect scores, parted pools."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexapoda.arena.statistics import (
    Encounter,
    Rating,
    Trinomial,
    bradley_terry,
    elo_estimate,
    elo_of_score,
    score_of_elo,
)
from hexapoda.arena.statistics.elo import variance_ratio
from hexapoda.errors import UsageError

POOL = [("a", "b", 30, 40), ("b", "c", 20, 40), ("c", "a", 5.5, 40), ("d", "a", 12, 30)]


def by_name(ratings: list[Rating]) -> dict[str, Rating]:
    return {rating.name: rating for rating in ratings}


class TestRatings:
    def test_two_players_are_as_far_apart_as_in_their_match(self) -> None:
        ratings = bradley_terry([("a", "b", 30, 40)], anchor="b")
        estimate = elo_estimate(Trinomial(30, 0, 10))
        assert [r.name for r in ratings] == ["a", "b"]
        assert ratings[0].elo == pytest.approx(estimate.elo)
        assert ratings[0].error == pytest.approx(((estimate.high or 0) - (estimate.low or 0)) / 2, rel=0.02)
        assert (ratings[1].elo, ratings[1].error) == (0, 0)

    def test_everyone_expects_what_everyone_scored(self) -> None:
        """At the likeliest ratings, each player's expected points are the points that were scored."""
        ratings = by_name(bradley_terry(POOL))
        for name, rating in ratings.items():
            expected = sum(
                games * score_of_elo(rating.elo - ratings[b if name == a else a].elo)
                for a, b, _, games in POOL
                if name in (a, b)
            )
            assert rating.score * rating.games == pytest.approx(expected)
        assert sum(rating.elo for rating in ratings.values()) == pytest.approx(0, abs=1e-9)

    def test_an_anchor_shifts_and_changes_nothing_else(self) -> None:
        free, anchored = (
            by_name(bradley_terry(POOL)),
            by_name(bradley_terry(POOL, anchor="c", anchor_elo=1500)),
        )
        assert anchored["c"].elo == 1500 and anchored["c"].error == 0
        for name in free:
            assert anchored[name].elo - 1500 == pytest.approx(free[name].elo - free["c"].elo)

    def test_order_and_parts_do_not_matter(self) -> None:
        parts = [(b, a, games / 2 - s / 2, games // 2) for a, b, s, games in POOL for _ in range(2)]
        for one, other in zip(bradley_terry(POOL), bradley_terry(parts[::-1]), strict=True):
            assert one.name == other.name and one.games == other.games
            assert one.elo == pytest.approx(other.elo) and one.error == pytest.approx(other.error)

    def test_games_halve_the_error_when_they_are_four_times_as_many(self) -> None:
        few = bradley_terry([("a", "b", 30, 40)], anchor="b")[0].error
        assert bradley_terry([("a", "b", 120, 160)], anchor="b")[0].error == pytest.approx(few / 2)
        known = bradley_terry([Encounter("a", "b", 30, 40, ratio=0.25)], anchor="b")[0].error
        assert known == pytest.approx(few / 2)

    def test_confidence(self) -> None:
        half, most = (bradley_terry(POOL, confidence=c)[0].error for c in (0.5, 0.95))
        assert half / most == pytest.approx(0.6745 / 1.96, rel=1e-3)

    @given(
        st.lists(
            st.tuples(st.sampled_from("abcdef"), st.sampled_from("abcdef"), st.integers(0, 8)), max_size=20
        )
    )
    def test_any_pool_has_finite_ratings(self, wins: list[tuple[str, str, int]]) -> None:
        results = [(a, b, s / 2, 4) for a, b, s in wins if a != b]
        ratings = bradley_terry(results)
        assert {r.name for r in ratings} == {name for a, b, *_ in results for name in (a, b)}
        assert all(math.isfinite(r.elo) and math.isfinite(r.error) and r.error >= 0 for r in ratings)

    def test_no_results(self) -> None:
        assert bradley_terry([]) == []
        assert bradley_terry([("a", "b", 0, 0)]) == []


class TestPerfectScores:
    def test_one_invented_draw_holds_them(self) -> None:
        ratings = bradley_terry([("a", "b", 40, 40)], anchor="b")
        assert all(rating.held for rating in ratings)
        assert ratings[0].elo == pytest.approx(elo_of_score(40.5 / 41))
        assert (ratings[0].score, ratings[0].games) == (1, 40)

    def test_a_circle_of_perfect_scores_needs_none(self) -> None:
        ratings = bradley_terry([("a", "b", 9, 9), ("b", "c", 9, 9), ("c", "a", 9, 9)])
        assert all(abs(r.elo) < 1e-9 and not r.held for r in ratings)

    def test_a_perfect_score_of_a_half_of_the_pool(self) -> None:
        results = [("a", "b", 5, 10), ("c", "d", 5, 10), ("a", "c", 10, 10), ("b", "d", 10, 10)]
        ratings = bradley_terry(results)
        assert all(r.held for r in ratings) and {r.name for r in ratings[:2]} == {"a", "b"}


class TestPartedPools:
    def test_groups_are_told_apart(self) -> None:
        ratings = bradley_terry([("a", "b", 6, 10), ("c", "d", 9, 10), ("d", "e", 5, 10)])
        assert [(r.name, r.group) for r in ratings] == [("c", 0), ("d", 0), ("e", 0), ("a", 1), ("b", 1)]
        for group in (0, 1):
            assert sum(r.elo for r in ratings if r.group == group) == pytest.approx(0, abs=1e-9)

    def test_the_anchor_s_group_comes_first(self) -> None:
        ratings = bradley_terry([("a", "b", 6, 10), ("c", "d", 9, 10), ("d", "e", 5, 10)], anchor="b")
        assert [r.name for r in ratings if r.group == 0] == ["a", "b"]

    def test_one_game_links_them(self) -> None:
        results = [("a", "b", 6, 10), ("c", "d", 9, 10), ("d", "e", 5, 10), ("b", "e", 0.5, 1)]
        assert {r.group for r in bradley_terry(results)} == {0}


class TestWhatIsNoPool:
    @pytest.mark.parametrize(
        ("results", "anchor", "message"),
        [
            ([("a", "a", 1, 2)], None, "'a' against itself"),
            ([("a", "b", 3, 2)], None, "3 points in 2 games"),
            ([("a", "b", -1, 2)], None, "-1 points"),
            ([("a", "b", 1, 2)], "z", "anchor 'z' has no games"),
        ],
    )
    def test_is_refused(
        self, results: list[tuple[str, str, float, int]], anchor: str | None, message: str
    ) -> None:
        with pytest.raises(UsageError, match=message):
            bradley_terry(results, anchor=anchor)


def test_error_bars_hold_the_truth() -> None:
    """Four players, a round robin of 60 games each with draws; the variance of each encounter is known."""
    truth = {"a": 0.0, "b": 80.0, "c": 200.0, "d": -100.0}
    rng = np.random.default_rng(5)
    held, all_of = 0, 0
    names = list(truth)
    for _ in range(700):
        results = []
        for i, one in enumerate(names):
            for other in names[:i]:
                score, draw = score_of_elo(truth[one] - truth[other]), 0.2
                win, drawn, loss = rng.multinomial(
                    60, [score - draw / 2, draw, 1 - score - draw / 2]
                ).tolist()
                counts = Trinomial(win, drawn, loss)
                results.append(Encounter(one, other, counts.points, 60, variance_ratio(counts)))
        for rating in bradley_terry(results, anchor="a"):
            if rating.name != "a":
                held += abs(rating.elo - truth[rating.name]) <= rating.error
                all_of += 1
    assert 0.93 <= held / all_of <= 0.97
