"""The command `bench`: measures the speed of the core on this machine, with checksums of the results."""

from __future__ import annotations

from itertools import chain
from typing import Annotated

import typer

from hexapoda.cli.output import Output, print_row
from hexapoda.cli.subject import Json
from hexapoda.games import find_game, game_names
from hexapoda.text.text_table import TextColumn

__all__ = ["bench"]

_COLUMNS = (TextColumn(width=36), TextColumn(kind="number", width=22), TextColumn())


def bench(
    seconds: Annotated[
        float,
        typer.Option("--seconds", "-s", min=0.01, max=600, help="Minimum time per measurement."),
    ] = 5.0,
    json: Json = False,
) -> None:
    """Measure the speed of the rules, and of playouts, search and proofs of Hex, on one thread.

    The checksums are the same on every machine, so a different one means that something is broken. Only the
    checksums of the search and the proofs of Hex may differ: they depend on floating-point rounding.
    """
    output = Output(json)
    benches = (bench for name in game_names() if (bench := find_game(name).bench) is not None)
    for row in chain.from_iterable(run(seconds) for run in benches):
        speed = f"{row['per_second']:,.0f} {row['unit']}/s"
        if json:
            output.result(row, None)
        else:
            print_row(_COLUMNS, (row["name"], speed, f"checksum {row['checksum']}"))
