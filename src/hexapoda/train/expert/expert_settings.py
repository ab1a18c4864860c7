"""`ExpertRunSettings`: the settings of a run in which the network of an engine learns from its searches."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hexapoda.errors import UsageError
from hexapoda.train.expert.hex.expert_engine import ENGINE, GAME
from hexapoda.train.run_settings import match_due
from hexapoda.train.settings_table import Spans, table_of

__all__ = [
    "ExpertGateSettings",
    "ExpertRunSettings",
    "ExpertSettings",
    "expert_settings_of",
]

_ENGINES = {ENGINE: GAME}
"""The engines whose networks can learn, and their games."""


@dataclass(frozen=True, slots=True)
class ExpertSettings:
    """How a generation plays and learns."""

    engine: str = ENGINE
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
    """How often a game is on which board, in proportion to the others; empty for those of the engine."""
    playouts: int = 2500
    """Of a long search: the network learns its visits."""
    quick: int = 600
    """Playouts of any other search."""
    long: float = 0.2
    """The share of moves with a long search."""
    decided: int = 0
    """The most moves for which a game goes on once its winner is proven, so that the network learns such
    positions too."""
    window: int = 1
    """Generations whose games are learned from."""
    steps: int = 9000
    """Of learning in each generation."""
    rate: float = 0.002
    """The learning rate at the beginning of a generation; it falls to 0."""
    batch: int = 256
    """Positions of each step; at least half come from long searches, if there are any."""
    blocks: int = 6
    """The size of the network."""


@dataclass(frozen=True, slots=True)
class ExpertGateSettings:
    """How networks are measured, and which of them is published."""

    every: int = 1
    """Generations from one match to the next; 0: no matches, and the last network is published."""
    games: int = 112
    """Games of a match, rounded up to pairs: each opening is played with both colors."""
    variant: str = ""
    """Of the games; empty for the usual one."""
    nodes: int = 0
    """Of a search for each move."""
    time: float = 0.0
    """Seconds of each move, instead of nodes or as well."""
    openings: str = ""
    """As for `hexapoda match`; empty for its default. A relative path begins at the folder of the
    settings."""
    score: float = 0.5
    """The points a game that a network needs against the published one to take its place."""

    def publishes_newest(self, published: int | None) -> bool:
        """Whether the newest network is published without a match: until a match has published one, and if
        no matches are played.
        """
        return published is None or not self.every


@dataclass(frozen=True, slots=True)
class ExpertRunSettings:
    """A run. Everything random in it follows from `seed`."""

    game: str
    seed: int = 1
    threads: int = 2
    """Of learning."""
    expert: ExpertSettings = ExpertSettings()
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


_SPANS = Spans(
    lowest={
        "seed": 0,
        "every": 0,
        "nodes": 0,
        "time": 0.0,
        "score": 0.0,
        "long": 0.0,
        "decided": 0,
        "rate": 0.0,
        "expert.games": 2,  # one is held out
        "steps": 10,  # a tenth of them rounds
    },
    highest={
        "threads": 256,
        "processes": 256,
        "games": 1 << 30,
        "long": 1.0,
        "decided": 676,
        "batch": 1 << 20,
        "blocks": 256,
        "gate.games": 1 << 20,
        "score": 1.0,
    },
)


def expert_settings_of(values: dict[str, Any]) -> ExpertRunSettings:
    """Return the settings in a table, which has the `game`. Raises `UsageError`, naming the setting."""
    settings = table_of(ExpertRunSettings, values, _SPANS)
    engine = settings.expert.engine
    if engine not in _ENGINES:
        raise UsageError(f"expert.engine {engine!r}: expected one of {', '.join(map(repr, _ENGINES))}")
    if settings.game != _ENGINES[engine]:
        raise UsageError(f"expert.engine {engine!r} plays {_ENGINES[engine]}, not {settings.game!r}")
    if settings.gate.every and not (settings.gate.nodes or settings.gate.time):
        raise UsageError("gate.nodes is missing: expected nodes or a time for each move of the matches")
    return settings
