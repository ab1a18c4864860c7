"""Short forced wins of Hex: the Hex implementation of `hexapoda.games.forced_wins.ForcedWins`.

The core's solver decides who wins; `chain_search` counts the stones.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence

from hexapoda._core import StopToken
from hexapoda._core.hex import SolverCore, solver_megabytes
from hexapoda.games.forced_wins import Look, Rebuttal
from hexapoda.hex.cell import Cell, distance, format_cell
from hexapoda.hex.chain_search import ChainSearch, SearchEnded, bits
from hexapoda.hex.move import Move
from hexapoda.hex.network import network_weights
from hexapoda.hex.position import Position
from hexapoda.hex.puzzle_looks import looks
from hexapoda.hex.puzzle_themes import TITLES, themes_of

__all__ = ["HexForcedWins"]

_MEGABYTES = 16
_COUNTED = 4
"""The longest win, in stones, whose length `rebuttal` determines."""


class HexForcedWins:
    """The search for forced wins of Hex. It keeps its solver while the board size stays the same."""

    exact = True
    themes: Mapping[str, str] = TITLES

    def __init__(self) -> None:
        self._solver: SolverCore | None = None
        self._board = ""

    def length(
        self, position: Position, most: int, *, seconds: float, stop: StopToken | None = None
    ) -> int | None:
        """Return the smallest number of stones, up to `most`, with which the side to move wins; None if no
        win is found, or if a swap rule is on.
        """
        end = time.monotonic() + seconds
        if not _can_win(position):
            return None
        search = ChainSearch(position, position.color_to_move, end, stop)
        try:
            for stones in range(1, most + 1):
                if search.win(search.own, search.other, stones):
                    return stones
        except SearchEnded:
            pass
        return None

    def only_move(self, position: Position, *, seconds: float, stop: StopToken | None = None) -> Move | None:
        """Return the only stone that wins, however long the win takes; None if there is no such stone, if
        time runs out, or if a swap rule is on.
        """
        if not _can_win(position):
            return None
        end, color = time.monotonic() + seconds, position.color_to_move
        solver, found = self._solver_of(position), list[Move]()
        if solver.winner(position, _left(end), stop, None) != color:
            return None
        for cell in solver.contenders(position, _left(end), stop):
            move = position.parse_move(format_cell(cell))
            after = position.copy()
            after.push(move)
            winner = color if after.outcome() is not None else solver.winner(after, _left(end), stop, None)
            if winner < 0:
                return None
            if winner == color:
                found.append(move)
            if len(found) > 1:
                return None
        return found[0] if found else None

    def winning_moves(
        self, position: Position, within: int, *, seconds: float, stop: StopToken | None = None
    ) -> tuple[Move, ...] | None:
        """Return all moves that win with at most `within` stones, their own included; None if time runs out.
        Moves close to the last stone of the same side come first, so that a line continues beside that stone.
        """
        search = ChainSearch(position, position.color_to_move, time.monotonic() + seconds, stop)
        own, other = search.own, search.other
        found = search.candidates(own, other, 1)
        try:
            for bit in bits(search.candidates(own, other, within) & ~found):
                if search.win_after_reply(own | bit, other, within - 1):
                    found |= bit
        except SearchEnded:
            return None
        cells = sorted(search.cells(found), key=_closeness(position, 2))
        return tuple(position.parse_move(format_cell(cell)) for cell in cells)

    def wins(
        self, position: Position, move: Move, within: int, *, seconds: float, stop: StopToken | None = None
    ) -> bool | None:
        """Return whether a move wins with at most `within` stones, its own included; None if time runs
        out.
        """
        color, after = position.color_to_move, position.copy()
        after.push(move)
        if after.outcome() is not None:
            return True
        if within < 2:
            return False
        search = ChainSearch(after, color, time.monotonic() + seconds, stop)
        try:
            return bool(search.win_after_reply(search.own, search.other, within - 1))
        except SearchEnded:
            return None

    def others_win(
        self, position: Position, move: Move, within: int, *, seconds: float, stop: StopToken | None = None
    ) -> bool | None:
        """Return whether any stone other than `move` wins, however long the win takes; None if time runs
        out.
        """
        end = time.monotonic() + seconds
        solver = self._solver_of(position)
        color = position.color_to_move
        for cell in solver.contenders(position, _left(end), stop):
            other = position.parse_move(format_cell(cell))
            if other == move:
                continue
            after = position.copy()
            after.push(other)
            winner = color if after.outcome() is not None else solver.winner(after, _left(end), stop, None)
            if winner == color:
                return True
            if winner < 0:
                return None
        return False

    def defense(
        self, position: Position, within: int, *, seconds: float, stop: StopToken | None = None
    ) -> Move | None:
        """Return the reply after which the win takes the most stones; None if no win is found or time runs
        out. Among equal replies, it is the one closest to the last stone, then to an edge of the winner: a
        block, or the next step of a ladder.
        """
        search = ChainSearch(position, 1 - position.color_to_move, time.monotonic() + seconds, stop)
        own, other = search.own, search.other
        found: list[tuple[int, Cell]] = []
        try:
            for bit in bits(search.win(own, other, within)):
                stones = 1
                while stones <= within and not search.win(own, other | bit, stones):
                    stones += 1
                found.append((stones, next(search.cells(bit))))
        except SearchEnded:
            return None
        if not found:
            return None
        longest, closeness = max(stones for stones, _ in found), _closeness(position, 1)
        best = [cell for stones, cell in found if stones == longest]
        return position.parse_move(
            format_cell(min(best, key=lambda cell: (closeness(cell), _height(position, cell))))
        )

    def rebuttal(
        self, position: Position, within: int, *, seconds: float, stop: StopToken | None = None
    ) -> Rebuttal:
        """Return the reply that wins; if the last move still wins, the reply that is hardest to refute. If
        time runs out, the reply is any legal move.
        """
        if position.outcome() is not None:
            return Rebuttal(None)
        end = time.monotonic() + seconds
        solver = self._solver_of(position)
        winner = solver.winner(position, _left(end), stop, None)
        best = solver.best(position, _left(end), stop) if winner >= 0 else None
        reply = position.legal_moves[0] if best is None else position.parse_move(format_cell(best))
        if winner != position.color_to_move:
            return Rebuttal(reply, slower=winner >= 0)
        counted = self.length(position, _COUNTED, seconds=_left(end) / 2, stop=stop)
        return Rebuttal(reply, wins_in=counted or 0)

    def themes_of(
        self, position: Position, solution: Sequence[Move], *, seconds: float, stop: StopToken | None = None
    ) -> tuple[str, ...] | None:
        """Return the themes of a puzzle; None if time runs out."""
        try:
            return themes_of(position, solution, time.monotonic() + seconds, stop)
        except SearchEnded:
            return None

    def looks(self, position: Position, first: Move) -> Iterator[Look]:
        """Return the looks of a puzzle: as it is, and rotated by 180 degrees."""
        return looks(position, first)

    def _solver_of(self, position: Position) -> SolverCore:
        if self._solver is None or self._board != position.variant:
            size = max(_MEGABYTES, solver_megabytes(position.columns, position.rows, 1))
            self._solver = SolverCore(position.columns, position.rows, [], 1, size, network_weights())
            self._board = position.variant
        return self._solver


def _can_win(position: Position) -> bool:
    """Return whether forced wins can be searched: the game is not over, and it has no swap rule."""
    return position.outcome() is None and position.swap == "off"


def _closeness(position: Position, plies: int) -> Callable[[Cell], int]:
    """Return a sort key for cells: the distance from the stone that was placed `plies` plies ago; 0 if there
    is none.
    """
    moves = position.moves
    last = moves[-plies].cell if len(moves) >= plies else None
    return lambda cell: 0 if last is None else distance(cell, last)


def _height(position: Position, cell: Cell) -> int:
    """Return the distance of a cell from the closer edge of the side that is not to move."""
    at, most = (cell[1], position.rows) if position.color_to_move else (cell[0], position.columns)
    return min(at, most - 1 - at)


def _left(end: float) -> float:
    return max(end - time.monotonic(), 1e-6)  # the solver takes 0 as no limit
