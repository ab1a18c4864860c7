"""The engine `mcts` for Hex: plain Monte-Carlo tree search, UCB1 with random playouts.

Defines the options, and reports the progress of the search. The tree is in cpp/search/tree/uct.hpp, and the
playouts are in cpp/hex/baselines/plain_tree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexapoda._core.hex import TreeSearch
from hexapoda.engine import OnInfo, Option, SearchInfo, SearchResult, check_options
from hexapoda.engines.hex.swap import better_swap, fair_opening
from hexapoda.engines.seeded_random import SEED
from hexapoda.engines.stoppable import Budget, StoppableEngine

if TYPE_CHECKING:
    from hexapoda.hex import Move, Position

__all__ = ["HexMctsEngine"]

_STEP = 0.1
"""Seconds between reports."""
_DEEPEST = 700
"""The maximum depth of the tree in plies; no game is longer."""
_NO_BOUND = 2**63


class HexMctsEngine(StoppableEngine):
    """Monte-Carlo tree search with random playouts."""

    name = "mcts"
    options: tuple[Option, ...] = (
        Option("threads", "int", 1, 1, 256, summary="processor cores to use, each with its own tree"),
        Option("exploration", "float", 0.4, 0, 10, summary="weight of exploration"),
        Option(
            "playouts",
            "int",
            50_000,
            1,
            10**9,
            summary="playouts of a search without a limit on time or nodes",
        ),
        SEED,
    )

    def __init__(
        self, threads: int = 1, exploration: float = 0.4, playouts: int = 50_000, seed: int = -1
    ) -> None:
        """See the options of the same names. Raises `UsageError` for a value that is not allowed."""
        check_options(self.options, threads=threads, exploration=exploration, playouts=playouts)
        super().__init__(seed)
        self._threads = threads
        self._exploration = exploration
        self._playouts = playouts

    def _choose(self, position: Position, budget: Budget, on_info: OnInfo | None) -> SearchResult:
        """Run playouts until the limit or a proof, then play the most visited move, or swap. If the opponent
        may swap the first stone, play a balanced one.
        """
        limit = budget.limit
        opening = fair_opening(position, limit, self._random)
        if opening is not None:
            if on_info is not None:
                on_info(opening)
            return SearchResult(opening.pv[0], opening)
        core = TreeSearch(
            position,
            self._exploration,
            min(limit.depth or _DEEPEST, _DEEPEST),
            self._threads,
            self._random.search_seed(position),
        )
        bounded = limit.time is not None or limit.nodes is not None
        playouts = min(limit.nodes or _NO_BOUND, _NO_BOUND) if bounded else self._playouts
        while True:
            value, end, seldepth, line = core.grow(min(_STEP, budget.seconds_left), playouts, budget.stop)
            budget.nodes = core.playouts
            info = _info(position, value, end, seldepth, tuple(line), budget)
            if on_info is not None:
                on_info(info)
            if core.solved or core.playouts >= playouts or budget.spent:
                return SearchResult(info.pv[0], info)


def _info(
    position: Position, value: float, end: int, seldepth: int, line: tuple[Move, ...], budget: Budget
) -> SearchInfo:
    swap = better_swap(position, value)
    if swap is not None:
        value = 1 - value
    return SearchInfo(
        depth=len(line),
        nodes=budget.nodes,
        time=budget.elapsed,
        pv=line if swap is None else (swap,),
        score=round(200 * value - 100, 2),
        # Swapping a proven loss makes it the opponent's, one ply later.
        win_in=(end or None) if swap is None else (1 - end if end else None),
        seldepth=seldepth,
        win_probability=value,
    )
