"""Searches with a network: against PUCT in Python, proofs, and what Gumbel search must do."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from hexapoda.errors import EngineError, UsageError
from hexapoda.train.batch import BatchEnv
from hexapoda.train.search import BatchSearch
from tests.train.plain_puct import PlainGumbel, PlainPuct, fake_network


def uniform(observations: NDArray[Any], masks: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """A network that knows nothing."""
    return np.zeros(masks.shape, np.float32), np.zeros(len(masks), np.float32)


def wins(position: Any) -> bool:
    """Whether the side to move wins a position of Hex, by trying all games."""
    if position.outcome() is not None:
        return False
    for move in position.legal_moves:
        position.push(move)
        won = not wins(position)
        position.pop()
        if won:
            return True
    return False


def visits(search: BatchSearch, game: int) -> dict[int, int]:
    return {move.action: move.visits for move in search.moves(game)}


def test_each_game_may_have_its_own_simulations() -> None:
    batch = BatchEnv("hex", 3, variant="5x5", seed=1)
    search = BatchSearch(batch, simulations=9)
    search.run(uniform, np.array([1, 16, 5], np.int32))
    assert [sum(visits(search, game).values()) for game in range(3)] == [1, 16, 5]
    batch.reset()
    search.run(uniform)
    assert [sum(visits(search, game).values()) for game in range(3)] == [9, 9, 9]
    for wrong in (np.ones(3), [1, 2, 3], np.ones(6, np.int32)[::2]):
        with pytest.raises(UsageError, match="simulations: expected a contiguous int32 array of 3 numbers"):
            search.run(uniform, wrong)  # type: ignore[arg-type]
    for wrong, message in (
        (np.ones(2, np.int32), "simulations"),
        (np.zeros(3, np.int32), "simulations is 0"),
    ):
        with pytest.raises(UsageError, match=message):
            search.run(uniform, wrong)


@pytest.mark.parametrize(
    ("settings", "simulations", "plies"),
    [
        ({"game": "hex", "variant": "3x3"}, 200, 5),
        ({"game": "hex", "variant": "4x4", "rules": {"swap": "pieces"}}, 120, 6),
        ({"game": "hive", "variant": "Base+MLP", "observation": "tokens"}, 40, 6),
    ],
)
def test_trees_are_those_of_plain_puct(settings: dict[str, Any], simulations: int, plies: int) -> None:
    batch = BatchEnv(**settings, count=3, seed=4)
    search = BatchSearch(batch, gumbel=False, simulations=simulations)
    positions = [batch.settings.begin(None).position for _ in range(3)]
    for _ in range(plies):
        search.run(fake_network)
        for game, position in enumerate(positions):
            plain = PlainPuct(batch.settings, position)
            for _ in range(simulations + 1):
                if plain.root.proof is None:
                    plain.grow()
            moves = search.moves(game)
            assert {move.action: move.visits for move in moves} == {
                action: child.visits for action, child in plain.root.children.items()
            }
            for move in moves:
                child = plain.root.children[move.action]
                assert move.prior == pytest.approx(child.prior, rel=1e-4)
                assert move.proven == (None if child.proof is None else -child.proof)
                if child.visits:
                    assert move.value == pytest.approx(-child.mean, abs=1e-4)
            assert search.values[game] == pytest.approx(plain.root.mean, abs=1e-4)
        actions = batch.sample()
        for game, action in enumerate(actions):
            positions[game].push(batch.settings.layout.move(positions[game], int(action)))
        batch.step(actions)
        for game, restarted in enumerate(batch.terminated):
            if restarted:
                positions[game] = batch.settings.begin(None).position
        search = BatchSearch(batch, gumbel=False, simulations=simulations)


@pytest.mark.parametrize("gumbel", [False, True])
def test_proofs_are_right(gumbel: bool) -> None:
    batch = BatchEnv("hex", 60, variant="3x3", seed=2)
    positions = [batch.settings.begin(None).position for _ in range(60)]
    for _ in range(3):
        actions = batch.sample()
        for position, action in zip(positions, actions, strict=True):
            position.push(batch.settings.layout.move(position, int(action)))
        batch.step(actions)
    search = BatchSearch(batch, gumbel=gumbel, simulations=4000)
    search.run(uniform)
    won = 0
    for game, position in enumerate(positions):
        result = wins(position)
        assert search.values[game] == (1 if result else -1)
        if result:
            position.push(batch.settings.layout.move(position, int(search.actions[game])))
            assert not wins(position)
            won += 1
    assert 10 < won < 60


def test_sequential_halving() -> None:
    """Of 16 moves, each of four rounds drops the worse half: 16 x 1, 8 x 2, 4 x 4, 2 x 8 simulations."""
    batch = BatchEnv("hex", 2, variant="11x11")
    search = BatchSearch(batch, simulations=64, considered=16)
    search.run(fake_network)
    for game in range(2):
        assert sorted(visits(search, game).values())[-17:] == [0, *[1] * 8, *[3] * 4, 7, 7, 15, 15]
        assert visits(search, game)[int(search.actions[game])] == 15
    assert visits(search, 0) != visits(search, 1), "each game has noise of its own"
    search = BatchSearch(batch, simulations=8, considered=4)
    search.run(fake_network)
    assert sorted(visits(search, 0).values())[-5:] == [0, 1, 1, 3, 3]


def test_the_improved_policy() -> None:
    """Logits and scaled values: the softmax of logit + (50 + most visits) * (1 + value) / 2."""
    batch = BatchEnv("hex", 1, variant="3x3")
    search = BatchSearch(batch, simulations=32, value_scale=0.1)
    search.run(fake_network)
    moves = search.moves(0)
    observed, masks = batch.observations, batch.masks
    assert observed is not None and masks is not None
    logits, network_value = fake_network(observed, masks)
    seen = [move for move in moves if move.visits]
    priors = sum(move.prior for move in seen)
    mixed = (network_value[0] + 32 * sum(m.prior * m.value for m in seen) / priors) / 33
    scale = 0.1 * (50 + max(move.visits for move in moves))
    scores = [logits[0][m.action] + scale * (1 + (m.value if m.visits else mixed)) / 2 for m in moves]
    odds = np.exp(np.array(scores) - max(scores))
    assert [move.improved for move in moves] == pytest.approx((odds / odds.sum()).tolist(), abs=1e-4)
    assert search.policies[0] == pytest.approx((odds / odds.sum()).tolist(), abs=1e-4)


def test_a_tree_goes_on_after_a_move() -> None:
    batch = BatchEnv("hex", 2, variant="4x4")
    search = BatchSearch(batch, gumbel=False, simulations=100)
    search.run(fake_network)
    before, size = visits(search, 0), search.tree_size(0)
    action = int(search.actions[0])
    batch.step(search.actions)
    search.advance()
    assert 1 < search.tree_size(0) < size
    assert sum(visits(search, 0).values()) == before[action] - 1
    search.run(fake_network)
    assert sum(visits(search, 0).values()) == before[action] + 99
    unvisited = next(move.action for move in search.moves(0) if move.action != search.actions[0])
    batch.step(np.array([unvisited, search.actions[1]]))
    search.advance()
    while not batch.terminated.any():
        search.run(uniform)
        batch.step(search.actions)
        search.advance()
    ended = int(np.flatnonzero(batch.terminated)[0])
    assert search.tree_size(ended) == 1, "a new game begins with an empty tree"


def test_a_tree_of_another_position_is_forgotten() -> None:
    batch = BatchEnv("hex", 20, variant="2x2")
    search = BatchSearch(batch, gumbel=False, simulations=8)
    for number in range(12):
        search.run(fake_network)
        for _ in range(number % 3):
            batch.step(batch.sample())
        if number % 4 == 3:
            batch.reset()
        if number % 5 == 1:
            with pytest.raises(UsageError):
                batch.step([*batch.sample()[:-1], 99])
        if number % 2:
            search.advance()
    assert batch.masks is not None
    search.run(fake_network)
    for game in range(20):
        assert [move.action for move in search.moves(game)] == np.flatnonzero(batch.masks[game]).tolist()


@pytest.mark.parametrize("gumbel", [False, True])
def test_several_leaves_at_once(gumbel: bool) -> None:
    batch = BatchEnv("hex", 3, variant="5x5")
    search = BatchSearch(batch, gumbel=gumbel, simulations=64, leaves=8)
    rows: list[int] = []

    def evaluate(observations: NDArray[Any], masks: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        rows.append(len(observations))
        assert len(np.unique(observations.reshape(len(observations), -1), axis=0)) >= len(observations) / 3
        return fake_network(observations, masks)

    search.run(evaluate)
    assert rows[0] == 3 and max(rows) > 12 and len(rows) < 30
    assert [sum(visits(search, game).values()) for game in range(3)] == [64] * 3


@pytest.mark.parametrize("gumbel", [True, False])
def test_the_surprise_is_the_divergence_from_the_network(gumbel: bool) -> None:
    batch = BatchEnv("hex", 6, variant="3x3", seed=2, auto_reset=False)
    search = BatchSearch(batch, simulations=12, gumbel=gumbel, seed=1)
    while not batch.terminated.any():
        search.run(fake_network)
        for game in range(6):
            expected = sum(
                policy * np.log(policy / move.prior)
                for move in search.moves(game)
                if (policy := float(search.policies[game, move.action])) > 0
            )
            assert search.surprises[game] == pytest.approx(expected, abs=1e-5) and expected > -1e-6
        batch.step(search.actions)
        search.advance()
    search.run(fake_network)
    assert (search.surprises[batch.terminated] == 0).all()


def test_noise_of_puct() -> None:
    batch = BatchEnv("hex", 200, variant="3x3")
    search = BatchSearch(batch, gumbel=False, simulations=1, noise=0.25, noise_alpha=0.5)
    search.run(uniform)
    priors = np.array([[move.prior for move in search.moves(game)] for game in range(200)])
    assert priors.sum(axis=1) == pytest.approx(np.ones(200), abs=1e-4)
    assert priors.min() >= 0.75 / 9 - 1e-6 and priors.max() > 0.2
    assert priors.mean(axis=0) == pytest.approx(np.full(9, 1 / 9), abs=0.02)


def test_games_of_hive_with_threads() -> None:
    def played(threads: int) -> list[Any]:
        batch = BatchEnv("hive", 70, observation="tokens", actions="cells", threads=threads, max_plies=4)
        search = BatchSearch(batch, simulations=8, considered=4, seed=3)
        actions = []
        for _ in range(6):
            search.run(fake_network)
            assert np.allclose(search.policies.sum(axis=1), 1, atol=1e-4)
            actions.append(search.actions.tolist())
            batch.step(search.actions)
            search.advance()
        return actions

    assert played(1) == played(2)


def test_games_that_are_over_are_left_alone() -> None:
    batch = BatchEnv("hex", 2, variant="1x1", auto_reset=False)
    batch.step([0, 0])
    search = BatchSearch(batch)
    search.run(fake_network)
    assert not search.policies.any() and not search.actions.any() and not search.values.any()


def test_wrong_networks() -> None:
    batch = BatchEnv("hex", 2, variant="3x3")
    search = BatchSearch(batch, simulations=4)
    for wrong, message in (
        (lambda seen, masks: (np.full(masks.shape, np.nan), np.zeros(len(masks))), "not finite"),
        (lambda seen, masks: (np.zeros(masks.shape), np.full(len(masks), np.inf)), "not finite"),
        (
            lambda seen, masks: (np.zeros((1, 9)), np.zeros(2)),
            r"logits \(1, 9\) and values \(2,\): expected \(2, 9\)",
        ),
    ):
        with pytest.raises(EngineError, match=message):
            search.run(wrong)
    search.run(fake_network)
    assert sum(visits(search, 0).values()) == 4


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"simulations": 0}, "simulations must be an integer from 1 to 1073741824, not 0"),
        ({"simulations": 1.5}, "simulations must be an integer"),
        ({"gumbel": 2}, "gumbel must be True or False, not 2"),
        ({"value_scale": "large"}, "value_scale must be a number, not 'large'"),
        ({"leaves": 0}, "leaves must be an integer from 1 to 1024, not 0"),
        ({"leaves": 2.5}, "leaves must be an integer"),
        ({"leaves": True}, "leaves must be an integer"),
        ({"leaves": 10**5000}, "from 1 to 1024, not a number with thousands of digits"),
        ({"exploration": float("nan")}, "exploration is nan"),
        ({"exploration": 10**400}, "exploration must be a number below 1e308, not 1000"),
        ({"noise": 2, "gumbel": False}, "noise is 2.0"),
        ({"noise": 0.5}, "Gumbel search has noise of its own"),
        ({"noise_alpha": 0.001}, "noise_alpha is 0.001"),
        ({"considered": 0}, "considered must be an integer from 1"),
        ({"seed": -1}, "seed must be an integer from 0"),
    ],
)
def test_wrong_settings(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        BatchSearch(BatchEnv("hex", 2, variant="3x3"), **settings)


def test_wrong_games() -> None:
    search = BatchSearch(BatchEnv("hex", 2, variant="3x3"))
    assert search.moves(1) == [] and search.tree_size(1) == 1
    for wrong in (2, -1, "a"):
        with pytest.raises(UsageError):
            search.moves(wrong)  # type: ignore[arg-type]


def test_moves_below_the_root_follow_the_improved_policy() -> None:
    """With one candidate, the tree below it is that of plain Python."""
    compared = 0
    for settings, simulations in (
        ({"game": "hex", "variant": "4x4"}, 150),
        ({"game": "hex", "variant": "3x3", "rules": {"swap": "sides"}}, 60),
        ({"game": "hive", "variant": "Base+MLP", "observation": "tokens"}, 40),
    ):
        batch = BatchEnv(**settings, count=3, seed=4)
        positions: list[Any] = [batch.settings.begin(None).position for _ in range(3)]
        for ply in range(3):
            search = BatchSearch(batch, simulations=simulations, considered=1, seed=ply)
            search.run(fake_network)
            trees = []
            for game, position in enumerate(positions):
                chosen = next(move.action for move in search.moves(game) if move.visits)
                tree = PlainGumbel(batch.settings, position, chosen)
                while tree.root.visits <= simulations and tree.root.proof is None and not tree.proven:
                    tree.grow()
                trees.append(tree)
            actions = search.actions.copy()
            batch.step(actions)
            search.advance()
            for game, action in enumerate(actions.tolist()):
                positions[game].push(batch.settings.layout.move(positions[game], action))
                if batch.terminated[game] or action != trees[game].chosen:
                    continue
                after = trees[game].root.children[action]
                if after.proof is None:
                    assert visits(search, game) == {a: child.visits for a, child in after.children.items()}
                    compared += 1
            if batch.terminated.any():
                break
    assert compared > 10


@pytest.mark.parametrize("gumbel", [False, True])
def test_the_policy_agrees_with_the_proofs(gumbel: bool) -> None:
    batch = BatchEnv("hex", 200, variant="3x3", seed=2)
    for _ in range(3):
        batch.step(batch.sample())
    search = BatchSearch(batch, gumbel=gumbel, simulations=60, seed=1)
    search.run(fake_network)
    won = lost = 0
    for game in range(200):
        moves = search.moves(game)
        chosen = next(move for move in moves if move.action == search.actions[game])
        assert search.policies[game].sum() == pytest.approx(1, abs=1e-4)
        if any(move.proven == 1 for move in moves):
            assert chosen.proven == 1 and search.policies[game][chosen.action] == 1
            won += 1
        elif any(move.proven != -1 for move in moves):
            assert chosen.proven != -1
            assert not any(search.policies[game][move.action] for move in moves if move.proven == -1)
        elif not gumbel:
            assert chosen.visits == max(move.visits for move in moves)
            lost += 1
    assert won > 30 and (gumbel or lost > 5)


def test_leaves_at_once_choose_as_well_as_one() -> None:
    """Each round of sequential halving waits for its values."""
    batch = BatchEnv("hex", 300, variant="7x7")

    def by_cell(observations: NDArray[Any], masks: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """A position is as good for Black as the mean of the worths of his stones."""
        black = observations[:, 2, 0, 0] == 1
        stones = np.where(black[:, None, None], observations[:, 0], observations[:, 1]).reshape(
            len(black), -1
        )
        value = stones @ worths / stones.sum(axis=1).clip(1)
        return np.zeros(masks.shape), np.where(black, value, -value)

    worths, found = np.sin(np.arange(49) * 3), []
    for leaves in (1, 8):
        search = BatchSearch(batch, simulations=8, considered=4, leaves=leaves)
        search.run(by_cell)
        best = 0
        for game in range(300):
            seen = [move for move in search.moves(game) if move.visits]
            chosen = next(move for move in seen if move.action == search.actions[game])
            best += int(worths[chosen.action] == max(worths[move.action] for move in seen))
        found.append(best)
    assert found[0] > 200 and found[1] > 0.9 * found[0], found


def test_a_game_that_is_cut_is_no_proof() -> None:
    batch = BatchEnv("hex", 2, variant="3x3", max_plies=1)
    search = BatchSearch(batch, gumbel=False, simulations=30)
    search.run(fake_network)
    assert all(move.proven is None and move.value == 0 for move in search.moves(0) if move.visits)


def test_a_game_without_room_for_its_moves_is_no_proof() -> None:
    """Moves after which Black has more than 4 are cut in the batch, and so they are in a search of it."""
    batch = BatchEnv("hive", 1, room=4, auto_reset=False)
    search = BatchSearch(batch, gumbel=False, simulations=30)
    evaluated = []

    def hopeful(observations: NDArray[Any], masks: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """A network for which the side to move is ahead: only a game that is cut has the value 0."""
        evaluated.append(len(masks))
        return np.zeros(masks.shape, np.float32), np.full(len(masks), 0.5, np.float32)

    search.run(hopeful)
    assert evaluated == [1], "the root alone"
    seen = [move for move in search.moves(0) if move.visits]
    assert seen and all(move.proven is None and move.value == 0 for move in seen)
    batch.step(search.actions)
    assert batch.truncated[0]


def test_the_same_noise_for_each_search_of_a_position() -> None:
    batch = BatchEnv("hex", 100, variant="3x3")
    search = BatchSearch(batch, gumbel=False, simulations=1, noise=0.25)
    for _ in range(4):
        search.run(uniform)
    assert min(move.prior for game in range(100) for move in search.moves(game)) >= 0.75 / 9 - 1e-6


def test_one_run_at_a_time() -> None:
    batch = BatchEnv("hex", 2, variant="3x3")
    search = BatchSearch(batch, simulations=4)

    def again(observations: NDArray[Any], masks: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        search.run(uniform)
        return uniform(observations, masks)

    def moving(observations: NDArray[Any], masks: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        batch.step(batch.sample())
        return uniform(observations, masks)

    with pytest.raises(EngineError, match="this search is already running"):
        search.run(again)
    with pytest.raises(EngineError, match="a game moved on during the search"):
        search.run(moving)
    search.run(uniform)
