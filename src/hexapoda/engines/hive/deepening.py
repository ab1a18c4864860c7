"""Iterative deepening for the engines `classic` and `expectimax`.

Runs the iterations, and reports after each. The searches of the core are in
cpp/search/baselines/deepening.hpp and cpp/search/baselines/expectimax.hpp.
"""

from __future__ import annotations

from dataclasses import replace

from hexapoda._core.hive import ClassicSearch, ExpectimaxSearch
from hexapoda.engine import OnInfo, SearchInfo, SearchResult
from hexapoda.engines.stoppable import Budget, StoppableEngine
from hexapoda.hive import Position

__all__ = ["DeepeningEngine"]


class DeepeningEngine(StoppableEngine):
    """An engine that searches one ply deep, then two, and so on, up to its maximum depth or the limit."""

    _search: type[ClassicSearch] | type[ExpectimaxSearch]

    def __init__(self, depth: int, seed: int) -> None:
        """`depth`: the maximum depth in plies; `seed` breaks ties between equal moves."""
        super().__init__(seed)
        self._depth = depth

    def _choose(self, position: Position, budget: Budget, on_info: OnInfo | None) -> SearchResult:
        """Deepen up to the limit, the engine's maximum depth, or a proof."""
        core = self._search(position, self._random.search_seed(position))
        best: SearchInfo | None = None
        for depth in range(1, min(self._depth, budget.limit.depth or self._depth) + 1):
            info = _iterate(core, depth, budget)
            if info is not None:
                best = info
                if on_info is not None:
                    on_info(info)
            if budget.spent or (best is not None and best.win_in is not None):
                break
        if best is None or best.nodes != budget.nodes:  # the last iteration had no result
            if best is None:
                move = self._random.choose(position, list(position.legal_moves))
                best = SearchInfo(depth=0, nodes=0, time=0.0, pv=(move,))
            best = replace(best, nodes=budget.nodes, time=budget.elapsed)
            if on_info is not None:
                on_info(best)
        return SearchResult(best.pv[0], best)


def _iterate(core: ClassicSearch | ExpectimaxSearch, depth: int, budget: Budget) -> SearchInfo | None:
    """Run one iteration; return None if the budget was spent before its first move was searched."""
    score, end, seldepth, complete, nodes, line = core.iterate(
        depth, budget.seconds_left, budget.nodes_left, budget.stop
    )
    budget.nodes += nodes
    if not line:
        return None
    return SearchInfo(
        depth=depth if complete else depth - 1,
        nodes=budget.nodes,
        time=budget.elapsed,
        pv=tuple(line),
        score=score / 100,
        win_in=end or None,
        seldepth=seldepth,
    )
