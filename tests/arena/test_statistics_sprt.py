"""SPRT: published log-likelihood ratios, the estimates behind them, and errors measured in simulation."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hexapoda.arena.statistics import Counts, Pentanomial, Sprt, Trinomial, score_of_elo
from hexapoda.arena.statistics.likelihood import with_mean, with_t
from hexapoda.errors import UsageError
from tests.arena.match_simulation import at_nelo, pair_probabilities, sprt_errors

Model = Literal["normalized", "logistic"]
GOLDEN = Pentanomial((379, 10170, 21828, 10640, 343))
VALUES = Pentanomial.VALUES
seen_shares = st.lists(st.sampled_from([1e-3, 1, 2, 5, 20, 100, 1000]), min_size=5, max_size=5).map(
    lambda counts: [count / sum(counts) for count in counts]
)


def mean_and_deviation(p: list[float]) -> tuple[float, float]:
    mean = sum(a * x for a, x in zip(p, VALUES, strict=True))
    return mean, math.sqrt(sum(a * (x - mean) ** 2 for a, x in zip(p, VALUES, strict=True)))


class TestRatio:
    def test_the_golden_pentanomial(self) -> None:
        llr = Sprt(0, 2).llr(GOLDEN)
        assert llr == pytest.approx(2.946, abs=1e-3)
        assert llr == pytest.approx(2.945495, abs=1e-6)  # Fishtest prints 2.94550
        assert Sprt(0, 2).verdict(llr) == "H1"

    # Published in the tests of fastchess, which give two or three digits.
    @pytest.mark.parametrize(
        ("counts", "elo0", "elo1", "model", "llr"),
        [
            (Trinomial(36433, 68692, 36027), 0, 2, "normalized", 0.92),
            (Trinomial(10871, 20431, 10650), -1.75, 0.25, "normalized", 2.30),
            (Trinomial(4250, 0, 0), 0, 10, "normalized", 120.56),
            (Trinomial(21404, 40708, 21184), 0.5, 2.5, "logistic", -1.57),
            (Trinomial(57433, 106593, 57030), 0, 2, "logistic", -2.59),
            (Pentanomial((365, 16618, 36229, 16974, 390)), 0, 2, "normalized", 2.25),
            (Pentanomial((127, 4883, 10712, 5150, 104)), -1.75, 0.25, "normalized", 3.01),
            (Pentanomial((0, 0, 0, 0, 5550)), 0, 5, "normalized", 111.82),
            (Pentanomial((223, 9863, 21279, 10037, 246)), 0.5, 2.5, "logistic", -3.07),
            (Pentanomial((871, 26175, 55983, 26678, 821)), 0, 2, "logistic", -4.98),
        ],
    )
    def test_published_ratios(
        self, counts: Counts, elo0: float, elo1: float, model: Model, llr: float
    ) -> None:
        assert Sprt(elo0, elo1, model=model).llr(counts) == pytest.approx(llr, rel=0.01)

    def test_no_games(self) -> None:
        assert Sprt(0, 5).llr(Pentanomial()) == 0

    @given(
        st.builds(Pentanomial, st.tuples(*[st.integers(0, 200)] * 5)),
        st.sampled_from(["normalized", "logistic"]),
    )
    def test_seen_by_the_opponent_the_claims_change_places(self, counts: Pentanomial, model: Model) -> None:
        one, other = Sprt(-10, 30, model=model), Sprt(-30, 10, model=model)
        assert one.llr(counts) == pytest.approx(-other.llr(counts.reversed()), abs=1e-6)

    @pytest.mark.parametrize("model", ["normalized", "logistic"])
    def test_a_perfect_score_settles_the_test_soon(self, model: Model) -> None:
        test = Sprt(0, 50, model=model)
        assert [test.verdict(test.llr(Pentanomial((0, 0, 0, 0, n)))) for n in (1, 40)] == [None, "H1"]
        assert [test.verdict(test.llr(Pentanomial((n, 0, 0, 0, 0)))) for n in (1, 40)] == [None, "H0"]

    def test_wide_bounds(self) -> None:
        test = Sprt(-250, 250)
        assert test.llr(Pentanomial((0, 2, 10, 3, 0))) > 0 > test.llr(Pentanomial((0, 3, 10, 2, 0)))


class TestTestItself:
    def test_bounds_and_verdicts(self) -> None:
        test = Sprt(0, 2, alpha=0.01, beta=0.1)
        assert test.bounds == (math.log(0.1 / 0.99), math.log(0.9 / 0.01))
        assert [test.verdict(x) for x in (-2.3, -2.2, 0, 4.49, 4.5)] == ["H0", None, None, None, "H1"]
        assert Sprt(0, 2).bounds == pytest.approx((-2.944, 2.944), abs=1e-3)

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ({"elo0": 2, "elo1": 2}, "expected the lower one first"),
            ({"elo0": 3, "elo1": 2}, "expected the lower one first"),
            ({"elo0": float("nan"), "elo1": 2}, "nan"),
            ({"elo0": 0, "elo1": 300}, "250"),
            ({"elo0": 0, "elo1": 2, "alpha": 0}, "above 0"),
            ({"elo0": 0, "elo1": 2, "alpha": 0.5, "beta": 0.5}, "below 1"),
            ({"elo0": 0, "elo1": 2, "model": "bayesian"}, "'bayesian'"),
        ],
    )
    def test_what_is_no_test(self, arguments: dict[str, float], message: str) -> None:
        with pytest.raises(UsageError, match=message):
            Sprt(**arguments)  # type: ignore[arg-type]


class TestLikelihood:
    @example([count / 130.001 for count in (0.001, 100, 5, 20, 5)], 0.5)  # the first step goes to a pole
    @given(seen_shares, st.floats(0.05, 0.95))
    def test_the_mean_is_as_asked(self, seen: list[float], mean: float) -> None:
        p = with_mean(seen, VALUES, mean)
        assert sum(p) == pytest.approx(1) and min(p) > 0
        assert mean_and_deviation(p)[0] == pytest.approx(mean, abs=1e-7)

    @given(seen_shares, st.floats(-1.02, 1.02))
    def test_t_is_as_asked(self, seen: list[float], t: float) -> None:
        p = with_t(seen, VALUES, t)
        mean, deviation = mean_and_deviation(p)
        assert sum(p) == pytest.approx(1) and min(p) > 0
        assert mean - 0.5 == pytest.approx(t * deviation, abs=1e-7)

    @given(st.tuples(*[st.integers(1, 50)] * 3), st.floats(-0.7, 0.7))
    def test_nothing_with_that_t_is_likelier(self, counts: tuple[int, int, int], t: float) -> None:
        """For three outcomes, all distributions with that t are one curve, by the share of draws."""

        def likelihood(p: list[float]) -> float:
            return sum(c * math.log(x) for c, x in zip(counts, p, strict=True))

        best = likelihood(with_t([c / sum(counts) for c in counts], (0.0, 0.5, 1.0), t))
        for draw in np.linspace(0.001, 0.999, 199):
            # Mean 1/2 + d with d = t sigma, sigma^2 = (1 - draw)/4 - d^2.
            d = t * math.sqrt((1 - draw) / 4 / (1 + t * t))
            win, loss = (1 - draw) / 2 + d, (1 - draw) / 2 - d
            if win > 0 and loss > 0:
                assert likelihood([loss, float(draw), win]) <= best + 1e-6


class TestErrors:
    SHAPE = (60, 200, 200)
    # The tests demand an error of 0.05 at most, which 400 tries show to within 0.02.

    @pytest.mark.parametrize("claim", [pytest.param("H0", marks=pytest.mark.deep), "H1"])
    def test_normalized(self, claim: str) -> None:
        test = Sprt(0, 80)
        p = at_nelo(test.elo0 if claim == "H0" else test.elo1, *self.SHAPE)
        for_h0, for_h1, _ = sprt_errors(test, p, 400, seed=1, step=16, longest=4000)
        assert (for_h1 if claim == "H0" else for_h0) <= 0.08

    @pytest.mark.parametrize("claim", ["H0", pytest.param("H1", marks=pytest.mark.deep)])
    def test_logistic(self, claim: str) -> None:
        test = Sprt(0, 60, model="logistic")
        p = pair_probabilities(score_of_elo(test.elo0 if claim == "H0" else test.elo1), *self.SHAPE)
        for_h0, for_h1, _ = sprt_errors(test, p, 400, seed=2, step=4, longest=4000)
        assert (for_h1 if claim == "H0" else for_h0) <= 0.08

    @pytest.mark.deep
    @pytest.mark.parametrize("bounds", [(-100, 0), (50, 150)])
    @pytest.mark.parametrize("shape", [(0, 0, 0), (0, 300, 0), (300, 0, 100)])
    @pytest.mark.parametrize("claim", ["H0", "H1"])
    def test_after_every_pair(
        self, bounds: tuple[float, float], shape: tuple[float, ...], claim: str
    ) -> None:
        test = Sprt(*bounds)
        p = at_nelo(test.elo0 if claim == "H0" else test.elo1, *shape)
        for_h0, for_h1, _ = sprt_errors(test, p, 2000, seed=3, step=1, longest=20_000)
        assert (for_h1 if claim == "H0" else for_h0) <= 0.06
