"""The command `hexapoda`: puts the commands together and starts them.

Owns the list of commands and the options before them. Each command lives in its own module, which imports
what it works with only when it runs: `hexapoda --help` must not wait for the core.
"""

from __future__ import annotations

import contextlib
import io
import sys
from typing import Annotated

import typer

from hexapoda.cli import (
    bench,
    bestmove,
    doctor,
    engines,
    eval,
    explain,
    games,
    htp,
    match,
    moves,
    perft,
    play,
    report,
    review,
    show,
    solve,
    tournament,
    uhp,
)
from hexapoda.cli.group import HexapodaGroup

__all__ = ["app", "main"]

app = typer.Typer(
    cls=HexapodaGroup,
    add_completion=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode="rich",
)


def _print_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        typer.echo(f"hexapoda {version('hexapoda')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def begin(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version and exit.", callback=_print_version, is_eager=True),
    ] = False,
) -> None:
    """Hive and Hex, exact to the letter: play, count and explain them, check and convert their records.

    Every command answers --help, and --json where it prints results.

    Exit codes: 0 done, 1 the answer is no, 2 wrong use or input.
    """
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


_PLAY, _POSITIONS, _RECORDS, _MACHINE = "Play", "Positions", "Records", "This machine"

app.command("play", rich_help_panel=_PLAY)(play.play)
app.command("match", rich_help_panel=_PLAY)(match.match)
app.command("tournament", rich_help_panel=_PLAY)(tournament.tournament)
app.add_typer(engines.app, name="engines", rich_help_panel=_PLAY)
app.command("uhp", rich_help_panel=_PLAY)(uhp.uhp)
app.command("htp", rich_help_panel=_PLAY)(htp.htp)
app.command("bestmove", rich_help_panel=_POSITIONS)(bestmove.bestmove)
app.command("show", rich_help_panel=_POSITIONS)(show.show)
app.command("moves", rich_help_panel=_POSITIONS)(moves.moves)
app.command("explain", rich_help_panel=_POSITIONS)(explain.explain)
app.command("eval", rich_help_panel=_POSITIONS)(eval.eval_)
app.command("solve", rich_help_panel=_POSITIONS)(solve.solve)
app.command("perft", rich_help_panel=_POSITIONS)(perft.perft)
app.add_typer(games.app, name="games", rich_help_panel=_RECORDS)
app.command("report", rich_help_panel=_RECORDS)(report.report)
app.command("review", rich_help_panel=_RECORDS)(review.review)
app.command("bench", rich_help_panel=_MACHINE)(bench.bench)
app.command("doctor", rich_help_panel=_MACHINE)(doctor.doctor)


def main() -> None:
    """Run the command line of this process."""
    for stream in (sys.stdout, sys.stderr):
        # A name or path that the terminal's encoding lacks must not stop a command.
        if isinstance(stream, io.TextIOWrapper):
            with contextlib.suppress(OSError, ValueError):
                stream.reconfigure(errors="backslashreplace")
    app(prog_name="hexapoda")


if __name__ == "__main__":
    main()
