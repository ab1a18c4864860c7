"""Games of a network against itself, in parts that can be played in any order and on any machine."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from hexapoda._core import StopToken, nn
from hexapoda.errors import EngineError, UsageError
from hexapoda.train.batch import BatchEnv
from hexapoda.train.packed_samples import PackedSamples
from hexapoda.train.played_games import PlayedGames
from hexapoda.train.run_folder import SHOWN
from hexapoda.train.run_settings import RunSettings
from hexapoda.train.samples import Samples
from hexapoda.train.search import ArrayNetwork, BatchSearch, Evaluate

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "Part",
    "SelfPlayed",
    "batch_of",
    "copies_of",
    "core_network",
    "parts_of",
    "play_games",
    "play_part",
    "play_parts",
    "seed_of",
]


_MOST_COPIES = 16
"""How often a position becomes a sample at most: an unexpected proof is a great surprise."""
_LEAST_SURPRISE = 1e-6
"""The least mean surprise, in nats; less is rounding."""


@dataclass(frozen=True, slots=True)
class SelfPlayed:
    """The games of an iteration, or of a part of it."""

    samples: PackedSamples
    positions: int
    """The positions with a full search; with `SelfPlaySettings.surprise`, there may be more samples."""
    games: int
    decisive: int
    """Games with a winner."""
    plies: int
    """Plies of all games, including the random ones."""
    shown: PlayedGames
    """The first few games, for users to look at."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some of the games of an iteration, which are played at once."""

    number: int
    """The number of the part, from 0."""
    games: int
    seed: int


def parts_of(settings: RunSettings, iteration: int) -> list[Part]:
    """Return the parts of an iteration."""
    count, key = settings.self_play.parts, [settings.seed, iteration, 1]
    games, more = divmod(settings.self_play.games, count)
    return [
        Part(number, games + (number < more), seed_of(*key, *([number] if count > 1 else [])))
        for number in range(count)
    ]


def core_network(sizes: dict[str, int], weights: NDArray[np.float32]) -> nn.BoardNetwork:
    """Return a network of the core with these weights. Raises `EngineError` if it cannot play."""
    try:
        return nn.BoardNetwork(weights=weights, **sizes)
    except ValueError as error:
        raise EngineError(f"the network cannot play: {error}") from None


def play_part(shared: tuple[RunSettings, dict[str, int], NDArray[np.float32]], part: Part) -> SelfPlayed:
    """Play a part on one core of a cluster. All parts share the settings, and the sizes and weights of the
    network. The games are the same as with `play_parts` if all CPUs are of the same kind; on other CPUs,
    floating-point sums may differ in the last bit.
    """
    settings, sizes, weights = shared
    return play_games(replace(settings, threads=1), core_network(sizes, weights), part.seed, count=part.games)


def play_parts(
    settings: RunSettings,
    evaluate: Evaluate | ArrayNetwork | nn.BoardNetwork,
    parts: Sequence[Part],
    on_ended: Callable[[int], None],
    stop: StopToken | None = None,
) -> Generator[tuple[Part, SelfPlayed]]:
    """Play parts in this process, and yield each as it ends. Calls `on_ended` with the number of games of the
    current part that have ended. For `stop`, see `play_games`. Raises `UsageError` if the GPU runs out of
    memory.
    """
    try:
        for part in parts:
            played = play_games(
                settings, evaluate, part.seed, lambda ended, _: on_ended(ended), part.games, stop
            )
            yield part, played
    except RuntimeError as error:  # page-locked memory raises this too
        if "out of memory" not in str(error).lower():
            raise
        raise UsageError(
            "there is not enough memory for self-play on the GPU: expected fewer self_play.games, "
            "more self_play.parts or device = 'cpu'"
        ) from None


def seed_of(*key: int) -> int:
    """Return a seed for the games that `key` identifies. The key begins with the seed of the run."""
    return int(np.random.default_rng(key).integers(1 << 62))


def batch_of(settings: RunSettings, count: int, seed: int) -> BatchEnv:
    """Return a batch of `count` games of a run. A game that ends does not begin again."""
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
    evaluate: Evaluate | ArrayNetwork | nn.BoardNetwork,
    seed: int,
    on_ply: Callable[[int, int], None] | None = None,
    count: int | None = None,
    stop: StopToken | None = None,
) -> SelfPlayed:
    """Play the games of an iteration, or `count` games, with Gumbel search: all at once, each to its end.

    Calls `on_ply(ended, games)` after each ply. Once `stop` is set, searches end at once, so that `on_ply`
    can raise an exception; the games are useless then. The same seed and the same network give the same
    games, unless a GPU evaluates: its sums may differ slightly each time.
    """
    play = settings.self_play
    count = play.games if count is None else count
    batch = batch_of(settings, count, seed)
    zeros = evaluate.zeros if isinstance(evaluate, ArrayNetwork) else np.zeros
    search = BatchSearch(
        batch, simulations=play.simulations, considered=play.considered, seed=seed, zeros=zeros
    )
    assert batch.observations is not None and batch.masks is not None
    rng = np.random.default_rng([seed, 1])
    random_plies = rng.integers(0, play.random_plies + 1, count)
    going, plies = np.ones(count, np.bool_), 0
    results = np.zeros((count, 2), np.float32)
    cut = np.zeros(count, np.bool_)
    shown = PlayedGames(batch, min(SHOWN, count), random_plies)
    seen, searched, surprises, games, players = [], [], [], [], []
    kept = batch.settings.layout.size if settings.learner.legal_only else 0
    while going.any():
        begun = batch.plies >= random_plies
        full = rng.random(count) < play.full
        # A game in its random plies needs no search, but a search has at least one simulation.
        simulations = np.where(begun, np.where(full, play.simulations, play.quick_simulations), 1)
        search.run(evaluate, simulations.astype(np.int32), stop)
        rows = np.flatnonzero(going & begun & full)
        unknown = np.zeros(len(rows), np.float32)  # until the games have ended
        legal = batch.masks[rows, :kept].astype(np.bool_)
        found = Samples(batch.observations[rows], search.policies[rows], unknown, unknown, legal)
        seen.append(PackedSamples.of(found))
        searched.append(search.values[rows])
        surprises.append(search.surprises[rows])
        players.append(batch.players[rows].copy())
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
            on_ply(count - int(going.sum()), count)
    game, player = np.concatenate(games), np.concatenate(players)
    share = settings.learner.search_value
    samples = replace(
        PackedSamples.joined(seen),
        values=(1 - share) * results[game, player] + np.float32(share) * np.concatenate(searched),
        weights=np.where(cut[game], 0, 1).astype(np.float32),
    )
    positions = len(samples)
    if play.surprise and positions:
        copies = copies_of(np.concatenate(surprises), play.surprise, np.random.default_rng([seed, 2]))
        samples = samples.taken(np.repeat(np.arange(positions), copies))
    return SelfPlayed(samples, positions, count, int(results.any(axis=1).sum()), plies, shown)


def copies_of(surprises: NDArray[np.float32], share: float, rng: np.random.Generator) -> NDArray[np.int64]:
    """Return how often each position becomes a sample, by chance: on average about once, and at most
    `_MOST_COPIES` times.
    """
    mean = max(float(surprises.mean(dtype=np.float64)), _LEAST_SURPRISE)
    expected = 1 - share + share * surprises.astype(np.float64) / mean
    return np.floor(np.clip(expected, 0, _MOST_COPIES - 1) + rng.random(len(surprises))).astype(np.int64)
