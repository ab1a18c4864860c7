"""`RaveSettings`: how the network of `rave` learns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hexapoda.train.expert.expert_settings import ExpertSettings
from hexapoda.train.settings_table import Spans

__all__ = ["RaveSettings"]


@dataclass(frozen=True, slots=True)
class RaveSettings(ExpertSettings):
    """How the network of `rave` learns. At least half of the positions in a step come from long searches, if
    there are any.
    """

    game: ClassVar[str] = "hex"
    expert: ClassVar[str] = "hexapoda.train.expert.hex.rave_expert:RaveExpert"
    spans: ClassVar[Spans] = Spans(
        lowest={"long": 0.0, "decided": 0}, highest={"long": 1.0, "decided": 676, "blocks": 256}
    )

    engine: str = "rave"
    playouts: int = 2500
    """Playouts of a long search, whose visits the network learns from."""
    quick: int = 600
    """Playouts of any other search."""
    long: float = 0.2
    """The share of moves with a long search."""
    decided: int = 0
    """The maximum number of moves that are played once the winner is proven, so that the network also learns
    from decided positions."""
    blocks: int = 6
    """The number of residual blocks in the network."""
