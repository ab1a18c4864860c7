"""`WarmTraining`: the warm start of a training run, which learns from recorded games part by part."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from hexapoda.errors import UsageError
from hexapoda.game_file import existing
from hexapoda.train.board_network import torch
from hexapoda.train.episode import EpisodeSettings
from hexapoda.train.learner import Learner
from hexapoda.train.recorded_games import read_recorded_games
from hexapoda.train.run_settings import RunSettings
from hexapoda.train.samples import Samples
from hexapoda.train.warm_report import WarmReport, warm_report
from hexapoda.train.warm_start import PART, WarmStart

__all__ = ["WarmTraining"]

OnProgress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class _State:
    """What a checkpoint says of the warm start."""

    parts: int = 0
    positions: int = 0
    seconds: float = 0.0
    digest: str = ""
    report: WarmReport | None = None


class WarmTraining:
    """How far the warm start of a run is. The games are read when they are needed."""

    def __init__(
        self, settings: RunSettings, episode: EpisodeSettings, symmetries: list[int], base: Path
    ) -> None:
        """A relative path of the games begins at `base`. Raises `UsageError` if there is nothing."""
        self._settings, self._episode, self._symmetries = settings, episode, symmetries
        self._path = base / settings.warm.games
        if settings.warm.games:
            existing([self._path])
        self._state = _State()
        self._source: WarmStart | None = None

    @property
    def due(self) -> bool:
        """Whether there are games to learn from before the first iteration."""
        return bool(self._settings.warm.games) and self._state.report is None

    @property
    def parts(self) -> int:
        """How many parts have been learned."""
        return self._state.parts

    @property
    def report(self) -> WarmReport | None:
        """What the warm start has done; None if there is none, or it is not complete."""
        return self._state.report

    def stored(self) -> dict[str, Any]:
        """Return what `load` needs."""
        return asdict(self._state)

    def load(self, stored: Any) -> None:
        """Go on where a checkpoint says; None is one of an earlier version. Raises `KeyError`, `TypeError`
        and `ValueError`.
        """
        if stored is None:
            return
        state = _State(**stored)
        self._state = state if state.report is None else replace(state, report=warm_report(stored["report"]))

    def learn(self, learner: Learner, save: Callable[[], None], say: OnProgress) -> WarmReport:
        """Learn the parts that are left, and `save` after each: see `TrainingRun.start_warm`."""
        if not self.due:
            raise UsageError("no warm start is due")
        source = self._games(say)
        while (report := self._state.report) is None:
            began = time.perf_counter()
            state = self._learn_part(learner, source, say)
            state = replace(state, seconds=round(state.seconds + time.perf_counter() - began, 3))
            if state.parts >= source.parts:
                state = replace(state, report=_report(learner, source, state))
            self._state = state
            save()
        return report

    def beside(self, count: int, iteration: int, say: OnProgress) -> list[Samples]:
        """Return the recorded positions that an iteration learns from beside `count` of its own."""
        share = self._settings.warm.share
        wanted = round(count * share / (1 - share))
        if not self._settings.warm.games or not wanted:
            return []
        rng = np.random.default_rng([self._settings.seed, 4, iteration])
        return [self._games(say).drawn(wanted, rng)]

    def _learn_part(self, learner: Learner, source: WarmStart, say: OnProgress) -> _State:
        state, settings = self._state, self._settings
        rng = np.random.default_rng([settings.seed, 5, state.parts])
        torch.manual_seed(int(rng.integers(1 << 62)))
        episode = self._episode
        first, last = settings.warm.learning_rate, settings.learner.learning_rate
        samples = source.part(state.parts).varied(episode.encoder, episode.layout, self._symmetries, rng)
        learner.go_through(
            samples,
            rng,
            lambda share: first + (last - first) * (state.parts + share) / source.parts,
            lambda done, _: say("warm start", PART * state.parts + done, PART * source.parts),
        )
        return replace(
            state,
            parts=state.parts + 1,
            positions=state.positions + len(samples),
            digest=source.games.digest,
        )

    def _games(self, say: OnProgress) -> WarmStart:
        if self._source is None:
            games = read_recorded_games(
                self._path,
                self._episode,
                self._settings.warm,
                lambda done, all: say("reading games", done, all),
            )
            if self._state.digest not in ("", games.digest):
                raise UsageError(f"{str(self._path)!r} has changed: expected the games of the warm start")
            self._source = WarmStart(games, self._settings)
        return self._source


def _report(learner: Learner, source: WarmStart, state: _State) -> WarmReport:
    measured = learner.measure(source.held_out())
    return WarmReport(
        games=source.learned_games,
        left_out=source.games.left_out,
        positions=state.positions,
        policy_loss=round(measured.policy, 6),
        value_loss=round(measured.value, 6),
        predicted=round(measured.predicted, 6),
        seconds=state.seconds,
    )
