"""`AlphaBetaSettings`: how the network of `alphabeta` learns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hexapoda.train.expert.expert_settings import ExpertSettings
from hexapoda.train.settings_table import Spans

__all__ = ["AlphaBetaSettings"]


@dataclass(frozen=True, slots=True)
class AlphaBetaSettings(ExpertSettings):
    """How the evaluation network of `alphabeta` learns. A network that begins from scratch begins with the
    weights of the features, which play the first games.
    """

    game: ClassVar[str] = "hive"
    expert: ClassVar[str] = "hexapoda.train.expert.hive.alphabeta_expert:AlphaBetaExpert"
    spans: ClassVar[Spans] = Spans(
        lowest={"expert.nodes": 1, "share": 0.01, "search": 0.0}, highest={"share": 1.0, "search": 1.0}
    )

    engine: str = "alphabeta"
    nodes: int = 4000
    """Nodes of the search for each move."""
    share: float = 0.7
    """The share of the positions of a game that are learned from. Neighbors differ little."""
    search: float = 0.2
    """The weight of the search's score in what is learned of a position; the rest is what is learned of the
    position after it, and at the end the result of the game.
    """
    steps: int = 700
    rate: float = 0.001
    batch: int = 2048
