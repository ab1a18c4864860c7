"""Make the openings of Hex that come with the package: python tools/hex_openings.py

For each board: every first stone, one of the two that half a turn makes the same, and lines of 2 or 3 random
plies for the suite. Up to 7x7 the solver says who wins after the first stone. All else is judged by searches
of `rave`, there and after the move that it plays there, with a few seeds: one search alone sees the side to
move too well, as it takes the best of many guesses, and the mean over two plies less so; the rest is `LEAN`.
A line is kept when that is nearly half and no line before it led to the same position (half a turn, or
mirrored with the colors exchanged). The result depends on nothing but SEED, the engine and the solver.

What is judged is kept in `--work` at once; broken off, the same command goes on from there.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import multiprocessing.pool
import random
import signal
import statistics
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.progress import MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from hexapoda.analysis.hex_solve import HexSolver
from hexapoda.data_folder import write_atomically
from hexapoda.engine import Limit
from hexapoda.engines.hex.rave import RaveEngine
from hexapoda.hex import BLACK, Position, format_cell
from hexapoda.hex.cell import by_row, rotated
from hexapoda.hex.openings import is_even

DATA = Path(__file__).parent.parent / "src" / "hexapoda" / "hex" / "data" / "openings.tsv"
HEADER = """\
# Openings of Hex, made by tools/hex_openings.py. Columns: board, Black's win probability, searches, moves.
# The win probability is the mean of this number of searches of the engine rave, of {playouts} playouts each,
# half of them one ply later, plus {lean}; with 0 searches it is proven. All first stones of a board are
# listed, but only one of two that a rotation by 180 degrees exchanges.
"""
SEED = 2026
LINES = {5: 0, 6: 0, 7: 0, 8: 20, 9: 50, 10: 20, 11: 50, 13: 50, 14: 50}
"""By the side of a board, to how many openings lines are added to the first stones that are even."""
SOLVED = 7
"""Up to this side the solver judges the first stone."""
CANDIDATES = 500
"""After so many the search for lines is given up."""
PLAYOUTS = 10_000
SEEDS = 3
FAR = 0.03
"""So far from half after any seed, the others are saved."""
LEAN = 0.015
"""How much of Black's chances the searches do not see: from openings that they see as even Black wins most
games of `rave` against itself, and of the solved first stones of 7x7 more win than look so."""

Task = tuple[str, tuple[str, ...]]
"""A board and moves."""
Judged = tuple[float, int]
"""Black's chances, and the searches they are the mean of."""


def placed(task: Task) -> Position:
    """The position of a task."""
    position = Position(task[0])
    for text in task[1]:
        position.push(position.parse_move(text))
    return position


def first_stones(side: int) -> list[Task]:
    """Every first stone of a board, one of the two that half a turn makes the same."""
    cells = ((column, row) for row in range(side) for column in range(side))
    kept = (cell for cell in cells if by_row(cell) <= by_row(rotated(cell, side, side)))
    return [(f"{side}x{side}", (format_cell(cell),)) for cell in kept]


def candidate(variant: str, number: int) -> Task:
    """Candidate `number` for the suite: even ones have 2 plies, odd ones 3."""
    chance = random.Random(f"{SEED}/{variant}/{number}")
    position = Position(variant)
    while position.ply < 2 + number % 2:
        position.push(chance.choice(list(position.legal_moves)))
    return variant, tuple(str(move) for move in position.moves)


def judge(task: Task) -> Judged:
    """What an opening is worth, by playouts alone: LEAN and FAR were measured without the network."""
    values: list[float] = []
    for seed in range(SEEDS):
        engine, position = RaveEngine(seed=seed, table_size=8, book=False, without="network"), placed(task)
        for _ in range(2):
            info = engine.search(position, Limit(nodes=PLAYOUTS)).info
            value = info.win_probability
            assert value is not None
            values.append(value if position.color_to_move == BLACK else 1 - value)
            if info.win_in is not None:
                return values[-1], len(values)
            position.push(info.pv[0])
        if abs(statistics.fmean(values) - 0.5) > FAR:
            break
    return statistics.fmean(values) + LEAN, len(values)


class Judge:
    """Judges on several processes, never twice the same, and tells how far it is."""

    def __init__(self, work: Path, pool: multiprocessing.pool.Pool, jobs: int, progress: Progress) -> None:
        self._known: dict[Task, Judged] = {}
        if work.exists():
            for line in work.read_text("utf-8").splitlines():
                if line.count("\t") == 3 and line.endswith("."):  # the last line may be cut
                    variant, chances, searches, moves = line[:-1].split("\t")
                    self._known[variant, tuple(moves.split(" "))] = float(chances), int(searches)
        self._file = work.open("a", encoding="utf-8")
        self._pool = pool
        self._jobs = jobs
        self._progress = progress

    def solved(self, side: int) -> None:
        """Have the solver judge the first stones of a board."""
        tasks = first_stones(side)
        if any(task not in self._known for task in tasks):
            wins = HexSolver(tasks[0][0]).solve(Position(tasks[0][0]), all_moves=True, line=False).wins or {}
            by_text = {format_cell(cell): win for cell, win in wins.items()}
            for task in tasks:
                self._keep(task, (float(by_text[task[1][0]]), 0))

    def each(self, tasks: Sequence[Task], what: str) -> Iterator[tuple[Task, Judged]]:
        """Each task with what is found, in the order of the tasks; those to come are judged ahead."""
        row = self._progress.add_task(what, total=len(tasks))
        rest = iter(tasks)
        for batch in iter(lambda: list(itertools.islice(rest, 2 * self._jobs)), []):
            new = [task for task in batch if task not in self._known]
            for task, found in zip(new, self._pool.imap(judge, new), strict=True):
                self._keep(task, found)
            for task in batch:
                self._progress.advance(row)
                yield task, self._known[task]
        self._progress.update(row, total=len(tasks), completed=len(tasks))

    def _keep(self, task: Task, found: Judged) -> None:
        self._known[task] = round(found[0], 3), found[1]
        self._file.write(f"{row_of(task, found)}.\n")
        self._file.flush()


def row_of(task: Task, found: Judged) -> str:
    """A row of the file."""
    return f"{task[0]}\t{found[0]:.3f}\t{found[1]}\t{' '.join(task[1])}"


def rows_of(side: int, judge: Judge) -> Iterator[str]:
    """The rows of a board: its first stones, then the other lines of its suite."""
    if side <= SOLVED:
        judge.solved(side)
    variant = f"{side}x{side}"
    keys: set[int] = set()
    for task, found in judge.each(first_stones(side), f"{variant} first stones"):
        yield row_of(task, found)
        if is_even(found[0]):
            keys.add(placed(task).canonical_key)
    if len(keys) >= LINES[side]:
        return
    for task, found in judge.each([candidate(variant, n) for n in range(CANDIDATES)], f"{variant} lines"):
        key = placed(task).canonical_key
        if is_even(found[0]) and key not in keys:
            keys.add(key)
            yield row_of(task, found)
            if len(keys) == LINES[side]:
                return


def main() -> None:
    """Judge, and write the file when all is judged."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--work", type=Path, default=Path("hex_openings.work"), help="what is judged so far")
    given = parser.parse_args()
    columns = (SpinnerColumn(), TextColumn("{task.description}"), MofNCompleteColumn(), TimeElapsedColumn())
    ignored = (signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the process that keeps what is judged
    try:
        with multiprocessing.Pool(given.jobs, signal.signal, ignored) as pool, Progress(*columns) as progress:
            judge = Judge(given.work, pool, given.jobs, progress)
            rows = [row for side in LINES for row in rows_of(side, judge)]
        write_atomically(
            DATA, HEADER.format(playouts=PLAYOUTS, lean=LEAN) + "".join(f"{row}\n" for row in rows)
        )
        given.work.unlink()  # what was judged by one engine must not be taken for another's
    except KeyboardInterrupt:
        print(f"go on with: python tools/hex_openings.py --jobs {given.jobs} --work {given.work}")


if __name__ == "__main__":
    main()
