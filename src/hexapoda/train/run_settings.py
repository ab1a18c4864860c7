"""`RunSettings`: the settings of a training run, read from a TOML file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hexapoda.errors import UsageError
from hexapoda.train.episode import EpisodeSettings
from hexapoda.train.settings_table import Spans, table_of

__all__ = [
    "GateSettings",
    "LearnerSettings",
    "NetworkSettings",
    "RunSettings",
    "SelfPlaySettings",
    "WarmSettings",
    "match_due",
    "settings_of",
]


@dataclass(frozen=True, slots=True)
class NetworkSettings:
    """The size of the network."""

    channels: int = 32
    blocks: int = 3
    start: str = ""
    """The network whose weights this one begins with: a file, or the name of a network of the package. The
    two networks may differ only in the size of the board. A relative path starts from the folder of the
    settings file."""


@dataclass(frozen=True, slots=True)
class SelfPlaySettings:
    """How an iteration plays its games."""

    games: int = 256
    """Games per iteration."""
    parts: int = 1
    """The number of parts in an iteration; the games of a part are played at once. Each core of a cluster
    plays whole parts, and after an interruption complete parts are not played again."""
    simulations: int = 32
    full: float = 1.0
    """The share of the moves that are searched with `simulations`. The others are searched with
    `quick_simulations`, and nothing is learned from their positions: this way, more games are played in the
    same time (Wu, "Accelerating self-play learning in Go", 2019)."""
    quick_simulations: int = 8
    considered: int = 8
    """How many root moves Gumbel search samples."""
    random_plies: int = 0
    """Each game begins with 0 to this many random plies, from which nothing is learned."""
    max_plies: int = 400
    surprise: float = 0.0
    """The share of the samples that goes to positions in proportion to their surprise: how much the search
    changed the network's policy. The rest goes to all positions alike. This is the policy surprise weighting
    of KataGo, whose documentation describes it ("Other Methods Implemented in KataGo")."""
    ahead: bool = False
    """Whether the games of an iteration are played while the network learns from those of the iteration
    before, that is, with the network before this learning. On the CPU, each of the two gets half of the
    threads."""


@dataclass(frozen=True, slots=True)
class LearnerSettings:
    """How an iteration learns."""

    window: int = 8
    """The number of iterations whose games are learned from, including the newest."""
    updates: int = 100
    """Gradient steps per iteration."""
    batch: int = 256
    learning_rate: float = 0.002
    final_learning_rate: float = 0.0
    """If this is not 0, the learning rate falls to it linearly, from the first iteration to the last. The
    rate rises again if a run is made longer."""
    weight_decay: float = 0.0001
    search_value: float = 0.0
    """The weight of the search's value in the value target; the rest is the result of the game."""
    averaging: float = 0.0
    """If this is not 0, the network that plays and is published has a moving average of the weights; each
    step keeps this share of the average."""
    legal_only: bool = False
    """Whether the policy is learned among legal moves only. If not, the network also learns which are
    legal."""


@dataclass(frozen=True, slots=True)
class GateSettings:
    """How networks are measured, and which of them is published."""

    every: int = 5
    """The number of iterations from one match to the next; with 0, no matches are played, and the newest
    network is published."""
    games: int = 200
    """Games per match, rounded up to an even number: each opening is played with both colors."""
    simulations: int = 64
    random_plies: int = 4
    """The number of random plies in each opening."""
    score: float = 0.5
    """The points per game that a network needs against the published one to take its place."""
    older: int = 2
    """How many older networks each network also meets, in half as many games each. These matches also
    measure the Elo between networks that are far apart."""
    engines: tuple[str, ...] = ()
    """Engines that each network also plays, in half as many games each, such as `alphabeta:level=3`; at most
    16. They link the Elo of the run to players that do not come from it."""


@dataclass(frozen=True, slots=True)
class WarmSettings:
    """How the network learns from recorded games before it plays against itself."""

    games: str = ""
    """A file of games, or a folder of such files; empty for no warm start. A relative path starts from the
    folder of the settings file."""
    positions: int = 500_000
    """About how many positions are learned from. Each is used once before any is repeated."""
    learning_rate: float = 0.004
    """The learning rate at the beginning; it falls linearly to `learner.learning_rate` at the end."""
    skipped_plies: int = 0
    """How many plies at the beginning of every game are not learned from."""
    score_scale: float = 0.0
    """If this is not 0, the value target is the mean of the result and of the value of the engine's score; a
    score of this size means a win probability of 73%, 1 / (1 + 1/e)."""
    share: float = 0.0
    """The share of recorded positions among those that each iteration learns from."""


@dataclass(frozen=True, slots=True)
class RunSettings:
    """A run of self-play. Everything random in it follows from `seed`."""

    game: str
    variant: str | None = None
    rules: dict[str, str] = field(default_factory=dict)
    observation: str = "planes"
    actions: str = "cells"
    iterations: int = 40
    seed: int = 1
    threads: int = 2
    device: str = "cpu"
    """Where the network learns and plays its games, "cpu" or "cuda"."""
    network: NetworkSettings = NetworkSettings()
    warm: WarmSettings = WarmSettings()
    self_play: SelfPlaySettings = SelfPlaySettings()
    learner: LearnerSettings = LearnerSettings()
    gate: GateSettings = GateSettings()

    def episodes(self) -> EpisodeSettings:
        """Return the settings that all games of the run share. Raises the errors of `EpisodeSettings.of`."""
        return EpisodeSettings.of(
            self.game,
            variant=self.variant,
            rules=self.rules,
            observation=self.observation,
            actions=self.actions,
        )

    def match_due(self, iteration: int, last: int | None) -> bool:
        """Return whether the network after `iteration` must be measured. `last` is the iteration of the last
        match, None before the first. The network after a warm start is number 0.
        """
        return match_due(self.gate.every, iteration, last, total=self.iterations, zero=bool(self.warm.games))


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
    "surprise": 0.0,
    "full": 0.01,
    "final_learning_rate": 0.0,
    "search_value": 0.0,
    "averaging": 0.0,
    "gate.random_plies": 1,
    "older": 0,
}
"""The lowest values of numbers, by setting; for settings that are not listed, it is 1."""
_MOST_ENGINES = 16
_HIGHEST = {
    "batch": 1 << 20,
    "blocks": 256,
    "averaging": 0.9999,
    "channels": 1024,
    "considered": 1 << 16,
    "final_learning_rate": 1.0,
    "full": 1.0,
    "games": 1 << 20,
    "learning_rate": 1.0,
    "max_plies": 1 << 20,
    "older": 16,
    "quick_simulations": 1 << 24,
    "random_plies": 1 << 16,
    "score": 1.0,
    "search_value": 1.0,
    "share": 0.9,
    "simulations": 1 << 24,
    "surprise": 1.0,
    "threads": 256,
}


def match_due(every: int, iteration: int, last: int | None, *, total: int, zero: bool) -> bool:
    """Return whether the network after `iteration` must be measured: every `every`-th network is, and so is
    the network after all `total` iterations. `last` is the iteration of the last match, None before the
    first. `zero` says whether there is a network before the first iteration, which has the number 0.
    """
    if not every or (iteration <= last if last is not None else not (iteration or zero)):
        return False
    return iteration % every == 0 or iteration == total


def settings_of(values: dict[str, Any]) -> RunSettings:
    """Return the settings in a table that has `game`. Raises `UsageError`, naming the setting."""
    settings = table_of(RunSettings, values, Spans(_LOWEST, _HIGHEST))
    if settings.warm != WarmSettings() and not settings.warm.games:
        raise UsageError("warm.games is missing: expected a file of games, or no settings of warm")
    learner, play = settings.learner, settings.self_play
    if learner.final_learning_rate > learner.learning_rate:
        raise UsageError(
            f"learner.final_learning_rate must be at most learner.learning_rate, {learner.learning_rate}, "
            f"not {learner.final_learning_rate}"
        )
    if len(set(settings.gate.engines)) > _MOST_ENGINES:
        raise UsageError(f"gate.engines must be at most {_MOST_ENGINES} engines")
    if play.parts > play.games:
        raise UsageError(f"self_play.parts must be at most self_play.games, not {play.parts} of {play.games}")
    return settings
