"""A match on a local Ray cluster of two processes: the same games, and a lost worker does no harm.

Runs where Ray is installed (extra `cluster`).
"""

from __future__ import annotations

import threading
from typing import Any

import pytest

from hexapoda.arena.match import Match
from hexapoda.errors import EngineError, UsageError
from hexapoda.record import Ending
from tests.arena.settings import bot, essence, small
from tests.arena.test_match import openings
from tests.local_ray import kill_a_worker

pytestmark = [
    pytest.mark.filterwarnings("ignore"),  # Ray's own
    pytest.mark.xdist_group("ray"),
]


def test_the_games_are_the_same(cluster: None) -> None:
    from hexapoda.arena.game_players import ClusterPlayer

    settings = small(games=6, openings=openings())
    here = [essence(record) for record in Match(settings).run().records()]
    there = Match(settings, player=ClusterPlayer("auto")).run()
    assert [essence(record) for record in there.records()] == here
    assert there.finished


def test_engines_that_die_have_lost_there_too(cluster: None) -> None:
    from hexapoda.arena.game_players import ClusterPlayer

    result = Match(small(bot("Dies"), "random", games=2), player=ClusterPlayer("auto")).run()
    assert [record.ending for record in result.records()] == [Ending.CRASH] * 2


def test_a_lost_worker_has_its_games_played_again(cluster: None) -> None:
    from hexapoda.arena.game_players import ClusterPlayer

    settings = small(games=8, openings=openings())
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
    assert killed.is_set()
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
