"""`solve hex --proof` and `--check`: writing a proof to a file, or reading the answer from one.

`proof_writer` finds the proof, and `proof_check` checks it.
"""

from __future__ import annotations

import gzip
import time
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

_SEARCH_OPTIONS = ("time", "save", "proof", "threads", "memory", "without")


class _Stopped(Exception):
    """The check of a file was interrupted."""


class ProofFile:
    """The file to which a proof is written. If it exists, its proof is continued.

    Raises `UsageError` if the file cannot be written, if it exists and is not a proof of the position, or if
    the board is too large.
    """

    def __init__(self, path: Path, position: Position) -> None:
        check_board(position)
        check_target(path, force=True)
        self._path, self._position = path, position
        self._earlier = None
        if path.exists():  # raises an error rather than replacing a file that is not a proof of this position
            self._earlier = _read_proof_of(path, position, lambda: None)

    @property
    def wins(self) -> dict[Cell, bool]:
        """The cells whose moves the file decides, each with whether the move wins for the side to move."""
        return {} if self._earlier is None else _wins(self._earlier)

    def write(
        self,
        solver: HexSolver,
        *,
        all_moves: bool,
        seconds: float | None,
        stop: StopToken,
        on_progress: Callable[[int, int], None],
    ) -> tuple[int, str]:
        """Write the proof. Return the number of its claims and a note on what is missing, which is empty if
        the proof is complete.

        The work ends after `seconds`, or when `stop` is set. `on_progress` is called with the number of
        claims and the number of decided moves. Raises `UsageError` if the file cannot be written.
        """

        def show(claims: int) -> None:
            on_progress(claims, len(writer.check.moves))

        writer = ProofWriter(
            self._position, solver, begun=self._earlier, time=seconds, stop=stop, on_progress=show
        )
        complete = writer.write(all_moves=all_moves, on_move=lambda: self._save(writer))
        self._save(writer)
        claims = writer.claim_count
        if complete:
            return claims, ""
        decided = len(writer.check.moves)
        moves = f"decides {decided} move{'s' * (decided != 1)}" if all_moves else "is not complete"
        return claims, f"{str(self._path)!r} {moves}"

    def _save(self, writer: ProofWriter) -> None:
        data = "".join(writer.text()).encode("ascii")
        if self._path.suffix == ".gz":
            data = gzip.compress(data, mtime=0)
        write_bytes(self._path, data, force=True)


def solution_of_proof(
    position: Position, options: SolveOptions, path: Path, stop: StopToken
) -> tuple[HexSolution, int]:
    """Return what a file proves about a position, and the number of its claims. There is no winner if the
    file proves none. If the check was stopped, there is no winner and the number is 0. Raises `UsageError`
    for a file that is not a proof of the position, and for options that apply only to a search.
    """
    for name in _SEARCH_OPTIONS:
        if getattr(options, name) not in (None, ()):
            raise UsageError(f"--check does not search, so it cannot be combined with --{name}")
    started = time.monotonic()

    def solution(winner: int | None, wins: dict[Cell, bool] | None, *, complete: bool) -> HexSolution:
        return HexSolution(
            winner=winner,
            line=(),
            wins=wins,
            nodes=0,
            seconds=time.monotonic() - started,
            complete=complete,
        )

    def tick() -> None:
        if stop.stopped:
            raise _Stopped

    try:
        check = _read_proof_of(path, position, tick)
    except _Stopped:
        return solution(None, None, complete=False), 0
    wins = _wins(check) if options.all_moves or options.map_file is not None else None
    free = check.cells - (check.stones[0] | check.stones[1]).bit_count()
    complete = wins is None or len(wins) == free or position.winning_color is not None
    decision = check.winner
    winner = None if decision is None else decision.winner
    return solution(winner, wins, complete=complete), len(check.claims)


def _read_proof_of(path: Path, position: Position, tick: Callable[[], None]) -> ProofCheck:
    """Read and check a proof, calling `tick` before each line after the first two. Raises `UsageError` if it
    is not a proof of the position.
    """
    check = read_proof(path, tick=tick)
    if check.position != ProofCheck(stones_text(position)).position:
        raise UsageError(f"{str(path)!r} is not a proof of the position {stones_text(position)!r}")
    return check


def _wins(check: ProofCheck) -> dict[Cell, bool]:
    return {
        (cell % check.columns, cell // check.columns): decision.winner == check.to_move
        for cell, decision in check.moves.items()
    }
