"""Matches between two networks of a run of self-play: many games at once, each opening with both colors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from hexapoda._core import nn
from hexapoda.errors import UsageError
from hexapoda.nets.network_file import NetworkFile
from hexapoda.train.gates import games_of_match
from hexapoda.train.played_games import PlayedGames, write_gate_games
from hexapoda.train.reports import NetworkMatch
from hexapoda.train.run_folder import network_name
from hexapoda.train.run_settings import RunSettings
from hexapoda.train.search import BatchSearch
from hexapoda.train.self_play import batch_of, seed_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["play_gate", "play_match"]

Halves = tuple[PlayedGames, PlayedGames]


def play_gate(
    run: Path,
    settings: RunSettings,
    iterations: tuple[int, int],
    files: tuple[NetworkFile, NetworkFile],
    on_game: Callable[[int, int], None],
    *,
    older: bool = False,
) -> NetworkMatch:
    """Play the match that `Gates` asks for, and write its games into the folder of the run. Raises
    `UsageError` for a network that cannot play.
    """
    key = [settings.seed, iterations[0], 2]
    if older:
        key.append(iterations[1])
    games = games_of_match(settings.gate.games, older=older)
    settings = replace(settings, gate=replace(settings.gate, games=games))
    networks = []
    for iteration, file in zip(iterations, files, strict=True):
        try:
            networks.append(nn.BoardNetwork(weights=file.values, **file.header.sizes))
        except (TypeError, ValueError) as error:
            path = run / network_name(iteration)
            raise UsageError(f"{str(path)!r} cannot play: {error}") from None
    new, old = networks
    result, halves = play_match(settings, new, old, seed_of(*key), on_game)
    # Before the result: a match that is not in the list is played again, and gives the same games.
    write_gate_games(run, settings, *iterations, halves, older=older)
    return result


def play_match(
    settings: RunSettings,
    new: nn.BoardNetwork,
    old: nn.BoardNetwork,
    seed: int,
    on_ply: Callable[[int, int], None] = lambda done, all: None,
) -> tuple[NetworkMatch, Halves]:
    """Play the match of a gate: PUCT without noise, each opening once with either color.

    Calls `on_ply(ended, games)` after each ply. Return the result of `new`, the games that it begins, and
    those of the same openings that `old` begins. The same seed and the same networks give the same games.
    """
    pairs = (settings.gate.games + 1) // 2
    # The seed makes the same openings in both halves of the match.
    first, begun = _play(settings, (new, old), pairs, seed, lambda done: on_ply(done, 2 * pairs))
    second, answered = _play(settings, (old, new), pairs, seed, lambda done: on_ply(pairs + done, 2 * pairs))
    points = np.stack([first[:, 0], second[:, 1]])  # of the new network, -1 to 1
    counts = np.bincount((points + 1).sum(axis=0).astype(np.int64), minlength=5)
    wins, draws, losses = (int((points == value).sum()) for value in (1, 0, -1))
    return NetworkMatch.of(wins, draws, losses, counts.tolist()), (begun, answered)


def _play(
    settings: RunSettings,
    networks: tuple[nn.BoardNetwork, nn.BoardNetwork],
    count: int,
    seed: int,
    on_ply: Callable[[int], None],
) -> tuple[NDArray[np.float32], PlayedGames]:
    """Play games between players 0 and 1. Return their rewards, [games, 2], and the games."""
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
    return results, games
