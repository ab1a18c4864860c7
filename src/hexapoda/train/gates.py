"""`Gates`: the networks of a run that were measured, and the one that is published."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from hexapoda._core import nn
from hexapoda.arena.statistics import Encounter, Pentanomial, Rating, bradley_terry
from hexapoda.arena.statistics.elo import variance_ratio
from hexapoda.data_folder import replacing, write_atomically
from hexapoda.errors import UsageError
from hexapoda.nets.network_file import read_network
from hexapoda.train.gate import GateReport, GateResult, play_match
from hexapoda.train.run_settings import RunSettings

__all__ = ["Gates"]

_FILE, _PUBLISHED = "gates.json", "network.net"


class Gates:
    """The matches of a run, in its folder.

    Every network that is measured has a file of its own, and stays. `gates.json` is written after a match and
    says which of them is published; `network.net` is a copy of that one.
    """

    def __init__(self, folder: Path, settings: RunSettings) -> None:
        """Reads nothing yet: see `load`."""
        self._folder, self._settings = folder, settings
        self.reports: list[GateReport] = []

    @property
    def published_file(self) -> Path:
        """The published network."""
        return self._folder / _PUBLISHED

    @property
    def published(self) -> int | None:
        """The iteration of the published network; None before the first match."""
        return next((one.iteration for one in reversed(self.reports) if one.published), None)

    def file(self, iteration: int) -> Path:
        """The network after an iteration with a match."""
        return self._folder / f"network-{iteration:05}.net"

    def due(self, iteration: int) -> bool:
        """Whether the network after this iteration is to be measured, and was not yet."""
        every = self._settings.gate.every
        last = self.reports[-1].iteration if self.reports else 0
        at_end = iteration == self._settings.iterations
        return bool(every) and iteration > last and (iteration % every == 0 or at_end)

    def load(self) -> None:
        """Read the matches of an earlier run. Raises `UsageError`."""
        path = self._folder / _FILE
        if not path.exists():
            return
        try:
            stored = json.loads(path.read_text("utf-8"))
            self.reports = [_report(one) for one in stored]
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise UsageError(f"{str(path)!r} is damaged: {error}") from None
        self._publish()

    def play(self, iteration: int, on_ply: Callable[[int, int], None]) -> GateReport:
        """Measure the network after an iteration against the published one, and publish the better one."""
        before = self.published
        result = None
        if before is not None:
            seed = int(np.random.default_rng([self._settings.seed, iteration, 2]).integers(1 << 62))
            new, old = self._network(iteration), self._network(before)
            result = play_match(self._settings, new, old, seed, on_ply)
        better = result is None or result.score >= self._settings.gate.score
        report = GateReport(iteration, before, result, better)
        stored = json.dumps([asdict(one) for one in [*self.reports, report]], indent=1)
        write_atomically(self._folder / _FILE, stored + "\n")
        self.reports.append(report)
        self._publish()
        return report

    def curve(self) -> list[Rating]:
        """Return the Elo of the measured networks, by their iterations as names. The first has 0.

        The ratings are those of all matches together, with half of their 95% intervals. Of a network that is
        `held` only a lower bound is known, because it or one before it has won all games.
        """
        met = []
        for one in self.reports:
            if one.result is not None:
                found = one.result
                games = found.wins + found.draws + found.losses
                ratio = variance_ratio(Pentanomial(found.pairs))
                names = str(one.iteration), str(one.against)
                met.append(Encounter(*names, found.score * games, games, ratio))
        if not met:
            return []
        ratings = bradley_terry(met, anchor=str(self.reports[0].iteration))
        return sorted(ratings, key=lambda rating: int(rating.name))

    def _network(self, iteration: int) -> nn.BoardNetwork:
        file = read_network(self.file(iteration))
        try:
            return nn.BoardNetwork(weights=file.values, **file.header.sizes)
        except (TypeError, ValueError) as error:
            raise UsageError(f"{str(self.file(iteration))!r} cannot play: {error}") from None

    def _publish(self) -> None:
        """Copy the network that is published, if the copy is another one."""
        if self.published is None:
            return
        source = self.file(self.published)
        try:
            wanted = source.read_bytes()
        except OSError as error:
            raise UsageError(f"cannot read the network {str(source)!r}: {error.strerror}") from None
        if not self.published_file.exists() or self.published_file.read_bytes() != wanted:
            with replacing(self.published_file) as file:
                file.write(wanted)


def _report(stored: dict[str, Any]) -> GateReport:
    result = stored["result"]
    if result is not None:
        one, two, three, four, five = map(int, result["pairs"])
        result = GateResult(**{**result, "pairs": (one, two, three, four, five)})
    return GateReport(**{**stored, "result": result})
