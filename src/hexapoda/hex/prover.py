"""The Hex solver as a `hexapoda.games.analysis.Prover`.

This module turns the solver's answers into a line. The core searches; `hexapoda.hex.solve` is the full
interface.
"""

from __future__ import annotations

import math
import time

from hexapoda._core import StopToken
from hexapoda._core.hex import SolverCore, solver_megabytes
from hexapoda.games.analysis import Proof
from hexapoda.hex.cell import format_cell
from hexapoda.hex.move import Move
from hexapoda.hex.network import network_weights
from hexapoda.hex.position import Position

__all__ = ["HexProver"]

_MEGABYTES = 128
_PLAYOUTS_A_NODE = 250
"""The number of `rave` playouts that take about as long as one node of the solver. Node limits are meant for
engines, so they count playouts."""
_SLICE = 0.1
"""Seconds between checks of the node count: the solver itself has no node limit."""
_LINE = 8
"""The maximum number of moves in a line."""
_LATE = 0.1
"""The minimum time for finding the line, in seconds: a proof needs at least its first move."""


class HexProver:
    """A prover for Hex. It keeps its results while the board size stays the same."""

    def __init__(self) -> None:
        self._solver: SolverCore | None = None
        self._board = ""

    def prove(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        stop: StopToken | None = None,
    ) -> Proof | None:
        """Return the proof that one side wins; None if the limits are too tight, or if a swap is possible now
        or on the next ply.

        Nodes are counted only between time slices, so a fast machine may search more than `nodes`. The length
        of the line depends on the machine too.
        """
        if position.swap_now is not None or (position.swap != "off" and not position.ply):
            return None
        began = time.monotonic()
        until = began + (seconds or (math.inf if nodes else 1.0))
        solver = self._solver_of(position)
        winner = self._winner(solver, position, until, nodes, stop)
        if winner < 0:
            return None
        line, end = list[Move](), position.copy()
        now = time.monotonic()
        until = max(until if seconds or not nodes else 2 * now - began, now + _LATE)
        while end.outcome() is None and len(line) < _LINE and time.monotonic() < until:
            cell = solver.best(end, _left(until), stop)
            if cell is None:
                break
            line.append(end.parse_move(format_cell(cell)))
            end.push(line[-1])
        won = winner == position.color_to_move
        free = len(position.legal_moves)
        # An upper bound: the winner plays the last move on a full board.
        plies = len(line) if end.outcome() is not None else free - ((free % 2 == 0) == won)
        return Proof(plies if won else -plies, tuple(line))

    def _winner(
        self, solver: SolverCore, position: Position, until: float, nodes: int | None, stop: StopToken | None
    ) -> int:
        """Return the winner; -1 if the time or the nodes do not suffice."""
        if not nodes:
            return solver.winner(position, _left(until), stop, None)
        most = solver.nodes + max(1, nodes // _PLAYOUTS_A_NODE)
        seconds = _SLICE
        while True:
            before = solver.nodes
            winner = solver.winner(position, min(seconds, _left(until)), stop, None)
            stopped = stop is not None and stop.stopped
            if winner >= 0 or stopped or solver.nodes >= most or time.monotonic() >= until:
                return winner
            if solver.nodes == before:  # a busy machine: the next slice must be long enough for a node
                seconds *= 2

    def _solver_of(self, position: Position) -> SolverCore:
        if self._solver is None or self._board != position.variant:
            size = max(_MEGABYTES, solver_megabytes(position.columns, position.rows, 1))
            self._solver = SolverCore(position.columns, position.rows, [], 1, size, network_weights())
            self._board = position.variant
        return self._solver


def _left(until: float) -> float:
    return max(until - time.monotonic(), 1e-6)  # the solver takes 0 as no limit
