"""The winner of a Hex position and the winning moves, proven by search.

Wraps the solver of the core; `docs/explanation/hex-solver.md` explains how it searches.
"""

from __future__ import annotations

import math
import time as clock
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from hexapoda._core import StopToken
from hexapoda._core.hex import SolverCore, solve_features, solver_megabytes
from hexapoda.errors import UsageError
from hexapoda.hex.cell import Cell, by_row
from hexapoda.hex.network import network_weights
from hexapoda.hex.position import Position

__all__ = ["FEATURES", "HexSolution", "HexSolver", "OnMove", "OnPause", "OnProgress"]

FEATURES: tuple[str, ...] = tuple(solve_features())
"""The features of the solver that can be switched off without changing its answers."""

MOST_THREADS = 1024
MOST_MEMORY = 1 << 20

OnProgress = Callable[[int], None]
"""Called with the number of positions searched, at most ten times a second."""
OnMove = Callable[[Cell, bool], None]
"""Called with a cell as soon as it is known whether a stone there wins."""
OnPause = Callable[[], None]
"""Called about every ten minutes while the solver is not searching, and can be asked for its proofs."""

_PAUSE = 600.0
"""Seconds between two calls of `OnPause`."""
_KEPT_WORK = 4
"""The least number of positions searched for a proof that is worth keeping in a file:
docs/experiments/hex-solver.md.
"""


@dataclass(frozen=True, slots=True)
class HexSolution:
    """The result of solving a position: what was proven about it."""

    winner: int | None
    """The color that wins with best play, 0 for Black or 1 for White; None if no winner was proven."""
    line: tuple[Cell, ...]
    """A line from the position to the end of the game, in which the winner wins; incomplete if the time ran
    out, empty if it was not requested or no winner was proven."""
    wins: Mapping[Cell, bool] | None
    """For each free cell that was decided, whether a stone there wins for the side to move; None if not
    requested."""
    nodes: int
    """The number of positions searched."""
    seconds: float
    """The time taken."""
    complete: bool
    """Whether `wins` contains every free cell; also true if it was not requested or the game is over, unless
    the check of a proof file was stopped."""

    @property
    def winning_moves(self) -> tuple[Cell, ...] | None:
        """The cells that win, row by row; None if they were not requested."""
        if self.wins is None:
            return None
        return tuple(sorted((cell for cell, wins in self.wins.items() if wins), key=by_row))


class HexSolver:
    """Solves positions on one board size. Later searches reuse earlier proofs.

    Args:
        variant: the board size, such as "7x7".
        without: the `FEATURES` to switch off.
        threads: the number of search threads.
        memory: the memory limit in MiB. When it is reached, the solver discards the proofs that took the
            least work and becomes slower.

    Raises `UsageError` for an unknown feature, a number out of range, or less memory than the threads need on
    this board.
    """

    def __init__(
        self, variant: str, *, without: Iterable[str] = (), threads: int = 1, memory: int = 1024
    ) -> None:
        left_out = list(without)
        for name in left_out:
            if name not in FEATURES:
                raise UsageError(f"the solver has no feature {name!r}: expected one of {', '.join(FEATURES)}")
        if not 1 <= threads <= MOST_THREADS:
            raise UsageError(f"cannot search with {threads} threads: expected 1 to {MOST_THREADS}")
        if not 1 <= memory <= MOST_MEMORY:
            raise UsageError(f"cannot search in {memory} MiB: expected 1 to {MOST_MEMORY}")
        board = Position(variant)
        least = solver_megabytes(board.columns, board.rows, threads)
        if memory < least:
            raise UsageError(
                f"cannot search {board.variant} in {memory} MiB: expected at least {least} MiB "
                f"for {threads} thread{'s' if threads > 1 else ''}"
            )
        self.variant = board.variant
        self.without = frozenset(left_out)
        """The features that are switched off."""
        self._paused = clock.monotonic()
        self._core = SolverCore(board.columns, board.rows, left_out, threads, memory, network_weights())

    def winner(
        self,
        position: Position,
        *,
        time: float | None = None,
        stop: StopToken | None = None,
        on_progress: OnProgress | None = None,
        on_pause: OnPause | None = None,
    ) -> int | None:
        """Return the color that wins, 0 for Black or 1 for White; None if the search ended first. `time`
        is its limit in seconds, `stop` ends it early, and `on_pause` is called as its type says.

        A swap that is still possible is ignored. Raises `UsageError` for another board size or a bad time.
        """
        self._check(position, time)
        if position.winning_color is not None:
            return position.winning_color
        end = math.inf if time is None else clock.monotonic() + time
        while True:
            now = clock.monotonic()
            left = math.inf if on_pause is None else self._paused + _PAUSE - now
            seconds = max(1e-6, min(left, end - now))
            found = self._core.winner(position, 0.0 if seconds == math.inf else seconds, stop, on_progress)
            now = clock.monotonic()
            if on_pause is not None and now >= self._paused + _PAUSE:
                on_pause()
                self._paused = clock.monotonic()
            if found >= 0:
                return found
            if now >= end or (stop is not None and stop.stopped):
                return None

    def proofs(self) -> bytes:
        """Return the proofs that took some work, for `restore`."""
        return self._core.proofs(_KEPT_WORK)

    def restore(self, proofs: bytes) -> None:
        """Take over the proofs of another solver for the same board, with the same features and on a machine
        with the same byte order, as far as they fit into memory. Whether they are right is not checked.
        Raises `UsageError` if they cannot be proofs for this board.
        """
        try:
            self._core.restore(proofs)
        except ValueError as error:
            raise UsageError(str(error)) from None

    def best(
        self, position: Position, *, time: float | None = None, stop: StopToken | None = None
    ) -> Cell | None:
        """Return a winning move if there is one, else the move that is hardest to refute; None if the search
        ended first or the game is over. `time` is its limit in seconds, and `stop` ends it early.

        A swap that is still possible is ignored. Raises `UsageError` for another board size or a bad time.
        """
        self._check(position, time)
        return None if position.winning_color is not None else self._core.best(position, time or 0.0, stop)

    def solve(
        self,
        position: Position,
        *,
        all_moves: bool = False,
        known: Mapping[Cell, bool] | None = None,
        line: bool = True,
        time: float | None = None,
        stop: StopToken | None = None,
        on_progress: OnProgress | None = None,
        on_move: OnMove | None = None,
        on_pause: OnPause | None = None,
    ) -> HexSolution:
        """Return who wins; with `line`, also a winning line; with `all_moves`, also which first moves win.

        `known` contains first moves that were solved before; they are not searched again. `on_move` is called
        for every other move when it is solved, and `on_pause` as its type says. `time` (seconds) and
        `stop.stop()` from another thread end the search early; the result then contains what was proven so
        far. The GIL is released. A swap that is still possible is ignored. Raises `UsageError` for another
        board size or a bad time.
        """
        self._check(position, time)
        began, before = clock.monotonic(), self._core.nodes

        def left() -> float | None:
            return None if time is None else max(1e-6, time - (clock.monotonic() - began))

        wins = dict(known or {}) if all_moves else None
        if wins and any(wins.values()):
            winner: int | None = position.color_to_move
        else:
            winner = self.winner(position, time=left(), stop=stop, on_progress=on_progress, on_pause=on_pause)
        moves = self._line(position, left, stop) if line and winner is not None else ()
        complete = True
        if wins is not None and position.winning_color is None:
            self._decide(position, winner, wins, left, stop, on_progress, on_move, on_pause)
            complete = len(wins) == len(_free(position))
        nodes, seconds = self._core.nodes - before, clock.monotonic() - began
        return HexSolution(winner, moves, wins, nodes, seconds, complete)

    def _decide(
        self,
        position: Position,
        winner: int | None,
        wins: dict[Cell, bool],
        left: Callable[[], float | None],
        stop: StopToken | None,
        on_progress: OnProgress | None,
        on_move: OnMove | None,
        on_pause: OnPause | None,
    ) -> None:
        """Add the missing moves to `wins`, as far as the time allows.

        If the side to move loses, all its moves lose. If `winner` is None, the winner was not found, and only
        the losing moves that need no search of their own are added.
        """
        mover = position.color_to_move
        lost = winner == 1 - mover
        contenders = set() if lost else set(self._core.contenders(position, left() or 0.0, stop))
        best = self._core.best(position, left() or 0.0, stop) if winner == mover else None
        for cell in _free(position):
            if cell in wins:
                continue
            if cell not in contenders or cell == best:
                wins[cell] = cell == best
            else:
                if winner is None:
                    continue
                after = self.winner(
                    _after(position, cell),
                    time=left(),
                    stop=stop,
                    on_progress=on_progress,
                    on_pause=on_pause,
                )
                if after is None:
                    break
                wins[cell] = after == mover
            if on_move is not None:
                on_move(cell, wins[cell])

    def _line(
        self,
        position: Position,
        left: Callable[[], float | None],
        stop: StopToken | None,
    ) -> tuple[Cell, ...]:
        end, line = position, list[Cell]()
        while end.winning_color is None:
            cell = self._core.best(end, left() or 0.0, stop)
            if cell is None:
                break
            line.append(cell)
            end = _after(end, cell)
        return tuple(line)

    def _check(self, position: Position, time: float | None) -> None:
        if position.variant != self.variant:
            raise UsageError(f"this solver is for {self.variant}, not for {position.variant}")
        if time is not None and not (math.isfinite(time) and time > 0):
            raise UsageError(f"cannot search for {time} seconds: expected a number above 0")


def _after(position: Position, cell: Cell) -> Position:
    """Return the position after the side to move plays on a cell, without a history or a swap rule."""
    stones = [set(position.stones(0)), set(position.stones(1))]
    stones[position.color_to_move].add(cell)
    return Position.from_stones(
        position.variant, stones[0], stones[1], color_to_move=1 - position.color_to_move
    )


def _free(position: Position) -> list[Cell]:
    taken: Collection[Cell] = position.stones(0) | position.stones(1)
    cells = ((column, row) for row in range(position.rows) for column in range(position.columns))
    return [cell for cell in cells if cell not in taken]
