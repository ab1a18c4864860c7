"""The command `solve`: whether a position is won, lost or drawn by force, and how."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from hexapoda.cli.group import NO
from hexapoda.cli.interruption import first_interrupt
from hexapoda.cli.output import Output
from hexapoda.cli.subject import (
    GameName,
    Json,
    PositionText,
    Rules,
    Variant,
    game_of,
    make_position,
    require_game,
)

if TYPE_CHECKING:
    from hexapoda.analysis.solve import Solution

__all__ = ["Progress", "solve"]


def solve(
    game: GameName,
    position: PositionText = None,
    variant: Variant = None,
    rule: Rules = None,
    plies: Annotated[
        int | None,
        typer.Option("--plies", "-p", metavar="N", help="Look N plies ahead and no further.", min=1, max=200),
    ] = None,
    time: Annotated[
        float | None, typer.Option("--time", metavar="SECONDS", help="Search no longer than this.")
    ] = None,
    nodes: Annotated[
        int | None, typer.Option("--nodes", metavar="N", help="Search no more positions than this.", min=1)
    ] = None,
    json: Json = False,
) -> None:
    """Prove that the side to move wins, loses or draws, and in how many plies.

    Without a bound it searches until something is proven; Ctrl+C ends it with what is known.

    Exit code 0: proven, 1: not proven.
    """
    subject = game_of(game)
    require_game(subject, "hive", "this solver")
    start = make_position(subject, variant, position, rule, required=True)
    from hexapoda._core import StopToken
    from hexapoda.analysis import solve as analysis
    from hexapoda.hive.line import line_texts

    stop = StopToken()
    with first_interrupt(stop.stop), Progress(sys.stderr) as progress:
        found = analysis.solve(start, plies, time, nodes, stop, progress.show)
    line = line_texts(start, found.line)
    value = {
        "result": found.result,
        "plies": found.plies,
        "shortest": found.shortest,
        "line": line,
        "searched": found.searched,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
    }
    Output(json).result(value, "\n".join([_summary(found), *line]))
    if found.result == "unknown":
        raise typer.Exit(NO)


def _summary(found: Solution) -> str:
    cost = f"{found.nodes:,} positions, {found.seconds:.2f} s"
    if found.result == "unknown":
        return f"unknown: nobody wins within {_plies(found.searched)} ({cost})"
    bound = "" if found.shortest else "at most "
    return f"{found.result} in {bound}{_plies(found.plies or 0)} ({cost})"


def _plies(count: int) -> str:
    return f"{count} ply" if count == 1 else f"{count} plies"


class Progress:
    """One line on a terminal, written over again and again; nothing where there is no terminal."""

    def __init__(self, stream: TextIO) -> None:
        """`stream`: standard error."""
        self._stream = stream if stream.isatty() else None
        self._width = 0

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self._write("")

    def show(self, searched: int, nodes: int) -> None:
        """Say how far the search is."""
        self._write(f"nobody wins within {_plies(searched)}; {nodes:,} positions")

    def _write(self, text: str) -> None:
        if self._stream is not None:
            self._stream.write("\r" + text.ljust(self._width) + ("" if text else "\r"))
            self._stream.flush()
            self._width = len(text)
