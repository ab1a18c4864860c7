"""The command `solve`: proves how a position ends with best play.

Declares the options for all games, shows the progress line and handles Ctrl+C. The game's `solver` searches.
"""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from hexapoda.cli.group import NO
from hexapoda.cli.interruption import first_interrupt
from hexapoda.cli.output import Output
from hexapoda.cli.status_line import StatusLine
from hexapoda.cli.subject import (
    Force,
    GameName,
    Json,
    PositionText,
    Rules,
    Variant,
    make_position,
)
from hexapoda.errors import UsageError
from hexapoda.games import find_game
from hexapoda.games.solver import SolveOptions

__all__ = ["solve"]

_NAMES = {"all_moves": "--all-moves", "map_file": "--map"}


def solve(
    game: GameName,
    position: PositionText = None,
    variant: Variant = None,
    rule: Rules = None,
    plies: Annotated[
        int | None,
        typer.Option("--plies", "-p", metavar="N", help="Hive: search at most N plies deep.", min=1, max=200),
    ] = None,
    time: Annotated[
        float | None, typer.Option("--time", metavar="SECONDS", help="Search at most this long.")
    ] = None,
    nodes: Annotated[
        int | None, typer.Option("--nodes", metavar="N", help="Hive: search at most N nodes.", min=1)
    ] = None,
    size: Annotated[
        int | None,
        typer.Option("--size", metavar="N", help="Hex: solve the empty N x N board.", min=1, max=26),
    ] = None,
    all_moves: Annotated[
        bool, typer.Option("--all-moves", help="Hex: say for every cell whether a stone there wins.")
    ] = False,
    save: Annotated[
        Path | None,
        typer.Option(
            "--save",
            metavar="FILE",
            help="Hex: like --all-moves, and save solved moves to FILE, and proofs about the others to "
            "FILE.proofs; existing ones are continued.",
        ),
    ] = None,
    map_file: Annotated[
        Path | None,
        typer.Option(
            "--map",
            metavar="FILE",
            help="Hex: like --all-moves, and write an SVG picture of the winning moves.",
        ),
    ] = None,
    proof: Annotated[
        Path | None,
        typer.Option(
            "--proof",
            metavar="FILE",
            help="Hex: write a proof to FILE; an existing one is continued. At most 64 cells.",
        ),
    ] = None,
    check: Annotated[
        Path | None,
        typer.Option(
            "--check", metavar="FILE", help="Hex: check that FILE proves the answer, without a search."
        ),
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option(
            "--threads", metavar="N", help="Hex: search with N threads; 1 by default.", min=1, max=1024
        ),
    ] = None,
    memory: Annotated[
        int | None,
        typer.Option(
            "--memory", metavar="MIB", help="Hex: the memory for the search; 1024 by default.", min=1
        ),
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option(
            "--without",
            metavar="FEATURE",
            help="Hex: switch off a feature of the search; the answer stays the same; may be repeated.",
        ),
    ] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Prove how a position ends with best play by both sides.

    Without a limit, searches until there is a proof; Ctrl+C stops the search and prints what is known.

    Exit code 0: proven, 1: not proven.
    """
    subject = find_game(game)
    solver = subject.solver
    if solver is None:
        raise UsageError(f"{subject.name} has no solver")
    features = tuple(without or ())
    options = SolveOptions(
        plies, time, nodes, all_moves, save, map_file, proof, check, threads, memory, features, force
    )
    for name, value in {**asdict(options), "size": size}.items():
        if value not in (None, False, ()) and name not in solver.OPTIONS:
            raise UsageError(f"{_NAMES.get(name, f'--{name}')} is not an option for {subject.name}")
    if size is not None:
        if variant is not None or position is not None:
            raise UsageError("--size, --variant and --position cannot be used together")
        variant = f"{size}x{size}"
    start = make_position(subject, variant, position, rule, required=True)
    from hexapoda._core import StopToken  # imported late: `--help` must not load the core

    stop = StopToken()
    with first_interrupt(stop.stop), StatusLine(sys.stderr) as status:
        solved = solver.run(start, options, stop, status.write)
    if solved.note:
        print(f"hexapoda: {solved.note}", file=sys.stderr)
    Output(json).result(solved.value, "\n".join(solved.lines))
    if not solved.proven:
        raise typer.Exit(NO)
