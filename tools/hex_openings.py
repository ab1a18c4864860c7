"""Make the openings of Hex that come with the package: python tools/hex_openings.py

For each board: every first stone (one of each pair that half a turn maps to each other), and lines of 2 or 3
random plies for the suite. Up to 7x7 the solver decides who wins after the first stone. All other openings
are evaluated by searches of `rave` with a few seeds, from the opening and after the engine's move there. A
single search favors the side to move, because it takes the best of many estimates. The mean over two plies
does so less; `BIAS` corrects the rest. A line is kept if the value is close to one half and no earlier line
led to the same position (up to half a turn, or reflection with exchanged colors). The result depends only on
SEED, the engine and the solver.

The searches do not use the network. With `--network` they do, and the result goes to
`hex_openings_network.tsv` in the current folder, for comparison; the file of the package does not change.

Every value is saved in `--work` at once; after an interruption the same command continues from there. The
first line of that file says whether the searches used the network. Only one process at a time may use it.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import itertools
import multiprocessing
import multiprocessing.pool
import os
import random
import re
import shlex
import signal
import statistics
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.progress import MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from hexapoda.engine import Limit
from hexapoda.engines.hex.rave import RaveEngine
from hexapoda.errors import UsageError
from hexapoda.files.data_folder import write_atomically
from hexapoda.files.file_lock import take_lock
from hexapoda.files.output_file import check_target
from hexapoda.hex import BLACK, Position, format_cell
from hexapoda.hex.cell import by_row, rotated
from hexapoda.hex.openings import is_even
from hexapoda.hex.solve import HexSolver

DATA = Path(__file__).parent.parent / "src" / "hexapoda" / "hex" / "data" / "openings.tsv"
HEADER = """\
# Openings of Hex, made by tools/hex_openings.py. Columns: board, Black's win probability, searches, moves.
# The win probability is the mean of that many searches by the engine {engine}, with {playouts} playouts each:
# half of them from the opening, half one ply later. It includes a correction of {bias} in favor of Black.
# With 0 searches it is proven. All first stones of a board are listed, but only one of each pair that a
# rotation by 180 degrees exchanges.
"""
SEED = 2026
LINES = {5: 0, 6: 0, 7: 0, 8: 20, 9: 50, 10: 20, 11: 50, 13: 50, 14: 50}
"""How many openings the suite of a board has, by its side. If too few first stones are balanced, lines are
added."""
SOLVED = 7
"""Up to this side the solver evaluates the first stones."""
CANDIDATES = 500
"""The most candidate lines that are tried for a board."""
PLAYOUTS = 10_000
SEEDS = 3
FAR = 0.03
"""If the mean is further from one half than this after any seed, the other seeds are skipped."""
BIAS = 0.015
"""By how much the searches underestimate Black: from openings that they evaluate as even, Black wins most
games of `rave` against itself, and more solved first stones of 7x7 win than the searches suggest."""

KINDS = {
    False: "# values of tools/hex_openings.py, searched without the network",
    True: "# values of tools/hex_openings.py, searched with the network",
}
"""The first line of a work file, by whether the searches used the network."""
SAVED = re.compile(r"([0-9]+x[0-9]+)\t([01]\.[0-9]{3})\t([0-9]+)\t([a-z][0-9]+(?: [a-z][0-9]+)*)\.")
"""Each other line of a work file: a row of the result, and a period that shows that the line is whole."""

Task = tuple[str, tuple[str, ...]]
"""A board and moves."""
Value = tuple[float, int]
"""Black's win probability, and the number of searches that it is the mean of."""


def placed(task: Task) -> Position:
    """The position of a task."""
    position = Position(task[0])
    for text in task[1]:
        position.push(position.parse_move(text))
    return position


def first_stones(side: int) -> list[Task]:
    """Every first stone of a board, one of each pair that half a turn maps to each other."""
    cells = ((column, row) for row in range(side) for column in range(side))
    kept = (cell for cell in cells if by_row(cell) <= by_row(rotated(cell, side, side)))
    return [(f"{side}x{side}", (format_cell(cell),)) for cell in kept]


def candidate(variant: str, number: int) -> Task:
    """Candidate `number` for the suite: even ones have 2 plies, odd ones 3."""
    rng = random.Random(f"{SEED}/{variant}/{number}")
    position = Position(variant)
    while position.ply < 2 + number % 2:
        position.push(rng.choice(list(position.legal_moves)))
    return variant, tuple(str(move) for move in position.moves)


def evaluate(task: Task, network: bool = False) -> Value:
    """Evaluate an opening; by default without the network, because BIAS and FAR were measured without it."""
    values: list[float] = []
    without = "nothing" if network else "network"
    for seed in range(SEEDS):
        engine, position = RaveEngine(seed=seed, table_size=8, book=False, without=without), placed(task)
        for ply in range(2):
            info = engine.search(position, Limit(nodes=PLAYOUTS)).info
            value = info.win_probability
            assert value is not None
            values.append(value if position.color_to_move == BLACK else 1 - value)
            # A ply later, a proven loss shows that the move before wins. A proven win there decides nothing,
            # because another move might not lose.
            if info.win_in is not None and (ply == 0 or info.win_in < 0):
                return values[-1], len(values)
            position.push(info.pv[0])
        if abs(statistics.fmean(values) - 0.5) > FAR:
            break
    return statistics.fmean(values) + BIAS, len(values)


class WorkFile:
    """The file of the values so far. Until it is closed, no other process may use it."""

    def __init__(self, path: Path, network: bool) -> None:
        """Read the file, or begin it. Raises `UsageError` if it is not a work file of this kind, if another
        process uses it, or if it cannot be written.
        """
        check_target(path, force=True)
        if path.exists() and not path.is_file():
            raise UsageError(f"cannot write {str(path)!r}: it is not a regular file")
        try:
            lock = take_lock(path.with_name(f"{path.name}.lock"))
            if lock is None:
                raise UsageError(f"{path}: another process uses this work file")
            self._path, self._lock = path, lock
            try:
                self.values = _begun(path, KINDS[network], KINDS[not network])
                self._file = path.open("a", encoding="utf-8", newline="\n")
            except BaseException:
                lock.release()
                raise
        except OSError as error:
            raise UsageError(f"cannot use the work file {str(path)!r}: {error.strerror or error}") from None

    def keep(self, task: Task, found: Value) -> None:
        """Save a value at once."""
        self.values[task] = round(found[0], 3), found[1]
        self._file.write(f"{row_of(task, found)}.\n")
        self._file.flush()

    def remove(self) -> None:
        """Delete the file."""
        self._file.close()
        self._path.unlink()

    def close(self) -> None:
        """Allow other processes to use the file."""
        self._file.close()
        self._lock.release()


def _begun(path: Path, kind: str, other: str) -> dict[Task, Value]:
    """Return the values of a work file, after removing an incomplete last line or ending a whole one. Begins
    the file if it does not exist.
    """
    content = path.read_bytes() if path.exists() else b""
    try:
        *lines, last = content.decode("utf-8").split("\n")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: expected a work file, found bytes that are not UTF-8: {error}") from None
    first = lines[0] if lines else last
    if first == other:
        raise UsageError(f"{path}:1: {other!r}: expected {kind!r}, or another --work")
    if first != kind and (lines or not kind.startswith(first)):
        raise UsageError(f"{path}:1: {first[:80]!r}: expected {kind!r}, the first line of a work file")
    whole = SAVED.fullmatch(last) is not None
    values: dict[Task, Value] = {}
    for number, line in enumerate([*lines[1:], *[last] * whole], 2):
        saved = SAVED.fullmatch(line)
        if saved is None:
            raise UsageError(f"{path}:{number}: {line[:80]!r}: expected a board, a value, searches and moves")
        variant, win_probability, searches, moves = saved.groups()
        values[variant, tuple(moves.split(" "))] = float(win_probability), int(searches)
    if not lines:
        path.write_bytes(f"{kind}\n".encode())
    elif whole:
        with path.open("ab") as file:
            file.write(b"\n")
    else:
        os.truncate(path, content.rfind(b"\n") + 1)
    return values


class Evaluator:
    """Evaluates openings in several processes, each opening once, and shows the progress."""

    def __init__(
        self, work: WorkFile, pool: multiprocessing.pool.Pool, jobs: int, progress: Progress, network: bool
    ) -> None:
        self._known = work.values
        self._keep = work.keep
        self._pool = pool
        self._jobs = jobs
        self._progress = progress
        self._evaluate = functools.partial(evaluate, network=network)

    def solved(self, side: int) -> None:
        """Evaluate the first stones of a board with the solver."""
        tasks = first_stones(side)
        if any(task not in self._known for task in tasks):
            wins = HexSolver(tasks[0][0]).solve(Position(tasks[0][0]), all_moves=True, line=False).wins or {}
            by_text = {format_cell(cell): win for cell, win in wins.items()}
            for task in tasks:
                self._keep(task, (float(by_text[task[1][0]]), 0))

    def each(self, tasks: Sequence[Task], what: str) -> Iterator[tuple[Task, Value]]:
        """Yield each task with its value, in order; evaluates a batch of tasks at a time."""
        row = self._progress.add_task(what, total=len(tasks))
        rest = iter(tasks)
        for batch in iter(lambda: list(itertools.islice(rest, 2 * self._jobs)), []):
            new = [task for task in batch if task not in self._known]
            for task, found in zip(new, self._pool.imap(self._evaluate, new), strict=True):
                self._keep(task, found)
            for task in batch:
                self._progress.advance(row)
                yield task, self._known[task]
        self._progress.update(row, total=len(tasks), completed=len(tasks))


def row_of(task: Task, found: Value) -> str:
    """A row of the file."""
    return f"{task[0]}\t{found[0]:.3f}\t{found[1]}\t{' '.join(task[1])}"


def rows_of(side: int, evaluator: Evaluator) -> Iterator[str]:
    """The rows of a board: its first stones, then the other lines of its suite."""
    if side <= SOLVED:
        evaluator.solved(side)
    variant = f"{side}x{side}"
    keys: set[int] = set()
    for task, found in evaluator.each(first_stones(side), f"{variant} first stones"):
        yield row_of(task, found)
        if is_even(found[0]):
            keys.add(placed(task).canonical_key)
    if len(keys) >= LINES[side]:
        return
    candidates = [candidate(variant, number) for number in range(CANDIDATES)]
    for task, found in evaluator.each(candidates, f"{variant} lines"):
        key = placed(task).canonical_key
        if is_even(found[0]) and key not in keys:
            keys.add(key)
            yield row_of(task, found)
            if len(keys) == LINES[side]:
                return


def main() -> None:
    """Evaluate all openings, then write the file."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--work", type=Path, help="file of values so far")
    parser.add_argument(
        "--network", action="store_true", help="search with the network, and write hex_openings_network.tsv"
    )
    given = parser.parse_args()
    if given.jobs < 1:
        parser.error("--jobs: expected at least 1")
    out, engine, kept = DATA, "rave without its network", "hex_openings.work"
    if given.network:
        out, engine, kept = (
            Path("hex_openings_network.tsv"),
            "rave with its network",
            "hex_openings_network.work",
        )
    try:
        work = WorkFile(given.work or Path(kept), given.network)
    except UsageError as error:
        parser.error(str(error))
    columns = (SpinnerColumn(), TextColumn("{task.description}"), MofNCompleteColumn(), TimeElapsedColumn())
    ignored = (signal.SIGINT, signal.SIG_IGN)  # only the main process, which saves the values, handles Ctrl+C
    try:
        with contextlib.closing(work):
            with (
                multiprocessing.Pool(given.jobs, signal.signal, ignored) as pool,
                Progress(*columns) as progress,
            ):
                evaluator = Evaluator(work, pool, given.jobs, progress, given.network)
                rows = [row for side in LINES for row in rows_of(side, evaluator)]
            header = HEADER.format(engine=engine, playouts=PLAYOUTS, bias=BIAS)
            write_atomically(out, header + "".join(f"{row}\n" for row in rows))
            work.remove()  # the values must not be reused with another version of the engine
    except KeyboardInterrupt:
        print(f"continue with: python tools/hex_openings.py {shlex.join(sys.argv[1:])}")


if __name__ == "__main__":
    main()
