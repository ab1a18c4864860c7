"""The engine `montecarlo`: flat Monte Carlo. Based on a coursework program.

Determines the number of playouts and the score of a cell, and switches to brute force near the end. The
playouts are in cpp/hex/baselines/montecarlo. docs/explanation/hex-baselines.md describes the engine.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from hexapoda._core.hex import MonteCarloSearch
from hexapoda.engine import OnInfo, Option, SearchInfo, SearchResult, check_options
from hexapoda.engines.hex.bruteforce import best_by_brute_force, winning_stone
from hexapoda.engines.hex.swap import better_swap
from hexapoda.engines.seeded_random import SEED
from hexapoda.engines.stoppable import Budget, StoppableEngine

if TYPE_CHECKING:
    from hexapoda.hex import Move, Position

__all__ = ["MonteCarloEngine", "playouts_per_cell"]

_STEP = 0.1
"""Seconds between reports."""
_MOST = 10**15
"""The maximum number of playouts of a search, whatever the factor."""


def playouts_per_cell(cells: int, free: int, factor: int) -> int:
    """Return the number of playouts per free cell: a bell curve with its peak when an eighth of the board is
    occupied, but at least 100. A factor of 25 gives the numbers of the coursework program.
    """
    off = free - 7 * cells // 8
    return max(100, math.floor(factor * cells * math.exp(-(off**2) / (2 * cells))))


class MonteCarloEngine(StoppableEngine):
    """Tries each cell with many random fillings of the board, and plays on the most promising cell."""

    name = "montecarlo"
    options: tuple[Option, ...] = (
        Option("threads", "int", 1, 1, 256, summary="processor cores to use"),
        Option(
            "factor",
            "int",
            25,
            0,
            10**9,
            summary="scales the number of playouts; 25: as many as the coursework program",
        ),
        Option("bruteforce", "int", 20, 0, 30, summary="with fewer free cells, try all fillings instead"),
        SEED,
    )

    def __init__(self, threads: int = 1, factor: int = 25, bruteforce: int = 20, seed: int = -1) -> None:
        """See the options of the same names. Raises `UsageError` for a value that is not allowed."""
        check_options(self.options, threads=threads, factor=factor, bruteforce=bruteforce)
        super().__init__(seed)
        self._threads = threads
        self._factor = factor
        self._bruteforce = bruteforce

    def _choose(self, position: Position, budget: Budget, on_info: OnInfo | None) -> SearchResult:
        """Play a cell that wins at once, else the cell with the highest estimated win probability, or swap.
        The estimate is the sum of the qualities (see `bruteforce`) of the full boards that the side to move
        won, divided by the sum for all full boards. The score is the estimate scaled to -100 to 100. If the
        limit is reached first, the estimate is based on fewer playouts.
        """
        result = winning_stone(position, budget, self._random.choose)
        if result is not None:
            if on_info is not None:
                on_info(result.info)
            return result
        free = len(position.legal_moves) - (position.swap_now is not None)
        if free < self._bruteforce:
            return best_by_brute_force(position, budget, self._threads, self._random.choose, on_info)
        each = playouts_per_cell(position.columns * position.rows, free, self._factor)
        deals = min(each * free, budget.nodes_left, _MOST)
        core = MonteCarloSearch(position, deals, self._random.search_seed(position))
        while True:
            core.run(min(_STEP, budget.seconds_left), self._threads, budget.stop)
            info = self._info(position, core, budget)
            if on_info is not None:
                on_info(info)
            if core.complete or budget.spent:
                return SearchResult(info.pv[0], info)

    def _info(self, position: Position, core: MonteCarloSearch, budget: Budget) -> SearchInfo:
        budget.nodes = core.deals
        estimates: list[tuple[float, Move]] = [
            (own / (own + other), move) for move, deals, _, own, other in core.cells() if deals
        ]
        best = max(estimate for estimate, _ in estimates)
        move = self._random.choose(position, [move for estimate, move in estimates if estimate == best])
        swap = better_swap(position, best)
        if swap is not None:
            move, best = swap, 1 - best
        return SearchInfo(
            nodes=budget.nodes,
            time=budget.elapsed,
            pv=(move,),
            score=round(200 * best - 100, 2),
            win_probability=best,
        )
