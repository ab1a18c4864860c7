"""`solve hive`: searches for a forced win, loss or draw, and reports its length in plies and its line."""

from __future__ import annotations

from collections.abc import Callable

from hexapoda._core import StopToken
from hexapoda.games.solver import Solved, SolveOptions
from hexapoda.hive.position import Position
from hexapoda.hive.solve import Solution, solve
from hexapoda.hive.text.line import line_texts

__all__ = ["OPTIONS", "run"]

OPTIONS = frozenset({"plies", "time", "nodes"})
"""The fields of `SolveOptions` that apply to Hive."""


def run(
    position: Position, options: SolveOptions, stop: StopToken, progress: Callable[[str], None]
) -> Solved:
    """Solve a position. Raises `UsageError` if a limit is out of range."""

    def show(searched: int, nodes: int) -> None:
        progress(f"no forced win within {_plies(searched)}; {nodes:,} positions")

    found = solve(position, options.plies, options.time, options.nodes, stop, show)
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
    return Solved(found.result != "unknown", value, (_summary(found), *line))


def _summary(found: Solution) -> str:
    cost = f"{found.nodes:,} positions, {found.seconds:.2f} s"
    if found.result == "unknown":
        return f"unknown: no forced win within {_plies(found.searched)} ({cost})"
    bound = "" if found.shortest else "at most "
    return f"{found.result} in {bound}{_plies(found.plies or 0)} ({cost})"


def _plies(count: int) -> str:
    return f"{count} ply" if count == 1 else f"{count} plies"
