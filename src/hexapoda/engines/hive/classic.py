"""The engine `classic`: plain alpha-beta search, a baseline like `greedy`. Based on a student's program.

Defines the levels. The evaluation is in cpp/hive/evaluate/classic_evaluation.hpp and the search in
cpp/search/baselines/deepening.hpp. docs/explanation/engines.md describes the engine.
"""

from __future__ import annotations

from types import MappingProxyType

from hexapoda._core.hive import ClassicSearch
from hexapoda.engine import Option, check_options
from hexapoda.engines.hive.deepening import DeepeningEngine
from hexapoda.engines.seeded_random import SEED

__all__ = ["ClassicEngine"]

_DEPTHS = MappingProxyType({"easy": 1, "medium": 2, "hard": 4})


class ClassicEngine(DeepeningEngine):
    """Plain alpha-beta up to two full turns deep. Evaluates the queens and mobility."""

    name = "classic"
    options: tuple[Option, ...] = (
        Option(
            "level",
            "choice",
            "hard",
            choices=tuple(_DEPTHS),
            summary="how far it looks ahead: one ply, one full turn (two plies), two full turns",
        ),
        SEED,
    )
    _search = ClassicSearch

    def __init__(self, level: str = "hard", seed: int = -1) -> None:
        """`level`: "easy", "medium" or "hard"; `seed` breaks ties between moves of equal value."""
        check_options(self.options, level=level)
        super().__init__(_DEPTHS[level], seed)
