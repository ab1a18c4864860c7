"""Where a network learns. Without a GPU, the device `meta` of PyTorch shows that nothing is left on the CPU:
it has no numbers, and most operations refuse those of another device. What needs numbers (losses, rounding,
measurements) is tested on a GPU alone, with pytest -m gpu.
"""

from __future__ import annotations

import dataclasses
import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hexapoda.errors import UsageError
from hexapoda.train.run_settings import LearnerSettings, NetworkSettings
from hexapoda.train.samples import Samples
from tests.cli.command_line import complaint
from tests.hive.game_files import write_random_games
from tests.train.expert_runs import CONFIG as EXPERT_CONFIG
from tests.train.test_expert_games import play
from tests.train.training_runs import CONFIG, TINY, training

pytestmark = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")


@pytest.mark.parametrize("config", [CONFIG, EXPERT_CONFIG], ids=["self-play", "expert"])
def test_a_device_that_is_not_there_is_refused(tmp_path: Path, config: str) -> None:
    import torch

    (tmp_path / "run.toml").write_text('device = "gpu"\n' + config, "utf-8")
    train = "train", str(tmp_path / "run.toml"), "--folder", str(tmp_path / "run")
    assert f"'{tmp_path / 'run.toml'}': device must be 'cpu' or 'cuda', not 'gpu'" in complaint(*train)
    (tmp_path / "run.toml").write_text("device = 2\n" + config, "utf-8")
    assert "device must be a string, not 2" in complaint(*train)
    if not torch.cuda.is_available():
        (tmp_path / "run.toml").write_text('device = "cuda"\n' + config, "utf-8")
        assert "PyTorch finds no usable GPU" in complaint(*train)
    assert not list(tmp_path.glob("run/games*"))


@pytest.mark.parametrize("legal_only", [False, True])
@pytest.mark.parametrize("pieces", [0, 2])
def test_a_board_network_learns_where_it_is(legal_only: bool, pieces: int) -> None:
    from hexapoda.train.board_network import BoardNetwork
    from hexapoda.train.learner import Learner

    count, planes, side = 6, 3, 4
    actions = 2 * side * side + 1
    rng = np.random.default_rng(1)
    samples = Samples(
        rng.random((count, planes, side, side), np.float32),
        np.full((count, actions), 1 / actions, np.float32),
        np.ones(count, np.float32),
        np.ones(count, np.float32),
        np.ones((count, actions if legal_only else 0), np.bool_),
    )
    network = BoardNetwork((planes, side, side), actions, NetworkSettings(channels=4, blocks=1), pieces)
    learner = Learner(network.to("meta"), LearnerSettings())
    seen: list[Any] = []
    network.register_forward_pre_hook(lambda _, given: seen.extend(given))
    logits, values = learner._outputs(network, samples)  # the losses have no numbers on this device
    (logits.sum() + values.sum()).backward()
    assert logits.shape == (count, actions) and values.shape == (count,)
    assert seen and {each.device.type for each in (logits, values, *seen, *grads(network))} == {"meta"}


def rave_lesson(path: Path) -> Any:
    from hexapoda.train.expert.hex.games import RaveTerms
    from hexapoda.train.expert.hex.lesson import HexLesson

    play(path, 3, RaveTerms(playouts=30, boards=(("5x5", 1),), without=("network",)))
    return HexLesson([path], blocks=1)


def hive_lesson(path: Path) -> Any:
    from hexapoda.train.expert.hive.lesson import EvaluationLesson

    write_random_games(path, 3)
    return EvaluationLesson([path], share=1.0, search=0.0, seed=1)


def grads(network: Any) -> list[Any]:
    """The gradients of all weights."""
    found = [part.grad for part in network.parameters()]
    assert all(grad is not None for grad in found)
    return found


@pytest.mark.parametrize("lesson_of", [rave_lesson, hive_lesson])
def test_the_network_of_an_engine_learns_where_it_is(
    tmp_path: Path, lesson_of: Callable[[Path], Any]
) -> None:
    import torch

    lesson = lesson_of(tmp_path / "games.jsonl")
    lesson.network.to("meta")
    for block in getattr(lesson.network, "blocks", ()):
        block.most = torch.zeros(2)  # a step looks whether numbers are rounded
    seen: list[Any] = []
    lesson.network.register_forward_pre_hook(lambda _, given: seen.extend(given))
    loss = lesson.loss(0, 100, 8)
    loss.backward()
    assert seen and {each.device.type for each in (loss, *seen, *grads(lesson.network))} == {"meta"}


@pytest.mark.gpu
@pytest.mark.parametrize("lesson_of", [rave_lesson, hive_lesson])
def test_learning_on_a_gpu(tmp_path: Path, lesson_of: Callable[[Path], Any]) -> None:
    from hexapoda.train.device import named_device
    from hexapoda.train.expert.learning import Learning

    lesson = lesson_of(tmp_path / "games.jsonl")
    before = [part.detach().clone() for part in lesson.network.parameters()]
    lesson.network.to(named_device("cuda"))
    settings = {"steps": 20, "rate": 0.1, "batch": 8}
    learning = Learning(lesson, settings, tmp_path / "learning.pt")
    learning.run()
    there = learning.measured()
    lesson.check()
    lesson.write(tmp_path / "cuda.net", {})
    assert Learning(lesson, settings, tmp_path / "learning.pt").step == 20
    lesson.network.cpu()
    here = learning.measured()
    assert here.value == pytest.approx(there.value, abs=1e-3)
    assert any((old != new).any() for old, new in zip(before, lesson.network.parameters(), strict=True))


@pytest.mark.gpu
def test_a_run_on_a_gpu(tmp_path: Path) -> None:
    run = training(tmp_path / "run", dataclasses.replace(TINY, device="cuda"))
    while not run.complete:
        run.advance()
    assert len(run.reports) == TINY.iterations
    run.close()
    again = training(tmp_path / "run", dataclasses.replace(TINY, device="cuda"))
    assert again.complete
    again.close()


def test_a_run_goes_on_without_its_gpu(tmp_path: Path) -> None:
    run = training(tmp_path, TINY)
    run.advance()
    run.close()
    settings = json.loads((tmp_path / "settings.json").read_text("utf-8"))
    (tmp_path / "settings.json").write_text(json.dumps({**settings, "device": "cuda"}), "utf-8")
    run = training(tmp_path, TINY)
    run.advance()
    run.close()
    assert json.loads((tmp_path / "settings.json").read_text("utf-8"))["device"] == "cpu"


def test_too_little_memory_without_a_gpu() -> None:
    import torch

    from hexapoda.train.device import enough_memory

    with (
        pytest.raises(UsageError, match="there is not enough memory: expected a smaller batch"),
        enough_memory(),
    ):
        torch.empty(1 << 60, dtype=torch.uint8)
    with pytest.raises(RuntimeError, match="size"), enough_memory():
        torch.ones(2) + torch.ones(3)


def test_too_little_memory_on_a_gpu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import torch

    from hexapoda.train.expert.learning import Learning

    def loss(step: int, steps: int, batch: int) -> Any:
        raise torch.OutOfMemoryError("CUDA out of memory")

    lesson = hive_lesson(tmp_path / "games.jsonl")
    monkeypatch.setattr(lesson, "loss", loss)
    learning = Learning(lesson, {"steps": 20, "rate": 0.1, "batch": 8}, tmp_path / "learning.pt")
    with pytest.raises(UsageError, match="not enough memory on the GPU: expected a smaller batch"):
        learning.run()
