"""Matches between two networks of a run, which decide which one is published and how strong it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from hexapoda.arena.statistics import Pentanomial, elo_estimate
from hexapoda.train.batch import BatchEnv
from hexapoda.train.search import BatchSearch

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hexapoda._core import nn
    from hexapoda.train.run_settings import RunSettings

__all__ = ["GateReport", "GateResult", "play_match"]


@dataclass(frozen=True, slots=True)
class GateResult:
    """A match of a network against the published one."""

    wins: int
    draws: int
    losses: int
    pairs: tuple[int, int, int, int, int]
    """How many pairs of games gave 0, 1/2, 1, 3/2 and 2 points."""
    score: float
    """Points per game."""
    elo: float | None
    """The difference; None after only wins or only losses."""
    low: float | None
    """The lower bound of its 95% interval; None after only losses."""
    high: float | None
    """The upper bound; None after only wins."""


@dataclass(frozen=True, slots=True)
class GateReport:
    """A network that was measured."""

    iteration: int
    against: int | None
    """The iteration of the network that was published before; None for the first."""
    result: GateResult | None
    """None for the first."""
    published: bool


def play_match(
    settings: RunSettings,
    new: nn.BoardNetwork,
    old: nn.BoardNetwork,
    seed: int,
    on_ply: Callable[[int, int], None] | None = None,
) -> GateResult:
    """Play the match of a gate: PUCT without noise, each opening once with either color.

    Calls `on_ply(ended, games)` after each ply. The same seed and the same networks give the same games.
    """
    gate = settings.gate
    pairs = (gate.games + 1) // 2
    say = on_ply or (lambda done, all: None)
    # The seed makes the same openings in both halves of the match.
    first = _play(settings, (new, old), pairs, seed, lambda done: say(done, 2 * pairs))
    second = _play(settings, (old, new), pairs, seed, lambda done: say(pairs + done, 2 * pairs))
    points = np.stack([first[:, 0], second[:, 1]])  # of the new network, -1 to 1
    counts = np.bincount((points + 1).sum(axis=0).astype(np.int64), minlength=5)
    one, two, three, four, five = (int(count) for count in counts)
    wins, draws, losses = (int((points == value).sum()) for value in (1, 0, -1))
    seen = (one, two, three, four, five)
    found = elo_estimate(Pentanomial(seen))
    assert found.score is not None
    return GateResult(wins, draws, losses, seen, found.score, found.elo, found.low, found.high)


def _play(
    settings: RunSettings,
    networks: tuple[nn.BoardNetwork, nn.BoardNetwork],
    count: int,
    seed: int,
    on_ply: Callable[[int], None],
) -> NDArray[np.float32]:
    """Play games between players 0 and 1 and return their rewards, [games, 2]."""
    play, gate = settings.self_play, settings.gate
    batch = BatchEnv(
        settings.game,
        count,
        variant=settings.variant,
        rules=settings.rules,
        observation=settings.observation,
        actions=settings.actions,
        max_plies=play.max_plies,
        auto_reset=False,
        threads=settings.threads,
        seed=seed,
    )
    searches = [BatchSearch(batch, simulations=gate.simulations, gumbel=False, seed=seed) for _ in networks]
    random_plies = np.random.default_rng([seed, 1]).integers(0, gate.random_plies + 1, count)
    results = np.zeros((count, 2), np.float32)
    going = np.ones(count, np.bool_)
    while going.any():
        actions = batch.sample()
        for player, (search, network) in enumerate(zip(searches, networks, strict=True)):
            turn = (batch.players == player) & (batch.plies >= random_plies) & going
            if turn.any():
                search.run(network)
                actions = np.where(turn, search.actions, actions)
        batch.step(actions)
        ended = batch.terminated | batch.truncated
        results[ended] = batch.rewards[ended]
        going &= ~ended
        on_ply(count - int(going.sum()))
    return results
