"""The command `uhp`: the protocol server for graphical front ends."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = ["uhp"]


def uhp(
    engine: Annotated[
        str | None,
        typer.Argument(
            metavar="[ENGINE]",
            help="The engine that answers `bestmove`; alphabeta by default.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Speak the Universal Hive Protocol, for graphical front ends.

    The server reads stdin and writes stdout, as Mzinga's viewer and other programs expect. The program
    `hexapoda-uhp` does the same and starts faster.
    """
    from hexapoda.cli.uhp_entry import run_uhp

    code = run_uhp() if engine is None else run_uhp(engine)
    if code:
        raise typer.Exit(code)
