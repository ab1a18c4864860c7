"""The engine `classic`: plain alpha-beta after a student's program, a baseline like `greedy`.

Owns the levels. The evaluation is cpp/hive/evaluate/classic_evaluation, the search
cpp/search/baselines/deepening.hpp. Described in docs/explanation/engines.md.
"""

from __future__ import annotations

from types import MappingProxyType

from hexapoda._core.hive import ClassicSearch
from hexapoda.engine import Option, check_options
from hexapoda.engines.chance import SEED
from hexapoda.engines.hive.deepening import DeepeningEngine

__all__ = ["ClassicEngine"]

_DEPTHS = MappingProxyType({"easy": 1, "medium": 2, "hard": 4})


class ClassicEngine(DeepeningEngine):
    """Looks up to two full turns ahead with plain alpha-beta and an evaluation of queens and mobility."""

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
        """`level`: "easy", "medium" or "hard"; `seed` decides between moves of equal value."""
        check_options(self.options, level=level)
        super().__init__(_DEPTHS[level], seed)
