"""`ExpertRun`: expert iteration in a folder: games, learning, matches, and how it goes on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from hexapoda.errors import UsageError
from hexapoda.files.data_folder import write_atomically
from hexapoda.nets.network_file import read_network
from hexapoda.nets.shipped import find_network, shipped_networks
from hexapoda.train.device import named_device
from hexapoda.train.expert.expert import digest
from hexapoda.train.expert.expert_gate import ExpertGate
from hexapoda.train.expert.expert_settings import ExpertRunSettings
from hexapoda.train.expert.experts import expert_of
from hexapoda.train.expert.game_lines import GamePlayer, cut_last_line
from hexapoda.train.gates import GATES
from hexapoda.train.iteration_report import IterationReport, iteration_report
from hexapoda.train.progress import OnProgress, read_progress
from hexapoda.train.pytorch import torch
from hexapoda.train.run import Run

__all__ = ["ExpertRun"]

_GENERATIONS = "generations.json"
_FREE = ("generations", "processes")
"""Settings of `expert` that may change: a run may be made longer, and played by more processes."""


class ExpertRun(Run[ExpertRunSettings]):
    """A run in a folder, which it goes on with if it has begun there.

    In a generation the engine plays games with the published network, and the network of the last generation
    learns from them; then a match inside the engine follows. Each game is written when it ends, the state of
    learning every minute, and each game of a match. All else depends only on these files and the seed, so a
    run that is killed at any time goes on to the same networks as one that is not, unless its matches have a
    limit of time. `progress.jsonl` says what the run has done so far.
    """

    unit = "generation"
    zero = "at the start"

    def __init__(
        self,
        folder: Path,
        settings: ExpertRunSettings,
        base: Path | None = None,
        player: GamePlayer | None = None,
    ) -> None:
        """Relative paths of the settings begin at `base`, by default the working directory; `player` plays
        the games that are learned from, by default processes on this machine. Raises `UsageError` if the
        folder has another run, or something in it is damaged.
        """
        named_device(settings.device)  # before any game is played
        self._base, self._player = base or Path(), player
        self._expert = expert_of(settings)
        self._games: list[str] = []
        """The digests of the games of each generation."""
        super().__init__(folder, settings, ExpertGate(folder, settings, self._base, self._expert.engine_of))
        self._open()

    @property
    def begun(self) -> str:
        """What is done so far, in words; empty for a new run."""
        number = self.iteration
        if self._games_file(number + 1).exists():
            return f"some games of generation {number + 1}"
        return f"generation {number}" if number else ""

    def step(self, on_progress: OnProgress | None = None) -> IterationReport:
        """Do the next generation, or go on with it. Calls `on_progress(what, done, all)`.

        Raises `TrainingDivergedError`; then the generation is not complete. Raises `UsageError` while a match
        is due, and for damaged files.
        """
        self._check_no_match()
        number, say = self.iteration + 1, on_progress or (lambda what, done, all: None)
        torch.set_num_threads(self.settings.threads)
        first = max(1, number - self.settings.expert.window + 1)
        for earlier in range(first, number):
            if digest(self._games_file(earlier)) != self._games[earlier - 1]:
                raise UsageError(f"{str(self._games_file(earlier))!r} is damaged: the checksum is wrong")
        own = self._games_file(number)
        cut_last_line(own)
        # Games that were begun go on with their network, even if settings of the matches have changed since.
        networks = [self.gates.file(one) for one in range(number) if self.gates.file(one).exists()]
        guide = self._expert.guide_of(own, networks) or self._guide()
        seconds = self._expert.play(own, number, guide, say, self._player)
        report = self._expert.learn(
            number,
            [self._games_file(one) for one in range(first, number + 1)],
            self._newest(),
            self._checkpoint(number),
            self.gates.file(number),
            say,
        )
        report = replace(report, self_play_seconds=seconds)
        self._keep([*self.reports, report], [*self._games, digest(own)])
        self._checkpoint(number).unlink(missing_ok=True)
        self._publish()
        self._tell()
        return report

    def _games_file(self, number: int) -> Path:
        return self.folder / f"games-{number:05}.jsonl"

    def _checkpoint(self, number: int) -> Path:
        return self.folder / f"learning-{number:05}.pt"

    def _newest(self) -> Path | None:
        """The network of the last generation, or the one that the run began with."""
        known = self.iteration or self.settings.expert.start
        return self.gates.file(self.iteration) if known else None

    def _guide(self) -> Path | None:
        """The published network, which plays the games."""
        return self._newest() if self._chosen is None else self.gates.file(self._chosen)

    def _read(self) -> None:
        has_begun = any(self.folder.glob("games-*")) or any(
            (self.folder / name).exists() for name in (_GENERATIONS, GATES)
        )
        defaults = ExpertRunSettings("", expert=type(self.settings.expert)())
        self._home.check_settings(asdict(self.settings), asdict(defaults), _fixed, begun=has_begun)
        self._load()
        self._begin(has_begun)
        told = read_progress(self.folder)
        self._home.check_nothing_is_lost(
            [(_GENERATIONS, len(self.reports), len(told.iterations), "generations")]
        )
        newest = self._newest()
        self.gates.load({} if newest is None else dict(read_network(newest).header.sizes), self.iteration)
        self._home.check_nothing_is_lost([(GATES, len(self.gates.reports), len(told.matches), "matches")])
        for number in range(1, self.iteration + 1):
            self._checkpoint(number).unlink(missing_ok=True)
        self._home.clear()
        self._publish()
        self._tell()
        self._home.keep_settings()

    def _begin(self, has_begun: bool) -> None:
        """Copy the network that the run begins with, unless it is there."""
        start, target = self.settings.expert.start, self.gates.file(0)
        if start and (not has_begun or not target.exists()):
            if has_begun:
                raise UsageError(f"cannot read the network {str(target)!r}, with which the run began")
            known = start in shipped_networks() or start.startswith("~")
            self._expert.begin(find_network(start if known else str(self._base / start)), target)

    def _keep(self, reports: list[IterationReport], games: list[str]) -> None:
        lines = [
            {**asdict(report), "games_sha256": each} for report, each in zip(reports, games, strict=True)
        ]
        write_atomically(self.folder / _GENERATIONS, json.dumps(lines, indent=1, allow_nan=False) + "\n")
        self.reports, self._games = reports, games

    def _load(self) -> None:
        path = self.folder / _GENERATIONS
        if not path.exists():
            return
        try:
            stored = json.loads(path.read_text("utf-8"))
            if not isinstance(stored, list):
                raise ValueError("expected a list")
            self.reports = [iteration_report(one, number) for number, one in enumerate(stored, 1)]
            self._games = [str(one["games_sha256"]) for one in stored]
        except OSError as error:
            raise UsageError(f"cannot read {str(path)!r}: {error.strerror}") from None
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            said = f"{error} is missing" if isinstance(error, KeyError) else error
            raise UsageError(f"{str(path)!r} is damaged: {said}") from None

    def _publish_newest(self) -> None:
        """Publish the newest network, if there is one."""
        if self._newest() is not None:
            self.gates.publish(self.iteration)


def _fixed(settings: Mapping[str, Any]) -> Mapping[str, Any]:
    """What must not change. Matches do not change what a network learns, only which one plays the games."""
    expert = {f"expert.{name}": value for name, value in settings["expert"].items() if name not in _FREE}
    return {"game": settings["game"], "seed": settings["seed"], **expert}
