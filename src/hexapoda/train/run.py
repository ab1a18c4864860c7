"""`Run`: the common part of all training runs: iterations, matches between their networks, and a folder.

Determines the order of the work, and how a run is resumed. In a `TrainingRun`, a network learns from
self-play; in an `ExpertRun`, the network of an engine learns from the engine's searches.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from hexapoda.errors import UsageError
from hexapoda.train.any_settings import AnySettings
from hexapoda.train.gates import GATES, Gates, PlayEngines, PlayGate
from hexapoda.train.progress import OnProgress, RunProgress, no_progress, read_progress, write_progress
from hexapoda.train.reports import GateReport, IterationReport, WarmReport
from hexapoda.train.run_folder import RunFolder

__all__ = ["Run"]

SettingsT = TypeVar("SettingsT", bound=AnySettings)


class Run(ABC, Generic[SettingsT]):
    """A run in a folder. If the folder already has a run, it is resumed."""

    unit: ClassVar[str]
    """What users call an iteration, such as `generation`."""
    zero_text: ClassVar[str]
    """How users see network 0 described; later networks are `after generation 1` and so on."""
    state_file: ClassVar[str]
    """The name of the file that says which iterations are complete."""

    def __init__(
        self,
        folder: Path,
        settings: SettingsT,
        play_gate: PlayGate,
        engine_gate: PlayEngines | None = None,
    ) -> None:
        """`play_gate` plays the matches between networks, and `engine_gate` those against engines. Nothing is
        read until `_open`.
        """
        self.folder, self.settings = folder, settings
        self.reports: list[IterationReport] = []
        """The reports of the complete iterations."""
        gate = settings.gate
        self.gates = Gates(
            folder,
            play_gate,
            due=settings.match_due,
            score=gate.score,
            older=gate.older if gate.every else 0,
            engine_gate=engine_gate if gate.every else None,
        )

    def _open(self) -> None:
        """Lock the folder, read the run in it, and remove the files that a killed process left behind. Raises
        `UsageError` if another process trains in the folder, if it has a different run, or if a file in it is
        damaged or missing.
        """
        self._run_folder = RunFolder(self.folder)
        check_complete = self._run_folder.check_complete
        try:
            done = read_progress(self.folder)
            self._run_folder.check_settings(
                asdict(self.settings), asdict(self._defaults()), self._fixed, begun=self._has_begun()
            )
            self._load(done)
            check_complete(self.state_file, self.iteration, len(done.iterations), f"{self.unit}s")
            self.gates.load(self._network_sizes(), self.iteration)
            check_complete(GATES, len(self.gates.reports), len(done.matches), "matches")
            self._clear()
            self._run_folder.clear()
            self._publish()
            self._write_progress()
            self._run_folder.keep_settings()  # last: a run that cannot be opened keeps its settings
        except BaseException:
            self.close()
            raise

    @abstractmethod
    def _defaults(self) -> SettingsT:
        """Return the default settings."""

    @staticmethod
    @abstractmethod
    def _fixed(settings: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the settings that must not change once a run has begun."""

    @abstractmethod
    def _has_begun(self) -> bool:
        """Return whether the run has results that depend on its settings."""

    @abstractmethod
    def _load(self, done: RunProgress) -> None:
        """Read `reports` and the rest of the state. `done` is the content of `progress.jsonl`. Raises
        `UsageError`.
        """

    @abstractmethod
    def _network_sizes(self) -> dict[str, int]:
        """Return the sizes of the networks of the run."""

    @abstractmethod
    def _clear(self) -> None:
        """Remove files that no iteration needs anymore."""

    @property
    def iteration(self) -> int:
        """How many iterations are complete."""
        return len(self.reports)

    @property
    @abstractmethod
    def progress_text(self) -> str:
        """What has been done so far, in words; empty for a new run."""

    @property
    def current(self) -> int:
        """The iteration that `advance` works on: the next one, or the last complete one (0 before the first)
        while its match or the warm start is due.
        """
        return self.iteration if self.warm_start_due or self.gate_due else self.iteration + 1

    @property
    def network_file(self) -> Path:
        """The file of the published network, for engines such as `net:FILE`."""
        return self.gates.published_file

    @property
    def warm_report(self) -> WarmReport | None:
        """The report of the warm start; None if there is none, or it is not complete."""
        return None

    @property
    def warm_start_due(self) -> bool:
        """Whether the run must still learn from recorded games before the first iteration."""
        return False

    @property
    def gate_due(self) -> bool:
        """Whether the network must still play its matches before the next iteration."""
        return not self.warm_start_due and self.gates.due(self.iteration)

    @property
    def complete(self) -> bool:
        """Whether the run has nothing left to do: all iterations and all matches are complete."""
        return self.iteration >= self.settings.iterations and not self.warm_start_due and not self.gate_due

    def close(self) -> None:
        """Unlock the folder."""
        self._run_folder.close()

    def advance(self, on_progress: OnProgress = no_progress) -> WarmReport | IterationReport | GateReport:
        """Do the next piece of work: the warm start, a match or an iteration. Raises the errors of
        `start_warm`, `gate` and `step`.
        """
        if self.warm_start_due:
            return self.start_warm(on_progress)
        return self.gate(on_progress) if self.gate_due else self.step(on_progress)

    def start_warm(self, on_progress: OnProgress = no_progress) -> WarmReport:
        """Learn from recorded games. Raises `UsageError` if that is not due."""
        raise UsageError("no warm start is due")

    @abstractmethod
    def step(self, on_progress: OnProgress = no_progress) -> IterationReport:
        """Run the next iteration, or continue it. Raises `UsageError` while something else is due."""

    def gate(self, on_progress: OnProgress = no_progress) -> GateReport:
        """Play the match that is due, or continue it, and publish the network if it is good enough. Calls
        `on_progress("match", done, all)`. Raises `UsageError` if no match is due, and `EngineError` if an
        engine cannot play.
        """
        if not self.gate_due:
            raise UsageError(f"no match is due after {self.unit} {self.iteration}")
        report = self.gates.play(self.iteration, lambda done, all: on_progress("match", done, all))
        self._write_progress()
        return report

    def _check_no_match(self) -> None:
        """Raise `UsageError` if a match is due."""
        if self.gate_due:
            raise UsageError(f"a match is due: expected gate() before the next {self.unit}")

    @property
    def _chosen(self) -> int | None:
        """The iteration of the network that a match has selected; None if there are no matches, or before the
        first one, when the newest network is published.
        """
        return self.gates.published if self.settings.gate.every else None

    def _publish(self) -> None:
        """Publish the network that a match has selected, or else the newest."""
        if self._chosen is None:
            self._publish_newest()
        else:
            self.gates.publish(self._chosen)

    @abstractmethod
    def _publish_newest(self) -> None:
        """Publish the newest network, if there is one."""

    def _write_progress(self) -> None:
        """Write the progress of the run, for programs that show it."""
        write_progress(self.folder, self.reports, self.gates.reports, self.warm_report)
