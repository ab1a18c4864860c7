"""Grades the puzzles of a file again: python -m tools.puzzle_grades PUZZLES -o FILE [--game hive] [--tries 3]

Needed after the levels of an engine have changed. Keeps the order of the puzzles; with
`--game`, the puzzles of other games do not change.

`--time` or Ctrl+C ends a run early: the puzzles that it did not reach keep their grades. `--missing` grades
only puzzles that were tried less often than `--tries`, such as the rest of a run on puzzles without tries.
After a change of an engine all puzzles already have their tries, so `--missing` does nothing: grade them all
in one run.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from rich.progress import Progress

from hexapoda.errors import HexapodaError
from hexapoda.files.output_file import check_target
from hexapoda.games import find_game, game_names
from hexapoda.puzzles.grading import graded
from hexapoda.puzzles.making import forced_wins_of
from hexapoda.puzzles.puzzle import HARDEST, Puzzle
from hexapoda.puzzles.puzzle_file import read_puzzles, write_puzzles

MOST_TRIES = 1000
"""The most tries that a file of puzzles may hold."""


def grade_again(puzzle: Puzzle, tries: int) -> Puzzle:
    """Return the puzzle with the results of today's levels."""
    wins = forced_wins_of(find_game(puzzle.game))
    return graded(replace(puzzle, tries=0, solved=()), wins, tries)


def main() -> None:
    """Read the command line, grade the puzzles and write them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("puzzles", type=Path, help="a file of puzzles")
    parser.add_argument("-o", "--out", type=Path, required=True, help="the file to write")
    parser.add_argument("--game", choices=game_names(), help="only the puzzles of this game")
    parser.add_argument("--tries", type=int, default=3, help="how often each level tries a puzzle")
    parser.add_argument("--missing", action="store_true", help="only puzzles that were tried less often")
    parser.add_argument("--time", type=float, metavar="S", help="end after S seconds")
    parser.add_argument("--force", action="store_true", help="replace the file if it exists")
    given = parser.parse_args()
    if not 1 <= given.tries <= MOST_TRIES:
        parser.error(f"--tries: expected 1 to {MOST_TRIES}")
    try:
        check_target(given.out, force=given.force)
    except HexapodaError as error:
        parser.error(str(error))
    try:
        puzzles = read_puzzles(given.puzzles)
        if not puzzles:
            parser.exit(1, f"{given.puzzles}: expected puzzles, found none\n")
        done = {puzzle.id: puzzle for puzzle in puzzles}
        wanted = list(_wanted(puzzles, given))
        end, reached = None if given.time is None else time.monotonic() + given.time, 0
        try:
            with Progress() as progress:
                for puzzle in progress.track(wanted, description="puzzles"):
                    if end is not None and time.monotonic() > end:
                        break
                    done[puzzle.id] = grade_again(puzzle, given.tries)
                    reached += 1
        except KeyboardInterrupt:
            pass
        write_puzzles(given.out, done.values(), force=given.force)
    except HexapodaError as error:
        parser.exit(1, f"{error}\n")
    for game in sorted({puzzle.game for puzzle in puzzles}):
        counts = [0] * HARDEST
        for puzzle in done.values():
            if puzzle.game == game:
                counts[puzzle.grade - 1] += 1
        print(f"{game}: puzzles of grades 1 to {HARDEST}: {' '.join(map(str, counts))}")
    if left := wanted[reached:]:
        text = f"{len(left)} of {len(wanted)} puzzles were not graded again"
        if all(puzzle.tries < given.tries for puzzle in left):
            text += "; --missing continues the run"
        parser.exit(3, f"{text}\n")


def _wanted(puzzles: Sequence[Puzzle], given: argparse.Namespace) -> Iterator[Puzzle]:
    """Yield the puzzles to grade: of the game, and with `--missing` those that were tried less often."""
    for puzzle in puzzles:
        if given.game in (None, puzzle.game) and (puzzle.tries < given.tries or not given.missing):
            yield puzzle


if __name__ == "__main__":
    main()
