"""`Gates`: the networks of a run that were measured, and the one that is published."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hexapoda.errors import UsageError
from hexapoda.files.data_folder import replacing, write_atomically
from hexapoda.nets.network_file import NetworkFile, read_network
from hexapoda.train.reports import GateReport, NetworkMatch, NetworkRating, elo_curve, published_iteration
from hexapoda.train.run_folder import network_name

__all__ = ["GATES", "Gates", "PlayGate"]

GATES, _PUBLISHED = "gates.json", "network.net"


PlayGate = Callable[
    [tuple[int, int], tuple[NetworkFile, NetworkFile], Callable[[int, int], None]], NetworkMatch
]
"""Plays the network after the first iteration against that after the second, and returns the result of the
first. Calls `on_game(done, all)`.
"""


class Gates:
    """The matches of a run, in its folder.

    Every network that is measured has a file of its own, and stays. `gates.json` is written after a match and
    says which of them is published; `network.net` is a copy of that one.
    """

    def __init__(
        self, folder: Path, play: PlayGate, *, due: Callable[[int, int | None], bool], score: float
    ) -> None:
        """`due(iteration, last)` says whether a match is, `last` being the iteration of the last one; `score`
        is how many points a game a network needs. Reads nothing yet: see `load`.
        """
        self._folder, self._play, self._due, self._score = folder, play, due, score
        self.reports: list[GateReport] = []

    @property
    def published_file(self) -> Path:
        """The published network."""
        return self._folder / _PUBLISHED

    @property
    def published(self) -> int | None:
        """The iteration of the published network; None before the first match."""
        return published_iteration(self.reports)

    def file(self, iteration: int) -> Path:
        """The network after an iteration with a match."""
        return self._folder / network_name(iteration)

    def due(self, iteration: int) -> bool:
        """Whether the network after this iteration is to be measured, and was not yet."""
        return self._due(iteration, self.reports[-1].iteration if self.reports else None)

    def load(self, sizes: dict[str, int], iteration: int) -> None:
        """Read the matches of a run with networks of these sizes and `iteration` complete iterations.
        Publishes nothing. Raises `UsageError`.
        """
        path = self._folder / GATES
        if not path.exists():
            return
        try:
            self.reports = _reports(json.loads(path.read_text("utf-8")))
        except OSError as error:
            raise UsageError(f"cannot read {str(path)!r}: {error.strerror}") from None
        except (ValueError, RecursionError) as error:
            raise UsageError(f"{str(path)!r} is damaged: {error}") from None
        if self.reports and self.reports[-1].iteration > iteration:
            raise UsageError(
                f"{str(path)!r} has a match of the network after iteration {self.reports[-1].iteration}, "
                f"but the run has only {iteration}: expected the file that belongs to it"
            )
        if self.published is not None and self.read(self.published).header.sizes != sizes:
            raise UsageError(f"{str(self.file(self.published))!r} is a network of another run")

    def play(self, iteration: int, on_game: Callable[[int, int], None]) -> GateReport:
        """Measure the network after an iteration against the published one, and publish the better one.
        Raises `UsageError`, such as for a damaged network.
        """
        before, result = self.published, None
        new = self.read(iteration)
        if before is not None:
            result = self._play((iteration, before), (new, self.read(before)), on_game)
        better = result is None or result.score >= self._score
        reports = [*self.reports, GateReport(iteration, before, result, better)]
        write_atomically(self._folder / GATES, json.dumps([_stored(one) for one in reports], indent=1) + "\n")
        self.reports = reports
        if self.published is not None:
            self.publish(self.published)
        return reports[-1]

    def curve(self) -> list[NetworkRating]:
        """Return the Elo of the measured networks: see `elo_curve`."""
        return elo_curve(self.reports)

    def read(self, iteration: int) -> NetworkFile:
        """Read a network that was measured. Raises `UsageError`."""
        file = self.file(iteration)
        found = read_network(file)
        if found.header.training.get("iteration") != iteration:
            raise UsageError(f"{str(file)!r} is not the network after iteration {iteration}")
        return found

    def publish(self, iteration: int) -> None:
        """Copy the network after an iteration, if the copy is another one. Raises `UsageError`."""
        self.read(iteration)  # a damaged file must not take the place of a good copy
        wanted = self.file(iteration).read_bytes()
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
    for number, one in enumerate(stored, 1):
        try:
            found = GateReport.from_json(one, one["counts"], published_iteration(reports))
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"match {number}: {type(error).__name__}: {error}") from None
        if reports and found.iteration <= reports[-1].iteration:
            raise ValueError(f"match {number}: expected a later iteration than {reports[-1].iteration}")
        reports.append(found)
    return reports
