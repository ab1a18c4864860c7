"""`Expert`: the interface of a run to an engine whose network learns from the engine's searches."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from hexapoda.nets.network_file import NetworkHeader
from hexapoda.train.expert.expert_settings import ExpertRunSettings
from hexapoda.train.expert.game_lines import Guide
from hexapoda.train.expert.learning import NetworkLesson

__all__ = ["Expert", "PlayGame"]

PlayGame = Callable[[Any, Guide | None, int], dict[str, Any]]
"""A module-level function that plays one game on the given terms, guided by the given network, and returns
it as the JSON object of a line. Its number and the seed of the terms determine everything random in it."""


class Expert(ABC):
    """An engine as the expert of a training run."""

    def __init__(self, settings: ExpertRunSettings, play_game: PlayGame) -> None:
        """Subclasses raise `UsageError` for settings that do not suit the engine."""
        self._settings, self.play_game = settings, play_game

    @abstractmethod
    def engine_spec(self, file: str) -> str:
        """Return the engine specification for the engine with the network in a file."""

    @abstractmethod
    def check_start(self, header: NetworkHeader, source: Path) -> None:
        """Raise `UsageError` unless learning can begin with the network in a file."""

    @abstractmethod
    def terms(self, network: str) -> Any:
        """Return the terms on which games are played, as a dataclass. `network` is the SHA-256 of the network
        file that guides the searches; empty if none does.
        """

    @abstractmethod
    def lesson(self, games: Sequence[Path], start: Path | None) -> NetworkLesson:
        """Return a lesson on the games in these files. Its network begins with the weights in the file
        `start`, or from scratch if that is None. Raises `UsageError` for damaged files, and if there is
        nothing to learn from.
        """

    @abstractmethod
    def searched_positions(self, game: dict[str, Any]) -> int:
        """Return how many positions of a game were searched."""
