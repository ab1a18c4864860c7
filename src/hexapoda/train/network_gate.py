"""The matches of a run that learns by self-play: many games at once, by the networks alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from hexapoda._core import nn
from hexapoda.errors import UsageError
from hexapoda.nets.network_file import NetworkFile
from hexapoda.train.match_games import write_gate_games
from hexapoda.train.match_result import NetworkMatch
from hexapoda.train.network_match import play_match
from hexapoda.train.played_games import PlayedGames
from hexapoda.train.run_folder import network_name
from hexapoda.train.run_settings import RunSettings
from hexapoda.train.self_play import seed_of

__all__ = ["NetworkGate"]


class NetworkGate:
    """Plays the matches of a run, as `Gates` asks for them."""

    def __init__(self, folder: Path, settings: RunSettings) -> None:
        """`folder`: of the run."""
        self._folder, self._settings = folder, settings

    def __call__(
        self,
        iterations: tuple[int, int],
        files: tuple[NetworkFile, NetworkFile],
        on_game: Callable[[int, int], None],
    ) -> NetworkMatch:
        """Play the network after the first iteration against that after the second, and write the games."""
        new, old = (self._network(*one) for one in zip(iterations, files, strict=True))
        seed = seed_of(self._settings.seed, iterations[0], 2)
        halves: list[PlayedGames] = []
        result = play_match(self._settings, new, old, seed, on_game, halves.append)
        # Before the result: a match that is not in the list is played again, and gives the same games.
        write_gate_games(self._folder, self._settings, *iterations, halves)
        return result

    def _network(self, iteration: int, file: NetworkFile) -> nn.BoardNetwork:
        try:
            return nn.BoardNetwork(weights=file.values, **file.header.sizes)
        except (TypeError, ValueError) as error:
            path = self._folder / network_name(iteration)
            raise UsageError(f"{str(path)!r} cannot play: {error}") from None
