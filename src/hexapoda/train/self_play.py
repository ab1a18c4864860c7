"""Games of a network against itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from hexapoda._core import nn
from hexapoda.train.batch import BatchEnv
from hexapoda.train.played_games import PlayedGames
from hexapoda.train.run_folder import SHOWN
from hexapoda.train.run_settings import RunSettings
from hexapoda.train.samples import Samples
from hexapoda.train.search import BatchSearch, Evaluate

__all__ = ["SelfPlayed", "batch_of", "play_games"]


@dataclass(frozen=True, slots=True)
class SelfPlayed:
    """The games of an iteration."""

    samples: Samples
    games: int
    decisive: int
    """Games with a winner."""
    plies: int
    """Plies of all games, the random ones too."""
    shown: PlayedGames
    """The first few games."""


def batch_of(settings: RunSettings, count: int, seed: int) -> BatchEnv:
    """Return `count` games of a run, each of which is played to its end and then waits."""
    return BatchEnv(
        settings.game,
        count,
        variant=settings.variant,
        rules=settings.rules,
        observation=settings.observation,
        actions=settings.actions,
        max_plies=settings.self_play.max_plies,
        auto_reset=False,
        threads=settings.threads,
        seed=seed,
    )


def play_games(
    settings: RunSettings,
    evaluate: Evaluate | nn.BoardNetwork,
    seed: int,
    on_ply: Callable[[int, int], None] | None = None,
) -> SelfPlayed:
    """Play the games of an iteration with Gumbel search, all at once, each to its end.

    Calls `on_ply(ended, games)` after each ply. The same seed and the same network give the same games.
    """
    play = settings.self_play
    batch = batch_of(settings, play.games, seed)
    search = BatchSearch(batch, simulations=play.simulations, considered=play.considered, seed=seed)
    assert batch.observations is not None and batch.masks is not None
    random_plies = np.random.default_rng([seed, 1]).integers(0, play.random_plies + 1, play.games)
    going, plies = np.ones(play.games, np.bool_), 0
    results = np.zeros((play.games, 2), np.float32)
    cut = np.zeros(play.games, np.bool_)
    shown = PlayedGames(batch, min(SHOWN, play.games), random_plies)
    seen, policies, games, players, legal = [], [], [], [], []
    kept = batch.settings.layout.size if settings.learner.legal_only else 0
    while going.any():
        search.run(evaluate)
        begun = batch.plies >= random_plies
        rows = np.flatnonzero(going & begun)
        seen.append(batch.observations[rows])
        policies.append(search.policies[rows])
        players.append(batch.players[rows].copy())
        legal.append(batch.masks[rows, :kept].astype(np.bool_))
        games.append(rows)
        actions = np.where(begun, search.actions, batch.sample())
        shown.add(actions, going)
        batch.step(actions)
        search.advance()
        ended = batch.terminated | batch.truncated
        results[ended] = batch.rewards[ended]
        plies += int(going.sum())
        cut |= batch.truncated
        going &= ~ended
        if on_ply is not None:
            on_ply(play.games - int(going.sum()), play.games)
    game, player = np.concatenate(games), np.concatenate(players)
    samples = Samples(
        np.concatenate(seen),
        np.concatenate(policies),
        results[game, player],
        np.where(cut[game], 0, 1).astype(np.float32),
        np.concatenate(legal),
    )
    return SelfPlayed(samples, play.games, int(results.any(axis=1).sum()), plies, shown)
