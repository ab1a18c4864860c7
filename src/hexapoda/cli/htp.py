"""The command `htp`: the protocol server for graphical front ends of Hex."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = ["htp"]


def htp(
    engine: Annotated[
        str | None,
        typer.Argument(
            metavar="[ENGINE]", help="The engine that answers `genmove`; rave by default.", show_default=False
        ),
    ] = None,
    time: Annotated[
        float | None,
        typer.Option("--time", metavar="SECONDS", help="Time per move; 10 by default."),
    ] = None,
    level: Annotated[
        float | None,
        typer.Option("--level", metavar="N", help="The strength, as in NAME:level=N."),
    ] = None,
) -> None:
    """Speak the Hex Text Protocol, for graphical front ends.

    The server reads stdin and writes stdout, as HexGui and other programs expect. The program `hexapoda-htp`
    does the same and starts faster.
    """
    from hexapoda.cli.htp_entry import run_htp

    code = run_htp(engine, seconds=time, level=level)
    if code:
        raise typer.Exit(code)
