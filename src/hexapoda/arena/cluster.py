"""Playing the games of a match on a Ray cluster.

A call plays one pair of games, with the same functions as a local match. An engine that crashes its process
loses; the pairs of a lost machine are played again on another.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from hexapoda.arena.running_games import OnMoves
from hexapoda.arena.settings import MatchSettings
from hexapoda.host.ray_cluster import RayCluster
from hexapoda.record import GameRecord

__all__ = ["ClusterPlayer", "play_numbers"]


def play_numbers(settings: dict[str, Any], numbers: list[int]) -> list[dict[str, Any]]:
    """The call: play these games and return their records as JSON objects."""
    from hexapoda.arena.local_games import play_games

    return [record.to_json() for record in play_games(MatchSettings.from_json(settings), numbers, 1)]


class ClusterPlayer:
    """A `match.GamePlayer` that plays on a cluster.

    A concurrency of 1, which is the default of a match, means all cores of the cluster.
    """

    def __init__(self, address: str) -> None:
        """See `RayCluster`."""
        self._cluster = RayCluster(address)

    def __call__(
        self,
        settings: MatchSettings,
        numbers: Iterable[int],
        concurrency: int,
        log: Path | None = None,
        on_moves: OnMoves | None = None,
    ) -> Iterator[GameRecord]:
        """Play the games with these numbers, and yield the records as their pairs end. The machines of a
        cluster report no moves and no logs. Raises the errors of `RayCluster.calls`.
        """
        pairs = (list(group) for _, group in itertools.groupby(numbers, lambda number: number // 2))
        found = self._cluster.calls(
            play_numbers,
            settings.to_json(),
            pairs,
            most=None if concurrency == 1 else concurrency,
            name=lambda pair: f"games {pair}",
        )
        for _, records in found:
            yield from map(GameRecord.from_json, records)
