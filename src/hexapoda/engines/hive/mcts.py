"""The engine `mcts` for Hive: plain Monte-Carlo tree search with random playouts.

Defines the options and makes the reports. The tree is in cpp/search/tree/uct.hpp, and the playouts are in
cpp/hive/search/random_playout. docs/explanation/engines.md describes the engine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexapoda._core.hive import TreeSearch
from hexapoda.engine import OnInfo, Option, SearchInfo, SearchResult, check_options
from hexapoda.engines.seeded_random import SEED
from hexapoda.engines.stoppable import Budget, StoppableEngine

if TYPE_CHECKING:
    from hexapoda.hive import Position

__all__ = ["MctsEngine"]

_STEP = 0.1
"""Seconds between reports."""
_DEEPEST = 200
"""The maximum depth of the tree in plies."""
_NO_BOUND = 2**63
_NO_CHOICE = 100
"""Playouts for a position with a single legal move."""


class MctsEngine(StoppableEngine):
    """Monte-Carlo tree search with random playouts."""

    name = "mcts"
    options: tuple[Option, ...] = (
        Option("exploration", "float", 0.1, 0, 10, summary="weight of exploration"),
        Option("playout", "int", 3, 0, 400, summary="plies of a playout before its position is evaluated"),
        Option(
            "playouts",
            "int",
            10_000,
            1,
            10**9,
            summary="playouts of a search without a limit on time or nodes",
        ),
        SEED,
    )

    def __init__(
        self, exploration: float = 0.1, playout: int = 3, playouts: int = 10_000, seed: int = -1
    ) -> None:
        """See the options of the same names. Raises `UsageError` for a value that is not allowed."""
        check_options(self.options, exploration=exploration, playout=playout, playouts=playouts)
        super().__init__(seed)
        self._exploration = exploration
        self._playout = playout
        self._playouts = playouts

    def _choose(self, position: Position, budget: Budget, on_info: OnInfo | None) -> SearchResult:
        """Run playouts until the limit or a proof, and play the most visited move."""
        limit = budget.limit
        core = TreeSearch(
            position,
            self._exploration,
            self._playout,
            min(limit.depth or _DEEPEST, _DEEPEST),
            self._random.search_seed(position),
        )
        bounded = limit.time is not None or limit.nodes is not None
        playouts = _NO_BOUND if bounded else self._playouts
        if len(position.legal_moves) == 1:
            playouts = min(playouts, _NO_CHOICE)
        while True:
            info = _grow(core, playouts, budget)
            if on_info is not None:
                on_info(info)
            if core.solved or core.playouts >= playouts or budget.spent:
                return SearchResult(info.pv[0], info)


def _grow(core: TreeSearch, playouts: int, budget: Budget) -> SearchInfo:
    value, end, seldepth, _, nodes, line = core.grow(
        _STEP, budget.seconds_left, budget.nodes_left, playouts, budget.stop
    )
    budget.nodes += nodes
    return SearchInfo(
        depth=len(line),
        nodes=budget.nodes,
        time=budget.elapsed,
        pv=tuple(line),
        score=round(200 * value - 100, 2),
        win_in=end or None,
        seldepth=seldepth,
    )
