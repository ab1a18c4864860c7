"""Makes the tasks of `hexapoda benchmark`: python tools/benchmark_tasks.py [--seed 1]

`hex-wins`: random positions on boards of 5x5 to 8x8 in which the side to move wins, with all moves that win,
as the solver has proven. The same seed makes the same file. `hive-wins`: every n-th puzzle of the package.
Prints the checksums, which `hexapoda.benchmark.task` has: a changed task needs a new name.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import sys
from pathlib import Path
from random import Random
from typing import Any

from hexapoda.hex import Position
from hexapoda.hex.cell import format_cell
from hexapoda.hex.solve import HexSolver
from hexapoda.puzzles.puzzle_file import package_puzzles

DATA = Path(__file__).parent.parent / "src" / "hexapoda" / "benchmark" / "data"
STONES = {5: (3, 6), 6: (4, 9), 7: (10, 15), 8: (18, 26)}
"""The least and the most stones on each board. With fewer, the proofs of all moves take longer."""
POSITIONS = 50
"""Positions of each board; of Hive four times as many."""


def hex_wins(seed: int) -> list[dict[str, Any]]:
    """Return random positions in which the side to move wins, but not with every move."""
    found: list[dict[str, Any]] = []
    for size in STONES:
        rng, solver = Random(f"{seed}/{size}"), HexSolver(f"{size}x{size}")
        kept: dict[str, dict[str, Any]] = {}
        while len(kept) < POSITIONS:
            position = Position(solver.variant, swap="off")
            for _ in range(rng.randint(*STONES[size])):
                position.push(rng.choice(list(position.legal_moves)))
            if position.is_game_over() or solver.winner(position) != position.color_to_move:
                continue
            solution = solver.solve(position, all_moves=True, line=False)
            wins = solution.winning_moves or ()
            legal = len(position.legal_moves)
            if len(wins) < legal:
                best = [format_cell(cell) for cell in wins]
                kept[position.text()] = {"position": position.text(), "best": best, "legal": legal}
        found += kept.values()
        print(f"{size}x{size} is done", file=sys.stderr, flush=True)
    return found


def hive_wins() -> list[dict[str, Any]]:
    """Return puzzles of the package, evenly spread over its order."""
    puzzles = package_puzzles("hive")
    count = len(STONES) * POSITIONS
    chosen = [puzzles[at * len(puzzles) // count] for at in range(count)]
    return [
        {
            "position": each.start,
            "best": [each.solution[0]],
            "legal": len(each.position().legal_moves),
            **({"rules": dict(each.rules)} if each.rules else {}),
        }
        for each in chosen
    ]


def main() -> None:
    """Write the files and print their checksums."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    seed = parser.parse_args().seed
    for name, rows in (("hive-wins", hive_wins()), ("hex-wins", hex_wins(seed))):
        data = "".join(f"{json.dumps(row)}\n" for row in rows).encode()
        (DATA / f"{name}.jsonl.gz").write_bytes(gzip.compress(data, 9, mtime=0))
        print(name, len(rows), hashlib.sha256(data).hexdigest())


if __name__ == "__main__":
    main()
