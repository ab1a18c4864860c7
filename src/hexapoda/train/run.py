"""`Run`: what the training runs of both kinds are: iterations, matches between their networks, a folder."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import ClassVar, Generic, TypeVar

from hexapoda.errors import UsageError
from hexapoda.train.any_settings import AnySettings
from hexapoda.train.gates import Gates, PlayGate
from hexapoda.train.progress import OnProgress, write_progress
from hexapoda.train.reports import GateReport, IterationReport, WarmReport
from hexapoda.train.run_home import RunHome

__all__ = ["Run"]

Settings = TypeVar("Settings", bound=AnySettings)


class Run(ABC, Generic[Settings]):
    """A run in a folder, which it goes on with if it has begun there."""

    unit: ClassVar[str]
    """What an iteration is called."""
    zero: ClassVar[str]
    """When the network number 0 was made."""

    def __init__(self, folder: Path, settings: Settings, play_gate: PlayGate) -> None:
        """Reads nothing yet: see `_open`."""
        self.folder, self.settings = folder, settings
        self.reports: list[IterationReport] = []
        """Those of the iterations that are complete."""
        self.gates = Gates(folder, play_gate, due=settings.match_due, score=settings.gate.score)

    def _open(self) -> None:
        """Lock the folder and read what is in it. Raises `UsageError`."""
        self._home = RunHome(self.folder)
        try:
            self._read()
        except BaseException:
            self.close()
            raise

    @abstractmethod
    def _read(self) -> None:
        """Read what is in the folder, and remove what a process that was killed has left. Raises
        `UsageError`.
        """

    @property
    def iteration(self) -> int:
        """How many iterations are complete."""
        return len(self.reports)

    @property
    @abstractmethod
    def begun(self) -> str:
        """What is done so far, in words; empty for a new run."""

    @property
    def current(self) -> int:
        """The iteration that is next, or the last one while something else is due."""
        return self.iteration + (not self.gate_due)

    @property
    def network_file(self) -> Path:
        """The published network, for engines such as `net:FILE`."""
        return self.gates.published_file

    @property
    def warm_report(self) -> WarmReport | None:
        """That of the warm start, if it has been made."""
        return None

    @property
    def gate_due(self) -> bool:
        """Whether the network waits for its match, which comes before the next iteration."""
        return self.gates.due(self.iteration)

    @property
    def complete(self) -> bool:
        """Whether all iterations are, and their matches."""
        return self.iteration >= self.settings.iterations and not self.gate_due

    def close(self) -> None:
        """Let other processes train in the folder."""
        self._home.close()

    def advance(self, on_progress: OnProgress | None = None) -> WarmReport | IterationReport | GateReport:
        """Do what comes next, a match or an iteration. Raises what they raise."""
        return self.gate(on_progress) if self.gate_due else self.step(on_progress)

    @abstractmethod
    def step(self, on_progress: OnProgress | None = None) -> IterationReport:
        """Do the next iteration, or go on with it. Calls `on_progress(what, done, all)`. Raises `UsageError`
        while something else is due.
        """

    def gate(self, on_progress: OnProgress | None = None) -> GateReport:
        """Play the match that is due, or go on with it, and publish the network if it is good enough. Calls
        `on_progress("match", done, all)`. Raises `UsageError` if no match is due, and `EngineError` if an
        engine cannot play.
        """
        if not self.gate_due:
            raise UsageError(f"no match is due after {self.unit} {self.iteration}")
        say = on_progress or (lambda what, done, all: None)
        report = self.gates.play(self.iteration, lambda done, all: say("match", done, all))
        self._tell()
        return report

    def _check_no_match(self) -> None:
        """Raise `UsageError` if one is due."""
        if self.gate_due:
            raise UsageError(f"a match is due: expected gate() before the next {self.unit}")

    @property
    def _chosen(self) -> int | None:
        """The iteration of the network that a match has published; None while the newest is published without
        one, until the first match and if no matches are played.
        """
        return self.gates.published if self.settings.gate.every else None

    def _publish(self) -> None:
        """Publish the network that a match has chosen, or else the newest."""
        if self._chosen is None:
            self._publish_newest()
        else:
            self.gates.publish(self._chosen)

    @abstractmethod
    def _publish_newest(self) -> None:
        """Publish the newest network, if there is one."""

    def _tell(self) -> None:
        """Write down how far the run is, for those who watch it."""
        write_progress(self.folder, self.reports, self.gates.reports, self.warm_report)
