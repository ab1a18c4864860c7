"""The engine `expectimax`, which assumes that its opponent plays every move with equal probability.

The evaluation comes from `classic`, and the search is in cpp/search/baselines/expectimax.hpp.
docs/explanation/engines.md describes the engine.
"""

from __future__ import annotations

from hexapoda._core.hive import ExpectimaxSearch
from hexapoda.engine import Option, check_options
from hexapoda.engines.hive.deepening import DeepeningEngine
from hexapoda.engines.seeded_random import SEED

__all__ = ["ExpectimaxEngine"]


class ExpectimaxEngine(DeepeningEngine):
    """Maximizes the classic evaluation, averaged over all replies of the opponent."""

    name = "expectimax"
    options: tuple[Option, ...] = (
        Option("depth", "int", 2, 1, 6, summary="maximum depth in plies; averages over replies"),
        SEED,
    )
    _search = ExpectimaxSearch

    def __init__(self, depth: int = 2, seed: int = -1) -> None:
        """`depth`: 1 to 6; `seed` breaks ties between moves of equal value."""
        check_options(self.options, depth=depth)
        super().__init__(depth, seed)
