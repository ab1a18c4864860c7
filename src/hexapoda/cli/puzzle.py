"""The commands `puzzle`: solving, making and listing puzzles."""

from __future__ import annotations

import typer

from hexapoda.cli.group import HexapodaGroup
from hexapoda.cli.puzzle_make import make

__all__ = ["app"]

app = typer.Typer(
    cls=HexapodaGroup,
    no_args_is_help=False,
    help="Solve puzzles, which are positions with a forced win, and make new ones from games.",
)
app.command("make")(make)


@app.callback()
def puzzle() -> None:
    """Solve puzzles."""
