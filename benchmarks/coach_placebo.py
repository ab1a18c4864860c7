"""Whether the reasons of the coach mean anything: python benchmarks/coach_placebo.py GAME MISTAKES [...]

The placebo test: the two lines of a mistake are swapped, and the coach is asked why the better move was the
mistake. A coach that finds a true, plausible fact for any pair of lines has as much evidence then as before.
Prints how often the real explanation has more evidence than the swapped one, where either has enough to be
given and among all, for all mistakes, for those that lose more than 30%, and for proven ones; of how many the
coach says nothing; and of how many proven ones it says why nothing helps. That is what explains a proven one
first: it counts for the pair of lines for which it is found alone or at an earlier ply. Times are of the
processor. Mistakes come from `benchmarks/coach_mistakes.py`.

With `--learn FILE [...]` it first learns the weights from other mistakes, and with `--out` writes them: a
logistic regression without an intercept and with weights of at least 0, whose penalty is chosen by
cross-validation over games. With `--add KIND [...]` it keeps the weights of today, and learns only those of
the given kinds beside them.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from types import MappingProxyType
from typing import Any

import numpy as np

from hexapoda.coach import Difference, Weights, differences, proof, reasons, weights_of
from hexapoda.errors import UsageError
from hexapoda.files.data_folder import write_atomically
from hexapoda.games import Game, find_game

LARGE = 0.30
"""The loss of win probability of a large mistake."""
PENALTIES = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
FOLDS = 10
STEPS = 400
THRESHOLD = 1.0
"""The least evidence with which a reason is given, in log odds: the weights find it 2.7 times as likely that
the move was the mistake as that the better one was."""


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
        return winner_of(self) is not None


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


def winner_of(case: Case) -> int | None:
    """Who has the win that a mistake missed or allowed; None if nothing is proven."""
    if (case.data["win_in_before"] or 0) > 0:
        return int(case.position.turn)
    return 1 - int(case.position.turn) if (case.data["win_in_after"] or 0) < 0 else None


def vector(case: Case, features: Sequence[str]) -> list[float]:
    """What speaks for the better line, by feature, less what speaks for the other."""
    count = Counter[str]()
    for each in case.found:
        count[each.feature] += each.size if each.better == 0 else -each.size
    return [float(count[name]) for name in features]


def learn(rows: np.ndarray, penalty: float, fixed: np.ndarray) -> np.ndarray:
    """The weights that make the rows likely: projected gradient steps, each scaled by the curvature. Those of
    `fixed` that are not nan stay as they are.
    """
    free = np.isnan(fixed)
    weights = np.where(free, 0.0, fixed)
    for _ in range(STEPS):
        likely = 1 / (1 + np.exp(-(rows @ weights)))
        slope = rows.T @ (1 - likely) - penalty * weights
        curvature = ((rows**2) * (likely * (1 - likely))[:, None]).sum(axis=0) + penalty
        weights = np.where(free, np.maximum(weights + 0.3 * slope / curvature, 0), fixed)
    return weights


def cross_validated(cases: Sequence[Case], rows: np.ndarray, penalty: float, fixed: np.ndarray) -> np.ndarray:
    """The evidence of each mistake by weights that were learned from other games."""
    games = sorted({case.data["source"] for case in cases})
    random.Random(1).shuffle(games)
    fold = {name: number % FOLDS for number, name in enumerate(games)}
    folds = np.array([fold[case.data["source"]] for case in cases])
    evidence = np.zeros(len(cases))
    for number in range(FOLDS):
        held = folds == number
        evidence[held] = rows[held] @ learn(rows[~held], penalty, fixed)
    return evidence


def learned(cases: Sequence[Case], old: Mapping[str, float], added: Sequence[str]) -> Weights:
    """The weights and the threshold that mistakes teach. With kinds `added` the `old` weights stay, and only
    those of these kinds are learned.
    """
    features = sorted({each.feature for case in cases for each in case.found} | set(old if added else ()))
    fixed = np.array(
        [math.nan if not added or name.split(".")[0] in added else old.get(name, 0.0) for name in features]
    )
    rows = np.array([vector(case, features) for case in cases])
    tried = {}
    for penalty in PENALTIES:
        evidence = cross_validated(cases, rows, penalty, fixed)
        tried[penalty] = float(-np.log1p(np.exp(-evidence)).mean())
        print(f"penalty {penalty:g}: log likelihood {tried[penalty]:.4f}, {share(evidence > 0)}")
    penalty = max(tried, key=lambda each: tried[each])
    weights = learn(rows, penalty, fixed)
    print(f"penalty {penalty:g}")
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
    return Weights(MappingProxyType(kept), THRESHOLD)


def share(beats: np.ndarray) -> str:
    """How many of some, in words."""
    return f"{int(beats.sum())} of {len(beats)}, {beats.mean():.1%}" if len(beats) else "none"


def proofs_of(game: Game, case: Case) -> tuple[float, float]:
    """The plies of the proofs for the real and the swapped lines of a proven mistake; infinite without."""
    winner, lines = winner_of(case), [case.better, case.played]
    assert winner is not None
    if winner != case.position.turn:
        lines.reverse()
    found = [proof(game, case.position, line, winner) for line in lines]
    real, swapped = (remarks[0].fact.ply if remarks else math.inf for remarks in found)
    return real, swapped


def report(game: Game, cases: Sequence[Case], weights: Weights) -> None:
    """Print the placebo test, the time, and what was said."""
    evidence = np.array([weights.evidence(case.found, 0) for case in cases])
    large = np.array([case.loss > LARGE for case in cases])
    proven = np.array([case.proven for case in cases])
    groups = (("all", np.ones(len(cases), bool)), ("above 30%", large), ("proven", proven))
    print(f"\n{len(cases)} mistakes of {len({case.data['source'] for case in cases})} games")
    for name, group in groups:
        spoken = group & (np.abs(evidence) >= weights.threshold)
        silence = 1 - (group & (evidence >= weights.threshold)).sum() / max(group.sum(), 1)
        print(
            f"  {name:10} real beats swapped: {share(evidence[spoken] > 0)} where one is given;"
            f" {share(evidence[group] > 0)} of all; silent about {silence:.0%}"
        )
    times = []
    kinds = Counter[str]()
    shown = [proofs_of(game, case) for case in cases if case.proven]
    explained = np.array([real < math.inf for real, _ in shown], bool)
    print(f"  why nothing helps is said of {share(explained)} of the proven ones")
    pairs = [(real, false, each) for (real, false), each in zip(shown, evidence[proven], strict=True)]
    given = [pair for pair in pairs if min(pair[:2]) < math.inf or abs(pair[2]) >= weights.threshold]
    right = np.array([real < false if real != false else each > 0 for real, false, each in given], bool)
    print(f"  with that, real beats swapped: {share(right)} where an explanation is given")
    for case in cases:
        begin = time.process_time()
        found = reasons(game, case.position, case.better, case.played, weights=weights)
        times.append(1000 * (time.process_time() - begin))
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
    parser.add_argument("--add", nargs="+", default=[], help="kinds to learn beside the weights of today")
    parser.add_argument("--out", type=Path, help="where to write the learned weights")
    options = parser.parse_args()
    game = find_game(options.game)
    weights = weights_of(game)
    if options.learn:
        weights = learned(read_cases(game, options.learn), weights.by_feature, options.add)
        if options.out:
            data = {"threshold": weights.threshold, "weights": dict(sorted(weights.by_feature.items()))}
            write_atomically(options.out, json.dumps(data, indent=1) + "\n")
    report(game, read_cases(game, options.mistakes), weights)


if __name__ == "__main__":
    main()
