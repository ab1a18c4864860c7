"""The command `solve hive`: a forced win or loss, its length in plies, and the line."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from hexapoda._core import StopToken
from hexapoda.analysis import solve as analysis
from hexapoda.cli.interruption import first_interrupt
from hexapoda.cli.solve_line import SolveOptions, StatusLine, plies_text
from hexapoda.hive.text.line import line_texts

if TYPE_CHECKING:
    from hexapoda.cli.output import Output
    from hexapoda.hive.position import Position

__all__ = ["OPTIONS", "run"]

OPTIONS = frozenset({"plies", "time", "nodes"})
"""The fields of `SolveOptions` that apply to Hive."""


def run(position: Position, options: SolveOptions, output: Output) -> bool:
    """Solve and print. Returns whether the result is proven. Raises `UsageError`."""
    stop = StopToken()
    with first_interrupt(stop.stop), StatusLine(sys.stderr) as status:
        found = analysis.solve(position, options.plies, options.time, options.nodes, stop, status.show)
    line = line_texts(position, found.line)
    value = {
        "result": found.result,
        "plies": found.plies,
        "shortest": found.shortest,
        "line": line,
        "searched": found.searched,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
    }
    output.result(value, "\n".join([_summary(found), *line]))
    return found.result != "unknown"


def _summary(found: analysis.Solution) -> str:
    cost = f"{found.nodes:,} positions, {found.seconds:.2f} s"
    if found.result == "unknown":
        return f"unknown: no forced win within {plies_text(found.searched)} ({cost})"
    bound = "" if found.shortest else "at most "
    return f"{found.result} in {bound}{plies_text(found.plies or 0)} ({cost})"
