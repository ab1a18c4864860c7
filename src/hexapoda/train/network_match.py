"""Matches between two networks: many games at once, each opening with both colors."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from hexapoda.train.match_result import NetworkMatch, match_of
from hexapoda.train.played_games import PlayedGames
from hexapoda.train.search import BatchSearch
from hexapoda.train.self_play import batch_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hexapoda._core import nn
    from hexapoda.train.run_settings import RunSettings

__all__ = ["play_match"]


def play_match(
    settings: RunSettings,
    new: nn.BoardNetwork,
    old: nn.BoardNetwork,
    seed: int,
    on_ply: Callable[[int, int], None] | None = None,
    on_games: Callable[[PlayedGames], None] | None = None,
) -> NetworkMatch:
    """Play the match of a gate: PUCT without noise, each opening once with either color.

    Calls `on_ply(ended, games)` after each ply, and `on_games` twice: with the games that `new` begins, then
    with those of the same openings that `old` begins. The same seed and the same networks give the same
    games.
    """
    gate = settings.gate
    pairs = (gate.games + 1) // 2
    say = on_ply or (lambda done, all: None)
    keep = on_games or (lambda games: None)
    # The seed makes the same openings in both halves of the match.
    first = _play(settings, (new, old), pairs, seed, lambda done: say(done, 2 * pairs), keep)
    second = _play(settings, (old, new), pairs, seed, lambda done: say(pairs + done, 2 * pairs), keep)
    points = np.stack([first[:, 0], second[:, 1]])  # of the new network, -1 to 1
    counts = np.bincount((points + 1).sum(axis=0).astype(np.int64), minlength=5)
    one, two, three, four, five = (int(count) for count in counts)
    wins, draws, losses = (int((points == value).sum()) for value in (1, 0, -1))
    return match_of(wins, draws, losses, (one, two, three, four, five))


def _play(
    settings: RunSettings,
    networks: tuple[nn.BoardNetwork, nn.BoardNetwork],
    count: int,
    seed: int,
    on_ply: Callable[[int], None],
    on_games: Callable[[PlayedGames], None],
) -> NDArray[np.float32]:
    """Play games between players 0 and 1 and return their rewards, [games, 2]."""
    gate, batch = settings.gate, batch_of(settings, count, seed)
    search = BatchSearch(batch, simulations=gate.simulations, gumbel=False, seed=seed)
    results = np.zeros((count, 2), np.float32)
    going = np.ones(count, np.bool_)
    games = PlayedGames(batch, count, gate.random_plies)
    while going.any():
        actions, begun = batch.sample(), batch.plies >= gate.random_plies
        for player, network in enumerate(networks):
            turn = (batch.players == player) & begun & going
            if turn.any():
                search.run(network)
                actions = np.where(turn, search.actions, actions)
        games.add(actions, going)
        batch.step(actions)
        ended = batch.terminated | batch.truncated
        results[ended] = batch.rewards[ended]
        going &= ~ended
        on_ply(count - int(going.sum()))
    on_games(games)
    return results
