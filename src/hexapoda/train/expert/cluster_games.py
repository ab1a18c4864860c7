"""`ClusterGames`: the games that an engine learns from, on a Ray cluster."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from hexapoda.host.calls import Calls, in_order
from hexapoda.train.expert.game_lines import GameTask

__all__ = ["ClusterGames", "play_there"]

PlayGame = Callable[[GameTask[Any]], dict[str, Any]]
NetworkFile = tuple[str, bytes]
"""The name of a file of a network, which a record may have, and its content."""
Shared = tuple[PlayGame, NetworkFile | None]
"""What all games need."""


class ClusterGames:
    """A `GamePlayer` whose games are played by the machines of a cluster, with the functions that play here.

    The games are those that this machine would play, if the machines are of one kind: floating-point sums
    may differ in the last bit between CPUs.
    """

    def __init__(self, cluster: Calls) -> None:
        """`cluster`: where the games are played."""
        self._cluster = cluster

    def __call__(
        self, play_game: PlayGame, tasks: Sequence[GameTask[Any]]
    ) -> Generator[dict[str, Any], None, None]:
        """Yield the games in the order of their tasks, all of which have the same network. A game that ends
        before an earlier one waits for it. Raises the errors of `Calls.calls`.
        """
        if not tasks:
            return
        network = tasks[0].network
        file = None if network is None else (network.name, network.read_bytes())
        yield from in_order(
            self._cluster.calls(
                play_there,
                (play_game, file),
                list(enumerate(tasks)),
                name=lambda placed: f"the moves of game {placed[1].number + 1}",
            )
        )


def play_there(shared: Shared, placed: tuple[int, GameTask[Any]]) -> dict[str, Any]:
    """The call: play a game, with the network in a file of that machine."""
    (play_game, file), (_, task) = shared, placed
    return play_game(replace(task, network=None if file is None else Path(_folder_with(file).name, file[0])))


@lru_cache(maxsize=1)
def _folder_with(file: NetworkFile) -> tempfile.TemporaryDirectory[str]:
    """Return a folder with this file, which is removed once there is a newer one."""
    folder = tempfile.TemporaryDirectory(prefix="hexapoda-")
    Path(folder.name, file[0]).write_bytes(file[1])
    return folder
