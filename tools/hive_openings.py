"""Make the opening suite of the package: python tools/hive_openings.py > src/hexapoda/hive/data/openings.tsv

Candidates are random games of 6 or 8 plies, numbered. A candidate is kept if the game is not over, if no
earlier candidate led to the same position (up to translation, rotation and reflection), and if it is
balanced: in seeded games of the engine greedy against itself from there, White scores 40% to 60%. A game that
is not over after CAP plies counts as a draw. The result depends only on SEED and greedy.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import random
from collections.abc import Iterator

from hexapoda.engine import Limit
from hexapoda.engines.hive.greedy import GreedyEngine
from hexapoda.hive import Position
from hexapoda.hive.text.game_string import move_texts
from hexapoda.hive.variant import VARIANTS

SEED = 2026
LINES = {"Base": 60, "Base+MLP": 60}
OTHERS = 16
FEW, MANY = 16, 48
"""Games in the first test of a candidate, and in total."""
CAP = 80


def candidate(variant: str, number: int) -> Position | None:
    """Candidate `number` of a variant: even ones have 6 plies, odd ones 8; None if the game ended."""
    rng = random.Random(f"{SEED}/{variant}/{number}")
    position = Position(variant)
    while position.ply < 6 + number % 2 * 2:
        if position.outcome() is not None:
            return None
        position.push(rng.choice(sorted(position.legal_moves, key=position.format_move)))
    return None if position.outcome() is not None else position


def white_score(position: Position, number: int) -> float | None:
    """White's share of the points in `MANY` games of greedy, or None if the first `FEW` are one-sided."""
    points = 0.0
    for game in range(MANY):
        players = [GreedyEngine(seed=1000 * number + 2 * game + player) for player in (0, 1)]
        played = position.copy()
        while (outcome := played.outcome()) is None and played.ply < CAP:
            played.push(players[played.turn].search(played, Limit(nodes=1)).move)
        points += 0.5 if outcome is None or outcome.winner is None else outcome.winner == 0
        if game + 1 == FEW and not 0.3 <= points / FEW <= 0.7:
            return None
    return points / MANY


def evaluate(task: tuple[str, int]) -> tuple[int, int, float, list[str]] | None:
    """Number, canonical key, score and moves of a candidate, or None if it is not balanced."""
    variant, number = task
    position = candidate(variant, number)
    score = None if position is None else white_score(position, number)
    if position is None or score is None or not 0.4 <= score <= 0.6:
        return None
    return number, position.canonical_key, score, move_texts(position)


def suite(variant: str, lines: int, jobs: int) -> Iterator[str]:
    """The suite of a variant as rows of the file."""
    keys: set[int] = set()
    tasks = ((variant, number) for number in itertools.count())
    with multiprocessing.Pool(jobs) as pool:
        batches = iter(lambda: list(itertools.islice(tasks, 4 * jobs)), [])
        for batch in batches:
            for found in pool.map(evaluate, batch, chunksize=1):
                if found is not None and found[1] not in keys:
                    keys.add(found[1])
                    yield f"{variant}\t{found[0]}\t{found[2]:.3f}\t{';'.join(found[3])}"
                    if len(keys) == lines:
                        return


def main() -> None:
    """Print the file."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    jobs = parser.parse_args().jobs
    print(
        "# Openings of Hive, made by tools/hive_openings.py: variant, number of the candidate, White's score"
    )
    print(f"# in {MANY} games of the engine greedy against itself from there, moves.")
    for variant in VARIANTS:
        for row in suite(variant, LINES.get(variant, OTHERS), jobs):
            print(row, flush=True)


if __name__ == "__main__":
    main()
