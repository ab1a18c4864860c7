"""Small runs of expert iteration for the tests."""

from __future__ import annotations

import dataclasses
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from hexapoda.train.expert.expert_settings import ExpertGateSettings, ExpertRunSettings
from hexapoda.train.expert.experts import expert_settings_of
from hexapoda.train.expert.hex.rave_settings import RaveSettings
from hexapoda.train.progress import no_progress
from tests.pool_here import PoolHere

__all__ = [
    "CONFIG",
    "HIVE_CONFIG",
    "HIVE_TINY",
    "TIMES",
    "TINY",
    "expert_run",
    "files",
    "finish",
    "learn_up_to",
    "play_here",
    "with_expert",
    "with_gate",
]

TINY = ExpertRunSettings(
    "hex",
    threads=1,
    expert=RaveSettings(
        generations=2,
        processes=1,
        games=4,
        boards={"6x6": 1, "7x7": 1},
        playouts=30,
        quick=20,
        long=0.5,
        steps=10,
        rate=0.001,
        batch=16,
        blocks=1,
    ),
    gate=ExpertGateSettings(games=2, variant="5x5", nodes=20, openings="random:2"),
)
CONFIG = """game = "hex"
seed = 3
threads = 1
[expert]
engine = "rave"
generations = 2
processes = 1
games = 4
boards = { 6x6 = 1, 7x7 = 1 }
playouts = 30
quick = 20
long = 0.5
steps = 10
rate = 0.001
batch = 16
blocks = 1
[gate]
games = 2
variant = "5x5"
nodes = 20
openings = "random:2"
"""
HIVE_CONFIG = """game = "hive"
threads = 1
[expert]
generations = 2
processes = 1
games = 3
boards = { "Base+MLP" = 1, Base = 2 }
nodes = 30
steps = 10
rate = 0.001
batch = 32
[gate]
games = 2
nodes = 20
"""
HIVE_TINY = expert_settings_of(tomllib.loads(HIVE_CONFIG))
TIMES = ("self_play_seconds", "learning_seconds", "games_per_hour", "positions_per_second")


def with_expert(**changed: Any) -> ExpertRunSettings:
    assert isinstance(TINY.expert, RaveSettings)
    return dataclasses.replace(TINY, expert=dataclasses.replace(TINY.expert, **changed))


def with_gate(**changed: Any) -> ExpertRunSettings:
    return dataclasses.replace(TINY, gate=dataclasses.replace(TINY.gate, **changed))


def expert_run(folder: Path, settings: ExpertRunSettings = TINY, base: Path | None = None) -> Any:
    from hexapoda.train.expert.expert_run import ExpertRun

    return ExpertRun(folder, settings, base)


def finish(run: Any, on_progress: Any = no_progress) -> Any:
    while not run.complete:
        run.advance(on_progress)
    run.close()
    return run


def play_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play the games of self-play in this process, which takes less time."""
    monkeypatch.setattr("hexapoda.train.expert.game_lines.WorkerPool", PoolHere)


def learn_up_to(learning: Any, steps: int) -> None:
    """Make so many steps and write the checkpoint, as if the process ended then."""

    def stop(done: int, all: int) -> None:
        if done == steps:
            learning.save()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        learning.run(stop)


def files(folder: Path) -> dict[str, Any]:
    """What a run has made, without its times."""
    found: dict[str, Any] = {
        path.name: path.read_bytes()
        for pattern in ("*.net", "games-*.jsonl", "gates.json")
        for path in folder.glob(pattern)
    }
    for name in ("generations.json", "progress.jsonl"):
        text = (folder / name).read_text("utf-8")
        rows = json.loads(text) if name == "generations.json" else map(json.loads, text.splitlines())
        found[name] = [{key: row[key] for key in row if key not in TIMES} for row in rows]
    return found
