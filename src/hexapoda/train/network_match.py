"""Matches between two networks of a self-play run: many games at once, each opening with both colors."""

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

    _Half = tuple[NDArray[np.float32], PlayedGames]

__all__ = ["play_gate", "play_match"]

Halves = tuple[PlayedGames, PlayedGames]
"""The games that the new network begins, and those that the old one begins."""

_GATE_STREAM = 2
"""The number in a seed's key that separates matches from the other games of an iteration."""


def play_gate(
    run: Path,
    settings: RunSettings,
    iterations: tuple[int, int],
    files: tuple[NetworkFile, NetworkFile],
    on_game: Callable[[int, int], None],
    *,
    older: bool = False,
) -> NetworkMatch:
    """Play a match for `Gates`, write its games into the folder of the run, and return its result. Calls
    `on_game(ended, games)` after each ply, with the numbers of ended games and of all games. Raises
    `UsageError` if a network cannot be loaded.
    """
    key = [settings.seed, iterations[0], _GATE_STREAM]
    if older:
        key.append(iterations[1])
    games = games_of_match(settings.gate.games, decides=not older)
    settings = replace(settings, gate=replace(settings.gate, games=games))
    new, old = (_load(run, iteration, file) for iteration, file in zip(iterations, files, strict=True))
    result, halves = play_match(settings, new, old, seed_of(*key), on_game)
    # The games are written before the result: if this is interrupted, the match is replayed with the same
    # seed and gives the same games.
    write_gate_games(run, settings, *iterations, halves, older=older)
    return result


def _load(run: Path, iteration: int, file: NetworkFile) -> nn.BoardNetwork:
    try:
        return nn.BoardNetwork(weights=file.values, **file.header.sizes)
    except (TypeError, ValueError) as error:
        path = run / network_name(iteration)
        raise UsageError(f"cannot load the network {str(path)!r}: {error}") from None


def play_match(
    settings: RunSettings,
    new: nn.BoardNetwork,
    old: nn.BoardNetwork,
    seed: int,
    on_game: Callable[[int, int], None] | None = None,
) -> tuple[NetworkMatch, Halves]:
    """Play the match of a gate with PUCT, without noise. Each opening is played once with each color.

    Calls `on_game` as `play_gate` does. Returns the result of `new` and the games of both halves, which have
    the same openings. The same seed and networks give the same games.
    """
    pairs = (settings.gate.games + 1) // 2

    # The seed gives both halves of the match the same openings.
    def play_half(networks: tuple[nn.BoardNetwork, nn.BoardNetwork], ended_before: int) -> _Half:
        def on_ply(ended: int) -> None:
            if on_game is not None:
                on_game(ended_before + ended, 2 * pairs)

        return _play(settings, networks, pairs, seed, on_ply)

    new_first_rewards, new_first = play_half((new, old), 0)
    old_first_rewards, old_first = play_half((old, new), pairs)
    points = np.stack([new_first_rewards[:, 0], old_first_rewards[:, 1]])  # of the new network, -1 to 1
    counts = np.bincount((points + 1).sum(axis=0).astype(np.int64), minlength=5)
    wins, draws, losses = (int((points == value).sum()) for value in (1, 0, -1))
    return NetworkMatch.of(wins, draws, losses, counts.tolist()), (new_first, old_first)


def _play(
    settings: RunSettings,
    networks: tuple[nn.BoardNetwork, nn.BoardNetwork],
    count: int,
    seed: int,
    on_ply: Callable[[int], None],
) -> _Half:
    """Play games between players 0 and 1. Return their rewards, [games, 2], and the games."""
    gate, batch = settings.gate, batch_of(settings, count, seed)
    search = BatchSearch(batch, simulations=gate.simulations, gumbel=False, seed=seed)
    results = np.zeros((count, 2), np.float32)
    going = np.ones(count, np.bool_)
    games = PlayedGames(batch, count, gate.random_plies)
    while going.any():
        actions, past_opening = batch.sample(), batch.plies >= gate.random_plies
        for player, network in enumerate(networks):
            to_move = (batch.players == player) & past_opening & going
            if to_move.any():
                search.run(network)
                actions = np.where(to_move, search.actions, actions)
        games.add(actions, going)
        batch.step(actions)
        ended = batch.terminated | batch.truncated
        results[ended] = batch.rewards[ended]
        going &= ~ended
        on_ply(count - int(going.sum()))
    return results, games
