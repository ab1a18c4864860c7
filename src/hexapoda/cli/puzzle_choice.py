"""Which puzzles a command works on: those of a file or all, of one game, of some lengths and grades."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from hexapoda.errors import UsageError
from hexapoda.games import find_game

if TYPE_CHECKING:
    from hexapoda.puzzles.puzzle import Puzzle

__all__ = ["PuzzleFile", "PuzzleGame", "PuzzleGrades", "PuzzleLengths", "choose_puzzles"]

PuzzleFile: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--file",
        metavar="FILE",
        help="The puzzles of this file, instead of those of the package and of your data folder.",
        show_default=False,
    ),
]
PuzzleGame: TypeAlias = Annotated[
    str | None,
    typer.Option("--game", metavar="GAME", help="The game; all games by default.", show_default=False),
]
PuzzleLengths: TypeAlias = Annotated[
    str | None,
    typer.Option("--length", metavar="N", help="Only wins in N moves, or in N-M.", show_default=False),
]
PuzzleGrades: TypeAlias = Annotated[
    str | None,
    typer.Option("--grade", metavar="N", help="Only this grade, 1 to 10, or grades N-M.", show_default=False),
]


def choose_puzzles(
    file: Path | None, game: str | None, length: str | None, grade: str | None
) -> list[Puzzle]:
    """Return the puzzles that the options choose. Raises `UsageError` for bad options, also if the game has
    no puzzles, and `InvalidGameError` for a bad file.
    """
    from hexapoda.puzzles.making import forced_wins_of
    from hexapoda.puzzles.puzzle_file import all_puzzles, read_puzzles

    lengths, grades = _range("--length", length), _range("--grade", grade)
    if game is not None:
        found = find_game(game)
        forced_wins_of(found)
        game = found.name
    return [
        puzzle
        for puzzle in (all_puzzles() if file is None else read_puzzles(file))
        if (game is None or puzzle.game == game) and puzzle.length in lengths and puzzle.grade in grades
    ]


def _range(option: str, text: str | None) -> range:
    if text is None:
        return range(1, 100)
    found = re.fullmatch(r"([0-9]{1,2})(?:-([0-9]{1,2}))?", text.strip())
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 1 <= first <= last:
        raise UsageError(f"{option} {text!r}: expected a number from 1 up, or a range such as 2-4")
    return range(first, last + 1)
