"""Games that an engine learns from, on a Ray cluster of two processes."""

from __future__ import annotations

import importlib.util
import socket
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from hexapoda.errors import EngineError
from hexapoda.train.expert.game_lines import append_games
from hexapoda.train.expert.hex.games import play_game
from tests.cli.command_line import complaint
from tests.local_ray import DiesOnce
from tests.train.expert_runs import CONFIG, HIVE_TINY, TINY, expert_run, files, finish, play_here

pytestmark = [
    pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed"),
    pytest.mark.filterwarnings("ignore"),  # Ray's own
    pytest.mark.xdist_group("ray"),
]


class LosesOne:
    """A cluster that loses the worker of its first call."""

    def __init__(self, marker: Path) -> None:
        self.marker = marker

    def calls(
        self, function: Any, shared: Any, tasks: Iterable[Any], *, name: Callable[[Any], str]
    ) -> Iterator[Any]:
        from hexapoda.host.ray_cluster import RayCluster

        yield from RayCluster("auto").calls(function, DiesOnce(shared, self.marker), tasks, name=name)


@pytest.mark.parametrize(
    "settings", [pytest.param(TINY, marks=pytest.mark.deep), HIVE_TINY], ids=["hex", "hive"]
)
def test_a_cluster_makes_the_same_network_and_replaces_a_lost_worker(
    cluster: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    from hexapoda.train.expert.expert_run import ExpertRun

    lost = tmp_path / "lost"
    there: Any = LosesOne(lost)
    finish(ExpertRun(tmp_path / "there", settings, None, there))
    assert lost.exists()
    play_here(monkeypatch)
    finish(expert_run(tmp_path / "here", settings))
    assert files(tmp_path / "there") == files(tmp_path / "here")


def test_a_game_that_cannot_be_played_there_is_named(cluster: None, tmp_path: Path) -> None:
    from hexapoda.host.ray_cluster import RayCluster

    terms: Any = None
    play = partial(play_game, terms, None)
    with pytest.raises(EngineError, match=r"game [12] failed on the cluster: 'NoneType' object has"):
        append_games(tmp_path / "games.jsonl", play, [4, 5], 1, lambda done, all: None, RayCluster("auto"))


def test_a_wrong_address_is_reported_at_once(ray: Any, tmp_path: Path) -> None:
    config = tmp_path / "run.toml"
    config.write_text(CONFIG, "utf-8")
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{unused.getsockname()[1]}"
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(ray, "is_initialized", lambda: False)
            message = complaint("train", str(config), "--folder", str(tmp_path / "run"), "--cluster", address)
    assert f"no Ray cluster at '{address}'" in message
    assert not (tmp_path / "run").exists(), "a run is begun once there is a cluster"
