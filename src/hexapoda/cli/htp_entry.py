"""The program `hexapoda-htp`: the HTP server with an engine, started by graphical front ends.

Parses its arguments. Imports neither Typer nor Rich, because the front end waits for the program to start.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from hexapoda import __version__
from hexapoda.cli.engine_choice import choose_engine
from hexapoda.engine import Limit
from hexapoda.errors import HexapodaError, UsageError
from hexapoda.protocols.htp import GAME
from hexapoda.protocols.htp.server import DEFAULT_SECONDS, HtpServer
from hexapoda.protocols.process.stdio import run_on_stdio
from hexapoda.registry import default_engine

if TYPE_CHECKING:
    from hexapoda.hex.solve import HexSolver

__all__ = ["main", "run_htp"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with the arguments `argv`, by default those of the process. Returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="hexapoda-htp",
        description="Speaks the Hex Text Protocol on standard input and output.",
        epilog="`hexapoda engines --game hex` lists the engines. Send `list_commands` for the commands.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "engine",
        nargs="?",
        metavar="ENGINE",
        help=f"NAME[:key=value,...], such as mcts:seed=7, or FILE.py:CLASS; default {default_engine(GAME)}",
    )
    parser.add_argument("--time", type=float, metavar="SECONDS", help="time per move; default 10")
    parser.add_argument("--level", type=float, metavar="N", help="the strength, as in NAME:level=N")
    parser.add_argument("--version", action="version", version=f"hexapoda {__version__}")
    try:
        given = parser.parse_args(argv)
    except SystemExit as end:
        return int(end.code or 0)
    return run_htp(given.engine, seconds=given.time, level=given.level)


def run_htp(engine: str | None = None, *, seconds: float | None = None, level: float | None = None) -> int:
    """Serve `engine`, such as `mcts:seed=7` or FILE.py:CLASS, on standard input and output.

    Returns the exit code: 0, or 2 with a message on standard error if the engine, level or time is invalid.
    """

    def server() -> HtpServer:
        source = choose_engine(engine or default_engine(GAME), GAME, level=level)
        given = Limit(DEFAULT_SECONDS if seconds is None else seconds).time
        if not given:  # to the server, 0 means no limit
            raise UsageError("cannot move in 0 seconds: --time must be above 0")
        return HtpServer(source, version=__version__, seconds=given, make_solver=_solver)

    try:
        return run_on_stdio(server)
    except HexapodaError as error:
        print(f"hexapoda-htp: {error}", file=sys.stderr)
        return 2


def _solver(variant: str, threads: int, memory: int) -> HexSolver:
    from hexapoda.hex.solve import HexSolver  # imported only when needed

    return HexSolver(variant, threads=threads, memory=memory)


if __name__ == "__main__":
    sys.exit(main())
