"""Whether an installed hexapoda works: run by itself, with the Python of the environment it is installed in.

It needs nothing but the package: no pytest, no other file of the repository. `--json` prints the results, to
be compared between levels of CPU; `--launcher "qemu-x86_64 -cpu Nehalem"` runs the commands under a program.
"""

import argparse
import json
import math
import os
import pickle
import shlex
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hexapoda
from hexapoda import hex as hex_game
from hexapoda import hive as hive_game
from hexapoda._core import build_info
from hexapoda._core import hex as hex_core
from hexapoda._core import hive as hive_core
from hexapoda.engine import Limit
from hexapoda.hex.network import network_weights
from hexapoda.hex.patterns import pattern_weights
from hexapoda.hive.bench import midgames
from hexapoda.registry import parse_engine

NODES = 3000
PLAYOUTS = 300
POSITIONS = 40
COMMAND = "from hexapoda.cli.app import main; main()"


def digest(*words: object) -> int:
    """A number that is the same only for the same words."""
    return zlib.crc32(repr(words).encode())


def hex_midgame(stones: int) -> hex_game.Position:
    """A position on 11x11 that is the same everywhere."""
    position = hex_game.Position("11x11")
    for ply in range(stones):
        moves = position.legal_moves
        position.push(moves[ply * ply * 31 % len(moves)])
    return position


def perft() -> dict[str, Any]:
    """The numbers of leaves that are known, and a checksum over every list of moves."""
    assert hive_game.perft(hive_game.Position("Base+MLP"), 3) == 6678
    assert hive_game.perft(hive_game.Position("Base"), 4) == 21600
    assert hex_game.perft(hex_game.Position("3x3"), 9) == 120960
    lists = [hive_core.perft(position, 2) for position in midgames()]
    return {"leaves": sum(leaves for leaves, _ in lists), "lists": digest(lists)}


def moves() -> dict[str, Any]:
    """The moves of many positions, in the order of the core; moves and positions survive pickling."""
    positions = midgames()
    listed = [[str(move) for move in position.legal_moves] for position in positions]
    move = next(iter(positions[0].legal_moves))
    assert pickle.loads(pickle.dumps(move)) == move
    assert pickle.loads(pickle.dumps(positions[0])) == positions[0]
    assert type(move).__module__ == "hexapoda._core.hive"
    pinned = [sorted(position.pinned()) for position in positions]
    return {"moves": digest(listed), "pinned": digest(pinned)}


def evaluation() -> dict[str, Any]:
    """Every term of the evaluation of Hive; the classic evaluation."""
    positions = midgames()
    terms = [hive_core.evaluation_terms(position) for position in positions]
    classic = [hive_core.classic_evaluate(position) for position in positions]
    scores = [hive_core.evaluate(position) for position in positions]
    return {"terms": digest(terms), "classic": digest(classic), "scores": digest(scores)}


def network() -> dict[str, Any]:
    """What the network of Hex says; floating-point numbers, which may differ in the last digits."""
    outputs = []
    for stones in (0, 7, 30, 60):
        position = hex_midgame(stones)
        value, policy = hex_core.network_evaluate(position, network_weights())
        outputs.append([value, *(logit for _, logit in policy)])
    assert all(math.isfinite(number) for row in outputs for number in row)
    return {"network": outputs}


def search() -> dict[str, Any]:
    """One search a game with a fixed number of nodes, on one thread."""
    found: dict[str, Any] = {}
    alphabeta = parse_engine("alphabeta:threads=1").create()
    results = [alphabeta.search(position, Limit(nodes=NODES)) for position in midgames()[:: 123 // POSITIONS]]
    found["alphabeta"] = digest(
        [(str(result.move), result.info.score, result.info.depth) for result in results]
    )
    position = hex_midgame(12)
    found["playouts"] = hex_core.black_wins(position, 2000, True, 1)
    settings = hex_core.RaveSettings(parts=sum(hex_core.rave_parts().values()), seed=1)
    core = hex_core.RaveCore(16, pattern_weights(), network_weights())
    [line] = core.search(position, math.inf, math.inf, PLAYOUTS, 1, settings)
    found["rave"] = [str(move) for move in line.line]
    return found


def solve() -> dict[str, Any]:
    """Who wins a small board of Hex."""
    solver = hex_core.SolverCore(5, 5, [], 1, 16)
    position = hex_game.Position("5x5")
    assert solver.winner(position, 0.0, None, None) == position.turn
    return {"solved": digest(solver.best(position, 0.0, None))}


def command(*words: str) -> list[dict[str, Any]]:
    """What a command prints with --json."""
    launcher = shlex.split(os.environ.get("SMOKE_LAUNCHER", ""))
    done = subprocess.run(
        [*launcher, sys.executable, "-c", COMMAND, *words, "--json"],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, f"{words}: exit code {done.returncode}\n{done.stdout}{done.stderr}"
    return [json.loads(line) for line in done.stdout.splitlines()]


def commands() -> dict[str, Any]:
    """The command line."""
    best = [
        command("bestmove", "hive", "--variant", "Base+MLP", "--nodes", "500", "--seed", "1")[-1]["move"],
        command("bestmove", "hex", "--variant", "7x7", "--engine", "montecarlo:seed=1", "--nodes", "50")[-1][
            "move"
        ],
    ]
    solved = command("solve", "hex", "--variant", "4x4")[-1]
    assert solved["winner"] == "Black"
    doctor = {row["name"]: row for row in command("doctor")}
    assert doctor["core"]["status"] == "ok", doctor["core"]
    assert doctor["cpu level"]["status"] == "ok", doctor["cpu level"]
    return {"bestmove": best, "doctor": doctor["cpu level"]["detail"]}


CHECKS: tuple[Callable[[], dict[str, Any]], ...] = (
    perft,
    moves,
    evaluation,
    network,
    search,
    solve,
    commands,
)


def main() -> int:
    """Run the checks."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print what was found as one object")
    parser.add_argument("--launcher", default="", help="the program under which the commands are started")
    parser.add_argument("--level", help="the level of CPU that must be in use")
    arguments = parser.parse_args()
    os.environ["SMOKE_LAUNCHER"] = arguments.launcher
    level = Path(str(sys.modules["hexapoda._core"].__file__)).name.split(".")[0].replace("_", "-")
    print(f"hexapoda {hexapoda.__version__}, level {level}: {build_info()}", file=sys.stderr)
    if arguments.level not in (None, level):
        print(f"level {arguments.level} was expected", file=sys.stderr)
        return 1
    found: dict[str, Any] = {"level": level}
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HEXAPODA_HOME"] = folder
        for check in CHECKS:
            found |= check()
            print(f"ok {check.__name__}", file=sys.stderr, flush=True)
    if arguments.json:
        print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
