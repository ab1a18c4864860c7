"""`Gates`: the matches that measure the networks of a run and decide which one is published."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from hexapoda.errors import UsageError
from hexapoda.files.data_folder import replacing, write_atomically
from hexapoda.nets.network_file import NetworkFile, network_bytes, read_network
from hexapoda.train.reports import (
    GateReport,
    NetworkMatch,
    NetworkRating,
    RatingMatch,
    elo_curve,
    published_iteration,
)
from hexapoda.train.run_folder import network_name

__all__ = ["GATES", "Gates", "PlayEngines", "PlayGate", "games_of_match", "older_networks"]

GATES, _PUBLISHED = "gates.json", "network.net"


class PlayGate(Protocol):
    """A function that plays the matches of a run."""

    def __call__(
        self,
        iterations: tuple[int, int],
        files: tuple[NetworkFile, NetworkFile],
        on_game: Callable[[int, int], None],
        *,
        older: bool = False,
    ) -> NetworkMatch:
        """Play a match between the networks after two iterations, and return the result of the first network.
        `older` says whether the second network is older than the published one; the match then has half as
        many games. Calls `on_game(done, all)`.
        """


class PlayEngines(Protocol):
    """The engines that the networks of a run meet, and a function that plays these matches."""

    engines: tuple[str, ...]
    """Their texts."""

    def __call__(
        self, iteration: int, file: NetworkFile, engine: str, on_game: Callable[[int, int], None]
    ) -> NetworkMatch:
        """Play a match of the network after an iteration against an engine, and return the result of the
        network. Calls `on_game(done, all)`.
        """


def games_of_match(games: int, *, decides: bool) -> int:
    """Return the number of games in a match: `games` if it decides which network is published, or half as
    many if it counts only for the Elo.
    """
    return games if decides else (games + 1) // 2


def older_networks(reports: Sequence[GateReport], most: int) -> list[int]:
    """Return the iterations of the older networks that the newest one meets besides the published one: those
    2, 4, 8, ... matches before it, up to `most` of them. Such matches link networks that are far apart.
    """
    known = [report.iteration for report in reports]
    backs = [2 << number for number in range(most)]
    found = [known[-1 - back] for back in backs if back < len(known)]
    return [iteration for iteration in found if iteration != reports[-1].against]


class Gates:
    """The matches of a run, in its folder.

    Every measured network has its own file, which is kept. `gates.json`, written after each match, says which
    network is published; `network.net` is a copy of that network, with its Elo in the header.
    """

    def __init__(
        self,
        folder: Path,
        play: PlayGate,
        *,
        due: Callable[[int, int | None], bool],
        score: float,
        older: int,
        engine_gate: PlayEngines | None = None,
    ) -> None:
        """`due(iteration, last)` says whether a match is due after `iteration`, where `last` is the iteration
        of the last match. `score` is the number of points per game that a network needs to be published,
        and `older` the number of older networks that it meets. Nothing is read until `load`.
        """
        self._folder, self._play, self._due, self._score, self._older = folder, play, due, score, older
        self._engine_gate = engine_gate
        self.reports: list[GateReport] = []

    @property
    def published_file(self) -> Path:
        """The file of the published network."""
        return self._folder / _PUBLISHED

    @property
    def published(self) -> int | None:
        """The iteration of the published network; None before the first match."""
        return published_iteration(self.reports)

    def file(self, iteration: int) -> Path:
        """Return the file of the network after an iteration with a match."""
        return self._folder / network_name(iteration)

    def due(self, iteration: int) -> bool:
        """Return whether the network after this iteration has yet to play its matches."""
        last = self.reports[-1].iteration if self.reports else None
        if last == iteration and (self._missing() or self._missing_engines()):
            return True
        return self._due(iteration, last)

    def _missing(self) -> list[int]:
        """Return the older networks that the last measured network has yet to meet."""
        met = {one.against for one in self.reports[-1].older}
        found = older_networks(self.reports, self._older)
        # These matches decide nothing, so a run continues even if a network's file was removed.
        return [one for one in found if one not in met and self.file(one).exists()]

    def _missing_engines(self) -> list[str]:
        """Return the engines that the last measured network has yet to meet."""
        met = {one.against for one in self.reports[-1].engines}
        engines = () if self._engine_gate is None else self._engine_gate.engines
        return [one for one in dict.fromkeys(engines) if one not in met]

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
                f"but the run has reached only {iteration}: expected the matching file"
            )
        if self.published is not None and self.read(self.published).header.sizes != sizes:
            raise UsageError(f"{str(self.file(self.published))!r} is a network of another run")

    def play(self, iteration: int, on_game: Callable[[int, int], None]) -> GateReport:
        """Play the network after an iteration against the published one, and publish it if it scores well
        enough. Then play it against older networks and engines, and return the report. Raises `UsageError`,
        for example for a damaged network, and `EngineError` if an engine fails.
        """
        new = self.read(iteration)
        if not self.reports or self.reports[-1].iteration != iteration:
            before, result = self.published, None
            if before is not None:
                result = self._play((iteration, before), (new, self.read(before)), on_game)
            better = result is None or result.score >= self._score
            self._write([*self.reports, GateReport(iteration, before, result, better)])
        for older in self._missing():
            result = self._play((iteration, older), (new, self.read(older)), on_game, older=True)
            last = self.reports[-1]
            last = replace(last, older=(*last.older, RatingMatch(older, result)))
            self._write([*self.reports[:-1], last])
        for engine in self._missing_engines():
            assert self._engine_gate is not None
            result = self._engine_gate(iteration, new, engine, on_game)
            last = self.reports[-1]
            last = replace(last, engines=(*last.engines, RatingMatch(engine, result)))
            self._write([*self.reports[:-1], last])
        return self.reports[-1]

    def _write(self, reports: list[GateReport]) -> None:
        write_atomically(self._folder / GATES, json.dumps([_stored(one) for one in reports], indent=1) + "\n")
        self.reports = reports
        if self.published is not None:
            self.publish(self.published)  # with the Elo from these matches

    def curve(self) -> list[NetworkRating]:
        """Return the Elo of the measured networks; see `elo_curve`."""
        return elo_curve(self.reports)

    def read(self, iteration: int) -> NetworkFile:
        """Read a network that was measured. Raises `UsageError`."""
        file = self.file(iteration)
        found = read_network(file)
        if found.header.training.get("iteration") != iteration:
            raise UsageError(f"{str(file)!r} is not the network after iteration {iteration}")
        return found

    def publish(self, iteration: int) -> None:
        """Publish the network after an iteration: write the file that engines read, with its Elo in this run.
        Raises `UsageError`.
        """
        found = self.read(iteration)
        header = replace(found.header, elo=self._elo(iteration) or found.header.elo)
        wanted = network_bytes(header, found.values)
        if not self.published_file.exists() or self.published_file.read_bytes() != wanted:
            with replacing(self.published_file) as file:
                file.write(wanted)

    def _elo(self, iteration: int) -> dict[str, Any] | None:
        """Return the Elo of a network as its header stores it; None if it is the first or has played no
        match.
        """
        curve = self.curve()
        found = next((one for one in curve if one.iteration == iteration), None)
        if found is None or found.iteration == curve[0].iteration:
            return None
        low, value, high = (round(found.elo + error) for error in (-found.error, 0, found.error))
        against = f"network {curve[0].iteration} of its run"
        return {"value": value, "low": low, "high": high, "against": against}


def _stored(report: GateReport) -> dict[str, Any]:
    return {
        "iteration": report.iteration,
        "against": report.against,
        "counts": None if report.result is None else _counts(report.result),
        "published": report.published,
        "older": [{"against": one.against, "counts": _counts(one.result)} for one in report.older],
        "engines": [{"against": one.against, "counts": _counts(one.result)} for one in report.engines],
    }


def _counts(result: NetworkMatch) -> dict[str, Any]:
    return {name: getattr(result, name) for name in ("wins", "draws", "losses", "pairs")}


def _reports(stored: Any) -> list[GateReport]:
    """Read what `_stored` wrote. Raises `ValueError`."""
    if not isinstance(stored, list):
        raise ValueError("expected a list")
    reports: list[GateReport] = []
    for number, one in enumerate(stored, 1):
        try:
            found = GateReport.from_json(one, "counts", reports)
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"match {number}: {type(error).__name__}: {error}") from None
        if reports and found.iteration <= reports[-1].iteration:
            raise ValueError(f"match {number}: expected a later iteration than {reports[-1].iteration}")
        reports.append(found)
    return reports
