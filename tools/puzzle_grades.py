"""Grades the puzzles of a file again: python -m tools.puzzle_grades PUZZLES -o FILE [--game hive] [--tries 3]

Needed after the levels of an engine have changed. Keeps the order of the
puzzles; with `--game`, the puzzles of other games do not change.
"""

from __future__ import annotations

import argparse
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
        with Progress() as progress:
            done = [
                grade_again(puzzle, given.tries) if given.game in (None, puzzle.game) else puzzle
                for puzzle in progress.track(puzzles, description="puzzles")
            ]
        write_puzzles(given.out, done, force=given.force)
    except HexapodaError as error:
        parser.exit(1, f"{error}\n")
    except KeyboardInterrupt:
        parser.exit(130, "interrupted; nothing was written\n")
    for game in sorted({puzzle.game for puzzle in done}):
        counts = [0] * HARDEST
        for puzzle in done:
            if puzzle.game == game:
                counts[puzzle.grade - 1] += 1
        print(f"{game}: puzzles of grades 1 to {HARDEST}: {' '.join(map(str, counts))}")


if __name__ == "__main__":
    main()
