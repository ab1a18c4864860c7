"""Tune the weights of the Hive evaluation on games of engines: python -m tools.tune_hive play|fit.

`play` lets an engine play itself from random openings of all variants and appends the games to a file.
`fit` reads such files, takes positions from them, fits the weights so that the score predicts the result
(logistic regression with an L2 penalty, by Newton's method) and writes
cpp/hive/evaluate/evaluation_weights.hpp. Games, samples and fit follow from the seeds.
"""

from __future__ import annotations

import argparse
import random
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexapoda._core import hive as _core
from hexapoda.engine import Limit
from hexapoda.hive import Position
from hexapoda.hive.text.game_string import move_texts
from hexapoda.hive.variant import VARIANTS
from hexapoda.registry import parse_engine
from tools.game_lines import games_of, play_on

HEADER = Path(__file__).parent.parent / "cpp" / "hive" / "evaluate" / "evaluation_weights.hpp"
SCALE = 250.0
"""A score of SCALE is a chance of 73% (1 / (1 + 1/e)): it fixes the unit of the weights."""
VALIDATION = 10
"""One game of so many is kept for validation."""
TAIL = 1
"""The last plies of a game are left out: there the result hangs on one move."""

STUCK = 60
"""A side that can move nothing and must pass is rare in these games, and those that went well for it fooled
the fit: it gave such a side 208 more than one with a mobile piece, and the engine let itself be bound."""

CAP = 200
"""A game that is not over after so many plies is a draw."""
PLAYED_MOST = ("Base", "Base+MLP")
"""Every other game is of one of these types, the rest of any."""


@dataclass(frozen=True)
class Task:
    """One game to be played."""

    number: int
    seed: int
    engine: str
    nodes: int


def play_game(task: Task) -> dict[str, Any]:
    """Let the engine play itself from 4 to 8 random plies: what stands in one line of the file.

    `book` counts the random plies, `result` is 1, 0 or -1 for White, `scores` are what the engine saw from
    White's view, one a ply after the book.
    """
    chance = random.Random(f"{task.seed}/{task.number}")
    variant = chance.choice(PLAYED_MOST if chance.random() < 0.5 else VARIANTS)
    book = chance.randint(4, 8)
    engine = parse_engine(task.engine).create()
    position = Position(variant)
    scores: list[float] = []
    while (outcome := position.outcome()) is None and position.ply < CAP:
        if position.ply < book:
            position.push(chance.choice(sorted(position.legal_moves, key=position.format_move)))
            continue
        found = engine.search(position, Limit(nodes=task.nodes))
        score = found.info.score or 0.0
        scores.append(-score if position.turn else score)
        position.push(found.move)
    winner = None if outcome is None else outcome.winner
    return {
        "variant": variant,
        "moves": ";".join(move_texts(position)),
        "book": min(book, position.ply),
        "result": 0 if winner is None else 1 - 2 * winner,
        "scores": scores,
    }


def play(path: Path, games: int, engine: str, nodes: int, seed: int, jobs: int) -> None:
    """Append games to the file until it has so many; what it has already is not played again."""
    play_on(path, play_game, [Task(number, seed, engine, nodes) for number in range(games)], jobs)


@dataclass(frozen=True)
class Samples:
    """Positions as feature counts, with what came of them."""

    counts: NDArray[np.int8]
    """[positions, features], White's less Black's."""
    results: NDArray[np.float32]
    """[positions], White's points: 1, 0.5, 0, mixed with what the search thought."""
    game: NDArray[np.int32]
    """[positions], the number of the game."""
    phase: NDArray[np.int8]
    """[positions], which phase's weights count."""

    def part(self, validation: bool, phase: int) -> Samples:
        """The samples of one phase from the games that are, or are not, for validation."""
        chosen = ((self.game % VALIDATION == 0) == validation) & (self.phase == phase)
        return Samples(self.counts[chosen], self.results[chosen], self.game[chosen], self.phase[chosen])


def sample(paths: list[Path], share: float, search: float, seed: int) -> Samples:
    """Take a share of the positions after the opening of every game.

    `search`: how much of a position's label is the score that the search gave it, the rest being the result.
    """
    chance = random.Random(seed)
    counts: list[NDArray[np.int8]] = []
    results: list[float] = []
    numbers: list[int] = []
    phases: list[int] = []
    for number, game in enumerate(games_of(paths)):
        position = Position(game["variant"])
        texts = game["moves"].split(";")
        book = game["book"]
        taken = []
        result = (game["result"] + 1) / 2
        for ply, text in enumerate(texts):
            if ply >= max(book, 4) and ply < len(texts) - TAIL and chance.random() < share:
                taken.append(position.copy())
                label = result
                if search:
                    seen = 1 / (1 + np.exp(-np.clip(game["scores"][ply - book], -3000, 3000) / SCALE))
                    label = (1 - search) * result + search * float(seen)
                results.append(label)
                numbers.append(number)
                phases.append(_core.evaluation_phase(position))
            if position._play_uhp([text]) != 1:
                raise ValueError(f"game {number}: {text!r} is not legal at ply {ply}")
        counts.append(_core.evaluation_counts(taken))
        if number % 500 == 0:
            print(f"\r{number} games, {len(results)} positions", end="", file=sys.stderr, flush=True)
    print(f"\r{number + 1} games, {len(results)} positions", file=sys.stderr)
    return Samples(
        np.concatenate(counts),
        np.array(results, np.float32),
        np.array(numbers, np.int32),
        np.array(phases, np.int8),
    )


def _parts(rows: NDArray[Any]) -> list[NDArray[Any]]:
    """The rows in parts of some thousands: as floating-point numbers all at once would need gigabytes."""
    return np.array_split(rows, len(rows) // 8192 + 1)


def chances(samples: Samples, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """White's expected points by the weights, [positions]."""
    scores = np.concatenate(
        [part.astype(np.float32) @ weights.astype(np.float32) for part in _parts(samples.counts)]
    )
    return np.asarray(1 / (1 + np.exp(-np.clip(scores / SCALE, -30, 30))), np.float64)


def loss(samples: Samples, weights: NDArray[np.float64]) -> float:
    """The mean logarithmic loss, in nats."""
    p = np.clip(chances(samples, weights), 1e-9, 1 - 1e-9)
    y = samples.results
    return float(-np.mean(y * np.log(p) + (1 - y) * np.log(1 - p)))


def fit(samples: Samples, penalty: float, prior: NDArray[np.float64], steps: int = 12) -> NDArray[np.float64]:
    """The weights of least loss plus `penalty` times the squared distance from `prior`, in SCALEs."""
    weights = prior.copy()
    rows, size = samples.counts.shape
    for step in range(steps):
        p = chances(samples, weights)
        gradient = np.zeros(size)
        hessian = np.zeros((size, size))
        for part, chance, result in zip(
            _parts(samples.counts),
            _parts(p),
            _parts(samples.results),
            strict=True,
        ):
            x = part.astype(np.float32)
            gradient += x.T @ (chance - result).astype(np.float32)
            hessian += (x * (chance * (1 - chance)).astype(np.float32)[:, None]).T @ x
        gradient = gradient / rows + penalty * (weights - prior) / SCALE
        hessian = hessian / rows + penalty * np.eye(size)
        change = np.linalg.solve(hessian, gradient) * SCALE
        weights = weights - change
        print(
            f"step {step + 1}: loss {loss(samples, weights):.5f}, greatest change {abs(change).max():.1f}",
            file=sys.stderr,
        )
        if abs(change).max() < 0.5:
            break
    return weights


def with_fear_of_binds(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """The weights with no mobile piece worth `STUCK` less than one mobile piece, at least."""
    places = {
        feature[2]: i for i, feature in enumerate(_core.evaluation_features()) if feature[0] == "mobile"
    }
    bound = weights.copy()
    bound[places["0"]] = min(weights[places["0"]], weights[places["1"]] - STUCK)
    return bound


def header(weights: list[list[int]]) -> str:
    """The text of evaluation_weights.hpp for each phase's weights, in the order of the features."""
    lines = [
        "// The weights of the evaluation by phase, in the order of evaluation_features.hpp.",
        "// Written by tools/tune_hive.py.",
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


def main() -> None:
    """Read the command line and do what it says."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play", help="let an engine play itself and append the games to a file")
    playing.add_argument("file", type=Path, metavar="FILE")
    playing.add_argument("--games", type=int, default=1000, help="games that the file shall have")
    playing.add_argument("--engine", default="alphabeta:seed=1")
    playing.add_argument("--nodes", type=int, default=2000, help="nodes a move")
    playing.add_argument("--seed", type=int, default=1)
    playing.add_argument("--jobs", type=int, default=1, help="processes")
    fitting = commands.add_parser("fit", help="fit the weights to games and write them")
    fitting.add_argument("games", nargs="+", type=Path, metavar="FILE")
    fitting.add_argument("--share", type=float, default=0.5, help="share of the positions that is taken")
    fitting.add_argument("--search", type=float, default=0.0, help="weight of the search's score in a label")
    fitting.add_argument("--penalty", type=float, default=1e-4, help="of the L2 norm")
    fitting.add_argument("--seed", type=int, default=1)
    fitting.add_argument("--out", type=Path, default=HEADER, help="the file to write")
    options = parser.parse_args()
    if options.command == "play":
        play(options.file, options.games, options.engine, options.nodes, options.seed, options.jobs)
        return
    samples = sample(options.games, options.share, options.search, options.seed)
    found: list[list[int]] = []
    for phase, name in enumerate(_core.evaluation_phases()):
        training, validation = samples.part(False, phase), samples.part(True, phase)
        before = np.array([feature[4][phase] for feature in _core.evaluation_features()], np.float64)
        fitted = with_fear_of_binds(fit(training, options.penalty, np.zeros_like(before)).round())
        print(f"{name}: {len(training.game)} positions for training, {len(validation.game)} for validation")
        for which, weights in (("as they are", before), ("fitted", fitted)):
            losses = f"training {loss(training, weights):.5f}, validation {loss(validation, weights):.5f}"
            print(f"  weights {which:<12} loss in {losses}")
        found.append([int(weight) for weight in fitted])
    options.out.write_text(header(found), encoding="utf-8")
    print(f"written: {options.out}")


if __name__ == "__main__":
    main()
