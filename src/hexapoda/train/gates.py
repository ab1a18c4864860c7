"""`Gates`: the networks of a run that were measured, and the one that is published."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hexapoda._core import nn
from hexapoda.data_folder import replacing, write_atomically
from hexapoda.errors import UsageError
from hexapoda.nets.network_file import NetworkFile, read_network
from hexapoda.train.gate_report import GateReport, NetworkRating, elo_curve, gate_report
from hexapoda.train.match_games import write_gate_games
from hexapoda.train.network_match import play_match
from hexapoda.train.played_games import PlayedGames
from hexapoda.train.run_settings import RunSettings
from hexapoda.train.self_play import seed_of

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
        return self._settings.match_due(iteration, self.reports[-1].iteration if self.reports else None)

    def load(self, sizes: dict[str, int]) -> None:
        """Read the matches of an earlier run, whose networks have these sizes. Raises `UsageError`."""
        path = self._folder / _FILE
        if not path.exists():
            return
        try:
            self.reports = _reports(json.loads(path.read_text("utf-8")))
        except OSError as error:
            raise UsageError(f"cannot read {str(path)!r}: {error.strerror}") from None
        except (ValueError, RecursionError) as error:
            raise UsageError(f"{str(path)!r} is damaged: {error}") from None
        if self.published is not None and self._read(self.published).header.sizes != sizes:
            raise UsageError(f"{str(self.file(self.published))!r} is a network of another run")
        self._publish()

    def play(self, iteration: int, on_ply: Callable[[int, int], None]) -> GateReport:
        """Measure the network after an iteration against the published one, and publish the better one."""
        before, result = self.published, None
        new = self._network(iteration)
        if before is not None:
            seed = seed_of(self._settings.seed, iteration, 2)
            halves: list[PlayedGames] = []
            result = play_match(self._settings, new, self._network(before), seed, on_ply, halves.append)
            # Before the result: a match that is not in the list is played again, and gives the same games.
            write_gate_games(self._folder, self._settings, iteration, before, halves)
        better = result is None or result.score >= self._settings.gate.score
        reports = [*self.reports, GateReport(iteration, before, result, better)]
        write_atomically(self._folder / _FILE, json.dumps([_stored(one) for one in reports], indent=1) + "\n")
        self.reports = reports
        self._publish()
        return reports[-1]

    def curve(self) -> list[NetworkRating]:
        """Return the Elo of the measured networks: see `elo_curve`."""
        return elo_curve(self.reports)

    def _read(self, iteration: int) -> NetworkFile:
        """Read a network that was measured. Raises `UsageError`."""
        file = self.file(iteration)
        found = read_network(file)
        if found.header.training.get("iteration") != iteration:
            raise UsageError(f"{str(file)!r} is not the network after iteration {iteration}")
        return found

    def _network(self, iteration: int) -> nn.BoardNetwork:
        found = self._read(iteration)
        try:
            return nn.BoardNetwork(weights=found.values, **found.header.sizes)
        except (TypeError, ValueError) as error:
            raise UsageError(f"{str(self.file(iteration))!r} cannot play: {error}") from None

    def _publish(self) -> None:
        """Copy the network that is published, if the copy is another one."""
        if self.published is None:
            return
        self._read(self.published)  # a damaged file must not take the place of a good copy
        wanted = self.file(self.published).read_bytes()
        if not self.published_file.exists() or self.published_file.read_bytes() != wanted:
            with replacing(self.published_file) as file:
                file.write(wanted)


def _stored(report: GateReport) -> dict[str, Any]:
    found, counts = report.result, None
    if found is not None:
        counts = {name: getattr(found, name) for name in ("wins", "draws", "losses", "pairs")}
    return {
        "iteration": report.iteration,
        "against": report.against,
        "counts": counts,
        "published": report.published,
    }


def _reports(stored: Any) -> list[GateReport]:
    """Read what `_stored` has written. Raises `ValueError`."""
    if not isinstance(stored, list):
        raise ValueError("expected a list")
    reports: list[GateReport] = []
    published: int | None = None
    for number, one in enumerate(stored, 1):
        try:
            found = gate_report(one["iteration"], one["against"], one["counts"], one["published"], published)
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"match {number}: {type(error).__name__}: {error}") from None
        if reports and found.iteration <= reports[-1].iteration:
            raise ValueError(f"match {number}: expected a later iteration than {reports[-1].iteration}")
        reports.append(found)
        published = found.iteration if found.published else published
    return reports
