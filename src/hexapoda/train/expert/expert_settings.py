"""`ExpertRunSettings`: the settings of a run in which the network of an engine learns from its searches.

Each engine adds settings of its own, in the folder of its game. No settings need PyTorch, so that they can be
read and checked without it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from hexapoda.train.run_settings import match_due
from hexapoda.train.settings_table import Spans

__all__ = ["RUN_SPANS", "ExpertGateSettings", "ExpertRunSettings", "ExpertSettings"]


@dataclass(frozen=True, slots=True)
class ExpertSettings:
    """How a generation plays and learns, whatever the engine."""

    game: ClassVar[str]
    """What the engine plays."""
    spans: ClassVar[Spans]
    """The bounds of the settings that only this engine has."""
    expert: ClassVar[str]
    """The module and the class of its `Expert`, which needs PyTorch."""

    engine: str = ""
    start: str = ""
    """The network that plays the first games and that learning begins with: a file, or the name of one of
    the package. A relative path begins at the folder of the settings. If empty, the first games are played
    without a network, and learning begins from scratch."""
    generations: int = 3
    processes: int = 2
    """Processes that play games."""
    games: int = 20_000
    """New games of each generation."""
    boards: dict[str, int] = field(default_factory=dict)
    """How often a game has which variant, in proportion to the others; empty for what is usual for the
    engine."""
    window: int = 1
    """Generations whose games are learned from."""
    steps: int = 9000
    """Steps of learning in each generation."""
    rate: float = 0.002
    """The learning rate at the beginning of a generation; it falls to 0."""
    batch: int = 256
    """Positions of each step."""


@dataclass(frozen=True, slots=True)
class ExpertGateSettings:
    """How networks are measured, and which of them is published."""

    every: int = 1
    """Generations from one match to the next; 0: no matches, and the last network is published."""
    games: int = 112
    """Games of a match, rounded up to pairs: each opening is played with both colors."""
    variant: str = ""
    """The variant of the games; empty for the usual one."""
    nodes: int = 0
    """Nodes of the search for each move."""
    time: float = 0.0
    """Seconds of each move, instead of nodes or as well."""
    openings: str = ""
    """The openings, as for `hexapoda match`; empty for its default. A relative path begins at the folder of
    the settings."""
    score: float = 0.5
    """The points a game that a network needs against the published one to take its place."""
    older: int = 2
    """How many older networks each network also meets, in half as many games."""


@dataclass(frozen=True, slots=True)
class ExpertRunSettings:
    """A run. Everything random in it follows from `seed`."""

    game: str
    seed: int = 1
    threads: int = 2
    """Threads for learning."""
    device: str = "cpu"
    """Where the network learns, "cpu" or "cuda"."""
    expert: ExpertSettings = ExpertSettings()
    """The settings of the engine."""
    gate: ExpertGateSettings = ExpertGateSettings()

    @property
    def variant(self) -> str | None:
        """That of the matches; None for the usual one."""
        return self.gate.variant or None

    @property
    def rules(self) -> dict[str, str]:
        """The usual ones."""
        return {}

    @property
    def iterations(self) -> int:
        """The generations."""
        return self.expert.generations

    def match_due(self, iteration: int, last: int | None) -> bool:
        """Whether the network of a generation is to be measured; `last` is the generation of the last match,
        None before the first. The network that a run begins with is number 0.
        """
        zero = bool(self.expert.start)
        return match_due(self.gate.every, iteration, last, total=self.iterations, zero=zero)


RUN_SPANS = Spans(
    lowest={
        "seed": 0,
        "every": 0,
        "nodes": 0,
        "time": 0.0,
        "score": 0.0,
        "older": 0,
        "rate": 0.0,
        "expert.games": 2,  # one is held out
        "steps": 10,  # a tenth of them may round
    },
    highest={
        "threads": 256,
        "processes": 256,
        "games": 1 << 20,
        "window": 256,  # the header of a network names the games of all
        "batch": 1 << 20,
        "rate": 1.0,
        "gate.games": 1 << 20,
        "time": 86_400.0,
        "score": 1.0,
        "older": 16,
    },
)
"""The bounds of the settings that every engine has."""
