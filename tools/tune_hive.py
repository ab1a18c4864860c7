"""Fit the weights of the Hive evaluation to games of engines: python -m tools.tune_hive GAMES...

Reads games that `hexapoda train` has played with `alphabeta`, takes positions from them, fits the weights so
that the score predicts the result (logistic regression with an L2 penalty, by Newton's method) for both
phases at once and writes cpp/hive/evaluate/evaluation_weights.hpp. The same files and seed give the same
weights.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

from hexapoda._core import hive as _core
from hexapoda.errors import UsageError
from hexapoda.files.data_folder import write_atomically
from hexapoda.train.expert.hive.samples import SCALE, sampled_games

HEADER = Path(__file__).parent.parent / "cpp" / "hive" / "evaluate" / "evaluation_weights.hpp"
BIND_PENALTY = 60
"""A side without mobile pieces scores at least this much less than a side with one. Such positions are rare
in these games, and a few that went well misled the fit: it scored them 208 higher, and the engine let itself
be bound."""

OPTIONS = ("0", "1", "2", "3-4", "5-6", "7-9", "10+")
"""The columns of the block `options`."""


@dataclass(frozen=True)
class Samples:
    """Positions as feature counts, with their labels."""

    counts: NDArray[np.int8]
    """[positions, features]: White's count minus Black's."""
    results: NDArray[np.float32]
    """[positions]: White's points, 1, 0.5 or 0, mixed with the score of the search."""
    held_out: NDArray[np.bool_]
    """[positions]: whether the game is for validation."""
    phase: NDArray[np.float32]
    """[positions]: the share of the late game's weights, from 0 to 1."""

    def part(self, validation: bool) -> Samples:
        """The samples from the games that are, or are not, for validation."""
        chosen = self.held_out == validation
        return Samples(self.counts[chosen], self.results[chosen], self.held_out[chosen], self.phase[chosen])

    def rows(self) -> Iterator[tuple[NDArray[np.float32], NDArray[np.float32]]]:
        """The positions in parts of some thousands, as all at once would take gigabytes.

        Gives the counts [positions, 2 * features], multiplied by the shares of the opening's weights and of
        the late game's, and the results [positions].
        """
        for at in np.array_split(np.arange(len(self.counts)), len(self.counts) // 8192 + 1):
            counts, late = self.counts[at].astype(np.float32), self.phase[at, None]
            yield np.concatenate([counts * (1 - late), counts * late], axis=1), self.results[at]


def sample(paths: list[Path], share: float, search: float, seed: int) -> Samples:
    """Return the positions of `sampled_games` as counts. Raises `UsageError` for a file that is not one of
    games, or without positions.
    """
    counts: list[NDArray[np.int8]] = []
    results: list[float] = []
    held_out: list[bool] = []
    phases: list[float] = []
    for game in track(
        sampled_games(paths, share, search, seed), "reading games", console=Console(stderr=True)
    ):
        if not game.positions:
            continue
        counts.append(_core.evaluation_counts(game.positions))
        for position, label in zip(game.positions, game.labels, strict=True):
            results.append(1 - label if position.turn else label)
            held_out.append(game.held_out)
            phases.append(_core.evaluation_phase(position))
    if not counts:
        raise UsageError(f"no positions in {', '.join(map(str, paths))}: expected games of `hexapoda train`")
    return Samples(
        np.concatenate(counts),
        np.array(results, np.float32),
        np.array(held_out, np.bool_),
        np.array(phases, np.float32),
    )


def _points(rows: NDArray[np.float32], weights: NDArray[np.float64]) -> NDArray[np.float32]:
    """[positions]: White's expected points according to the weights of both phases, one after the other."""
    scores = rows @ weights.astype(np.float32)
    return np.asarray(1 / (1 + np.exp(-np.clip(scores / SCALE, -30, 30))), np.float32)


def predicted(samples: Samples, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """[positions]: White's expected points according to the weights of both phases, one after the other."""
    return np.concatenate([_points(rows, weights) for rows, _ in samples.rows()]).astype(np.float64)


def loss(samples: Samples, weights: NDArray[np.float64]) -> float:
    """The mean logarithmic loss, in nats."""
    p = np.clip(predicted(samples, weights), 1e-9, 1 - 1e-9)
    y = samples.results
    return float(-np.mean(y * np.log(p) + (1 - y) * np.log(1 - p)))


def fit(samples: Samples, penalty: float, prior: NDArray[np.float64], steps: int = 12) -> NDArray[np.float64]:
    """The weights of both phases with the least loss plus `penalty` times the squared distance from `prior`,
    in SCALEs.
    """
    weights, size = prior.copy(), len(prior)
    for step in range(steps):
        gradient = np.zeros(size)
        hessian = np.zeros((size, size))
        for rows, results in samples.rows():
            expected = _points(rows, weights)
            gradient += rows.T @ (expected - results)
            hessian += (rows * (expected * (1 - expected))[:, None]).T @ rows
        gradient = gradient / len(samples.results) + penalty * (weights - prior) / SCALE
        hessian = hessian / len(samples.results) + penalty * np.eye(size)
        change = np.linalg.solve(hessian, gradient) * SCALE
        weights = weights - change
        print(
            f"step {step + 1}: loss {loss(samples, weights):.5f}, greatest change {abs(change).max():.1f}",
            file=sys.stderr,
        )
        if abs(change).max() < 0.5:
            break
    return weights


def bind_scores(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """[2, 7]: what a side with nothing to place scores for its mobile pieces, without any and with one, by
    the options of its enemy, as the columns of the block `options`.
    """
    at = _places()
    return np.array(
        [
            [
                weights[at["mobile", "", own]]
                + weights[at["placeable", "0", own]]
                + weights[at["options", own, enemy]]
                - weights[at["options", enemy, own]]
                for enemy in OPTIONS
            ]
            for own in ("0", "1")
        ]
    )


def with_bind_penalty(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """The weights, with at least `BIND_PENALTY` between no mobile piece and one."""
    at, changed = _places(), weights.copy()
    for column, enemy in enumerate(OPTIONS):
        bound, one = bind_scores(changed)[:, column]
        # Against an enemy without options too, the weights of `options` cancel out.
        place = at["mobile", "", "0"] if enemy == "0" else at["options", "0", enemy]
        changed[place] -= max(0.0, bound - one + BIND_PENALTY)
    return changed


def _places() -> dict[tuple[str, str, str], int]:
    """The number of each feature, by its block, row and column."""
    return {feature[:3]: number for number, feature in enumerate(_core.evaluation_features())}


def header(weights: list[list[int]]) -> str:
    """The text of evaluation_weights.hpp for each phase's weights, in the order of the features."""
    lines = [
        "// The weights of the evaluation by phase, in the order of evaluation_features.hpp.",
        "// Generated by tools/tune_hive.py.",
        "#pragma once",
        "",
        '#include "hive/evaluate/evaluation_features.hpp"',
        "",
        "namespace hexapoda::hive {",
        "",
        "// clang-format off",
        "inline constexpr Weights kWeights = {{",
    ]
    features = _core.evaluation_features()
    blocks = list(dict.fromkeys(feature[0] for feature in features))
    for phase, values in zip(_core.evaluation_phases(), weights, strict=True):
        lines.append(f"  // {phase}")
        lines.append("  {")
        for block in blocks:
            members = [i for i, feature in enumerate(features) if feature[0] == block]
            rows = list(dict.fromkeys(features[i][1] for i in members))
            columns = list(dict.fromkeys(features[i][2] for i in members))
            lines.append("    // " + f"{block}: {' '.join(columns)}".rstrip(": "))
            for row in rows:
                text = ", ".join(str(values[i]) for i in members if features[i][1] == row)
                lines.append(f"    {text},  // {row}" if row else f"    {text},")
        lines.append("  },")
    return "\n".join([*lines, "}};", "// clang-format on", "", "}  // namespace hexapoda::hive", ""])


def _share(text: str) -> float:
    """A number from 0 to 1."""
    share = float(text)
    if not 0 <= share <= 1:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number from 0 to 1")
    return share


def _penalty(text: str) -> float:
    """A finite number above 0: without a penalty, a feature that never occurs has no best weight."""
    penalty = float(text)
    if not 0 < penalty < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number above 0")
    return penalty


def main() -> None:
    """Parse the command line and run the command."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--share", type=_share, default=0.5, help="share of the positions to use")
    parser.add_argument(
        "--search", type=_share, default=0.0, help="weight of a position's own score in its label"
    )
    parser.add_argument("--penalty", type=_penalty, default=1e-4, help="weight of the L2 penalty")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=HEADER, help="the file to write")
    options = parser.parse_args()
    if not options.out.parent.is_dir():
        parser.error(f"{str(options.out.parent)!r} is not a folder")
    try:
        samples = sample(options.games, options.share, options.search, options.seed)
    except (OSError, UsageError) as error:
        sys.exit(str(error))
    training, validation = samples.part(False), samples.part(True)
    if not len(training.results) or not len(validation.results):
        sys.exit("too few games: expected some to learn from and some to validate with, one in twenty")
    before = np.array([feature[4] for feature in _core.evaluation_features()], np.float64).T
    both = fit(training, options.penalty, np.zeros(before.size)).reshape(before.shape)
    fitted = np.array([with_bind_penalty(weights.round()) for weights in both])
    print(f"{len(training.results)} positions for training, {len(validation.results)} for validation")
    for which, weights in (("before", before), ("fitted", fitted)):
        losses = [f"{loss(part, weights.ravel()):.5f}" for part in (training, validation)]
        print(f"  {which:<6} weights: loss in training {losses[0]}, validation {losses[1]}")
    found = [[int(weight) for weight in weights] for weights in fitted]
    write_atomically(options.out, header(found))
    print(f"wrote {options.out}")


if __name__ == "__main__":
    main()
