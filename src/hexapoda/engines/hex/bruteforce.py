"""The engine `bruteforce`: every way to fill the board, as a coursework program of Hex has it.

Owns when it refuses and what is reported. A full board's worth and the sum over all of them are
cpp/hex/baselines/bruteforce; both are told in docs/explanation/hex-baselines.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexapoda._core.hex import BruteForceSearch, deals_of, winning_moves
from hexapoda.engine import OnInfo, Option, SearchInfo, SearchResult, check_options
from hexapoda.engines.chance import SEED
from hexapoda.engines.hex.swap import better_swap
from hexapoda.engines.stoppable import Budget, StoppableEngine
from hexapoda.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Callable

    from hexapoda.hex import Move, Position

__all__ = ["BruteForceEngine", "at_once", "best_by_force"]

_STEP = 0.1
"""Seconds between two reports."""
_SPEED = 3e6
"""Fillings a second and thread, about: what an estimate of the time needs."""
_EQUAL = 1e-9
"""Part of a score by which two that are the same may differ, from adding up in another order."""


class BruteForceEngine(StoppableEngine):
    """Tries every way to fill the board and takes the cell that most of them speak for; small boards only."""

    name = "bruteforce"
    options: tuple[Option, ...] = (
        Option("threads", "int", 1, 1, 256, summary="processor cores to use"),
        Option(
            "fillings",
            "int",
            500_000_000,
            1,
            10**14,
            summary="more ways to fill the board than so many it refuses",
        ),
        SEED,
    )

    def __init__(self, threads: int = 1, fillings: int = 500_000_000, seed: int = -1) -> None:
        """Each is what the option of its name says; `seed` decides between cells that score the same."""
        check_options(self.options, threads=threads, fillings=fillings)
        super().__init__(seed)
        self._threads = threads
        self._fillings = fillings

    def _choose(self, position: Position, budget: Budget, on_info: OnInfo | None) -> SearchResult:
        """Take a cell that wins at once, or the one with the highest sum over all fillings, or a swap.

        When the limit comes first, the sums are over a sample of them. Raises `EngineError` when there are
        too many.
        """
        result = at_once(position, budget, self._chance.choose)
        if result is None:
            self._require_few(position)
            result = best_by_force(position, budget, self._threads, self._chance.choose, on_info)
        elif on_info is not None:
            on_info(result.info)
        return result

    def _require_few(self, position: Position) -> None:
        free = len(position.legal_moves) - (position.swap_now is not None)
        fillings = deals_of(free)
        if fillings > self._fillings:
            raise EngineError(
                f"bruteforce would have to fill {free} free cells in {fillings:.2g} ways, which takes about "
                f"{_duration(fillings / _SPEED / self._threads)}; it tries {self._fillings:.2g} at most "
                "(bruteforce:fillings=N sets that): expected a smaller board or a later position"
            )


def at_once(
    position: Position, budget: Budget, choose: Callable[[Position, list[Move]], Move]
) -> SearchResult | None:
    """The answer that needs no search: a stone that wins at once."""
    wins = winning_moves(position)
    if not wins:
        return None
    move = choose(position, wins)
    nodes = len(position.legal_moves)
    info = SearchInfo(depth=1, nodes=nodes, time=budget.elapsed, pv=(move,), score=100.0, win_in=1)
    return SearchResult(move, info)


def best_by_force(
    position: Position,
    budget: Budget,
    threads: int,
    choose: Callable[[Position, list[Move]], Move],
    on_info: OnInfo | None,
) -> SearchResult:
    """The cell that the fillings of the board speak for, or a swap when they speak against every cell."""
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
