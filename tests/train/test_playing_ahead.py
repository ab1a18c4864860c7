"""Games that are played while the network learns from those of the iteration before."""

from __future__ import annotations

import importlib.util
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hexapoda.errors import EngineError, UsageError
from hexapoda.train import self_play
from hexapoda.train.playing_ahead import PlayingAhead
from tests.train.training_runs import TINY, finish, training, weights

needs_torch = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")
AHEAD = replace(TINY, iterations=4, self_play=replace(TINY.self_play, ahead=True))


def test_the_result_and_the_progress_reach_the_one_who_waits() -> None:
    told, go_on = threading.Event(), threading.Event()

    def play(on_games: Any) -> str:
        on_games(3, 8)
        told.set()
        assert go_on.wait(30)
        return threading.current_thread().name

    playing, seen = PlayingAhead(play), []
    assert told.wait(30)

    def on_games(*games: int) -> None:
        assert threading.current_thread() is threading.main_thread()
        seen.append(games)
        go_on.set()

    playing.wait(on_games)
    assert playing.result() != threading.current_thread().name
    assert seen and set(seen) == {(3, 8)}


def test_playing_stops_at_the_next_ply() -> None:
    begun, stopping = threading.Event(), threading.Event()
    plies: list[int] = []

    def play(on_games: Any) -> None:
        begun.set()
        assert stopping.wait(30)
        while len(plies) < 1000:
            on_games(0, 8)
            plies.append(1)

    playing = PlayingAhead(play)
    assert begun.wait(30)
    later = threading.Timer(0.2, stopping.set)
    later.start()
    playing.stop()
    assert not plies


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
def test_a_cluster_does_not_play_ahead(tmp_path: Path) -> None:
    from hexapoda.train.training_run import TrainingRun

    cluster: Any = object()
    with pytest.raises(UsageError, match=r"self_play\.ahead plays on this machine only"):
        TrainingRun(tmp_path / "run", AHEAD, None, cluster)
    assert not (tmp_path / "run").exists()
