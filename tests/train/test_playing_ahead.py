"""Games that are played while the network learns from those of the iteration before."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hexapoda._core import StopToken
from hexapoda.errors import EngineError, UsageError
from hexapoda.nets.network_file import read_network
from hexapoda.nets.shipped import find_network
from hexapoda.train import self_play
from hexapoda.train.batch import BatchEnv
from hexapoda.train.playing_ahead import PlayingAhead
from hexapoda.train.search import BatchSearch
from tests.train.plain_puct import fake_network
from tests.train.training_runs import TINY, finish, training, weights

needs_torch = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")
AHEAD = replace(TINY, iterations=4, self_play=replace(TINY.self_play, ahead=True))


def test_the_result_and_the_progress_reach_the_one_who_waits() -> None:
    told, go_on = threading.Event(), threading.Event()

    def play(on_games: Any, stop: StopToken) -> str:
        on_games(3, 8)
        told.set()
        assert go_on.wait(30) and not stop.stopped
        return threading.current_thread().name

    playing, seen = PlayingAhead(5, play), []
    assert told.wait(30) and playing.number == 5

    def on_games(*games: int) -> None:
        assert threading.current_thread() is threading.main_thread()
        seen.append(games)
        go_on.set()

    playing.wait(on_games)
    assert playing.result() != threading.current_thread().name
    assert seen and set(seen) == {(3, 8)}


def test_playing_stops_at_the_next_ply() -> None:
    begun = threading.Event()
    plies: list[int] = []

    def play(on_games: Any, stop: StopToken) -> None:
        begun.set()
        while not stop.stopped:
            time.sleep(0.001)
        while len(plies) < 1000:
            on_games(0, 8)
            plies.append(1)

    playing = PlayingAhead(1, play)
    assert begun.wait(30)
    playing.stop()
    assert not plies


@pytest.mark.parametrize("core", [True, False])
def test_a_search_that_is_stopped_ends_at_once(core: bool) -> None:
    batch = BatchEnv("hex", 4, variant="5x5", seed=1)
    search = BatchSearch(batch, simulations=1 << 24, seed=1)
    token, calls = StopToken(), []

    def evaluate(observations: Any, masks: Any) -> Any:
        calls.append(1)
        if len(calls) == 5:
            token.stop()
        return fake_network(observations, masks)

    if core:
        threading.Timer(0.2, token.stop).start()
        found = read_network(find_network("hex-5x5"))
        search.run(self_play.core_network(dict(found.header.sizes), found.values), stop=token)
    else:
        search.run(evaluate, stop=token)
        assert len(calls) == 5
    assert batch.masks is not None and batch.masks[np.arange(4), search.actions].all()


def test_python_does_not_wait_for_games_that_nobody_stops() -> None:
    text = """
import time
from hexapoda.train.playing_ahead import PlayingAhead
def play(on_games, stop):
    while True:
        on_games(0, 8)
        time.sleep(0.01)
PlayingAhead(1, play)
"""
    subprocess.run([sys.executable, "-c", text], check=True, timeout=60)


@needs_torch
def test_games_are_played_with_the_network_before_learning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[Any] = []
    make = self_play.core_network

    def core_network(sizes: dict[str, int], values: Any) -> Any:
        played.append(values.tolist())
        return make(sizes, values)

    monkeypatch.setattr("hexapoda.train.training_run.core_network", core_network)
    run = training(tmp_path, AHEAD)
    after = [run.learner.playing.weights().tolist()]
    while not run.complete:
        if run.gate_due:
            run.gate()
        else:
            run.step()
            after.append(run.learner.playing.weights().tolist())
    # The first two iterations are played by the first network, and each later one by the last but one.
    assert played == [after[0], after[0], after[1], after[2]]
    run.close()


@needs_torch
def test_a_run_that_plays_ahead_resumes(tmp_path: Path) -> None:
    whole = training(tmp_path / "whole", AHEAD)
    finish(whole)
    part = training(tmp_path / "part", AHEAD)
    part.step()
    part.close()  # stops the games of iteration 2
    again = training(tmp_path / "part", AHEAD)
    again.step()
    again.gate()
    again.close()
    last = training(tmp_path / "part", AHEAD)
    finish(last)
    assert weights(last) == weights(whole)
    assert [(one.games, one.plies) for one in last.reports] == [
        (one.games, one.plies) for one in whole.reports
    ]
    whole.close()
    last.close()


@needs_torch
def test_an_error_of_the_games_ends_the_next_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = training(tmp_path, replace(AHEAD, gate=replace(AHEAD.gate, every=0)))
    make = self_play.core_network
    calls: list[int] = []

    def core_network(sizes: dict[str, int], values: Any) -> Any:
        calls.append(1)
        if len(calls) == 2:
            raise EngineError("the network cannot play")
        return make(sizes, values)

    monkeypatch.setattr("hexapoda.train.training_run.core_network", core_network)
    run.step()
    with pytest.raises(EngineError, match="the network cannot play"):
        run.step()
    run.step()
    assert run.iteration == 2
    run.close()


@needs_torch
def test_a_step_that_failed_can_be_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = training(tmp_path / "whole", AHEAD)
    finish(whole)
    whole.close()
    run = training(tmp_path / "run", AHEAD)
    fit = run.learner.fit

    def fail(*_: Any, **__: Any) -> None:
        monkeypatch.setattr(run.learner, "fit", fit)
        raise MemoryError

    monkeypatch.setattr(run.learner, "fit", fail)
    with pytest.raises(MemoryError):
        run.step()
    finish(run)
    assert weights(run) == weights(whole)
    run.close()


@needs_torch
def test_what_cannot_play_ahead(tmp_path: Path) -> None:
    from hexapoda.train.training_run import TrainingRun

    with pytest.raises(UsageError, match=r"self_play\.ahead plays on the CPU only"):
        TrainingRun(tmp_path / "run", replace(AHEAD, device="cuda"))


@needs_torch
def test_a_cluster_does_not_play_ahead(tmp_path: Path) -> None:
    from hexapoda.train.training_run import TrainingRun

    cluster: Any = object()
    with pytest.raises(UsageError, match=r"self_play\.ahead plays on this machine only"):
        TrainingRun(tmp_path / "run", AHEAD, None, cluster)
    assert not (tmp_path / "run").exists()
