"""The command `bench`: how fast this machine runs the core, with checksums of what it found."""

from __future__ import annotations

from itertools import chain
from typing import Annotated

import typer

from hexapoda.cli.output import Output
from hexapoda.cli.subject import Json

__all__ = ["bench"]


def bench(
    seconds: Annotated[
        float, typer.Option("--seconds", "-s", min=0.01, max=600, help="Time for each measurement, at least.")
    ] = 5.0,
    json: Json = False,
) -> None:
    """Measure how fast this machine runs the rules, and playouts, search and proofs of Hex, in one thread.

    The checksum of a row is the same on every machine; another one means that something is broken. The search
    and the proofs of Hex hang on how a processor rounds.
    """
    from hexapoda.hex import bench as of_hex
    from hexapoda.hive import bench as of_hive

    output = Output(json)
    for row in chain(of_hive.run(seconds), of_hex.run(seconds)):
        speed = f"{row['per_second']:,.0f} {row['unit']}/s"
        output.result(row, f"{row['name']:<38}{speed:>24}   checksum {row['checksum']}")
