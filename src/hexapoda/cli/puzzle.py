"""The commands `puzzle`: solving, making and listing puzzles."""

from __future__ import annotations

import typer

from hexapoda.cli.group import HexapodaGroup
from hexapoda.cli.puzzle_list import list_puzzles, stats
from hexapoda.cli.puzzle_make import make
from hexapoda.cli.puzzle_solve import solve

__all__ = ["app"]

app = typer.Typer(
    cls=HexapodaGroup,
    no_args_is_help=False,
    help="Solve puzzles, which are positions with a forced win, and make new ones from games.",
)


@app.callback(invoke_without_command=True)
def puzzle(context: typer.Context) -> None:
    """Solve puzzles, which are positions with a forced win, and make new ones from games.

    Without a command, this is `puzzle solve`.
    """
    if context.invoked_subcommand is None:
        solve()


app.command("solve")(solve)
app.command("make")(make)
app.command("list")(list_puzzles)
app.command("stats")(stats)
