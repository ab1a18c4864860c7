"""`hexapoda-uhp`, the program that graphical front ends start: the UHP server with an engine.

Parses the command line of the program. Imports neither Typer nor Rich, because the front end waits for the
program to start.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from hexapoda import __version__
from hexapoda.errors import HexapodaError
from hexapoda.protocols.process.stdio import run_on_stdio
from hexapoda.protocols.uhp import GAME
from hexapoda.protocols.uhp.server import UhpServer
from hexapoda.registry import default_engine, parse_engine

__all__ = ["main", "run_uhp"]


_USAGE = """usage: hexapoda-uhp [ENGINE]

Speaks the Universal Hive Protocol on standard input and output.

ENGINE is NAME[:key=value,...], for example greedy:seed=7, or FILE.py:CLASS; default {default}.
`hexapoda engines` lists the engines. Send `help` for the commands.

  -h, --help     show this and exit
  --version      show the version and exit"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with the arguments `argv`, by default those of the process. Returns the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if any(argument in ("-h", "--help") for argument in arguments):
        print(_usage())
        return 0
    if "--version" in arguments:
        print(f"hexapoda {__version__}")
        return 0
    if len(arguments) > 1 or (arguments and arguments[0].startswith("-")):
        print(f"hexapoda-uhp: expected at most one ENGINE, not {' '.join(arguments)!r}", file=sys.stderr)
        print(_usage(), file=sys.stderr)
        return 2
    return run_uhp(arguments[0] if arguments else None)


def _usage() -> str:
    return _USAGE.format(default=default_engine(GAME))


def run_uhp(engine: str | None = None) -> int:
    """Serve `engine`, by default the strongest engine, on standard input and output.

    Returns the exit code: 0, or 2 with a message on standard error if there is no such engine.
    """
    try:
        return run_on_stdio(
            lambda: UhpServer(parse_engine(engine or default_engine(GAME), GAME), version=__version__)
        )
    except HexapodaError as error:
        print(f"hexapoda-uhp: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
