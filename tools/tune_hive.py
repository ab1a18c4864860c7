"""Tune the weights of the Hive evaluation on games of engines: python -m tools.tune_hive play|fit.

`play` lets an engine play itself from random openings of all variants and appends the games to a file, as
records that every reader of game files knows.
`fit` reads such files, takes positions from them, fits the weights so that the score predicts the result
(logistic regression with an L2 penalty, by Newton's method) for both phases at once and writes
cpp/hive/evaluate/evaluation_weights.hpp. The same seeds give the same games, samples and weights.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexapoda._core import hive as _core
from hexapoda.engine import Limit
from hexapoda.errors import EngineError, InvalidGameError
from hexapoda.hive import Position
from hexapoda.hive.variant import VARIANTS
from hexapoda.record import Ending, GameRecord, MoveRecord, PlayerRecord
from hexapoda.registry import parse_engine
from hexapoda.train.expert.game_lines import games_of
from tools.game_lines import play_counted

HEADER = Path(__file__).parent.parent / "cpp" / "hive" / "evaluate" / "evaluation_weights.hpp"
SCALE = 250.0
"""A score of SCALE is a win probability of 73% (1 / (1 + 1/e)). This fixes the unit of the weights."""
VALIDATION = 10
"""One game out of this many is kept for validation."""
TAIL = 1
"""How many plies at the end of a game are left out: there the result depends on a single move."""

BIND_PENALTY = 60
"""A side without mobile pieces scores at least this much less than a side with one. Such positions are rare
in these games, and a few that went well misled the fit: it scored them 208 higher, and the engine let itself
be bound."""

OPTIONS = ("0", "1", "2", "3-4", "5-6", "7-9", "10+")
"""The columns of the block `options`."""

CAP = 200
"""A game that is not over after this many plies is a draw."""
PLAYED_MOST = ("Base", "Base+MLP")
"""Half of the games have one of these variants, the rest any variant."""


@dataclass(frozen=True)
class Task:
    """One game to be played."""

    number: int
    seed: int
    engine: str
    nodes: int


def play_game(task: Task) -> dict[str, Any]:
    """Let the engine play itself after 4 to 8 random plies; return the record of the game as JSON, with the
    engine's scores. The random moves are marked as those of a book.
    """
    rng = random.Random(f"{task.seed}/{task.number}")
    variant = rng.choice(PLAYED_MOST if rng.random() < 0.5 else VARIANTS)
    book = rng.randint(4, 8)
    engine = parse_engine(task.engine).create()
    position = Position(variant)
    moves: list[MoveRecord] = []
    while (outcome := position.outcome()) is None and position.ply < CAP:
        if position.ply < book:
            move = rng.choice(sorted(position.legal_moves, key=position.format_move))
            moves.append(MoveRecord(position.format_move(move), book=True))
        else:
            found = engine.search(position, Limit(nodes=task.nodes))
            move = found.move
            moves.append(MoveRecord(position.format_move(move), score=found.info.score or 0.0))
        position.push(move)
    player = PlayerRecord(task.engine, task.engine)
    return GameRecord(
        "hive",
        variant,
        (player, player),
        tuple(moves),
        winner=None if outcome is None else outcome.winner,
        finished=True,
        ending=Ending.MOVE_CAP if outcome is None else Ending.NORMAL,
        number=task.number,
        seed=task.seed,
    ).to_json()


def play(path: Path, games: int, engine: str, nodes: int, seed: int, jobs: int) -> None:
    """Append games to the file until it has `games` of them; games already in it are not played again."""
    play_counted(path, play_game, [Task(number, seed, engine, nodes) for number in range(games)], jobs)


@dataclass(frozen=True)
class Samples:
    """Positions as feature counts, with their labels."""

    counts: NDArray[np.int8]
    """[positions, features]: White's count minus Black's."""
    results: NDArray[np.float32]
    """[positions]: White's points, 1, 0.5 or 0, mixed with the score of the search."""
    game: NDArray[np.int32]
    """[positions]: the number of the game."""
    phase: NDArray[np.float32]
    """[positions]: the share of the late game's weights, from 0 to 1."""

    def part(self, validation: bool) -> Samples:
        """The samples from the games that are, or are not, for validation."""
        chosen = (self.game % VALIDATION == 0) == validation
        return Samples(self.counts[chosen], self.results[chosen], self.game[chosen], self.phase[chosen])

    def rows(self) -> Iterator[tuple[NDArray[np.float32], NDArray[np.float32]]]:
        """The positions in parts of some thousands, as all at once would take gigabytes.

        Gives the counts [positions, 2 * features], multiplied by the shares of the opening's weights and of
        the late game's, and the results [positions].
        """
        for at in np.array_split(np.arange(len(self.counts)), len(self.counts) // 8192 + 1):
            counts, late = self.counts[at].astype(np.float32), self.phase[at, None]
            yield np.concatenate([counts * (1 - late), counts * late], axis=1), self.results[at]


@dataclass(frozen=True)
class SampledGame:
    """Positions of one game."""

    number: int
    positions: list[Position]
    labels: list[float]
    """For each position: the points of the side to move, 1, 0.5 or 0, mixed with the score of the search."""


def _records(paths: list[Path]) -> Iterator[GameRecord]:
    """Exits at a line that is not a record of a finished game from the start."""
    for number, value in enumerate(games_of(paths), 1):
        try:
            record = GameRecord.from_json(value)
        except InvalidGameError as error:
            raise SystemExit(f"game {number}: {error}; expected games of `tune_hive play`") from None
        if record.game != "hive" or not record.finished or record.start is not None:
            raise SystemExit(f"game {number}: expected a finished game of Hive from the start")
        yield record


def sampled_games(paths: list[Path], share: float, search: float, seed: int) -> Iterator[SampledGame]:
    """Take a share of the positions after the opening of every game.

    `search`: the weight of the search's score in a position's label; the rest is the result of the game.
    """
    rng = random.Random(seed)
    total = number = 0
    for number, game in enumerate(_records(paths), 1):
        position = Position(game.variant)
        taken = SampledGame(number - 1, [], [])
        for ply, move in enumerate(game.moves):
            if not move.book and 4 <= ply < game.plies - TAIL and rng.random() < share:
                score = np.clip(move.score or 0.0, -3000, 3000)
                searched = search / (1 + np.exp(-score / SCALE))
                taken.positions.append(position.copy())
                taken.labels.append(float((1 - search) * (game.score_of(position.turn) or 0.0) + searched))
            if position._play_uhp([move.text]) != 1:
                raise ValueError(f"game {number - 1}: {move.text!r} is not legal at ply {ply}")
        total += len(taken.positions)
        yield taken
        if number % 500 == 0:
            print(f"\r{number} games, {total} positions", end="", file=sys.stderr, flush=True)
    print(f"\r{number} games, {total} positions", file=sys.stderr)


def sample(paths: list[Path], share: float, search: float, seed: int) -> Samples:
    """Return the positions of `sampled_games` as counts."""
    counts: list[NDArray[np.int8]] = []
    results: list[float] = []
    numbers: list[int] = []
    phases: list[float] = []
    for game in sampled_games(paths, share, search, seed):
        counts.append(_core.evaluation_counts(game.positions))
        for position, label in zip(game.positions, game.labels, strict=True):
            results.append(1 - label if position.turn else label)
            numbers.append(game.number)
            phases.append(_core.evaluation_phase(position))
    return Samples(
        np.concatenate(counts),
        np.array(results, np.float32),
        np.array(numbers, np.int32),
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
    """Parse the command line and run the command."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play", help="let an engine play itself and append the games to a file")
    playing.add_argument("file", type=Path, metavar="FILE")
    playing.add_argument("--games", type=int, default=1000, help="games in the file at the end")
    playing.add_argument("--engine", default="alphabeta:seed=1")
    playing.add_argument("--nodes", type=int, default=2000, help="nodes per move")
    playing.add_argument("--seed", type=int, default=1)
    playing.add_argument("--jobs", type=int, default=1, help="processes")
    fitting = commands.add_parser("fit", help="fit the weights to games and write them")
    fitting.add_argument("games", nargs="+", type=Path, metavar="FILE")
    fitting.add_argument("--share", type=float, default=0.5, help="share of the positions to use")
    fitting.add_argument("--search", type=float, default=0.0, help="weight of the search's score in a label")
    fitting.add_argument("--penalty", type=float, default=1e-4, help="weight of the L2 penalty")
    fitting.add_argument("--seed", type=int, default=1)
    fitting.add_argument("--out", type=Path, default=HEADER, help="the file to write")
    options = parser.parse_args()
    if options.command == "play":
        try:
            play(options.file, options.games, options.engine, options.nodes, options.seed, options.jobs)
        except (OSError, ValueError, EngineError) as error:
            sys.exit(str(error))
        return
    samples = sample(options.games, options.share, options.search, options.seed)
    training, validation = samples.part(False), samples.part(True)
    before = np.array([feature[4] for feature in _core.evaluation_features()], np.float64).T
    both = fit(training, options.penalty, np.zeros(before.size)).reshape(before.shape)
    fitted = np.array([with_bind_penalty(weights.round()) for weights in both])
    print(f"{len(training.game)} positions for training, {len(validation.game)} for validation")
    for which, weights in (("before", before), ("fitted", fitted)):
        losses = [f"{loss(part, weights.ravel()):.5f}" for part in (training, validation)]
        print(f"  {which:<6} weights: loss in training {losses[0]}, validation {losses[1]}")
    found = [[int(weight) for weight in weights] for weights in fitted]
    options.out.write_text(header(found), encoding="utf-8")
    print(f"wrote {options.out}")


if __name__ == "__main__":
    main()
