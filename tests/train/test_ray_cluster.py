"""What runs on a local Ray cluster of two processes: matches, self-play, games that an engine learns from.

Runs where Ray is installed (extra `cluster`). The start of a cluster takes seconds, so a process
starts one for this module. In a parallel run, each process that takes some of these tests starts its own.
"""

from __future__ import annotations

import dataclasses
import importlib.util
import json
import socket
import threading
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hexapoda.arena.match import Match
from hexapoda.errors import EngineError, UsageError
from hexapoda.record import Ending
from hexapoda.train.expert.game_lines import append_games
from hexapoda.train.expert.hex.games import play_game
from hexapoda.train.self_play import parts_of, play_part
from tests.arena.settings import bot, essence, small
from tests.arena.test_match import openings
from tests.cli.command_line import complaint
from tests.local_ray import LosesOne, kill_a_worker
from tests.pool_here import play_matches_here
from tests.train import expert_runs, training_runs

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]  # the warnings are Ray's own
needs_torch = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")
SELF_PLAY = dataclasses.replace(
    training_runs.TINY,
    iterations=2,
    self_play=dataclasses.replace(training_runs.TINY.self_play, games=10, parts=4),
)


def test_engines_that_die_have_lost_there_too(cluster: None) -> None:
    from hexapoda.arena.game_players import ClusterPlayer

    result = Match(small(bot("Dies"), "random", games=2), player=ClusterPlayer("auto")).run()
    assert [record.ending for record in result.records()] == [Ending.CRASH] * 2


def test_the_games_are_the_same_even_if_a_worker_is_lost(cluster: None) -> None:
    from hexapoda.arena.game_players import ClusterPlayer

    settings = small(games=8, openings=openings())
    with pytest.MonkeyPatch.context() as patch:
        play_matches_here(patch)
        expected = [essence(record) for record in Match(settings).run().records()]
    kill_a_worker("nobody")  # skips the test where processes cannot be found
    over, killed = threading.Event(), threading.Event()

    def lose_a_worker() -> None:
        while not over.wait(0.002):  # a pair of games is short
            if kill_a_worker("play_numbers"):
                killed.set()
                break

    losing = threading.Thread(target=lose_a_worker)
    losing.start()
    try:
        result = Match(settings, player=ClusterPlayer("auto")).run()
    finally:
        over.set()
        losing.join()
    assert killed.is_set() and result.finished
    assert [essence(record) for record in result.records()] == expected
    assert not result.board.faults


def test_mistakes_of_the_user_come_back(cluster: None) -> None:
    from hexapoda.arena.game_players import ClusterPlayer

    with pytest.raises(UsageError, match="gready"):
        Match(small("gready", "random"), player=ClusterPlayer("auto")).run()


def test_no_cluster_at_the_address(ray: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from hexapoda.arena.game_players import ClusterPlayer

    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", refuse)
    monkeypatch.setattr(ray, "shutdown", lambda: None)
    with pytest.raises(EngineError, match=r"no Ray cluster at '10\.0\.0\.1:1'"):
        Match(small(), player=ClusterPlayer("10.0.0.1:1")).run()


def refuse(*_: object, **__: object) -> None:
    raise ConnectionError("nobody there")


@needs_torch
@pytest.mark.parametrize(
    "settings",
    [pytest.param(expert_runs.TINY, marks=pytest.mark.deep), expert_runs.HIVE_TINY],
    ids=["hex", "hive"],
)
def test_an_engine_learns_the_same_and_a_lost_worker_is_replaced(
    cluster: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    from hexapoda.train.expert.expert_run import ExpertRun

    lost = tmp_path / "lost"
    there: Any = LosesOne(lost)
    expert_runs.finish(ExpertRun(tmp_path / "there", settings, None, there))
    assert lost.exists()
    expert_runs.play_here(monkeypatch)
    expert_runs.finish(expert_runs.expert_run(tmp_path / "here", settings))
    assert expert_runs.files(tmp_path / "there") == expert_runs.files(tmp_path / "here")


def test_a_game_that_cannot_be_played_there_is_named(cluster: None, tmp_path: Path) -> None:
    from hexapoda.host.ray_cluster import RayCluster

    terms: Any = None
    play = partial(play_game, terms, None)
    with pytest.raises(EngineError, match=r"game [12] failed on the cluster: 'NoneType' object has"):
        append_games(tmp_path / "games.jsonl", play, [4, 5], 1, lambda done, all: None, RayCluster("auto"))


@needs_torch
def test_self_play_is_the_same_and_a_lost_worker_is_replaced(cluster: None, tmp_path: Path) -> None:
    from hexapoda.train.training_run import TrainingRun

    here = TrainingRun(tmp_path / "here", SELF_PLAY)
    training_runs.finish(here)
    on_disk: list[int] = []

    def look(what: str, done: int, all: int) -> None:
        if what == "self-play":
            on_disk.append(len(list((tmp_path / "there").glob("games-00001-part-*.json"))))

    loses: Any = LosesOne(tmp_path / "lost")
    there = TrainingRun(tmp_path / "there", SELF_PLAY, None, loses)
    there.step(look)
    assert max(on_disk) >= 3, "each part is on disk when it ends"
    training_runs.finish(there)
    assert loses.marker.exists()
    assert training_runs.weights(there) == training_runs.weights(here) and there.reports == here.reports
    for name in ("games.jsonl", "settings.json"):
        shown = [tmp_path / run / "matches" / "self-play-00001" / name for run in ("here", "there")]
        assert without_dates(shown[0]) == without_dates(shown[1])


def without_dates(path: Path) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return [{name: value for name, value in line.items() if name != "date"} for line in lines]


@needs_torch
def test_a_network_that_fails_there_is_reported(cluster: None) -> None:
    from hexapoda.host.ray_cluster import RayCluster

    sizes = {"planes": 2, "height": 3, "width": 3, "channels": 4, "blocks": 1, "kinds": 1, "others": 0}
    shared = SELF_PLAY, sizes, np.zeros(3, np.float32)
    played = RayCluster("auto").calls(play_part, shared, parts_of(SELF_PLAY, 1))
    with pytest.raises(EngineError, match="the network cannot play"):
        list(played)


@needs_torch
@pytest.mark.parametrize(
    "config",
    [expert_runs.CONFIG, training_runs.CONFIG.replace("games = 8", "games = 8\nparts = 2")],
    ids=["expert", "self-play"],
)
def test_a_wrong_address_is_reported_at_once(ray: Any, tmp_path: Path, config: str) -> None:
    (tmp_path / "run.toml").write_text(config, "utf-8")
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{unused.getsockname()[1]}"
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(ray, "is_initialized", lambda: False)
            words = ["train", str(tmp_path / "run.toml"), "--folder", str(tmp_path / "run")]
            message = complaint(*words, "--cluster", address)
    assert f"no Ray cluster at '{address}'" in message
    if "[expert]" in config:
        assert not (tmp_path / "run").exists(), "a run is begun once there is a cluster"
