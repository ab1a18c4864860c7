"""Whether the reasons of the coach mean anything: python benchmarks/coach_placebo.py GAME MISTAKES [...]

The placebo test: the two lines of a mistake are swapped, and the coach is asked why the better move was the
mistake. A coach that finds a true, plausible fact for any pair of lines has as much evidence then as before.
Prints how often the real explanation has more evidence than the swapped one, among those that are given and
among all, for all mistakes and for those that lose more than 30%, the share of silence, and what the facts of
proven mistakes say. Mistakes come from `benchmarks/coach_mistakes.py`.

With `--learn FILE [...]` it first learns the weights from other mistakes, and with `--out` writes them: a
logistic regression without an intercept and with weights of at least 0, whose penalty is chosen by
cross-validation over games. The threshold is the least one from which on 70% of all real explanations and 85%
of those of large mistakes beat the swapped ones in the cross-validation.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from types import MappingProxyType
from typing import Any

import numpy as np

from hexapoda.coach import Difference, Weights, differences, reasons, weights_of
from hexapoda.errors import UsageError
from hexapoda.files.data_folder import write_atomically
from hexapoda.games import Game, find_game

LARGE = 0.30
"""The loss of win probability of a large mistake."""
PENALTIES = (0.5, 1.0, 2.0, 4.0, 8.0)
FOLDS = 10
STEPS = 400
AIM, AIM_LARGE = 0.70, 0.85
LEAST_SPOKEN = 30
"""The least number of explanations from which a threshold is judged."""


@dataclass(frozen=True)
class Case:
    """A mistake."""

    data: dict[str, Any]
    position: Any
    better: list[Any]
    played: list[Any]
    found: list[Difference]

    @property
    def loss(self) -> float:
        """The loss of win probability, 0 to 1."""
        return float(self.data["loss"])

    @property
    def proven(self) -> bool:
        """Whether it missed or allowed a proven win."""
        return self.data["win_in_before"] is not None or self.data["win_in_after"] is not None


def read_cases(game: Game, paths: Sequence[Path]) -> list[Case]:
    """The mistakes in files, without those whose lines are not legal."""
    cases = []
    for path in paths:
        for line in path.read_text("utf-8").splitlines():
            data = json.loads(line)
            if "done" in data or data["game"] != game.name:
                continue
            position = game.initial(data["variant"], data["rules"])
            for text in data["before"]:
                game.push_recorded(position, game.recorded_move(position, text))
            better, played = moves(game, position, data["better"]), moves(game, position, data["played"])
            cases.append(Case(data, position, better, played, differences(game, position, better, played)))
    if not cases:
        raise UsageError(f"no mistakes of {game.title} in {', '.join(map(str, paths))}")
    return cases


def moves(game: Game, position: Any, texts: Sequence[str]) -> list[Any]:
    """The moves of a line."""
    at = position.copy()
    found = []
    for text in texts:
        found.append(game.parse_move(at, text))
        at.push(found[-1])
    return found


def vector(case: Case, features: Sequence[str]) -> list[float]:
    """What speaks for the better line, by feature, less what speaks for the other."""
    count = Counter[str]()
    for each in case.found:
        count[each.feature] += each.size if each.better == 0 else -each.size
    return [float(count[name]) for name in features]


def learn(rows: np.ndarray, penalty: float) -> np.ndarray:
    """The weights that make the rows likely: projected gradient steps, each scaled by the curvature."""
    weights = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        likely = 1 / (1 + np.exp(-(rows @ weights)))
        slope = rows.T @ (1 - likely) - penalty * weights
        curvature = ((rows**2) * (likely * (1 - likely))[:, None]).sum(axis=0) + penalty
        weights = np.maximum(weights + 0.3 * slope / curvature, 0)
    return weights


def cross_validated(cases: Sequence[Case], rows: np.ndarray, penalty: float) -> np.ndarray:
    """The evidence of each mistake by weights that were learned from other games."""
    games = sorted({case.data["source"] for case in cases})
    random.Random(1).shuffle(games)
    fold = {name: number % FOLDS for number, name in enumerate(games)}
    folds = np.array([fold[case.data["source"]] for case in cases])
    evidence = np.zeros(len(cases))
    for number in range(FOLDS):
        held = folds == number
        evidence[held] = rows[held] @ learn(rows[~held], penalty)
    return evidence


def learned(cases: Sequence[Case]) -> Weights:
    """The weights and the threshold that mistakes teach."""
    features = sorted({each.feature for case in cases for each in case.found})
    rows = np.array([vector(case, features) for case in cases])
    large = np.array([case.loss > LARGE for case in cases])
    tried = {}
    for penalty in PENALTIES:
        evidence = cross_validated(cases, rows, penalty)
        tried[penalty] = float(-np.log1p(np.exp(-evidence)).mean()), evidence
        print(f"penalty {penalty:g}: log likelihood {tried[penalty][0]:.4f}, {share(evidence > 0)}")
    penalty = max(tried, key=lambda each: tried[each][0])
    threshold = least_threshold(tried[penalty][1], large)
    weights = learn(rows, penalty)
    print(f"penalty {penalty:g}, threshold {threshold:.2f}")
    for name, weight in sorted(zip(features, weights, strict=True), key=lambda each: -each[1]):
        column = rows[:, features.index(name)]
        print(
            f"  {name:32} {weight:5.2f}  real {int((column > 0).sum()):4} swapped {int((column < 0).sum()):4}"
        )
    kept = {
        name: round(float(weight), 3)
        for name, weight in zip(features, weights, strict=True)
        if weight >= 5e-4
    }
    return Weights(MappingProxyType(kept), round(threshold, 2))


def least_threshold(evidence: np.ndarray, large: np.ndarray) -> float:
    """The least threshold from which on real explanations beat swapped ones often enough."""
    for threshold in np.arange(0.05, 3.0, 0.05):
        spoken = np.abs(evidence) >= threshold
        if min(spoken.sum(), (spoken & large).sum()) < LEAST_SPOKEN:
            break
        beats = evidence > 0
        if beats[spoken].mean() >= AIM and beats[spoken & large].mean() >= AIM_LARGE:
            return float(threshold)
    return float(threshold)


def share(beats: np.ndarray) -> str:
    """How many of some, in words."""
    return f"{int(beats.sum())} of {len(beats)}, {beats.mean():.1%}" if len(beats) else "none"


def report(game: Game, cases: Sequence[Case], weights: Weights) -> None:
    """Print the placebo test, the time, and what was said."""
    evidence = np.array([weights.evidence(case.found, 0) for case in cases])
    large = np.array([case.loss > LARGE for case in cases])
    proven = np.array([case.proven for case in cases])
    groups = (("all", np.ones(len(cases), bool)), ("above 30%", large), ("proven", proven))
    print(f"\n{len(cases)} mistakes of {len({case.data['source'] for case in cases})} games")
    for name, group in groups:
        spoken = group & (np.abs(evidence) >= weights.threshold)
        silence = 1 - spoken.sum() / max(group.sum(), 1)
        print(
            f"  {name:10} real beats swapped: {share(evidence[spoken] > 0)} of those given;"
            f" {share(evidence[group] > 0)} of all; silence {silence:.0%}"
        )
    times = []
    kinds = Counter[str]()
    for case in cases:
        begin = time.perf_counter()
        found = reasons(game, case.position, case.better, case.played, weights=weights)
        times.append(1000 * (time.perf_counter() - begin))
        kinds.update(remark.fact.kind for remark in found.remarks)
    times.sort()
    print(f"  {median(times):.1f} ms each, {times[len(times) * 95 // 100]:.1f} at the 95th percentile")
    print("  said: " + ", ".join(f"{kind} {count}" for kind, count in kinds.most_common()))


def main() -> None:
    """Run the program."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game", help="hive or hex")
    parser.add_argument("mistakes", nargs="+", type=Path, help="mistakes to test the explanations on")
    parser.add_argument("--learn", nargs="+", type=Path, help="mistakes to learn the weights from")
    parser.add_argument("--out", type=Path, help="where to write the learned weights")
    options = parser.parse_args()
    game = find_game(options.game)
    weights = weights_of(game)
    if options.learn:
        weights = learned(read_cases(game, options.learn))
        if options.out:
            data = {"threshold": weights.threshold, "weights": dict(sorted(weights.by_feature.items()))}
            write_atomically(options.out, json.dumps(data, indent=1) + "\n")
    report(game, read_cases(game, options.mistakes), weights)


if __name__ == "__main__":
    main()
