"""Matches of known strength: outcome distributions of pairs, samplers, and the coverage table of the docs.

    python -m tests.arena.match_simulation coverage [RUNS]
    python -m tests.arena.match_simulation sprt [RUNS]

print, for each kind of match, true score and length, how often the 95% intervals held the truth, and how
often a sequential test looked at after every pair took the wrong side.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache

import numpy as np
import numpy.typing as npt

from hexapoda.arena.statistics import EloEstimate, Pentanomial, Sprt, Trinomial, elo_estimate
from hexapoda.arena.statistics.elo import NELO_SCALE

Probabilities = npt.NDArray[np.float64]

SCORES = (0.50, 0.75, 0.95)
LENGTHS = (40, 200, 1000)
SEED = 20260

# Kinds of match: draw margin in Elo, spread of what an opening gives to its first mover (sets the two games
# of a pair against each other), spread of how an opening suits one player (makes them alike). All in Elo.
KINDS = {
    "independent games": (0, 0, 0),
    "unbalanced openings": (0, 300, 0),
    "openings that suit": (0, 0, 200),
    "both, some draws": (60, 200, 200),
    "both, many draws": (150, 200, 200),
}


def pair_probabilities(score: float, margin: float, bias: float, taste: float) -> Probabilities:
    """The chances of 0, 0.5, 1, 1.5 and 2 points in a pair, of a player whose true score is `score`."""
    low, high = -3000.0, 3000.0
    for _ in range(60):
        middle = (low + high) / 2
        if _pair(middle, margin, bias, taste) @ np.arange(5) / 4 < score:
            low = middle
        else:
            high = middle
    return _pair(low, margin, bias, taste)


def _pair(elo: float, margin: float, bias: float, taste: float) -> Probabilities:
    nodes, weights = np.polynomial.hermite_e.hermegauss(15)
    weights = np.outer(weights, weights) / weights.sum() ** 2
    suited, opening = elo + taste * nodes, bias * nodes[:, None]
    one, other = _game(suited + opening, margin), _game(suited - opening, margin)
    total = np.zeros(5)
    for i in range(3):
        for j in range(3):
            total[i + j] += (weights * one[i] * other[j]).sum()
    result: Probabilities = total / total.sum()
    return result


def _game(elo: npt.NDArray[np.float64], margin: float) -> Probabilities:
    """The chances of a loss, a draw and a win, for every Elo of an array."""
    win = 1 / (1 + 10 ** ((margin - elo) / 400))
    loss = 1 / (1 + 10 ** ((margin + elo) / 400))
    return np.array([loss, np.maximum(1 - win - loss, 0.0), win])


def correlation(p: Probabilities) -> float:
    """Of the two games of a pair, from the pair's variance; draws have to be rare."""
    values = np.arange(5) / 4
    mean = float(p @ values)
    return 2 * float(p @ (values - mean) ** 2) / (mean * (1 - mean)) - 1


def coverage(p: Probabilities, games: int, runs: int, seed: int) -> tuple[float, float]:
    """How often the intervals of Elo and of normalized Elo held the truth, in matches of pairs."""
    values = np.arange(5) / 4
    score = float(p @ values)
    nelo = (score - 0.5) / float(np.sqrt(2 * (p @ (values - score) ** 2))) * NELO_SCALE
    samples = np.random.default_rng(seed).multinomial(games // 2, p, size=runs)

    @cache
    def holds(pairs: tuple[int, int, int, int, int]) -> tuple[bool, bool]:
        estimate = elo_estimate(Pentanomial(pairs))
        return holds_score(estimate, score), holds_nelo(estimate, nelo)

    seen = [holds(tuple(sample)) for sample in samples.tolist()]
    return sum(a for a, _ in seen) / runs, sum(b for _, b in seen) / runs


def trinomial_coverage(win: float, draw: float, games: int, runs: int, seed: int) -> float:
    """The same for the Elo of single, independent games."""
    samples = np.random.default_rng(seed).multinomial(games, [win, draw, 1 - win - draw], size=runs)
    score = win + draw / 2
    return sum(holds_score(elo_estimate(Trinomial(*map(int, s))), score) for s in samples) / runs


def holds_score(estimate: EloEstimate, score: float) -> bool:
    assert estimate.score_low is not None and estimate.score_high is not None
    return estimate.score_low <= score <= estimate.score_high


def holds_nelo(estimate: EloEstimate, nelo: float) -> bool:
    if estimate.nelo is None or estimate.nelo_error is None:
        return False
    return abs(estimate.nelo - nelo) <= estimate.nelo_error


def sprt_errors(
    test: Sprt, p: Probabilities, runs: int, seed: int, step: int, longest: int
) -> tuple[float, float, float]:
    """Shares of runs that ended in H0 and in H1, looking after every `step` pairs, and the mean of pairs."""
    rng = np.random.default_rng(seed)
    ended = {"H0": 0, "H1": 0}
    pairs = 0
    for _ in range(runs):
        sums = rng.multinomial(step, p, size=longest // step).cumsum(axis=0).tolist()
        for a, b, c, d, e in sums:
            verdict = test.verdict(test.llr(Pentanomial((a, b, c, d, e))))
            if verdict is not None:
                ended[verdict] += 1
                pairs += a + b + c + d + e
                break
    assert sum(ended.values()) == runs, "a run did not end"
    return ended["H0"] / runs, ended["H1"] / runs, pairs / runs


def at_nelo(nelo: float, *shape: float) -> Probabilities:
    """The pair distribution of a kind of match at a normalized Elo."""
    low, high = 0.01, 0.99
    values = np.arange(5) / 4
    for _ in range(50):
        middle = (low + high) / 2
        p = pair_probabilities(middle, *shape)
        found = (middle - 0.5) / float(np.sqrt(2 * (p @ (values - middle) ** 2))) * NELO_SCALE
        low, high = (middle, high) if found < nelo else (low, middle)
    return p


def cells() -> Iterator[tuple[str, float, Probabilities, int, int]]:
    """Every kind, true score and length, with a seed of its own."""
    for i, (kind, parameters) in enumerate(KINDS.items()):
        for j, score in enumerate(SCORES):
            p = pair_probabilities(score, *parameters)
            for k, games in enumerate(LENGTHS):
                yield kind, score, p, games, SEED + 100 * i + 10 * j + k


def print_coverage(runs: int) -> None:
    print(
        "| kind of match | true score | variance ratio | " + " | ".join(f"{n} games" for n in LENGTHS) + " |"
    )
    print("|---|---|---|" + "---|" * len(LENGTHS))
    row: list[str] = []
    for kind, score, p, games, seed in cells():
        elo, nelo = coverage(p, games, runs, seed)
        row.append(f"{100 * elo:.1f}% ({100 * nelo:.1f}%)")
        if games == LENGTHS[-1]:
            print(f"| {kind} | {100 * score:.0f}% | {1 + correlation(p):.2f} | " + " | ".join(row) + " |")
            row = []


def print_sprt(runs: int) -> None:
    test = Sprt(0, 80)
    print("| kind of match | H1 though H0 is true | pairs | H0 though H1 is true | pairs |")
    print("|---|---|---|---|---|")
    for kind, parameters in KINDS.items():
        row = []
        for elo in (test.elo0, test.elo1):
            shares = sprt_errors(test, at_nelo(elo, *parameters), runs, SEED, step=1, longest=5000)
            wrong = shares[1] if elo == test.elo0 else shares[0]
            row.append(f"{100 * wrong:.1f}% | {shares[2]:.0f}")
        print(f"| {kind} | " + " | ".join(row) + " |")


if __name__ == "__main__":
    {"coverage": print_coverage, "sprt": print_sprt}[sys.argv[1]](int((*sys.argv, "2000")[2]))
