"""Forced wins and losses, proven by search.

Owns the question and the answer. The search is the core's; how it works is told in
`docs/explanation/solver.md`.
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
"""Called now and then with the plies within which nobody wins for certain, and the positions searched."""

_RESULTS: tuple[Result, ...] = ("unknown", "win", "loss", "draw")

LONGEST_PROOF = 200
"""The most plies that a search can be told to look ahead."""
MOST_NODES = (1 << 63) - 1
"""The most positions that a search can be told to stop at."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What is proven about a position, for the side to move."""

    result: Result
    """How the game ends when both sides play their best; "unknown" when nothing was proven."""
    plies: int | None
    """Plies to that end, the loser holding out as long as it can; None when nothing was proven."""
    line: tuple[Move, ...]
    """A game of that length from here on; shorter if a limit came before its end."""
    nodes: int
    """Positions searched."""
    seconds: float
    """Time it took."""
    shortest: bool
    """Whether it is proven too that it takes no fewer plies; otherwise `plies` is an upper bound."""
    searched: int
    """Within so many plies all was searched: nobody wins sooner than in `searched` + 1."""


def solve(
    position: Position,
    plies: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    stop: StopToken | None = None,
    on_progress: OnProgress | None = None,
) -> Solution:
    """Search for a forced win, loss or draw of the side to move, the shortest first.

    Looks no further ahead than `plies`, where no win or loss is missed; without `plies` it goes deeper until
    something is proven. `time` (seconds), `nodes` and `stop.stop()` from another thread end the search early;
    the answer is what is known by then. Without any of them it may not end. The GIL is released, and
    `on_progress` is called ten times a second at most. Raises `UsageError` for a bound that makes no sense.
    """
    if plies is not None and not 1 <= plies <= LONGEST_PROOF:
        raise UsageError(f"cannot look {plies} plies ahead: expected 1 to {LONGEST_PROOF}")
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
