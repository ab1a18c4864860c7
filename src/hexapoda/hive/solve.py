"""Forced wins, losses and draws of Hive, proven by search.

This is the Python interface of the solver. The core searches; `docs/explanation/solver.md` explains how.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from hexapoda._core import StopToken
from hexapoda._core import hive as _core
from hexapoda.errors import UsageError
from hexapoda.hive.move import Move
from hexapoda.hive.position import Position

__all__ = ["LONGEST_PROOF", "MOST_NODES", "OnProgress", "Result", "Solution", "solve"]

Result = Literal["win", "loss", "draw", "unknown"]
OnProgress = Callable[[int, int], None]
"""Called with the number of plies within which neither side can force a win, and the number of positions
searched."""

_RESULTS: tuple[Result, ...] = ("unknown", "win", "loss", "draw")

LONGEST_PROOF = 200
"""The maximum value of `plies` in `solve`."""
MOST_NODES = (1 << 63) - 1
"""The maximum value of `nodes` in `solve`."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What a search proved about a position, from the point of view of the side to move."""

    result: Result
    """The result with best play; "unknown" if nothing was proven."""
    plies: int | None
    """Plies to the end if the loser holds out as long as possible; None if nothing was proven."""
    line: tuple[Move, ...]
    """A line of `plies` moves from the position to the end; shorter if the search reached a limit first."""
    nodes: int
    """The number of positions searched."""
    seconds: float
    """The time that the search took."""
    shortest: bool
    """Whether `plies` is proven to be the minimum; otherwise it is an upper bound."""
    searched: int
    """The number of plies that were searched completely: neither side can force a win within them."""


def solve(
    position: Position,
    plies: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    stop: StopToken | None = None,
    on_progress: OnProgress | None = None,
) -> Solution:
    """Search for a forced win, loss or draw for the side to move, the shortest first.

    The search goes at most `plies` deep and misses no win or loss within that depth. Without `plies`, it
    deepens until it proves a result. `time` (seconds), `nodes` and `stop.stop()` from another thread end it
    early; the solution then holds what was proven so far. Without any of these limits, the search may never
    end. The GIL is released, and `on_progress` is called at most ten times a second. Raises `UsageError` if a
    limit is out of range.
    """
    if plies is not None and not 1 <= plies <= LONGEST_PROOF:
        raise UsageError(f"cannot search {plies} plies deep: expected 1 to {LONGEST_PROOF}")
    if time is not None and not (math.isfinite(time) and time > 0):
        raise UsageError(f"cannot search for {time} seconds: expected a number above 0")
    if nodes is not None and not 1 <= nodes <= MOST_NODES:
        raise UsageError(f"cannot search {nodes} positions: expected 1 to {MOST_NODES}")
    result, length, shortest, searched, line, count, seconds = _core.solve(
        position, plies or 0, time or 0.0, nodes or 0, stop, on_progress
    )
    return Solution(
        _RESULTS[result], length if result else None, tuple(line), count, seconds, shortest, searched
    )
