"""`solve hex --proof` and `--check`: a proof is written to a file, or the answer is read from one.

Owns these files. `proof_writer` finds the proof, and `proof_check` checks it.
"""

from __future__ import annotations

import gzip
import time as clock
from collections.abc import Callable
from pathlib import Path

from hexapoda._core import StopToken
from hexapoda.errors import UsageError
from hexapoda.files.output_file import check_target, write_bytes
from hexapoda.games.solver import SolveOptions
from hexapoda.hex.cell import Cell
from hexapoda.hex.position import Position
from hexapoda.hex.proof_check import ProofCheck, read_proof
from hexapoda.hex.proof_writer import ProofWriter, check_board, stones_text
from hexapoda.hex.solve import HexSolution, HexSolver

__all__ = ["ProofFile", "solution_of_proof"]

_SEARCHES = ("time", "save", "proof", "threads", "memory", "without")


class _Stopped(Exception):
    """The check of a file was stopped."""


class ProofFile:
    """The file that a proof is written to, and its moves if an earlier run began it.

    Raises `UsageError` if the file cannot be written or is not such a proof, or if the board is too large.
    """

    def __init__(self, path: Path, position: Position) -> None:
        check_board(position)
        check_target(path, force=True)
        self._path, self._position = path, position
        self._begun = None
        if path.exists():  # a file that is not a proof of this position is not replaced
            self._begun = _checked(path, position, lambda: None)

    @property
    def wins(self) -> dict[Cell, bool]:
        """Whether a stone on a cell wins for the side to move, for the moves that the file decides."""
        return {} if self._begun is None else _wins(self._begun)

    def write(
        self,
        solver: HexSolver,
        *,
        all_moves: bool,
        time: float | None,
        stop: StopToken,
        on_progress: Callable[[int, int], None],
    ) -> tuple[int, str]:
        """Write the proof; return the number of its claims, and what is missing as a sentence, or nothing.

        `on_progress` is called with the numbers of claims and of decided moves. Raises `UsageError`.
        """

        def show(claims: int) -> None:
            on_progress(claims, len(writer.check.moves))

        writer = ProofWriter(
            self._position, solver, begun=self._begun, time=time, stop=stop, on_progress=show
        )
        complete = writer.write(all_moves=all_moves, on_move=lambda: self._put(writer))
        claims = self._put(writer)
        if complete:
            return claims, ""
        moves = f"decides {len(writer.check.moves)} moves" if all_moves else "is not complete"
        return claims, f"{str(self._path)!r} {moves}; the same command resumes from there"

    def _put(self, writer: ProofWriter) -> int:
        text = "".join(writer.text())
        data = text.encode("ascii")
        write_bytes(
            self._path, gzip.compress(data, mtime=0) if self._path.suffix == ".gz" else data, force=True
        )
        return sum(line[0].isdigit() for line in text.splitlines()[2:])


def solution_of_proof(
    position: Position, options: SolveOptions, path: Path, stop: StopToken
) -> tuple[HexSolution, int]:
    """Return what a file proves about a position, and the number of its claims. There is no winner if the
    file proves none, or if the check was stopped. Raises `UsageError` for a file that is no proof of it.
    """
    for name in _SEARCHES:
        if getattr(options, name) not in (None, ()):
            raise UsageError(f"--check searches nothing: expected it without --{name}")
    began = clock.monotonic()

    def tick() -> None:
        if stop.stopped:
            raise _Stopped

    try:
        check = _checked(path, position, tick)
    except _Stopped:
        return HexSolution(None, (), None, 0, clock.monotonic() - began, False), 0
    wins = _wins(check) if options.all_moves or options.map_file is not None else None
    free = check.cells - (check.stones[0] | check.stones[1]).bit_count()
    complete = wins is None or len(wins) == free or position.winning_color is not None
    winner = None if check.winner is None else check.winner.winner
    return HexSolution(winner, (), wins, 0, clock.monotonic() - began, complete), len(check.claims)


def _checked(path: Path, position: Position, tick: Callable[[], None]) -> ProofCheck:
    check, wanted = read_proof(path, tick=tick), ProofCheck(stones_text(position))
    if any(
        getattr(check, name) != getattr(wanted, name) for name in ("columns", "rows", "stones", "to_move")
    ):
        raise UsageError(f"{str(path)!r} is for another position than {stones_text(position)!r}")
    return check


def _wins(check: ProofCheck) -> dict[Cell, bool]:
    return {
        (cell % check.columns, cell // check.columns): decision.winner == check.to_move
        for cell, decision in check.moves.items()
    }
