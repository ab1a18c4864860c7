"""Training runs that are short enough for tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hexapoda.train.run_settings import (
    GateSettings,
    LearnerSettings,
    NetworkSettings,
    RunSettings,
    SelfPlaySettings,
)

__all__ = ["CONFIG", "TINY", "Cut", "cut_at", "finish", "training", "weights"]

TINY = RunSettings(
    "hex",
    "3x3",
    iterations=3,
    threads=1,
    network=NetworkSettings(channels=8, blocks=1),
    self_play=SelfPlaySettings(games=16, simulations=8, considered=4, random_plies=2),
    learner=LearnerSettings(window=2, updates=5, batch=32),
    gate=GateSettings(every=2, games=10, simulations=8),
)
CONFIG = """game = "hex"
variant = "3x3"
iterations = 2
threads = 1
[network]
channels = 8
blocks = 1
[self_play]
games = 8
simulations = 4
[learner]
updates = 2
[gate]
every = 1
games = 4
simulations = 4
"""


def training(folder: Path, settings: RunSettings = TINY) -> Any:
    from hexapoda.train.training_run import TrainingRun

    return TrainingRun(folder, settings)


def weights(training_run: Any) -> list[Any]:
    state = training_run.network.state_dict()
    return [state[name].numpy().tolist() for name in sorted(state)]


def finish(training_run: Any) -> None:
    while not training_run.complete:
        if training_run.warm_start_due:
            training_run.start_warm()
        elif training_run.gate_due:
            training_run.gate()
        else:
            training_run.step()


class Cut(Exception):
    """Ends a run in the middle."""


def cut_at(what: str) -> Any:
    def progress(now: str, done: int, all: int) -> None:
        if now == what and done == all:
            raise Cut

    return progress
