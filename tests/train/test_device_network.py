"""Self-play with a network of PyTorch: the arrays that it reads and writes, and its weights."""

from __future__ import annotations

import importlib.util
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from hexapoda.errors import EngineError, UsageError
from hexapoda.train.batch import BatchEnv
from hexapoda.train.run_settings import LearnerSettings, NetworkSettings
from hexapoda.train.samples import Samples
from hexapoda.train.search import BatchSearch
from hexapoda.train.self_play import core_network, parts_of, play_parts
from tests.train.plain_puct import fake_network
from tests.train.training_runs import TINY

needs_torch = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")


class FakeArrays:
    """The fake network, which writes into arrays."""

    def __init__(self, actions: int) -> None:
        self.actions = actions
        self.made: list[NDArray[Any]] = []
        self.rows: list[int] = []

    def zeros(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> NDArray[Any]:
        self.made.append(np.zeros(shape, dtype))
        return self.made[-1]

    def evaluate(
        self, observations: NDArray[Any], logits: NDArray[np.float32], values: NDArray[np.float32]
    ) -> None:
        masks = np.ones((len(observations), self.actions), np.int8)
        logits[:], values[:] = fake_network(observations, masks)
        self.rows.append(len(observations))


@pytest.mark.parametrize("leaves", [1, 3])
@pytest.mark.parametrize("gumbel", [True, False])
def test_a_network_of_arrays_searches_as_a_function_does(leaves: int, gumbel: bool) -> None:
    def played(arrays: FakeArrays | None) -> list[Any]:
        batch = BatchEnv("hex", 30, variant="3x3", auto_reset=False, seed=2)
        settings: dict[str, Any] = {"leaves": leaves, "gumbel": gumbel, "simulations": 12, "seed": 5}
        search = (
            BatchSearch(batch, **settings, zeros=arrays.zeros) if arrays else BatchSearch(batch, **settings)
        )
        found: list[Any] = []
        ended = np.zeros(30, np.bool_)
        while not ended.all():
            search.run(arrays or fake_network)
            found.append([search.actions.tolist(), search.policies.tolist(), search.values.tolist()])
            batch.step(batch.sample() if len(found) < 3 else search.actions)
            search.advance()
            ended |= batch.terminated
        return found

    arrays = FakeArrays(BatchEnv("hex", 1, variant="3x3").settings.layout.size)
    assert played(arrays) == played(None)
    assert max(arrays.rows) == 30 * leaves, "all rows at once"
    assert min(arrays.rows) < 30 * leaves / 4, "a few rows that wait, when most games are over"
    assert [len(array) for array in arrays.made] == [30 * leaves] * 3 + [30 * leaves // 4] * 3


def test_a_network_of_arrays_whose_numbers_are_not_finite() -> None:
    class Broken(FakeArrays):
        def evaluate(self, observations: Any, logits: Any, values: Any) -> None:
            logits[:], values[:] = 0, np.nan

    broken = Broken(9)
    search = BatchSearch(BatchEnv("hex", 2, variant="3x3"), zeros=broken.zeros)
    with pytest.raises(EngineError, match="not finite"):
        search.run(broken)


def network_of(settings: NetworkSettings, seed: int) -> Any:
    """A network of Hive, which has layers of every kind."""
    import torch

    from hexapoda.train.board_network import BoardNetwork

    torch.manual_seed(seed)
    network = BoardNetwork((5, 4, 4), 3 * 16 + 1, settings, 2)
    for block in network.blocks:
        torch.nn.init.normal_(block.after.inner.weight)
    return network.eval()


@needs_torch
def test_weights_are_taken_in_the_order_in_which_they_are_returned() -> None:
    settings = NetworkSettings(channels=6, blocks=2)
    one, other = network_of(settings, 1), network_of(settings, 2)
    weights = one.weights()
    assert len(set(weights.tolist())) > 0.9 * weights.size and (weights != other.weights()).any()
    other.load_weights(weights)
    assert (other.weights() == weights).all()
    seen = np.random.default_rng(1).random((3, 5, 4, 4), np.float32)
    for mine, its in zip(one.evaluate(seen, None), other.evaluate(seen, None), strict=True):
        assert mine == pytest.approx(its, abs=1e-6)
    with pytest.raises(UsageError, match=rf"has {weights.size} weights, not {weights.size - 1}"):
        other.load_weights(weights[1:])


@needs_torch
def test_a_network_evaluates_rows_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    from hexapoda.train.device_network import DeviceNetwork

    monkeypatch.setattr("hexapoda.train.device_network._MOST_ROWS", 3)
    network = network_of(NetworkSettings(channels=6, blocks=2), 1)
    there = DeviceNetwork(network)
    seen = there.zeros((8, 5, 4, 4), np.dtype(np.float32))
    logits, values = (there.zeros(shape, np.dtype(np.float32)) for shape in ((8, 49), (8,)))
    assert not seen.any()
    seen[:] = np.random.default_rng(1).random(seen.shape, np.float32)
    there.evaluate(seen, logits, values)
    expected = network.evaluate(seen, None)
    assert logits == pytest.approx(expected[0], abs=1e-5) and values == pytest.approx(expected[1], abs=1e-5)


@needs_torch
def test_the_network_of_the_learner_plays_the_parts() -> None:
    import dataclasses

    import torch

    from hexapoda.train.board_network import BoardNetwork
    from hexapoda.train.device_network import DeviceNetwork

    settings = dataclasses.replace(TINY, self_play=dataclasses.replace(TINY.self_play, games=10, parts=3))
    torch.manual_seed(1)
    network = BoardNetwork((5, 3, 3), 9, settings.network).eval()
    parts = parts_of(settings, 1)
    message: tuple[list[int], list[int]] = [], []
    there = list(play_parts(settings, DeviceNetwork(network), parts, message[0].append))
    core = core_network(network.sizes, network.weights())
    here = list(play_parts(settings, core, parts, message[1].append))
    assert [part for part, _ in there] == parts and message[0] == message[1] != []
    for (_, mine), (_, its) in zip(there, here, strict=True):
        assert (mine.games, mine.plies) == (its.games, its.plies)
        rows = np.arange(len(its.samples))
        expected = its.samples.part(rows).policies
        assert mine.samples.part(rows).policies == pytest.approx(expected, abs=1e-4)


@needs_torch
@pytest.mark.parametrize("device", ["cpu", pytest.param("cuda", marks=pytest.mark.gpu)])
def test_it_plays_with_what_the_network_has_learned(device: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import torch

    from hexapoda.train.device_network import DeviceNetwork
    from hexapoda.train.learner import Learner

    monkeypatch.setattr("hexapoda.train.device_network._MOST_ROWS", 64)
    network = network_of(NetworkSettings(channels=16, blocks=2), 1).to(device)
    there = DeviceNetwork(network)
    rng = np.random.default_rng(1)

    def check(rows: int) -> NDArray[Any]:
        """Compare what it evaluates with the network itself; several recordings, and several times one."""
        seen, logits, values = (
            there.zeros(shape, np.dtype(np.float32)) for shape in ((rows, 5, 4, 4), (rows, 49), (rows,))
        )
        seen[:] = np.random.default_rng(2).random(seen.shape, np.float32)
        there.evaluate(seen, logits, values)
        expected = network.evaluate(seen, None)
        scale = np.abs(expected[0]).max()
        assert np.abs(logits - expected[0]).max() < 0.05 * scale, "numbers of bfloat16 have 8 bits"
        assert np.abs(values - expected[1]).max() < 0.1
        assert torch.from_numpy(logits).is_pinned() == (device == "cuda")
        return logits[:10].copy()

    before = check(150)
    assert (check(10) - before).max() < 0.05 * np.abs(before).max()
    count = 40
    samples = Samples(
        rng.random((count, 5, 4, 4), np.float32),
        np.full((count, 49), 1 / 49, np.float32),
        np.ones(count, np.float32),
        np.ones(count, np.float32),
        np.ones((count, 0), np.bool_),
    )
    Learner(network, LearnerSettings(updates=20, learning_rate=0.05)).fit(samples, rng)
    learned = check(150)
    assert np.abs(learned - before).max() > 0.2 * np.abs(before).max()
    network.load_weights(network_of(NetworkSettings(channels=16, blocks=2), 3).weights())
    assert np.abs(check(150) - learned).max() > 0.2 * np.abs(learned).max()


@needs_torch
def test_too_little_memory_for_self_play(monkeypatch: pytest.MonkeyPatch) -> None:
    import torch

    from hexapoda.train.board_network import BoardNetwork
    from hexapoda.train.device_network import DeviceNetwork

    def full(*_: object) -> None:
        raise torch.OutOfMemoryError("CUDA out of memory")

    network = BoardNetwork((5, 3, 3), 9, TINY.network).eval()
    played = play_parts(TINY, DeviceNetwork(network), parts_of(TINY, 1), lambda ended: None)
    monkeypatch.setattr(DeviceNetwork, "evaluate", full)
    with pytest.raises(
        UsageError, match=r"not enough memory for self-play on the GPU.*fewer self_play\.games"
    ):
        list(played)


@pytest.mark.parametrize(
    "made",
    [
        lambda shape, dtype: np.zeros(shape, dtype, order="F"),
        lambda shape, dtype: np.zeros((*shape, 1), dtype),
        lambda shape, dtype: np.zeros(shape, np.float64),
        lambda shape, dtype: np.ones(shape, dtype),
        lambda shape, dtype: None,
    ],
)
def test_arrays_that_do_not_fit_are_refused(made: Any) -> None:
    with pytest.raises(UsageError, match=r"zeros: expected a new array \(2, 5, 3, 3\) of float32 in C order"):
        BatchSearch(BatchEnv("hex", 2, variant="3x3"), zeros=made)


def test_what_is_no_network_is_refused() -> None:
    search = BatchSearch(BatchEnv("hex", 2, variant="3x3"))
    with pytest.raises(UsageError, match="int: expected a function, an ArrayNetwork or"):
        search.run(3)  # type: ignore[arg-type]


def test_a_network_that_calls_the_search_is_refused() -> None:
    search = BatchSearch(BatchEnv("hex", 8, variant="3x3"), simulations=8)

    def advancing(observations: NDArray[Any], masks: NDArray[Any]) -> Any:
        search.advance()

    with pytest.raises(EngineError, match=r"this search is still running: expected advance\(\) after it"):
        search.run(advancing)
    search.run(fake_network)
    search.advance()


def test_a_network_that_can_also_be_called_writes_into_arrays() -> None:
    class Module(FakeArrays):
        def __call__(self, observations: Any) -> None:
            raise AssertionError

    module = Module(9)
    search = BatchSearch(BatchEnv("hex", 2, variant="3x3"), zeros=module.zeros, simulations=4)
    search.run(module)
    assert module.rows
