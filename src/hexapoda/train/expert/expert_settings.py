"""`ExpertRunSettings`: the settings of a run in which the network of an engine learns from the engine's
searches.

Each engine adds settings of its own, in the folder of its game. Reading and checking settings does not
need PyTorch.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from hexapoda.train.run_settings import match_due
from hexapoda.train.settings_table import Spans

__all__ = ["RUN_SPANS", "ExpertGateSettings", "ExpertRunSettings", "ExpertSettings"]


@dataclass(frozen=True, slots=True)
class ExpertSettings:
    """How a generation plays and learns, with any engine."""

    game: ClassVar[str]
    """The name of the game that the engine plays."""
    spans: ClassVar[Spans]
    """The bounds of the settings that only this engine has."""
    expert: ClassVar[str]
    """The module and the class of its `Expert`, as `module:class`; the module needs PyTorch."""

    engine: str = ""
    start: str = ""
    """The network that plays the first games and from which learning begins: a file, or the name of a network
    of the package. A relative path starts from the folder of the settings file. If `start` is empty, the
    first games are played without a network, and learning begins from scratch."""
    generations: int = 3
    processes: int = 2
    """The number of processes that play games."""
    games: int = 20_000
    """The number of new games in each generation."""
    boards: dict[str, int] = field(default_factory=dict)
    """The relative number of games on each variant; empty for the engine's default."""
    window: int = 1
    """The number of generations whose games are learned from, including the newest."""
    steps: int = 9000
    """The number of learning steps in each generation."""
    rate: float = 0.002
    """The peak learning rate of a generation: the rate rises to it briefly, then falls to 0."""
    batch: int = 256
    """About how many positions each step learns from."""


@dataclass(frozen=True, slots=True)
class ExpertGateSettings:
    """How networks are measured, and which of them is published."""

    every: int = 1
    """The number of generations from one match to the next; with 0, no matches are played, and the newest
    network is published."""
    games: int = 112
    """Games per match, rounded up to an even number: each opening is played with both colors."""
    variant: str = ""
    """The variant of the games; empty for the usual one."""
    nodes: int = 0
    """Search nodes per move; 0 for no limit."""
    time: float = 0.0
    """Seconds per move, instead of or in addition to a node limit; 0 for no limit."""
    openings: str = ""
    """The openings, as for `hexapoda match`; empty for its default. A relative path starts from the
    folder of the settings file."""
    score: float = 0.5
    """The points per game that a network needs against the published one to take its place."""
    older: int = 2
    """How many older networks each network also meets, in half as many games each."""


@dataclass(frozen=True, slots=True)
class ExpertRunSettings:
    """A run of expert iteration. Everything random in its games and learning follows from `seed`."""

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
        """The variant of the matches; None for the usual one."""
        return self.gate.variant or None

    @property
    def rules(self) -> dict[str, str]:
        """The rule switches of the matches: none, so all have their defaults."""
        return {}

    @property
    def iterations(self) -> int:
        """The number of generations."""
        return self.expert.generations

    def match_due(self, iteration: int, last: int | None) -> bool:
        """Return whether the network of a generation must be measured. `last` is the generation of the last
        match, None before the first. The network that a run begins with is number 0.
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
        "expert.games": 2,  # one of them is held out
        "steps": 10,  # a tenth of them may compute with rounded numbers
    },
    highest={
        "threads": 256,
        "processes": 256,
        "games": 1 << 20,
        "window": 256,  # a network's header lists the games of all of them
        "batch": 1 << 20,
        "rate": 1.0,
        "gate.games": 1 << 20,
        "time": 86_400.0,
        "score": 1.0,
        "older": 16,
    },
)
"""The bounds of the settings that every engine has."""
