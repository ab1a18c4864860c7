"""The commands `puzzle`: solve, make and list puzzles."""

from __future__ import annotations

import typer

from hexapoda.cli.group import HexapodaGroup
from hexapoda.cli.puzzle_choice import (
    PuzzleFile,
    PuzzleGame,
    PuzzleGrades,
    PuzzleLengths,
    PuzzleTheme,
    PuzzleVariant,
)
from hexapoda.cli.puzzle_list import list_puzzles, stats
from hexapoda.cli.puzzle_make import make
from hexapoda.cli.puzzle_solve import solve
from hexapoda.errors import UsageError

__all__ = ["app"]

app = typer.Typer(
    cls=HexapodaGroup,
    no_args_is_help=False,
    help="Solve puzzles, which are positions with a forced win, and make new ones from games.\n\n"
    "Without a command, this does the same as `puzzle solve`.",
)


@app.callback(invoke_without_command=True)
def puzzle(
    context: typer.Context,
    game: PuzzleGame = None,
    theme: PuzzleTheme = None,
    variant: PuzzleVariant = None,
    length: PuzzleLengths = None,
    grade: PuzzleGrades = None,
    file: PuzzleFile = None,
) -> None:
    """Solve puzzles, if there is no subcommand."""
    given = (game, theme, variant, length, grade, file)
    if context.invoked_subcommand is None:
        solve(None, *given)
    elif any(value is not None for value in given):
        name = context.invoked_subcommand
        raise UsageError(f"options before {name!r} are for `puzzle` alone: put them after {name!r}")


app.command("solve")(solve)
app.command("make")(make)
app.command("list")(list_puzzles)
app.command("stats")(stats)
