"""The command `solve`: how a position ends by force, and how.

Owns the options of both games and what is told of Hive; `solve_hex` tells of Hex.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from hexapoda.cli.group import NO
from hexapoda.cli.interruption import first_interrupt
from hexapoda.cli.output import Output
from hexapoda.cli.subject import (
    Force,
    GameName,
    Json,
    PositionText,
    Rules,
    Variant,
    game_of,
    make_position,
)
from hexapoda.errors import UsageError

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
    size: Annotated[
        int | None,
        typer.Option("--size", metavar="N", help="Hex: begin from the empty board N x N.", min=1, max=26),
    ] = None,
    all_moves: Annotated[
        bool, typer.Option("--all-moves", help="Hex: say of every cell whether a stone there wins.")
    ] = False,
    save: Annotated[
        Path | None,
        typer.Option(
            "--save", metavar="FILE", help="Hex: keep decided moves in FILE, and go on from those in it."
        ),
    ] = None,
    map_file: Annotated[
        Path | None,
        typer.Option(
            "--map", metavar="FILE", help="Hex: write the winning moves to FILE as a picture (SVG)."
        ),
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option("--threads", metavar="N", help="Hex: search with N threads.", min=1, max=1024),
    ] = None,
    memory: Annotated[
        int | None,
        typer.Option("--memory", metavar="MIB", help="Hex: the search may take so much memory.", min=1),
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option("--without", metavar="FEATURE", help="Hex: do without it. May be repeated."),
    ] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Prove how a position ends when both sides play their best.

    Without a bound it searches until something is proven; Ctrl+C ends it with what is known.

    Exit code 0: proven, 1: not proven.
    """
    subject = game_of(game)
    if subject.name == "hex":
        from hexapoda.cli.solve_hex import HexQuestion, solve_hex

        _refuse(subject, {"--plies": plies, "--nodes": nodes})
        if size is not None:
            if variant is not None or position is not None:
                raise UsageError("--size, --variant and --position exclude each other")
            variant = f"{size}x{size}"
        question = HexQuestion(
            make_position(subject, variant, position, rule, required=True),
            all_moves=all_moves or save is not None or map_file is not None,
            time=time,
            threads=threads or 1,
            memory=memory or 1024,
            without=tuple(without or ()),
            save=save,
            map_file=map_file,
            force=force,
        )
        if not solve_hex(question, Output(json)):
            raise typer.Exit(NO)
        return
    of_hex = {"--size": size, "--all-moves": all_moves or None, "--save": save, "--map": map_file}
    of_hex["--force"] = force or None
    _refuse(subject, {**of_hex, "--threads": threads, "--memory": memory, "--without": without})
    start = make_position(subject, variant, position, rule, required=True)
    from hexapoda._core import StopToken
    from hexapoda.analysis import solve as analysis
    from hexapoda.hive.text.line import line_texts

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


def _refuse(subject: Any, options: dict[str, object]) -> None:
    """Raise `UsageError` for an option that was given and that the game does not have."""
    for name, value in options.items():
        if value is not None:
            raise UsageError(f"{name} has no meaning for {subject.name}")


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
        self.tell(f"nobody wins within {_plies(searched)}; {nodes:,} positions")

    def tell(self, text: str) -> None:
        """Write `text` over what stands there."""
        self._write(text)

    def _write(self, text: str) -> None:
        if self._stream is not None:
            self._stream.write("\r" + text.ljust(self._width) + ("" if text else "\r"))
            self._stream.flush()
            self._width = len(text)
