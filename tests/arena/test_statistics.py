"""Counts from records, Elo and normalized Elo: published figures, properties, coverage in simulation."""

from __future__ import annotations

import dataclasses
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexapoda.arena.statistics import (
    Counts,
    Pentanomial,
    Tally,
    Trinomial,
    elo_estimate,
    elo_of_score,
    score_of_elo,
    shares_of,
    tally_of,
)
from hexapoda.errors import UsageError
from hexapoda.record import Ending, GameRecord, PlayerRecord
from tests.arena.match_simulation import (
    LENGTHS,
    SCORES,
    cells,
    correlation,
    coverage,
    pair_probabilities,
    trinomial_coverage,
)

GOLDEN = Pentanomial((379, 10170, 21828, 10640, 343))
BITS = 1e-9

pentanomials = st.builds(Pentanomial, st.tuples(*[st.integers(0, 300)] * 5))
trinomials = st.builds(Trinomial, *[st.integers(0, 300)] * 3)
all_counts: st.SearchStrategy[Counts] = st.one_of(pentanomials, trinomials)


def game(number: int, white: str, black: str, result: str, event: str = "") -> GameRecord:
    winner = {"1-0": 0, "0-1": 1}.get(result)
    ending = Ending.INTERRUPTED if result == "*" else Ending.NORMAL
    players = (PlayerRecord(white), PlayerRecord(black))
    return GameRecord("hive", "Base", players, (), winner, result != "*", ending, number=number, event=event)


class TestCounts:
    def test_moments_of_a_pentanomial(self) -> None:
        counts = Pentanomial((1, 0, 2, 0, 1))
        assert (counts.units, counts.games, counts.points, counts.score) == (4, 8, 4.0, 0.5)
        assert counts.variance == 0.125
        assert counts.central_moment(3) == 0

    def test_moments_of_a_trinomial(self) -> None:
        counts = Trinomial(wins=2, draws=1, losses=1)
        assert (counts.units, counts.games, counts.points, counts.score) == (4, 4, 2.5, 0.625)
        assert counts.variance == pytest.approx((2 * 0.375**2 + 0.125**2 + 0.625**2) / 4)

    def test_no_games(self) -> None:
        assert Trinomial().score is None
        assert Pentanomial().variance == 0

    def test_reversing_and_adding(self) -> None:
        assert Pentanomial((1, 2, 3, 4, 5)).reversed() == Pentanomial((5, 4, 3, 2, 1))
        assert Trinomial(1, 2, 3).reversed() == Trinomial(3, 2, 1)
        assert Trinomial(1, 2, 3) + Trinomial(1, 1, 1) == Trinomial(2, 3, 4)
        assert Pentanomial((1, 2, 3, 4, 5)) + Pentanomial((1, 0, 0, 0, 1)) == Pentanomial((2, 2, 3, 4, 6))

    def test_negative_counts_are_refused(self) -> None:
        with pytest.raises(UsageError, match="-1"):
            Trinomial(-1, 0, 0)
        with pytest.raises(UsageError, match="expected 5"):
            Pentanomial((1, 2, 3))  # type: ignore[arg-type]


class TestTally:
    def test_pairs_by_half_the_number_in_any_order(self) -> None:
        records = [
            game(3, "b", "a", "0-1"),  # pair 1: a wins both
            game(0, "a", "b", "1-0"),
            game(1, "b", "a", "1-0"),  # pair 0: one win each
            game(2, "a", "b", "1-0"),
            game(4, "a", "b", "1/2-1/2"),
            game(5, "b", "a", "0-1"),  # pair 2: a draw and a win
        ]
        expected = Tally(Pentanomial((0, 0, 1, 1, 1)), Trinomial(4, 1, 1), Trinomial(), 0)
        assert tally_of(records, "a") == expected
        assert tally_of(records) == expected
        assert tally_of(iter(records), "b").pentanomial == expected.pentanomial.reversed()

    def test_halves_of_pairs_count_as_games_only(self) -> None:
        records = [
            game(0, "a", "b", "1-0"),
            game(1, "b", "a", "*"),
            game(2, "a", "b", "0-1"),
            game(3, "b", "a", "0-1"),
            game(5, "b", "a", "1/2-1/2"),
            game(-1, "b", "a", "1-0"),
            game(-1, "b", "a", "1-0"),
        ]
        tally = tally_of(records, "a")
        assert tally == Tally(Pentanomial((0, 0, 1, 0, 0)), Trinomial(2, 1, 3), Trinomial(1, 1, 2), 1)
        assert tally.counts == tally.pentanomial

    def test_single_games_count_as_long_as_there_is_no_pair(self) -> None:
        tally = tally_of([game(0, "a", "b", "1-0"), game(2, "a", "b", "0-1")])
        assert tally.counts == Trinomial(1, 0, 1)

    def test_an_engine_against_itself_is_told_by_the_number(self) -> None:
        records = [game(0, "a", "a", "1-0"), game(1, "a", "a", "0-1")]
        assert tally_of(records, "a").pentanomial == Pentanomial((0, 0, 0, 0, 1))

    def test_a_number_that_comes_twice(self) -> None:
        with pytest.raises(UsageError, match="7 occurs twice"):
            tally_of([game(7, "a", "b", "1-0"), game(7, "a", "b", "1-0")])

    def test_a_stranger(self) -> None:
        with pytest.raises(UsageError, match="'c' is not in game 0"):
            tally_of([game(0, "a", "b", "1-0")], "c")


class TestShares:
    def test_of_a_match(self) -> None:
        records = [
            game(n, "ab"[n % 2], "ba"[n % 2], r) for n, r in enumerate(["1-0", "1-0", "1/2-1/2", "1-0"])
        ]
        shares = shares_of([*records, game(4, "a", "b", "*"), game(6, "a", "b", "0-1")])
        assert shares.results == Trinomial(3, 1, 1)
        assert (shares.draws, shares.decisive) == (0.2, 0.8)
        assert shares.pairs == Pentanomial((0, 0, 0, 1, 1))
        assert shares.first_move == elo_estimate(shares.pairs)

    def test_the_better_player_does_not_hide_in_the_first_move(self) -> None:
        records = [game(n, "ab"[n % 2], "ba"[n % 2], ["1-0", "0-1"][n % 2]) for n in range(100)]
        shares = shares_of(records)
        assert shares.pairs == Pentanomial((0, 0, 50, 0, 0))
        assert shares.first_move.elo == 0

    def test_matches_with_the_same_numbers_are_kept_apart(self) -> None:
        records = [game(n, "ab"[n], "ba"[n], "1-0", event=e) for e in "xy" for n in (0, 1)]
        assert shares_of(records).pairs == Pentanomial((0, 0, 0, 0, 2))

    def test_no_games(self) -> None:
        shares = shares_of([])
        assert (shares.draws, shares.decisive, shares.first_move.elo) == (None, None, None)

    def test_games_of_no_match(self) -> None:
        shares = shares_of([game(-1, "a", "b", "1-0")] * 3)
        assert shares.first_move == elo_estimate(Trinomial(3, 0, 0))


class TestElo:
    def test_the_golden_pentanomial(self) -> None:
        estimate = elo_estimate(GOLDEN)
        assert estimate.nelo == pytest.approx(3.05, abs=0.005)
        assert estimate.nelo_error == pytest.approx(2.31, abs=0.005)
        assert estimate.games == 86720

    # Published in fastchess's tests: counts; nElo, its error, Elo, its error, LOS in percent. Their intervals
    # are normal ones, so that ours agree with them only about.
    @pytest.mark.parametrize(
        ("counts", "nelo", "nelo_error", "elo", "error", "los"),
        [
            (Trinomial(76, 123, 89), -20.76, 40.13, -15.69, 30.4, 15.53),
            (Trinomial(136, 111, 96), 49.77, 36.77, 40.70, 30.43, 99.60),
            (Pentanomial((34, 54, 63, 64, 75)), 57.94, 28.28, 55.58, 27.65, 100.0),
            (Pentanomial((334, 333, 498, 433, 332)), 9.17, 10.96, 8.64, 10.33, 94.95),
        ],
    )
    def test_published_estimates(
        self, counts: Counts, nelo: float, nelo_error: float, elo: float, error: float, los: float
    ) -> None:
        estimate = elo_estimate(counts)
        assert estimate.nelo == pytest.approx(nelo, abs=0.01)
        assert estimate.nelo_error == pytest.approx(nelo_error, rel=0.04)
        assert estimate.elo == pytest.approx(elo, abs=0.01)
        assert estimate.low is not None and estimate.high is not None
        assert (estimate.high - estimate.low) / 2 == pytest.approx(error, rel=0.01)
        assert 100 * estimate.los == pytest.approx(los, abs=0.1)

    @pytest.mark.parametrize(
        "counts", [Pentanomial((0, 0, 0, 0, 20)), Trinomial(40, 0, 0), Trinomial(1, 0, 0)]
    )
    def test_a_perfect_score_has_one_finite_bound(self, counts: Counts) -> None:
        estimate = elo_estimate(counts)
        assert (estimate.elo, estimate.high, estimate.nelo, estimate.nelo_error) == (None, None, None, None)
        assert estimate.score_high == 1 and estimate.low is not None and math.isfinite(estimate.low)
        mirrored = elo_estimate(counts.reversed())
        assert (mirrored.elo, mirrored.low) == (None, None)
        assert mirrored.high == pytest.approx(-estimate.low)

    def test_the_bound_of_a_perfect_score_rises_with_the_games(self) -> None:
        bounds = [elo_estimate(Pentanomial((0, 0, 0, 0, n))).low or 0 for n in (1, 5, 20, 100, 1000)]
        assert bounds == sorted(bounds)
        assert bounds[0] < 0 < bounds[1]  # two wins are no proof, ten are

    def test_no_games_say_nothing(self) -> None:
        estimate = elo_estimate(Pentanomial())
        assert dataclasses.astuple(estimate) == (0, *[None] * 8, 0.5)

    def test_pairs_that_always_end_even_leave_an_interval(self) -> None:
        estimate = elo_estimate(Pentanomial((0, 0, 20, 0, 0)))
        assert estimate.elo == 0 and estimate.nelo is None
        assert estimate.low is not None and -60 < estimate.low < 0

    def test_confidence(self) -> None:
        narrow, wide = elo_estimate(GOLDEN, 0.5), elo_estimate(GOLDEN, 0.99)
        assert narrow.low is not None and wide.low is not None and wide.low < narrow.low
        with pytest.raises(UsageError, match=r"1\.5"):
            elo_estimate(GOLDEN, 1.5)

    @given(all_counts)
    def test_the_opponent_sees_the_mirror_image(self, counts: Counts) -> None:
        one, other = elo_estimate(counts), elo_estimate(counts.reversed())
        assert one.los == pytest.approx(1 - other.los, abs=BITS)
        for a, b in (
            (one.elo, other.elo),
            (one.low, other.high),
            (one.high, other.low),
            (one.nelo, other.nelo),
        ):
            assert (a is None and b is None) or (
                a is not None and b is not None and a == pytest.approx(-b, abs=1e-6)
            )

    @given(all_counts)
    def test_bounds_enclose_the_score_and_los_agrees_with_them(self, counts: Counts) -> None:
        estimate = elo_estimate(counts)
        if estimate.score is None or estimate.score_low is None or estimate.score_high is None:
            assert counts.units == 0
            return
        assert 0 <= estimate.score_low <= estimate.score <= estimate.score_high <= 1
        if abs(estimate.score_low - 0.5) > BITS:
            assert (estimate.los > 0.975) == (estimate.score_low > 0.5)

    @given(st.floats(-1500, 1500))
    def test_score_and_elo_are_inverse(self, elo: float) -> None:
        assert elo_of_score(score_of_elo(elo)) == pytest.approx(elo, abs=1e-6)

    def test_pairs_hanging_together_widen_the_interval(self) -> None:
        alike = elo_estimate(Pentanomial((50, 0, 0, 0, 50)))
        apart = elo_estimate(Pentanomial((0, 0, 100, 0, 0)))
        single = elo_estimate(Trinomial(100, 0, 100))
        assert (alike.high or 0) > 1.3 * (single.high or 0) > 1.3 * 3 * (apart.high or 0)


class TestCoverage:
    def test_the_simulated_pairs_are_correlated(self) -> None:
        assert correlation(pair_probabilities(0.5, 0, 0, 0)) == pytest.approx(0, abs=1e-9)
        assert correlation(pair_probabilities(0.5, 0, 300, 0)) < -0.25
        assert correlation(pair_probabilities(0.5, 0, 0, 200)) > 0.15

    def test_intervals_hold_the_truth_in_93_to_97_percent_of_2000_matches(self) -> None:
        seen = {
            (kind, score, games): coverage(p, games, 2000, seed)[0] for kind, score, p, games, seed in cells()
        }
        assert len(seen) == 5 * len(SCORES) * len(LENGTHS)
        assert {cell: share for cell, share in seen.items() if not 0.93 <= share <= 0.97} == {}

    @pytest.mark.parametrize("games", LENGTHS)
    @pytest.mark.parametrize(("win", "draw"), [(0.35, 0.3), (0.65, 0.2), (0.93, 0.04)])
    def test_of_single_games(self, win: float, draw: float, games: int) -> None:
        assert 0.93 <= trinomial_coverage(win, draw, games, 2000, seed=games) <= 0.97

    @pytest.mark.deep
    def test_over_20000_matches(self) -> None:
        seen = {
            (kind, score, games): coverage(p, games, 20_000, seed)[0]
            for kind, score, p, games, seed in cells()
        }
        assert {cell: share for cell, share in seen.items() if not 0.93 <= share <= 0.97} == {}
