"""`ExpertRunSettings`: the settings of a run in which the network of an engine learns from its searches.

Each engine adds settings of its own. They need no PyTorch, so that they can be read and checked without it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from hexapoda.errors import UsageError
from hexapoda.train.run_settings import match_due
from hexapoda.train.settings_table import Spans, table_of

__all__ = [
    "AlphaBetaSettings",
    "ExpertGateSettings",
    "ExpertRunSettings",
    "ExpertSettings",
    "RaveSettings",
    "expert_settings_of",
]


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
    """Of learning in each generation."""
    rate: float = 0.002
    """The learning rate at the beginning of a generation; it falls to 0."""
    batch: int = 256
    """Positions of each step."""


@dataclass(frozen=True, slots=True)
class RaveSettings(ExpertSettings):
    """How the network of `rave` learns. At least half of the positions of a step come from long searches, if
    there are any.
    """

    game: ClassVar[str] = "hex"
    expert: ClassVar[str] = "hexapoda.train.expert.hex.rave_expert:RaveExpert"
    spans: ClassVar[Spans] = Spans(
        lowest={"long": 0.0, "decided": 0}, highest={"long": 1.0, "decided": 676, "blocks": 256}
    )

    engine: str = "rave"
    playouts: int = 2500
    """Of a long search: the network learns its visits."""
    quick: int = 600
    """Playouts of any other search."""
    long: float = 0.2
    """The share of moves with a long search."""
    decided: int = 0
    """The most moves that are played once the winner is proven, so that the network learns such
    positions too."""
    blocks: int = 6
    """The size of the network."""


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
    """Of the search for each move."""
    share: float = 0.7
    """The share of the positions of a game that are learned from. Neighbors differ little."""
    search: float = 0.2
    """The weight of the search's score in what is learned; the rest is the result of the game."""
    steps: int = 700
    rate: float = 0.001
    batch: int = 2048


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


@dataclass(frozen=True, slots=True)
class ExpertRunSettings:
    """A run. Everything random in it follows from `seed`."""

    game: str
    seed: int = 1
    threads: int = 2
    """Of learning."""
    device: str = "cpu"
    """Where the network learns, "cpu" or "cuda"."""
    expert: ExpertSettings = ExpertSettings()
    """Those of the engine."""
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
    },
)
"""The bounds of the settings that every engine has."""
_ENGINES: dict[str, type[ExpertSettings]] = {"rave": RaveSettings, "alphabeta": AlphaBetaSettings}


def expert_settings_of(values: dict[str, Any]) -> ExpertRunSettings:
    """Return the settings in a table, which has the `game` and a table `expert`. Raises `UsageError`, naming
    the setting.
    """
    others = {name: value for name, value in values.items() if name != "expert"}
    settings = table_of(ExpertRunSettings, others, _SPANS)
    if not isinstance(values["expert"], dict):
        raise UsageError("expert must be a table, such as [expert]")
    kind = _kind(settings.game, values["expert"].get("engine"))
    expert = table_of(kind, values["expert"], _SPANS | kind.spans, "expert.")
    if settings.gate.every and not (settings.gate.nodes or settings.gate.time):
        raise UsageError("gate.nodes is missing: expected nodes or a time for each move of the matches")
    return replace(settings, expert=expert)


def _kind(game: str, engine: Any) -> type[ExpertSettings]:
    """Return the settings of an engine; without a name, of the one that plays the game."""
    if isinstance(engine, str) and engine not in _ENGINES:
        raise UsageError(f"expert.engine {engine!r}: expected one of {', '.join(map(repr, _ENGINES))}")
    kinds = [_ENGINES[engine]] if isinstance(engine, str) else list(_ENGINES.values())
    for kind in kinds:
        if kind.game == game:
            return kind
    if isinstance(engine, str):
        raise UsageError(f"expert.engine {engine!r} plays {_ENGINES[engine].game}, not {game!r}")
    games = " or ".join(repr(kind.game) for kind in kinds)
    raise UsageError(f"game {game!r}: expected {games}, for which an engine can learn")
