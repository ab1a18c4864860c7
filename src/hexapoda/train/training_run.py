"""`TrainingRun`: the AlphaZero loop in a folder: self-play, learning, matches, and how it goes on."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from hexapoda.errors import UsageError
from hexapoda.train.board_network import BoardNetwork
from hexapoda.train.checkpoint import reading_checkpoint, write_checkpoint
from hexapoda.train.device import named_device
from hexapoda.train.device_self_play import DeviceSelfPlay
from hexapoda.train.gates import GATES
from hexapoda.train.iteration_games import IterationGames
from hexapoda.train.learner import Learner
from hexapoda.train.network_match import play_gate
from hexapoda.train.progress import OnProgress, read_progress
from hexapoda.train.pytorch import torch
from hexapoda.train.reports import GateReport, IterationReport, WarmReport
from hexapoda.train.run import Run
from hexapoda.train.run_settings import RunSettings
from hexapoda.train.samples import Samples, symmetries_of
from hexapoda.train.self_play import SelfPlayer, play_here
from hexapoda.train.trained_file import write_trained
from hexapoda.train.warm_start import WarmStart

__all__ = ["TrainingRun"]

_CHECKPOINT = "checkpoint.pt"


class TrainingRun(Run[RunSettings]):
    """A run in a folder, which it goes on with if it has begun there.

    An iteration plays games and writes them, then learns and writes a checkpoint. Now and then a match
    against the published network follows. All depend only on the last checkpoint, the files of games and
    networks and the seed, so a run that is killed at any time goes on to the same networks as one that is
    not, unless it uses a GPU or another number of threads. `progress.jsonl` says what the run has done so
    far.

    A run with a warm start learns from recorded games first. After learning was interrupted, by Ctrl+C or an
    exception of `on_progress`, the run must be opened again.
    """

    unit = "iteration"
    zero = "after the warm start"

    def __init__(
        self,
        folder: Path,
        settings: RunSettings,
        base: Path | None = None,
        player: SelfPlayer | None = None,
    ) -> None:
        """Relative paths of the settings begin at `base`, by default the working directory; `player` plays
        the games of self-play, by default this process, on the device where the network learns. Raises
        `UsageError` if the folder has another run, or its checkpoint is damaged.
        """
        super().__init__(folder, settings, partial(play_gate, folder, settings))
        found = settings.episodes()
        self.encoder, self.layout = found.encoder, found.layout
        self._variant = found.variant
        self._symmetries = symmetries_of(found.encodings, found.begin(None).position)
        torch.set_num_threads(settings.threads)
        torch.manual_seed(settings.seed)
        device = named_device(settings.device)
        try:
            self.network = BoardNetwork(
                self.encoder.shape, self.layout.size, settings.network, self.layout.piece_planes
            ).to(device)
        except (RuntimeError, MemoryError):
            raise UsageError("there is not enough memory for a network of this size") from None
        self.network.eval()
        self.learner = Learner(self.network, settings.learner)
        self.warm = WarmStart(settings, found, self._symmetries, base or Path())
        here: SelfPlayer = play_here if device.type == "cpu" else DeviceSelfPlay(self.network)
        self._games = IterationGames(folder, settings, player or here)
        self._open()

    @property
    def begun(self) -> str:
        """What is done so far, in words; empty for a new run."""
        if self.iteration:
            return f"iteration {self.iteration}"
        return f"{self.warm.parts} parts of the warm start" if self.warm.parts else ""

    @property
    def current(self) -> int:
        """The iteration that is next, or the last one while a match or the warm start is due."""
        return self.iteration + (not self.warm_start_due and not self.gate_due)

    @property
    def warm_report(self) -> WarmReport | None:
        """That of the warm start, if it has been made."""
        return self.warm.report

    @property
    def warm_start_due(self) -> bool:
        """Whether recorded games are to be learned from, which comes before the first iteration."""
        return self.warm.due

    @property
    def gate_due(self) -> bool:
        """Whether the network waits for its match, which comes before the next iteration."""
        return not self.warm_start_due and super().gate_due

    @property
    def complete(self) -> bool:
        """Whether all iterations are, and their matches."""
        return super().complete and not self.warm_start_due

    def advance(self, on_progress: OnProgress | None = None) -> WarmReport | IterationReport | GateReport:
        """Do what comes next: the warm start, a match or an iteration. Raises what they raise."""
        return self.start_warm(on_progress) if self.warm_start_due else super().advance(on_progress)

    def start_warm(self, on_progress: OnProgress | None = None) -> WarmReport:
        """Learn from the recorded games, or go on with that. Calls `on_progress(what, done, all)`. A
        checkpoint follows every few thousand positions.

        Raises `TrainingDivergedError`; then the checkpoint is the one before. Raises `UsageError` if no warm
        start is due, or if the games are not those that it began with.
        """
        self._check_saved()
        return self.warm.learn(self.learner, self._save, on_progress or (lambda what, done, all: None))

    def step(self, on_progress: OnProgress | None = None) -> IterationReport:
        """Do the next iteration. Calls `on_progress(what, done, all)`.

        Raises `TrainingDivergedError`; then the checkpoint is that of the iteration before. Raises
        `UsageError` while the warm start or a match is due.
        """
        if self.warm_start_due:
            raise UsageError("the warm start is due: expected start_warm() before the first iteration")
        self._check_no_match()
        self._check_saved()
        number = self.iteration + 1
        say = on_progress or (lambda what, done, all: None)
        self.warm.prepare(say)
        first = max(1, number - self.settings.learner.window + 1)
        earlier = [self._games.samples(each) for each in range(first, number)]
        samples, played = self._games.play(
            number,
            self.network.sizes,
            self.network.weights(),
            lambda done, all: say("self-play", done, all),
        )
        own = [*earlier, samples]
        recorded = self.warm.recorded_samples(sum(map(len, own)), number, say)
        window = Samples.joined([*own, *recorded])
        rng = np.random.default_rng([self.settings.seed, number])
        torch.manual_seed(int(rng.integers(1 << 62)))
        augmented = window.augmented(self.encoder, self.layout, self._symmetries, rng)
        began = time.perf_counter()
        losses = self.learner.fit(augmented, rng, lambda done, all: say("learning", done, all))
        report = replace(
            played,
            policy_loss=losses.policy,
            value_loss=losses.value,
            learning_seconds=_seconds_since(began),
        )
        self.reports.append(report)
        self._save()
        self._forget_games()
        return report

    def gate(self, on_progress: OnProgress | None = None) -> GateReport:
        """Play the match that is due, and publish the network if it is good enough. Calls
        `on_progress("match", done, all)`. Raises `UsageError` if no match is due.
        """
        if self.gate_due:
            self._check_saved()
            write_trained(
                self.gates.file(self.iteration), self.network, self.settings, self._variant, self.iteration
            )
        return super().gate(on_progress)

    def _check_saved(self) -> None:
        """Raise `UsageError` after an interruption: a network that is half learned must not be saved."""
        if self.learner.unsaved:
            raise UsageError("learning was interrupted: open the run again to go on from its checkpoint")

    def _read(self) -> None:
        self._home.check_settings(
            asdict(self.settings), asdict(RunSettings("")), _fixed, begun=self._has_begun()
        )
        if (self.folder / _CHECKPOINT).exists():
            self._load()
        self.warm.check_path(self.folder)
        told = read_progress(self.folder)
        self._home.check_nothing_is_lost(
            [
                (_CHECKPOINT, int(bool(self.warm.report)), int(bool(told.warm_start)), "warm starts"),
                (_CHECKPOINT, len(self.reports), len(told.iterations), "iterations"),
            ]
        )
        self.gates.load(self.network.sizes, self.iteration)
        self._home.check_nothing_is_lost([(GATES, len(self.gates.reports), len(told.matches), "matches")])
        self._clear()
        self._publish()
        self._tell()
        self._home.keep_settings()

    def _has_begun(self) -> bool:
        """Whether there is anything that other settings would contradict."""
        return (self.folder / _CHECKPOINT).exists() or any(self.folder.glob("games-*"))

    def _clear(self) -> None:
        """Remove what a process that was killed has left, and games that no iteration needs any more."""
        self._forget_games()
        self._games.forget_parts()
        self._home.clear()

    def _forget_games(self) -> None:
        """Remove the games that the next iteration does not learn from."""
        self._games.forget(self.iteration + 2 - self.settings.learner.window)

    def _save(self) -> None:
        write_checkpoint(
            self.folder / _CHECKPOINT,
            {
                "network": self.network.state_dict(),
                "optimizer": self.learner.optimizer.state_dict(),
                "reports": [asdict(report) for report in self.reports],
                "warm": self.warm.stored(),
            },
        )
        self.learner.unsaved = False
        self._publish()
        self._tell()

    def _publish_newest(self) -> None:
        """Publish the network, once it has learned."""
        if self.iteration or self.warm.report:
            write_trained(self.network_file, self.network, self.settings, self._variant, self.iteration)

    def _load(self) -> None:
        with reading_checkpoint(self.folder / _CHECKPOINT) as stored:
            if self.network.pieces is not None and "pieces.weight" not in stored["network"]:
                raise UsageError(
                    f"{str(self.folder)!r} was begun by an earlier version, whose networks had no weights "
                    "for pieces: expected another folder"
                )
            self.network.load_state_dict(stored["network"])
            self.learner.optimizer.load_state_dict(stored["optimizer"])
            self.reports = [
                IterationReport.from_json(report, number)
                for number, report in enumerate(stored["reports"], 1)
            ]
            self.warm.load(stored.get("warm"))


def _fixed(settings: Mapping[str, Any]) -> Mapping[str, Any]:
    """What must not change: a run may be made longer, its matches do not change what it learns, and it may
    move to another machine.
    """
    free = "iterations", "threads", "device", "gate"
    return {name: value for name, value in settings.items() if name not in free}


def _seconds_since(began: float) -> float:
    return round(time.perf_counter() - began, 3)
