"""Games of a batch that are copied, set, saved and continued: all arrays are those of the games played on."""

from __future__ import annotations

import io
import pickle
from typing import Any

import numpy as np
import pytest

from hexapoda.errors import IllegalMoveError, UsageError
from hexapoda.train.batch import BatchEnv
from hexapoda.train.search import BatchSearch

ARRAYS = "observations", "masks", "players", "plies", "legal", "moves", "rewards", "terminated", "truncated"
KINDS: list[dict[str, Any]] = [
    {"game": "hex", "variant": "4x4"},
    {"game": "hex", "variant": "5x4", "auto_reset": False, "room": 21},
    {"game": "hex", "variant": "3x3", "rules": {"swap": "off"}, "max_plies": 5, "auto_reset": False},
    {"game": "hive", "variant": "Base+MLP", "observation": "planes:window=13", "actions": "cells:window=13"},
    {"game": "hive", "variant": "Base", "actions": "openspiel", "auto_reset": False, "max_plies": 30},
    {"game": "hive", "observe": False, "mask": False, "room": 200},
]


def batch(kind: dict[str, Any], count: int = 12, seed: int = 1) -> BatchEnv:
    return BatchEnv(count=count, seed=seed, **kind)


def played(kind: dict[str, Any], steps: int = 9, **more: Any) -> BatchEnv:
    made = batch(kind, **more)
    for _ in range(steps):
        made.step(made.sample())
    return made


def arrays(of: BatchEnv, rows: Any = slice(None)) -> dict[str, Any]:
    found = {name: getattr(of, name) for name in ARRAYS}
    return {name: array[rows].copy() for name, array in found.items() if array is not None}


def assert_same(one: BatchEnv, other: BatchEnv, rows: Any = slice(None), others: Any = slice(None)) -> None:
    found, expected = arrays(one, rows), arrays(other, others)
    assert found.keys() == expected.keys()
    for name, array in found.items():
        np.testing.assert_array_equal(array, expected[name], name)


@pytest.mark.parametrize("kind", KINDS)
def test_copies_play_on_as_the_game_does(kind: dict[str, Any]) -> None:
    whole = played(kind)
    pickled = pickle.loads(pickle.dumps(whole))
    saved = io.BytesIO()
    np.savez(saved, **whole.state())  # type: ignore[arg-type]
    saved.seek(0)
    loaded = played(kind, 3, seed=5)
    loaded.restore(dict(np.load(saved)))
    copies = {"clone": whole.clone(), "pickled": pickled, "loaded": loaded}
    for step in range(16):
        actions = whole.sample()
        for name, copy in copies.items():
            assert_same(copy, whole)
            np.testing.assert_array_equal(copy.sample(), actions, f"{name}, step {step}")
        for each in (whole, *copies.values()):
            each.step(actions)
    assert copies["clone"].history(3).tolist() == whole.history(3).tolist()


@pytest.mark.parametrize("kind", KINDS)
def test_games_are_copied_between_and_within_batches(kind: dict[str, Any]) -> None:
    source, target = played(kind, 7), played(kind, 4, count=5, seed=9)
    stays = arrays(target, [1, 4])
    target.copy_games(source, [11, -1, 11, 0, -1])
    assert_same(target, source, [0, 2, 3], [11, 11, 0])
    for name, array in arrays(target, [1, 4]).items():
        np.testing.assert_array_equal(array, stays[name])
    before, turned = arrays(target), [3, 4, 0, 1, 2]
    target.copy_games(target, turned)
    for name, array in arrays(target).items():
        np.testing.assert_array_equal(array, before[name][turned], name)
    # They are games of their own from now on.
    source.copy_games(source, [0] * 12)
    histories = {tuple(source.history(game)) for game in range(12)}
    assert len(histories) == 1
    for _ in range(3):
        source.step(source.sample())
    ended = kind.get("max_plies") == 5
    assert ended or len({tuple(source.history(game)) for game in range(12)}) > 4


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_is_set_by_its_actions(kind: dict[str, Any]) -> None:
    source = played(kind, 6)
    target = played(kind | {"auto_reset": False}, 4, seed=3)
    game = int(np.argmax(source.plies))
    others = arrays(target, [0, 2, 3])
    target.set_game(1, source.history(game))
    found, expected = arrays(target, [1]), arrays(source, [game])
    for name in set(found) - {"rewards", "terminated", "truncated"}:
        np.testing.assert_array_equal(found[name], expected[name], name)
    assert not found["rewards"].any()
    for name, array in arrays(target, [0, 2, 3]).items():
        np.testing.assert_array_equal(array, others[name])
    target.set_game(1, [])
    assert target.plies[1] == 0 and target.history(1).size == 0
    with pytest.raises(IllegalMoveError, match="game 1, action 1: "):
        target.set_game(1, [source.history(game)[0]] * 2)
    assert target.plies[1] == 0


def test_an_end_is_kept_where_games_wait() -> None:
    kind = {"game": "hex", "variant": "2x2", "rules": {"swap": "off"}, "auto_reset": False}
    won = [0, 1, 2]
    one = batch(kind, 2)
    one.set_game(0, won)
    assert one.legal.tolist() == [0, 4] and not one.rewards.any()
    for action in won:
        one.step([0, action])
    assert one.rewards.tolist() == [[0, 0], [1, -1]]
    again = pickle.loads(pickle.dumps(one))
    assert_same(again, one)
    again.step([3, 3])
    assert again.plies.tolist() == [3, 3]
    with pytest.raises(IllegalMoveError, match="action 3"):
        one.set_game(0, [*won, 3])
    restarts = batch(kind | {"auto_reset": True}, 2)
    with pytest.raises(UsageError, match="is over after these actions"):
        restarts.set_game(0, won)
    assert restarts.legal.tolist() == [4, 4]


def test_games_that_have_no_room_are_not_copied() -> None:
    kind = {"game": "hive", "observe": False, "mask": False}
    source, target = played(kind, 20), batch(kind | {"room": 40}, 4)
    assert source.legal.max() > 40
    before = arrays(target)
    with pytest.raises(UsageError, match="room must be at least"):
        target.copy_games(source, [-1, int(source.legal.argmax()), -1, -1])
    for name, array in arrays(target).items():
        np.testing.assert_array_equal(array, before[name], name)


@pytest.mark.parametrize("kind", [KINDS[0], {"game": "hive", "actions": "openspiel", "max_plies": 9}])
def test_a_game_that_is_over_begins_again_where_games_do(kind: dict[str, Any]) -> None:
    waiting = played(kind | {"auto_reset": False}, 20)
    ended = int(np.argmax(waiting.terminated | waiting.truncated))
    assert waiting.legal[ended] == 0
    going = played(kind, 3)
    going.copy_games(waiting, [ended] * 12)
    assert (going.plies == 0).all() and (going.legal > 0).all()
    assert (going.rewards == waiting.rewards[ended]).all()
    fresh = batch(kind, 12)
    for _ in range(5):
        actions = fresh.sample()
        for each in (going, fresh):
            each.step(actions)
        assert_same(going, fresh)


def test_an_illegal_action_that_lost_is_kept() -> None:
    kind = {"game": "hex", "variant": "3x3", "illegal": "lose", "auto_reset": False}
    one = batch(kind, 2)
    one.step([0, 1])
    one.step([0, 2])
    assert one.terminated.tolist() == [True, False] and one.history(0).tolist() == [0]
    again = pickle.loads(pickle.dumps(one))
    assert_same(again, one)
    again.step([5, 5])
    assert again.plies.tolist() == [1, 3]


def test_searches_forget_a_game_that_was_copied() -> None:
    one = batch({"game": "hex", "variant": "3x3", "rules": {"swap": "off"}}, 2)
    search = BatchSearch(one, simulations=20, gumbel=False)

    def evaluate(observations: Any, masks: Any) -> Any:
        return np.zeros((len(masks), 9), np.float32), np.zeros(len(masks), np.float32)

    search.run(evaluate)
    one.step([0, 4])
    one.copy_games(one, [1, -1])
    search.advance()
    search.run(evaluate)
    assert sorted(move.action for move in search.moves(0)) == [0, 1, 2, 3, 5, 6, 7, 8]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda one: one.copy_games(one, [0, 1, 12]), "games must be integers of shape"),
        (lambda one: one.copy_games(one, [0.5, 1.0]), "games must be integers of shape"),
        (lambda one: one.copy_games(one, [0, 2]), "games must be integers from -1 to 1"),
        (lambda one: one.copy_games(one, [0, -2]), "games must be integers from -1 to 1"),
        (lambda one: one.copy_games("other", [0, 1]), "same settings"),
        (lambda one: one.copy_games(batch({"game": "hex", "variant": "5x5"}), [0, 1]), "same settings"),
        (lambda one: one.copy_games(batch({"game": "hive"}), [0, 1]), "same settings"),
        (lambda one: one.history(2), "game must be an integer from 0 to 1"),
        (lambda one: one.set_game(-1, []), "game must be an integer from 0 to 1"),
        (lambda one: one.set_game(0, [[1]]), "actions must be a one-dimensional integer array"),
        (lambda one: one.set_game(0, [0.5]), "actions must be a one-dimensional integer array"),
        (lambda one: one.set_game(0, [1 << 40]), "expected actions from 0 to"),
        (lambda one: one.restore({}), "state: expected what state\\(\\) returns"),
        (lambda one: one.restore(played(KINDS[0]).state()), "rows: expected 2"),
        (lambda one: one.restore(one.state() | {"lengths": np.array([9, 0])}), "lengths do not add up to 0"),
        (lambda one: one.restore(one.state() | {"lengths": np.array([-1, 1])}), "lengths do not add up to 0"),
        (lambda one: one.restore(one.state() | {"rewards": np.zeros(2)}), "state: rewards is"),
        (
            lambda one: one.restore(one.state() | {"rewards": np.full((2, 2), np.nan)}),
            "rewards of -1, 0 and 1",
        ),
        (lambda one: one.restore(one.state() | {"random": np.array([-1, 0])}), "random states from 0 up"),
        (lambda one: one.restore(one.state() | {"actions": np.array(["a"])}), "state: actions is"),
        (lambda one: one.restore(one.state() | {"over": np.array([True, False])}), "a game is over"),
    ],
)
def test_what_is_no_game_is_refused(call: Any, message: str) -> None:
    one = batch(KINDS[0], 2)
    with pytest.raises(UsageError, match=message):
        call(one)


def test_settings_are_the_same_if_they_say_the_same() -> None:
    target = BatchEnv("hex", 2, variant="3x3", rules={})
    same: Any = np.int64(1000)
    target.copy_games(BatchEnv("hex", 1, variant="3x3", max_plies=same), [0, 0])
    with pytest.raises(UsageError, match="same settings"):
        target.copy_games(BatchEnv("hex", 1, variant="3x3", max_plies=9), [0, 0])
