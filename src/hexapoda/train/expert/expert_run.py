"""`ExpertRun`: resumable expert iteration in a folder: games, learning and matches."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from hexapoda.errors import UsageError
from hexapoda.files.data_folder import write_atomically
from hexapoda.host.calls import Calls
from hexapoda.nets.network_file import read_network, training_of, write_network
from hexapoda.nets.shipped import find_network_from
from hexapoda.train.device import named_device
from hexapoda.train.expert.expert import Expert
from hexapoda.train.expert.expert_gate import ExpertGate
from hexapoda.train.expert.expert_settings import ExpertRunSettings
from hexapoda.train.expert.game_lines import Guide, append_games, check_terms, cut_last_line, games_of
from hexapoda.train.expert.learning import Learning
from hexapoda.train.gates import GATES
from hexapoda.train.progress import OnProgress, RunProgress, no_progress
from hexapoda.train.pytorch import torch
from hexapoda.train.reports import IterationReport
from hexapoda.train.run import Run

__all__ = ["ExpertRun"]

_FREE = ("generations", "processes")
"""Settings of `expert` that may change: a run may be made longer, or use more processes."""


class ExpertRun(Run[ExpertRunSettings]):
    """A run in a folder. If the folder already has a run, it is resumed.

    In each generation, the engine plays games with the published network, the network of the last generation
    learns from them, and matches inside the engine follow. Every game, including those of matches, is written
    when it ends, and the state of learning is written every minute. Everything else depends only on these
    files and the seed, so a run that is killed and resumed makes the same networks as an uninterrupted one,
    unless its matches have a time limit. `progress.jsonl` records what the run has done so far.
    """

    unit = "generation"
    zero_text = "at the start"
    state_file = "generations.json"

    def __init__(
        self,
        folder: Path,
        settings: ExpertRunSettings,
        base: Path | None = None,
        cluster: Calls | None = None,
    ) -> None:
        """Relative paths in the settings start from `base`, by default the working directory. The
        training games are played on `cluster`, by default in processes on this machine. Raises `UsageError`
        for invalid settings, or if the folder has another run or a damaged file.
        """
        named_device(settings.device)  # fails before any game is played
        self._base, self._cluster = base or Path(), cluster
        module, _, name = settings.expert.expert.partition(":")
        self._expert: Expert = getattr(import_module(module), name)(settings)
        self._games: list[str] = []
        """The SHA-256 of each generation's file of games."""
        super().__init__(folder, settings, ExpertGate(folder, settings, self._base, self._expert.engine_spec))
        self._open()

    @property
    def progress_text(self) -> str:
        """What has been done so far, in words; empty for a new run."""
        number = self.iteration
        if self._games_file(number + 1).exists():
            return f"some games of generation {number + 1}"
        return f"generation {number}" if number else ""

    def step(self, on_progress: OnProgress = no_progress) -> IterationReport:
        """Run the next generation, or continue it.

        Raises `TrainingDivergedError`; the generation then remains incomplete. Raises `UsageError` if a match
        is due, and for damaged files.
        """
        self._check_no_match()
        number = self.iteration + 1
        torch.set_num_threads(self.settings.threads)
        first = max(1, number - self.settings.expert.window + 1)
        for earlier in range(first, number):
            if _digest(self._games_file(earlier)) != self._games[earlier - 1]:
                raise UsageError(f"{str(self._games_file(earlier))!r} is damaged: the checksum is wrong")
        own = self._games_file(number)
        cut_last_line(own)
        seconds = self._play(number, partial(on_progress, "self-play"))
        games = [self._games_file(one) for one in range(first, number + 1)]
        report = replace(self._learn(number, games, on_progress), self_play_seconds=seconds)
        self._keep([*self.reports, report], [*self._games, _digest(own)])
        self._checkpoint(number).unlink(missing_ok=True)
        if self._chosen is None:
            self._publish_newest()
        self._write_progress()
        return report

    def _play(self, number: int, on_game: partial[None]) -> float | None:
        """Play the games of a generation that are missing. Return how many seconds this took; None if some of
        the games already existed.
        """
        expert, path = self.settings.expert, self._games_file(number)
        # A file of games keeps its network, even if the settings of the matches have changed since.
        network = self._guide_of(path) or self._published()
        terms = self._expert.terms(_digest(network) if network else "")
        check_terms(path, asdict(terms))
        guide = Guide(network.name, read_network(network).values.tobytes()) if network else None
        numbers = range((number - 1) * expert.games, number * expert.games)
        began = time.perf_counter()
        play_game = partial(self._expert.play_game, terms, guide)
        before = append_games(path, play_game, numbers, expert.processes, on_game, self._cluster)
        return None if before else round(time.perf_counter() - began, 3)

    def _learn(self, number: int, games: Sequence[Path], on_progress: OnProgress) -> IterationReport:
        """Learn from files of games, the newest last, write the network of a generation, and return its
        report. Continues from the checkpoint, if there is one.
        """
        settings, expert, start = self.settings, self.settings.expert, self._newest()
        seed = settings.seed + number - 1
        learned = {
            "games": [_digest(path) for path in games],
            "from": _digest(start) if start else "",
            "seed": seed,
            "steps": expert.steps,
            "rate": expert.rate,
            "batch": expert.batch,
        }
        on_progress("reading games", 0, len(games))
        torch.manual_seed(seed)  # for the initial weights and the samples that the lesson draws
        lesson = self._expert.lesson(games, start)
        lesson.network.to(named_device(settings.device))
        on_progress("reading games", len(games), len(games))
        learning = Learning(lesson, learned, self._checkpoint(number))
        learning.run(partial(on_progress, "learning"))
        found = learning.measured()
        configuration = asdict(settings)
        # The file may be shared, but the paths of the network and the openings are private.
        configuration["expert"]["start"] = Path(expert.start).name
        configuration["gate"]["openings"] = Path(settings.gate.openings).name
        training = training_of(configuration, iteration=number, positions=lesson.positions, learned=learned)
        lesson.write(self.gates.file(number), training)
        played = [
            (game["winner"] is not None, len(game["moves"]), self._expert.searched_positions(game))
            for game in games_of(games[-1:])
        ]
        decisive, plies, positions = (sum(counts) for counts in zip(*played, strict=True))
        return IterationReport(
            iteration=number,
            games=len(played),
            decisive=decisive,
            plies=plies / len(played),
            positions=positions,
            policy_loss=found.policy,
            value_loss=found.value,
            learning_seconds=round(learning.seconds, 3),
        )

    def _guide_of(self, path: Path) -> Path | None:
        """Return the file of the network that guided the games in a file; None if the run has no such
        network.
        """
        game = next(games_of([path]), None) if path.exists() else None
        terms = game.get("terms") if game else None
        known = terms.get("network") if isinstance(terms, dict) else None
        networks = (self.gates.file(one) for one in range(self.iteration + 1))
        return next((file for file in networks if known and file.exists() and _digest(file) == known), None)

    def _games_file(self, number: int) -> Path:
        return self.folder / f"games-{number:05}.jsonl"

    def _checkpoint(self, number: int) -> Path:
        return self.folder / f"learning-{number:05}.pt"

    def _newest(self) -> Path | None:
        """Return the file of the last generation's network, or of the network that the run began with; None
        if there is neither.
        """
        known = self.iteration or self.settings.expert.start
        return self.gates.file(self.iteration) if known else None

    def _published(self) -> Path | None:
        """Return the file of the published network, which plays the games; None if there is none."""
        return self._newest() if self._chosen is None else self.gates.file(self._chosen)

    def _defaults(self) -> ExpertRunSettings:
        return ExpertRunSettings("", expert=type(self.settings.expert)())

    @staticmethod
    def _fixed(settings: Mapping[str, Any]) -> Mapping[str, Any]:
        # Matches do not change what a network learns, only which network plays the games.
        expert = {f"expert.{name}": value for name, value in settings["expert"].items() if name not in _FREE}
        return {"game": settings["game"], "seed": settings["seed"], **expert}

    def _has_begun(self) -> bool:
        files = (self.folder / self.state_file, self.folder / GATES, *self.folder.glob("games-*"))
        return any(file.exists() for file in files)

    def _network_sizes(self) -> dict[str, int]:
        newest = self._newest()
        return {} if newest is None else dict(read_network(newest).header.sizes)

    def _clear(self) -> None:
        for number in range(1, self.iteration + 1):
            self._checkpoint(number).unlink(missing_ok=True)

    def _keep(self, reports: list[IterationReport], games: list[str]) -> None:
        lines = [
            {**asdict(report), "games_sha256": each} for report, each in zip(reports, games, strict=True)
        ]
        write_atomically(self.folder / self.state_file, json.dumps(lines, indent=1, allow_nan=False) + "\n")
        self.reports, self._games = reports, games

    def _load(self, done: RunProgress) -> None:
        path = self.folder / self.state_file
        try:
            stored = json.loads(path.read_text("utf-8")) if path.exists() else []
            if not isinstance(stored, list):
                raise ValueError("expected a list")
            self.reports = [IterationReport.from_json(one, number) for number, one in enumerate(stored, 1)]
            self._games = [str(one["games_sha256"]) for one in stored]
        except OSError as error:
            raise UsageError(f"cannot read {str(path)!r}: {error.strerror}") from None
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            reason = f"{error} is missing" if isinstance(error, KeyError) else error
            raise UsageError(f"{str(path)!r} is damaged: {reason}") from None
        self._copy_start()

    def _copy_start(self) -> None:
        """Copy the network that the run begins with into the folder, unless it is already there."""
        start, target = self.settings.expert.start, self.gates.file(0)
        if not start or (target.exists() and self._has_begun()):
            return
        if self._has_begun():
            raise UsageError(f"cannot read the network {str(target)!r}, with which the run began")
        source = find_network_from(self._base, start)
        file = read_network(source)
        self._expert.check_start(file.header, source)
        training = {**file.header.training, "iteration": 0}
        write_network(target, replace(file.header, training=training), file.values)

    def _publish_newest(self) -> None:
        if self._newest() is not None:
            self.gates.publish(self.iteration)


def _digest(path: Path) -> str:
    """Return the SHA-256 of a file. Raises `OSError`."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
