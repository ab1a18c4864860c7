"""`WarmStart`: learning from recorded games, part by part, before the self-play of a training run."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from hexapoda.errors import UsageError
from hexapoda.files.data_folder import expanded
from hexapoda.files.game_file import existing
from hexapoda.train.episode import EpisodeSettings
from hexapoda.train.learner import Learner, TrainingDivergedError
from hexapoda.train.packed_samples import PackedSamples
from hexapoda.train.progress import OnProgress
from hexapoda.train.pytorch import torch
from hexapoda.train.recorded_games import RecordedParts, read_recorded_games
from hexapoda.train.reports import LARGEST, WarmReport
from hexapoda.train.run_settings import RunSettings

__all__ = ["WarmStart"]


@dataclass(frozen=True, slots=True)
class _State:
    """The state of the warm start in a checkpoint."""

    parts: int = 0
    positions: int = 0
    seconds: float = 0.0
    digest: str = ""
    report: WarmReport | None = None


class WarmStart:
    """The warm start of a run, and its progress. The games are read when they are first needed."""

    def __init__(
        self, settings: RunSettings, episode: EpisodeSettings, symmetries: list[int], base: Path
    ) -> None:
        """A relative path to the games starts from `base`."""
        self._settings, self._episode, self._symmetries = settings, episode, symmetries
        self._path = base / expanded(settings.warm.games)
        self._state = _State()
        self._recorded: RecordedParts | None = None

    @property
    def due(self) -> bool:
        """Whether there are still games to learn from before the first iteration."""
        return bool(self._settings.warm.games) and self._state.report is None

    @property
    def _shares(self) -> bool:
        """Whether iterations learn from recorded positions too."""
        return bool(self._settings.warm.games and self._settings.warm.share)

    @property
    def parts(self) -> int:
        """How many parts have been learned from."""
        return self._state.parts

    @property
    def report(self) -> WarmReport | None:
        """What the warm start did; None if there is none, or it is not complete."""
        return self._state.report

    def stored(self) -> dict[str, Any]:
        """Return the state that `load` restores."""
        return asdict(self._state)

    def load(self, stored: Any) -> None:
        """Continue from a state that `stored` returned; None is from a checkpoint of an earlier version.
        Raises `KeyError`, `TypeError` and `ValueError`.
        """
        if stored is None:
            return
        state = _State(**stored)
        self._state = (
            state if state.report is None else replace(state, report=WarmReport.from_json(stored["report"]))
        )

    def check_path(self, run: Path) -> None:
        """Raise `UsageError` if the games are still needed and their path does not exist or contains the
        folder of the run; in that case, the run's own games would be among them.
        """
        if not self.due and not self._shares:
            return
        existing([self._path])
        if run.resolve().is_relative_to(self._path.resolve()):
            raise UsageError(
                f"the folder of the run, {str(run)!r}, is in the folder of the recorded games, "
                f"{str(self._path)!r}: choose another folder for one of them"
            )

    def learn(self, learner: Learner, save: Callable[[], None], say: OnProgress) -> WarmReport:
        """Learn from the remaining parts, and `save` after each; see `TrainingRun.start_warm`."""
        if not self.due:
            raise UsageError("no warm start is due")
        recorded = self._games(say)
        while (report := self._state.report) is None:
            began = time.perf_counter()
            state = self._learn_part(learner, recorded, say)
            state = replace(state, seconds=round(state.seconds + time.perf_counter() - began, 3))
            if state.parts >= recorded.count:
                state = replace(state, report=_report(learner, recorded, state))
            self._state = state
            save()
        return report

    def prepare(self, say: OnProgress) -> None:
        """Read the games now if `recorded_samples` needs them. Raises `UsageError` if they have changed."""
        if self._shares:
            self._games(say)

    def recorded_samples(self, count: int, iteration: int, say: OnProgress) -> list[PackedSamples]:
        """Return the recorded positions that an iteration adds to `count` of its own, if any."""
        if not self._shares:
            return []
        share = self._settings.warm.share
        wanted = round(count * share / (1 - share))
        rng = np.random.default_rng([self._settings.seed, 4, iteration])
        return [self._games(say).random_samples(wanted, rng)]

    def _learn_part(self, learner: Learner, recorded: RecordedParts, say: OnProgress) -> _State:
        state, settings, episode = self._state, self._settings, self._episode
        first, last = settings.warm.learning_rate, settings.learner.learning_rate
        size, count = recorded.SIZE, recorded.count
        rng = np.random.default_rng([settings.seed, 5, state.parts])
        torch.manual_seed(int(rng.integers(1 << 62)))
        samples = recorded.part(state.parts).augmented(episode.encoder, episode.layout, self._symmetries, rng)
        learner.learn_once(
            samples,
            rng,
            lambda share: first + (last - first) * (state.parts + share) / count,
            # A part consists of whole games, so it may have somewhat more or fewer positions than `size`.
            lambda done, _: say("warm start", size * state.parts + min(done, size), size * count),
        )
        return replace(
            state,
            parts=state.parts + 1,
            positions=state.positions + len(samples),
            digest=recorded.games.digest,
        )

    def _games(self, say: OnProgress) -> RecordedParts:
        if self._recorded is None:
            games = read_recorded_games(
                self._path,
                self._episode,
                self._settings.warm,
                lambda done, all: say("reading games", done, all),
            )
            if self._state.digest not in ("", games.digest):
                raise UsageError(
                    f"{str(self._path)!r} has changed: expected the games that the warm start began with"
                )
            self._recorded = RecordedParts(games, self._settings)
        return self._recorded


def _report(learner: Learner, recorded: RecordedParts, state: _State) -> WarmReport:
    if not state.positions:
        raise UsageError(
            "no recorded position fits the observation and the actions: expected a larger window"
        )
    measured = learner.measure(recorded.held_out())
    if not max(measured.policy, measured.value) <= LARGEST:
        raise TrainingDivergedError(
            "the network has diverged: expected a run in another folder with a lower warm.learning_rate"
        )
    return WarmReport(
        games=recorded.learned_games,
        left_out=recorded.games.left_out,
        positions=state.positions,
        policy_loss=round(measured.policy, 6),
        value_loss=round(measured.value, 6),
        predicted=round(measured.predicted, 6),
        seconds=state.seconds,
    )
