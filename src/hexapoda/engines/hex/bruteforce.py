"""The engine `bruteforce`: fills the board in every possible way and adds up the results for each cell.
Based on a coursework program.

The result of a full board is its quality: the number of the winner's shortest chains divided by their length.
It is negative if the opponent wins. This module enforces the limits and reports the progress;
cpp/hex/baselines/bruteforce computes the sums. docs/explanation/hex-baselines.md describes the engine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexapoda._core.hex import BruteForceSearch, deals_of, winning_moves
from hexapoda.engine import OnInfo, Option, SearchInfo, SearchResult, check_options
from hexapoda.engines.hex.swap import better_swap
from hexapoda.engines.seeded_random import SEED
from hexapoda.engines.stoppable import Budget, StoppableEngine
from hexapoda.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Callable

    from hexapoda.hex import Move, Position

__all__ = ["BruteForceEngine", "best_by_brute_force", "winning_stone"]

_STEP = 0.1
"""Seconds between reports."""
_SPEED = 3e6
"""The approximate number of fillings per second and thread, for the estimate in the error message."""
_EQUAL = 1e-9
"""The largest relative difference that rounding can cause between equal scores."""


class BruteForceEngine(StoppableEngine):
    """Tries every way to fill the board and plays on the cell with the highest sum; small boards only."""

    name = "bruteforce"
    options: tuple[Option, ...] = (
        Option("threads", "int", 1, 1, 256, summary="processor cores to use"),
        Option(
            "fillings",
            "int",
            500_000_000,
            1,
            10**14,
            summary="the maximum number of ways to fill the board",
        ),
        SEED,
    )

    def __init__(self, threads: int = 1, fillings: int = 500_000_000, seed: int = -1) -> None:
        """See the options; `seed` breaks ties between cells with equal scores."""
        check_options(self.options, threads=threads, fillings=fillings)
        super().__init__(seed)
        self._threads = threads
        self._fillings = fillings

    def _choose(self, position: Position, budget: Budget, on_info: OnInfo | None) -> SearchResult:
        """Play a cell that wins at once, else the cell with the highest sum over all fillings, or swap.

        If the limit is reached first, the sums cover only a sample. Raises `EngineError` if there are too
        many fillings.
        """
        result = winning_stone(position, budget, self._random.choose)
        if result is None:
            self._require_few(position)
            result = best_by_brute_force(position, budget, self._threads, self._random.choose, on_info)
        elif on_info is not None:
            on_info(result.info)
        return result

    def _require_few(self, position: Position) -> None:
        free = len(position.legal_moves) - (position.swap_now is not None)
        fillings = deals_of(free)
        if fillings > self._fillings:
            raise EngineError(
                f"bruteforce would have to fill {free} free cells in {fillings:.2g} ways, which takes about "
                f"{_duration(fillings / _SPEED / self._threads)}; it tries at most {self._fillings:.2g} "
                "(set by bruteforce:fillings=N): expected a smaller board or a later position"
            )


def winning_stone(
    position: Position, budget: Budget, choose: Callable[[Position, list[Move]], Move]
) -> SearchResult | None:
    """Return a stone that wins at once, chosen by `choose` if there are several; None if there is none."""
    wins = winning_moves(position)
    if not wins:
        return None
    move = choose(position, wins)
    nodes = len(position.legal_moves)
    info = SearchInfo(depth=1, nodes=nodes, time=budget.elapsed, pv=(move,), score=100.0, win_in=1)
    return SearchResult(move, info)


def best_by_brute_force(
    position: Position,
    budget: Budget,
    threads: int,
    choose: Callable[[Position, list[Move]], Move],
    on_info: OnInfo | None,
) -> SearchResult:
    """Return the move to the cell with the highest mean result over all fillings, or over those tried within
    the budget. If that mean is negative and a swap is legal, return the swap.
    """
    core = BruteForceSearch(position)
    while True:
        before = budget.nodes
        core.run(min(_STEP, budget.seconds_left), before + budget.nodes_left, threads, budget.stop)
        budget.nodes = core.deals
        cells = [(move, total / deals) for move, total, deals in core.cells() if deals]
        best = max(mean for _, mean in cells)
        move = choose(position, [move for move, mean in cells if mean >= best - _EQUAL * abs(best)])
        if best < 0:
            move = better_swap(position, 0.0) or move
        info = SearchInfo(
            depth=len(position.legal_moves) if core.complete else 0,
            nodes=budget.nodes,
            time=budget.elapsed,
            pv=(move,),
            score=round(100 * abs(best) if position.swap_now == move else 100 * best, 2),
        )
        if on_info is not None:
            on_info(info)
        if core.complete or budget.spent:
            return SearchResult(move, info)


def _duration(seconds: float) -> str:
    for unit, size in (("years", 365 * 86400.0), ("days", 86400.0), ("hours", 3600.0), ("minutes", 60.0)):
        if seconds >= 2 * size:
            number = float(f"{seconds / size:.2g}")
            return f"{number:.0f} {unit}" if 10 <= number < 1e5 else f"{number:.2g} {unit}"
    return f"{max(seconds, 1.0):.0f} s"
