"""How fast the Hex solver is, beside MoHex: python benchmarks/hex_solving.py 7 --mohex /path/to/mohex

The positions are all openings of a board, of which half are enough because a half-turn changes nothing, or,
with `--games`, positions of games that `rave` plays against itself from two random moves, always the same
ones. Both programs use one thread. The openings share one table; a position of a game has a table of its own.
Prints the winner and the seconds of CPU time for each position, then the sums. MoHex is optional. Its time is
read from /proc, in hundredths of a second, so it needs Linux.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import IO

from hexapoda.engine import Limit
from hexapoda.hex import Position
from hexapoda.hex.solve import HexSolver
from hexapoda.registry import parse_engine

PLIES = (8, 12, 16)
COLORS = ("black", "white")


class Mohex:
    """The solver of MoHex 2.0, `dfpn-solve-state`, in a process."""

    def __init__(self, path: str, seconds: float) -> None:
        self._folder = tempfile.TemporaryDirectory()  # MoHex writes a log into its working directory
        try:
            self._process = subprocess.Popen(
                [Path(path).resolve()],
                cwd=self._folder.name,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        except OSError as error:
            raise SystemExit(f"cannot start {path}: {error.strerror}") from None
        self._ask(f"param_dfpn timelimit {seconds:g}")  # 0: no limit

    def solve(self, position: Position, *, fresh: bool) -> tuple[int | None, float]:
        """Return the winning color, None if the time was too short, and the seconds of CPU time."""
        self._ask(f"boardsize {position.columns} {position.rows}")
        if fresh:
            self._ask("dfpn-clear-tt")
        for ply, move in enumerate(position.moves):
            self._ask(f"play {COLORS[ply % 2]} {move}")
        before = self._cpu_seconds()
        answer = self._ask(f"dfpn-solve-state {COLORS[position.color_to_move]}")
        return (COLORS.index(answer) if answer in COLORS else None), self._cpu_seconds() - before

    def close(self) -> None:
        """End the program."""
        self._process.terminate()
        self._process.wait()
        self._folder.cleanup()

    def _ask(self, command: str) -> str:
        assert self._process.stdin and self._process.stdout
        print(command, file=self._process.stdin, flush=True)
        return _answer(self._process.stdout, command)

    def _cpu_seconds(self) -> float:
        stat = Path(f"/proc/{self._process.pid}/stat").read_text()
        user, system = stat.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _answer(lines: IO[str], command: str) -> str:
    """Return the text of an answer, which begins with "=" or "?" and ends with an empty line."""
    text = ""
    for line in lines:
        if line.strip():
            text += line
        elif text:
            break
    if not text.startswith("="):
        raise SystemExit(f"{command}: {text.strip() or 'no answer'}")
    return text[1:].strip()


def openings(variant: str) -> Iterator[Position]:
    """Yield the positions after each first move, up to the middle of the board."""
    moves = Position(variant, swap="off").legal_moves
    for move in moves[: (len(moves) + 1) // 2]:
        position = Position(variant, swap="off")
        position.push(move)
        yield position


def game_positions(variant: str, games: int, seed: int) -> Iterator[Position]:
    """Yield the positions of games after each of `PLIES` moves."""
    rng, engine = Random(f"{variant}/{seed}"), parse_engine("rave:seed=1", "hex").create()
    for _ in range(games):
        position = Position(variant, swap="off")
        engine.new_game()
        while position.outcome() is None and position.ply <= max(PLIES):
            if position.ply in PLIES:
                yield position.copy()
            if position.ply < 2:
                position.push(rng.choice(list(position.legal_moves)))
            else:
                position.push(engine.search(position, Limit(nodes=400)).move)


def main() -> None:
    """Solve the positions and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("size", type=int, help="side of the board")
    parser.add_argument("--games", type=int, default=0, help="positions of this many games, not all openings")
    parser.add_argument("--seconds", type=float, default=0, help="the longest search; 0: no limit")
    parser.add_argument("--mohex", metavar="PATH", help="the program of MoHex")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    variant, fresh = f"{arguments.size}x{arguments.size}", arguments.games > 0
    positions = game_positions(variant, arguments.games, arguments.seed) if fresh else openings(variant)
    mohex = Mohex(arguments.mohex, arguments.seconds) if arguments.mohex else None
    solver = HexSolver(variant)
    solved, sums, common, faster, count = [0, 0], [0.0, 0.0], [0.0, 0.0], 0, 0
    for position in positions:
        count += 1
        if fresh:
            solver = HexSolver(variant)
        began = time.thread_time()
        winner = solver.winner(position, time=arguments.seconds or None)
        found = [(winner, time.thread_time() - began)]
        if mohex:
            found.append(mohex.solve(position, fresh=fresh))
        texts = [f"{'-' if winner is None else COLORS[winner]} {seconds:.3f}" for winner, seconds in found]
        print(f"{' '.join(map(str, position.moves))}: {', MoHex '.join(texts)}", flush=True)
        winners = [winner for winner, _ in found]
        if len({*winners} - {None}) > 1:
            raise SystemExit("the programs disagree")
        for i, (winner, seconds) in enumerate(found):
            solved[i] += winner is not None
            sums[i] += seconds
            common[i] += seconds if None not in winners else 0
        faster += None not in winners and found[0][1] < found[-1][1]
    print(f"{count} positions: solved {solved[0]} in {sums[0]:.2f} s of CPU time")
    if mohex:
        mohex.close()
        print(f"MoHex: solved {solved[1]} in {sums[1]:.2f} s")
        print(f"solved by both: {common[0]:.2f} s, MoHex {common[1]:.2f} s; hexapoda was faster on {faster}")


if __name__ == "__main__":
    main()
