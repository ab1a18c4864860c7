"""Training runs for the tests: folders as `hexapoda train` writes them, with random games."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from hexapoda.train.expert.expert_settings import ExpertRunSettings
from hexapoda.train.played_games import PlayedGames, write_gate_games, write_self_play
from hexapoda.train.progress import write_progress
from hexapoda.train.reports import GateReport, IterationReport, NetworkMatch, RatingMatch, WarmReport
from hexapoda.train.run_settings import GateSettings, RunSettings, SelfPlaySettings
from hexapoda.train.self_play import batch_of

__all__ = ["RUN", "iterations", "matches", "random_games", "write_expert_run", "write_run"]

RUN = RunSettings(
    "hex",
    "3x3",
    iterations=8,
    threads=1,
    self_play=SelfPlaySettings(games=16),
    gate=GateSettings(every=2, games=6, random_plies=2),
)
RESULTS = ((0, 0, 1, 0, 2), (0, 0, 3, 0, 0), (1, 0, 1, 0, 1))
"""The pairs of the matches; each network after the first one plays one."""


def iterations(count: int, **more: Any) -> list[IterationReport]:
    """The reports of the first iterations, with these other figures."""
    figures = {"positions": 100, "self_play_seconds": 2.0, "learning_seconds": 0.5} | more
    return [
        IterationReport(number, 16, 15, 7.5 - number / 10, 2 / number, 1 / number, **figures)
        for number in range(1, count + 1)
    ]


def matches(count: int, every: int = 2) -> list[GateReport]:
    """The first reports of matches: the networks are published in turn, but not the third one. The fourth
    meets the first one and an engine too.
    """
    found = [GateReport(every, None, None, True)][:count]
    for number in range(1, count):
        pairs = RESULTS[(number - 1) % len(RESULTS)]
        wins = sum(k * pair for k, pair in enumerate(pairs)) // 2
        before = next(one.iteration for one in reversed(found) if one.published)
        result = NetworkMatch.of(wins, 0, 2 * sum(pairs) - wins, pairs)
        older = (RatingMatch(every, NetworkMatch.of(3, 0, 1, (0, 0, 1, 0, 1))),) if number == 3 else ()
        engines = (RatingMatch("mcts:nodes=50", NetworkMatch.of(1, 0, 3, (1, 0, 1, 0, 0))),) if older else ()
        found.append(GateReport(every * (number + 1), before, result, number != 2, older, engines))
    return found


def random_games(settings: RunSettings, count: int, seed: int = 1, random_plies: int = 2) -> PlayedGames:
    """Games of random moves; the same seed gives the same openings."""
    batch = batch_of(settings, count, seed)
    games, going = PlayedGames(batch, count, random_plies), np.ones(count, np.bool_)
    while going.any():
        actions = batch.sample()
        games.add(actions, going)
        batch.step(actions)
        going &= ~(batch.terminated | batch.truncated)
    return games


def write_run(
    home: Path,
    id: str,
    done: int = 8,
    settings: RunSettings = RUN,
    measured: Sequence[GateReport] | None = None,
    warm_start: WarmReport | None = None,
) -> Path:
    """Write a run after so many iterations, with the games of its matches, and return its folder."""
    folder = home / "runs" / id
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "settings.json").write_text(json.dumps(asdict(settings)), "utf-8")
    found = matches(done // 2) if measured is None else measured
    for one in found:
        if one.against is not None:
            half = random_games(settings, 3)
            write_gate_games(folder, settings, one.iteration, one.against, (half, half))
        for older in one.older:
            assert isinstance(older.against, int)
            half = random_games(settings, 2)
            write_gate_games(folder, settings, one.iteration, older.against, (half, half), older=True)
    for number in range(1, done + 1):
        write_self_play(folder, settings, number, random_games(settings, 4))
    write_progress(folder, iterations(done), found, warm_start)
    return folder


def write_expert_run(home: Path, id: str, settings: ExpertRunSettings, done: int) -> Path:
    """Write a run of the network of an engine after so many generations and one match, against the network
    that it began with, and return its folder.
    """
    folder = home / "runs" / id
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "settings.json").write_text(json.dumps(asdict(settings)), "utf-8")
    first = GateReport(0, None, None, True)
    second = GateReport(1, 0, NetworkMatch.of(2, 0, 4, (1, 0, 2, 0, 0)), False)
    write_progress(folder, iterations(done), [first, second] if settings.gate.every else [])
    return folder
