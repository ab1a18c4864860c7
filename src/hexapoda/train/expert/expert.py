"""`Expert`: what a run needs from an engine whose network learns from the engine's own searches."""

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
"""A module-level function that plays one game on the given terms, with the given network, and returns its
line of the file. The number of the game and the seed of the terms determine everything random in it."""


class Expert(ABC):
    """An engine in a run with these settings."""

    def __init__(self, settings: ExpertRunSettings, play_game: PlayGame) -> None:
        """Subclasses raise `UsageError` for settings that do not suit the engine."""
        self._settings, self.play_game = settings, play_game

    @abstractmethod
    def engine_spec(self, file: str) -> str:
        """Return the text that stands for the engine with the network in a file."""

    @abstractmethod
    def check_start(self, header: NetworkHeader, source: Path) -> None:
        """Raise `UsageError` unless learning can begin with the network in a file."""

    @abstractmethod
    def terms(self, network: str) -> Any:
        """Return the terms on which games are played, as a dataclass. `network` is the SHA-256 of the file of
        the network that guides the searches, or empty for none.
        """

    @abstractmethod
    def lesson(self, games: Sequence[Path], start: Path | None) -> NetworkLesson:
        """Return what is learned from files of games, with a network that begins as the one in the file
        `start`, or from scratch. Raises `UsageError` for damaged files, and if there is nothing to learn
        from.
        """

    @abstractmethod
    def searched_positions(self, game: dict[str, Any]) -> int:
        """Return how many positions of a game were searched."""
