"""Many games against an engine: the same games as `OneSideEnv` plays, and none that is left out."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from hexapoda.errors import EngineResigned, IllegalMoveError, UnknownEngineError, UsageError
from hexapoda.train.one_side_batch import OneSideBatch


@pytest.mark.parametrize("opponent", ["random", "random:seed=3", "mcts:seed=1,nodes=20"])
def test_the_learner_is_to_move_in_all_games(opponent: str) -> None:
    games = OneSideBatch("hex", 16, variant="3x3", opponent=opponent, seed=1)
    assert set(games.players.tolist()) == {0, 1}
    ended = won = lost = 0
    for _ in range(30):
        games.step(games.sample())
        assert (games.batch.players == games.players).all() and not games.truncated.any()
        assert (games.batch.plies % 2 == games.players).all() and games.masks.any(axis=1).all()
        assert (games.terminated == (games.rewards != 0)).all()  # no draws in Hex
        assert (games.batch.plies[games.terminated] == games.players[games.terminated]).all()
        for game, position in enumerate(games._positions if opponent != "random" else []):
            assert position.ply == games.batch.plies[game]
        ended, won = ended + games.terminated.sum(), won + (games.rewards == 1).sum()
        lost += (games.rewards == -1).sum()
    assert ended == won + lost and won > 0 and lost > 0
    games.close()


def test_a_fixed_side_and_seeds() -> None:
    def play(seed: int) -> Any:
        games = OneSideBatch("hive", 4, player=1, seed=seed, max_plies=30, observation="tokens")
        found = []
        for _ in range(20):
            games.step(games.sample())
            found.append(
                ([games.batch.history(game).tolist() for game in range(4)], games.truncated.tolist())
            )
        assert games.players.tolist() == [1] * 4
        return found

    assert play(1) == play(1) != play(2)
    assert any(any(cut) for _, cut in play(1))


def test_an_engine_that_resigns_has_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    games = OneSideBatch("hex", 3, variant="3x3", player=0, opponent="mcts:nodes=1", seed=1)
    chosen = games._choose

    def choose(position: Any) -> Any:
        return (position.legal_moves[0], True) if position is games._positions[1] else chosen(position)

    monkeypatch.setattr(games, "_choose", choose)
    games.step([4, 4, 4])
    assert games.rewards.tolist() == [0, 1, 0] and games.terminated.tolist() == [False, True, False]
    assert games.batch.plies.tolist() == [2, 0, 2]

    def resign(position: Any) -> Any:
        raise EngineResigned("enough")

    monkeypatch.undo()
    assert games._engine is not None
    monkeypatch.setattr(games._engine, "choose", resign)
    games.step([8, 4, 8] if games.masks[0, 8] and games.masks[2, 8] else games.sample())
    assert games.rewards.tolist() == [1, 1, 1]


def test_illegal_actions() -> None:
    games = OneSideBatch("hex", 2, variant="3x3", player=0, seed=1)
    with pytest.raises(UsageError):
        games.step([9, 0])
    games.step([4, 4])
    with pytest.raises(IllegalMoveError, match="game 0"):
        games.step([4, 4])
    assert games.batch.plies.tolist() == [2, 2]
    games = OneSideBatch("hex", 2, variant="3x3", player=0, seed=1, illegal="lose")
    games.step([4, 4])
    games.step([4, 4])
    assert games.rewards.tolist() == [-1, -1] and games.terminated.all()
    with pytest.raises(UsageError, match="player must be"):
        OneSideBatch("hex", 2, player=2)
    with pytest.raises(UnknownEngineError):
        OneSideBatch("hex", 2, opponent="nobody")
    assert np.isfinite(games.observations).all()


@pytest.mark.parametrize("opponent", ["random", "mcts:nodes=50"])
def test_a_game_that_the_engine_could_end_at_once_is_refused(opponent: str) -> None:
    decided = "2x2 black=a1 white=b2"
    for player in (1, None):
        with pytest.raises(UsageError, match=r"first move \w\d could end the game \(.*player=0"):
            OneSideBatch("hex", 2, variant="2x2", position=decided, player=player, opponent=opponent)
        with pytest.raises(UsageError, match=r"\(too long\)"):
            OneSideBatch("hex", 2, variant="3x3", max_plies=1, player=player, opponent=opponent)
    games = OneSideBatch("hex", 2, variant="2x2", position=decided, player=0, opponent=opponent)
    games.step(games.sample())
    assert games.terminated.all() and games.masks.any(axis=1).all()
    games.close()


def test_a_copy_goes_on_by_itself() -> None:
    games = OneSideBatch("hex", 4, variant="4x4", seed=1)
    games.step(games.sample())
    copies = copy.deepcopy(games), copy.copy(games), pickle.loads(pickle.dumps(games))
    actions = games.masks.argmax(axis=1)
    for each in (games, *copies):
        each.step(actions)
    for each in copies:
        assert (each.observations == games.observations).all() and (each.masks == games.masks).all()
        assert each.observations is each.batch.observations
    games.step(games.sample())
    assert (copies[0].masks != games.masks).any()
    against = OneSideBatch("hex", 4, variant="4x4", opponent="random:seed=1")
    with pytest.raises(UsageError, match="cannot be copied"):
        copy.deepcopy(against)
    against.close()
