"""Games that an engine learns from, on a Ray cluster of two processes."""

from __future__ import annotations

import importlib.util
import socket
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from hexapoda.errors import EngineError
from hexapoda.train.expert.cluster_games import ClusterGames, play_there
from hexapoda.train.expert.game_lines import GameTask
from hexapoda.train.expert.hex.games import play_game
from tests.cli.command_line import complaint
from tests.local_ray import DiesOnce
from tests.train.expert_runs import CONFIG, HIVE_TINY, TINY, expert_run, files, finish, play_here

pytestmark = [
    pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed"),
    pytest.mark.filterwarnings("ignore"),  # Ray's own
    pytest.mark.xdist_group("ray"),
]


class FakeCluster:
    """Calls in this process, and yields the last result first."""

    def __init__(self) -> None:
        self.named: list[str] = []

    def calls(
        self,
        function: Callable[[Any, Any], Any],
        shared: Any,
        tasks: Sequence[Any],
        *,
        name: Callable[[Any], str] = str,
    ) -> Iterator[tuple[Any, Any]]:
        for task in reversed(tasks):
            self.named.append(name(task))
            yield task, function(shared, task)


def play(task: GameTask[str]) -> dict[str, Any]:
    network = None if task.network is None else task.network.read_bytes()
    return {"number": task.number, "terms": task.terms, "network": network, "file": task.network}


def test_games_come_in_order_with_the_network_in_a_file_there(tmp_path: Path) -> None:
    cluster: Any = FakeCluster()
    path = tmp_path / "mine.net"
    path.write_bytes(b"weights")
    tasks = [GameTask(number, "terms", path) for number in (7, 8, 9)]
    games = list(ClusterGames(cluster)(play, tasks))
    assert [game["number"] for game in games] == [7, 8, 9]
    assert cluster.named[-1] == "the moves of game 8"
    assert all(game["network"] == b"weights" and game["terms"] == "terms" for game in games)
    [there] = {game["file"] for game in games}
    assert there != path and there.name == path.name and there.is_file()
    path.write_bytes(b"newer")
    [game] = ClusterGames(cluster)(play, [GameTask(1, "terms", path)])
    assert game["network"] == b"newer" and not there.exists(), "the file of the older network is removed"
    [game] = ClusterGames(cluster)(play, [GameTask(1, "terms")])
    assert game["network"] is None
    assert list(ClusterGames(cluster)(play, [])) == []


@pytest.mark.parametrize("settings", [TINY, HIVE_TINY], ids=["hex", "hive"])
def test_a_cluster_makes_the_same_network_and_replaces_a_lost_worker(
    cluster: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    from hexapoda.host.ray_cluster import RayCluster
    from hexapoda.train.expert.expert_run import ExpertRun

    games, lost = ClusterGames(RayCluster("auto")), tmp_path / "lost"

    def player(play_game: Any, tasks: Sequence[Any]) -> Any:
        return games(DiesOnce(play_game, lost), tasks)

    finish(ExpertRun(tmp_path / "there", settings, None, player))
    assert lost.exists()
    play_here(monkeypatch)
    finish(expert_run(tmp_path / "here", settings))
    assert files(tmp_path / "there") == files(tmp_path / "here")


def test_a_game_that_cannot_be_played_there_is_named(cluster: None) -> None:
    from hexapoda.host.ray_cluster import RayCluster

    with pytest.raises(EngineError, match="the moves of game 5 failed on the cluster: 'NoneType' object has"):
        list(ClusterGames(RayCluster("auto"))(play_game, [GameTask(4, None)]))
    assert play_there((play, None), (0, GameTask(2, "terms")))["number"] == 2


def test_a_wrong_address_is_told_at_once(ray: Any, tmp_path: Path) -> None:
    config = tmp_path / "run.toml"
    config.write_text(CONFIG, "utf-8")
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{unused.getsockname()[1]}"
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(ray, "is_initialized", lambda: False)
            said = complaint("train", str(config), "--folder", str(tmp_path / "run"), "--cluster", address)
    assert f"no Ray cluster at '{address}'" in said
    assert not (tmp_path / "run").exists(), "a run is begun once there is a cluster"
