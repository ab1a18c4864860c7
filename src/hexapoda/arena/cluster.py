"""Playing the games of a match on a Ray cluster.

Only this module imports Ray (extra `cluster`). A task plays one pair of games, in its own worker process on a
machine of the cluster, with the same functions as a local match. An engine that crashes its process loses;
the pairs of a lost machine are played again on another.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from hexapoda.arena.running_games import OnMoves
from hexapoda.arena.settings import MatchSettings
from hexapoda.errors import EngineError, HexapodaError, UsageError
from hexapoda.record import GameRecord

__all__ = ["ClusterPlayer", "play_numbers"]

_RETRIES = 3


def play_numbers(settings: dict[str, Any], numbers: list[int]) -> list[dict[str, Any]]:
    """The Ray task: play these games and return their records as JSON objects."""
    from hexapoda.arena.worker_pool import play_games

    return [record.to_json() for record in play_games(MatchSettings.from_json(settings), numbers, 1)]


class ClusterPlayer:
    """A `match.GamePlayer` that plays on a cluster.

    A concurrency of 1, which is the default of a match, means all cores of the cluster.
    """

    def __init__(self, address: str) -> None:
        """`address` is the address of a cluster, or `auto`: the one on this machine, else a new local one.

        Raises `UsageError` if Ray is not installed.
        """
        try:
            import ray
        except ImportError:
            raise UsageError("--cluster needs Ray: pip install 'hexapoda[cluster]'") from None
        self._ray: Any = ray
        self._address = address

    def __call__(
        self,
        settings: MatchSettings,
        numbers: Iterable[int],
        concurrency: int,
        log: Path | None = None,
        on_moves: OnMoves | None = None,
    ) -> Iterator[GameRecord]:
        """Play the games with these numbers, and yield the records as their pairs end. The machines of a
        cluster report no moves and no logs. Raises `EngineError` if no cluster answers at the address, or if
        a pair is lost repeatedly.
        """
        ray = self._ray
        own = not ray.is_initialized()
        if own:
            self._connect()
        try:
            yield from self._play(settings, numbers, concurrency)
        finally:
            if own:
                ray.shutdown()

    def _connect(self) -> None:
        ray = self._ray
        quiet = {"log_to_driver": False, "configure_logging": False}
        try:
            try:
                ray.init(address=self._address, **quiet)
            except ConnectionError:
                if self._address != "auto":
                    raise
                ray.init(include_dashboard=False, **quiet)
        except Exception as error:
            raise EngineError(f"no Ray cluster at {self._address!r}: {error}") from None

    def _play(
        self, settings: MatchSettings, numbers: Iterable[int], concurrency: int
    ) -> Iterator[GameRecord]:
        ray = self._ray
        task = ray.remote(num_cpus=1, max_retries=_RETRIES)(play_numbers)
        shared = ray.put(settings.to_json())
        cores = int(ray.cluster_resources().get("CPU", 1))
        at_once = 2 * (cores if concurrency == 1 else min(cores, concurrency))
        batches = (list(group) for _, group in itertools.groupby(numbers, lambda number: number // 2))
        running: dict[Any, list[int]] = {}
        try:
            while True:
                for batch in itertools.islice(batches, at_once - len(running)):
                    running[task.remote(shared, batch)] = batch
                if not running:
                    return
                done, _ = ray.wait(list(running), num_returns=1)
                for reference in done:
                    batch = running.pop(reference)
                    yield from self._records(reference, batch)
        finally:
            for reference in running:
                ray.cancel(reference, force=True)

    def _records(self, reference: Any, batch: list[int]) -> Iterator[GameRecord]:
        try:
            found = self._ray.get(reference)
        except self._ray.exceptions.RayTaskError as error:
            if isinstance(error.cause, HexapodaError):
                raise error.cause from None
            raise EngineError(f"games {batch} failed on the cluster: {error.cause}") from None
        except self._ray.exceptions.RayError as error:
            raise EngineError(f"games {batch} were lost on the cluster: {error}") from None
        for value in found:
            yield GameRecord.from_json(value)
