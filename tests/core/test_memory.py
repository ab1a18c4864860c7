"""Little memory and few threads: an answer by those that there are, or an error; never an abort."""

from __future__ import annotations

import os
import sys

import pytest

from tests.core.scripts import output_of, run_script

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="limits of the address space are Linux's"),
    pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""), reason="ASan takes all address space"),
]

_TRY = """
from hexapoda.hex.solve import HexSolver
from hexapoda.engine import Limit
from hexapoda.engines.hive.alphabeta import AlphaBetaEngine
from hexapoda.engines.hex.mcts import HexMctsEngine
from hexapoda.engines.hex.rave import RaveEngine
from hexapoda.errors import EngineError
from hexapoda.hex import Position as Hex
from hexapoda.hive import Position as Hive

def tried(call):
    try:
        call()
        print("answered")
    except (EngineError, MemoryError) as error:
        print(type(error).__name__)
"""


@pytest.mark.parametrize("kilobytes", [400_000, pytest.param(1_000_000, marks=pytest.mark.deep)])
@pytest.mark.parametrize(
    "call",
    [
        'lambda: AlphaBetaEngine(threads=64).search(Hive("Base+MLP"), Limit(time=0.2))',
        'lambda: RaveEngine(threads=64, table_size=64).search(Hex("11x11"), Limit(time=0.2))',
        'lambda: HexMctsEngine(threads=64).search(Hex("11x11"), Limit(time=0.2))',
        'lambda: HexSolver("8x8", threads=64).winner(Hex("8x8"), time=0.2)',
    ],
    ids=["alphabeta", "rave", "mcts", "solver"],
)
def test_64_threads_in_little_memory(call: str, kilobytes: int) -> None:
    printed = output_of(f"{_TRY}\ntried({call})", limit=f"ulimit -v {kilobytes};")
    assert printed in ("answered\n", "EngineError\n", "MemoryError\n")


def test_a_command_in_little_memory_says_so() -> None:
    done = run_script(
        """
        import sys
        from hexapoda.cli.app import command_line
        command_line("solve")(["solve", "hex", "--variant", "8x8", "--threads", "64", "--time", "0.2"])
        """,
        limit="ulimit -v 1000000;",
    )
    assert done.returncode in (0, 1, 2) and "internal error" not in done.stderr, done
