"""`RunSettings`: the settings of a training run, read from a TOML file."""

from __future__ import annotations

import dataclasses
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hexapoda.errors import UsageError
from hexapoda.suggestion import did_you_mean

__all__ = [
    "GateSettings",
    "LearnerSettings",
    "NetworkSettings",
    "RunSettings",
    "SelfPlaySettings",
    "WarmSettings",
    "read_settings",
    "settings_of",
]


@dataclass(frozen=True, slots=True)
class NetworkSettings:
    """The size of the network."""

    channels: int = 32
    blocks: int = 3


@dataclass(frozen=True, slots=True)
class SelfPlaySettings:
    """How an iteration plays its games."""

    games: int = 256
    """Games in an iteration."""
    parts: int = 1
    """In how many parts they are played; the games of a part are played at once. A part is what a machine of
    a cluster plays, and what is not played again after an interruption."""
    simulations: int = 32
    considered: int = 8
    """Moves of the root that Gumbel search samples."""
    random_plies: int = 0
    """Each game begins with up to so many random plies, which nothing is learned from."""
    max_plies: int = 400


@dataclass(frozen=True, slots=True)
class LearnerSettings:
    """How an iteration learns."""

    window: int = 8
    """Iterations whose games are learned from."""
    updates: int = 100
    """Gradient steps in an iteration."""
    batch: int = 256
    learning_rate: float = 0.002
    weight_decay: float = 0.0001
    legal_only: bool = False
    """Whether the policy is learned among the legal moves only. Otherwise it also learns which are legal."""


@dataclass(frozen=True, slots=True)
class GateSettings:
    """How networks are measured, and which of them is published."""

    every: int = 5
    """Iterations from one match to the next; 0: no matches, and the last network is published."""
    games: int = 200
    """Games of a match, rounded up to pairs: each opening is played with both colors."""
    simulations: int = 64
    random_plies: int = 4
    """Of each opening."""
    score: float = 0.5
    """The points a game that a network needs against the published one to take its place."""

    def publishes_newest(self, published: int | None) -> bool:
        """Whether the newest network is published without a match: until a match has published one, and if
        no matches are played.
        """
        return published is None or not self.every


@dataclass(frozen=True, slots=True)
class WarmSettings:
    """What the network learns from recorded games before it plays itself."""

    games: str = ""
    """A file of games, or a folder of such files; empty for a network that starts from scratch. A relative
    path begins at the folder of the settings."""
    positions: int = 500_000
    """About how many positions are learned from. None comes again before all have been learned."""
    learning_rate: float = 0.004
    """At the beginning; it falls in a straight line to that of the learner at the end."""
    skipped_plies: int = 0
    """So many plies at the beginning of every game are not learned from."""
    score_scale: float = 0.0
    """If it is not 0, the value that is learned is the mean of the result and of what the engine's score of
    the move stands for: a score of so much is a win probability of 73%, 1 / (1 + 1/e)."""
    share: float = 0.0
    """The share of recorded positions among those that each iteration learns from."""


@dataclass(frozen=True, slots=True)
class RunSettings:
    """A training run. Everything random in it follows from `seed`."""

    game: str
    variant: str | None = None
    rules: dict[str, str] = field(default_factory=dict)
    observation: str = "planes"
    actions: str = "cells"
    iterations: int = 40
    seed: int = 1
    threads: int = 2
    network: NetworkSettings = NetworkSettings()
    warm: WarmSettings = WarmSettings()
    self_play: SelfPlaySettings = SelfPlaySettings()
    learner: LearnerSettings = LearnerSettings()
    gate: GateSettings = GateSettings()

    def match_due(self, iteration: int, last: int | None) -> bool:
        """Whether the network after `iteration` is to be measured; `last` is the iteration of the last match,
        None before the first. With a warm start, the network after that is number 0.
        """
        every = self.gate.every
        if not every or (iteration <= last if last is not None else not (iteration or self.warm.games)):
            return False
        return iteration % every == 0 or iteration == self.iterations


_LOWEST = {
    "seed": 0,
    "random_plies": 0,
    "learning_rate": 0.0,
    "weight_decay": 0.0,
    "every": 0,
    "score": 0.0,
    "skipped_plies": 0,
    "score_scale": 0.0,
    "share": 0.0,
    "gate.random_plies": 1,
}
"""Settings that may be 0; the others begin at 1."""
_HIGHEST = {
    "batch": 1 << 20,
    "blocks": 256,
    "channels": 1024,
    "considered": 1 << 16,
    "games": 1 << 20,
    "max_plies": 1 << 20,
    "random_plies": 1 << 16,
    "score": 1.0,
    "share": 0.9,
    "simulations": 1 << 24,
    "threads": 256,
}
_MOST = 1 << 40


def read_settings(path: str | Path) -> RunSettings:
    """Return the settings in a file. Raises `UsageError`, naming the file and the setting."""
    try:
        text = Path(path).read_bytes().decode("utf-8")
        values = tomllib.loads(text)
    except OSError as error:
        raise UsageError(f"cannot read {str(path)!r}: {error.strerror}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"{str(path)!r} is not a TOML file: {error}") from None
    if "game" not in values:
        raise UsageError(f"{str(path)!r} has no 'game': expected a line such as game = \"hex\"")
    try:
        return settings_of(values)
    except UsageError as error:
        raise UsageError(f"{str(path)!r}: {error}") from None


def settings_of(values: dict[str, Any]) -> RunSettings:
    """Return the settings in a table, which has the `game`. Raises `UsageError`, naming the setting."""
    settings: RunSettings = _table(RunSettings, values, "")
    if settings.warm != WarmSettings() and not settings.warm.games:
        raise UsageError("warm.games is missing: expected a file of games, or no settings of warm")
    play = settings.self_play
    if play.parts > play.games:
        raise UsageError(f"self_play.parts must be at most self_play.games, not {play.parts} of {play.games}")
    return settings


def _table(kind: Any, values: dict[str, Any], where: str) -> Any:
    """Return the dataclass of a table, whose defaults give the types of its settings."""
    known = {entry.name: entry for entry in dataclasses.fields(kind)}
    found = {}
    for name, value in values.items():
        if name not in known:
            raise UsageError(f"no setting is called {where + name!r}{did_you_mean(name, known)}")
        found[name] = _value(name, value, known[name].default, where + name)
    return kind(**found)


def _value(name: str, value: Any, default: Any, full: str) -> Any:
    if dataclasses.is_dataclass(default):
        if not isinstance(value, dict):
            raise UsageError(f"{full} must be a table, such as [{full}]")
        return _table(type(default), value, f"{full}.")
    if name == "rules":
        if not isinstance(value, dict) or not all(isinstance(rule, str) for rule in value.values()):
            raise UsageError(f'{full} must be a table of texts, such as {{ swap = "off" }}')
        return value
    if isinstance(default, bool):
        if not isinstance(value, bool):
            raise UsageError(f"{full} must be true or false, not {value!r}")
        return value
    if isinstance(default, int | float):
        wanted = (int, float) if isinstance(default, float) else (int,)
        lowest, highest = _LOWEST.get(full, _LOWEST.get(name, 1)), _HIGHEST.get(name, _MOST)
        if not isinstance(value, wanted) or isinstance(value, bool) or not lowest <= value <= highest:
            what = "a number" if isinstance(default, float) else "an integer"
            span = f"from {lowest} up" if highest == _MOST else f"from {lowest} to {highest}"
            raise UsageError(f"{full} must be {what} {span}, not {value!r}")
        return value
    if not isinstance(value, str):
        raise UsageError(f"{full} must be a text, not {value!r}")
    return value
