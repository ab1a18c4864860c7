"""`AlphaBetaSettings`: how the network of `alphabeta` learns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hexapoda.train.expert.expert_settings import ExpertSettings
from hexapoda.train.settings_table import Spans

__all__ = ["AlphaBetaSettings"]


@dataclass(frozen=True, slots=True)
class AlphaBetaSettings(ExpertSettings):
    """How the evaluation network of `alphabeta` learns. A network trained from scratch begins with the
    built-in weights of the features, which also evaluate the positions of the first games.
    """

    game: ClassVar[str] = "hive"
    expert: ClassVar[str] = "hexapoda.train.expert.hive.alphabeta_expert:AlphaBetaExpert"
    spans: ClassVar[Spans] = Spans(
        lowest={"expert.nodes": 1, "share": 0.01, "search": 0.0}, highest={"share": 1.0, "search": 1.0}
    )

    engine: str = "alphabeta"
    nodes: int = 4000
    """Search nodes per move."""
    share: float = 0.7
    """The share of a game's positions that are learned from; neighboring positions differ little."""
    search: float = 0.2
    """The weight of the search's score in the label of a position; the rest is the label of the next position
    or, after the last one, the result of the game."""
    steps: int = 700
    rate: float = 0.001
    batch: int = 2048
