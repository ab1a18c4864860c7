"""`Expert`: what a run needs of an engine: its games with a network, and how the network learns from them."""

from __future__ import annotations

import hashlib
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from hexapoda.nets.network_file import NetworkHeader, read_network, training_of, write_network
from hexapoda.train.device import named_device
from hexapoda.train.expert.expert_settings import ExpertRunSettings
from hexapoda.train.expert.game_lines import GamePlayer, GameTask, append_games, check_terms, games_of
from hexapoda.train.expert.learning import Learning, NetworkLesson
from hexapoda.train.progress import OnProgress
from hexapoda.train.pytorch import torch
from hexapoda.train.reports import IterationReport

__all__ = ["Expert", "Played", "digest"]


@dataclass(frozen=True)
class Played:
    """The games of a generation."""

    games: int
    decisive: int
    """Those with a winner."""
    plies: int
    positions: int
    """Those that were searched."""


class Expert(ABC):
    """An engine in a run with these settings. Each of its games has `terms`: how it was played, and as
    `network` the SHA-256 of the file that guided the searches, empty for none.
    """

    def __init__(self, settings: ExpertRunSettings, play_game: Callable[[Any], dict[str, Any]]) -> None:
        """`play_game` is the function of a module that plays the game of a task and returns its line."""
        self._settings, self._play_game = settings, play_game

    @abstractmethod
    def engine_of(self, file: str) -> str:
        """Return the text of the engine with the network in a file."""

    @abstractmethod
    def _check_start(self, header: NetworkHeader, source: Path) -> None:
        """Raise `UsageError` unless learning can begin with the network in a file."""

    @abstractmethod
    def _terms(self, network: Path | None) -> Any:
        """Return how games are played with this network, as a dataclass."""

    @abstractmethod
    def _lesson(self, games: Sequence[Path], start: Path | None) -> NetworkLesson:
        """Return what is learned from files of games, with a network that begins with the one in a file.
        Raises `UsageError` for damaged files, and if there is nothing to learn from.
        """

    @abstractmethod
    def _played(self, path: Path) -> Played:
        """Return what the games in a file sum up to."""

    def begin(self, source: Path, target: Path) -> None:
        """Write the network that a run begins with. Raises `UsageError` if it is not one that can learn."""
        file = read_network(source)
        self._check_start(file.header, source)
        write_network(
            target, replace(file.header, training={**file.header.training, "iteration": 0}), file.values
        )

    def guide_of(self, path: Path, networks: Sequence[Path]) -> Path | None:
        """Return which of the networks guided the games that are in the file; None if it has no games, or
        they had none of these.
        """
        played = next(games_of([path]), None) if path.exists() else None
        terms = played.get("terms") if played else None
        known = terms.get("network") if isinstance(terms, dict) else None
        return next((network for network in networks if known and digest(network) == known), None)

    def play(
        self,
        path: Path,
        generation: int,
        network: Path | None,
        on_progress: OnProgress,
        player: GamePlayer | None = None,
    ) -> float | None:
        """Play the games of a generation, or those that are left. `network` guides the searches; `player`
        plays, by default processes on this machine. Return how many seconds that took, None if some of the
        games were there before.
        """
        expert = self._settings.expert
        terms = self._terms(network)
        check_terms(path, asdict(terms))
        numbers = range((generation - 1) * expert.games, generation * expert.games)
        began = time.perf_counter()
        before = append_games(
            path,
            self._play_game,
            [GameTask(number, terms, network) for number in numbers],
            expert.processes,
            lambda done, all: on_progress("self-play", done, all),
            player,
        )
        return None if before else round(time.perf_counter() - began, 3)

    def learn(
        self,
        generation: int,
        games: Sequence[Path],
        start: Path | None,
        checkpoint: Path,
        target: Path,
        on_progress: OnProgress,
    ) -> IterationReport:
        """Learn from files of games, the newest last, beginning with the network `start`, and write the
        network of a generation. Goes on from the checkpoint, if there is one. Return what the generation has
        done.

        Raises `TrainingDivergedError`, and `UsageError` for damaged files.
        """
        expert = self._settings.expert
        seed = self._settings.seed + generation - 1
        learned = {
            "games": [digest(path) for path in games],
            "from": digest(start) if start else "",
            "seed": seed,
            "steps": expert.steps,
            "rate": expert.rate,
            "batch": expert.batch,
        }
        on_progress("reading games", 0, len(games))
        torch.manual_seed(seed)  # of the first weights, and of what a lesson draws
        lesson = self._lesson(games, start)
        lesson.network.to(named_device(self._settings.device))
        on_progress("reading games", len(games), len(games))
        learning = Learning(lesson, learned, checkpoint)
        learning.run(lambda done, all: on_progress("learning", done, all))
        found = learning.measured()
        lesson.write(target, self._described(generation, learned, lesson.positions))
        played = self._played(games[-1])
        return IterationReport(
            iteration=generation,
            games=played.games,
            decisive=played.decisive,
            plies=played.plies / played.games,
            positions=played.positions,
            policy_loss=found.policy,
            value_loss=found.value,
            learning_seconds=round(learning.seconds, 3),
        )

    def _described(self, generation: int, learned: dict[str, Any], positions: int) -> dict[str, Any]:
        """Return the `training` of a header."""
        configuration = asdict(self._settings)
        # The file may be shared; where the network and the openings were is nobody's business.
        configuration["expert"]["start"] = Path(self._settings.expert.start).name
        configuration["gate"]["openings"] = Path(self._settings.gate.openings).name
        return training_of(configuration, iteration=generation, positions=positions, learned=learned)


def digest(path: Path) -> str:
    """Return the SHA-256 of a file. Raises `OSError`."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
