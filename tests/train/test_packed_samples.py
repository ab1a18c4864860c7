"""Samples as runs of equal numbers: nothing is lost, and a position of Hive takes at most 2 kB."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from hexapoda.train.batch import BatchEnv
from hexapoda.train.packed_samples import PackedSamples
from hexapoda.train.samples import Samples


def random_samples(count: int, cells: int, actions: int, seed: int, legal: bool = True) -> Samples:
    rng = np.random.default_rng(seed)
    policies = (rng.random((count, actions)) * (rng.random((count, actions)) < 0.1)).astype(np.float32)
    return Samples(
        rng.integers(-1, 2, (count, 3, cells), np.int8),
        policies,
        rng.choice([-1, 0, 1], count).astype(np.float32),
        rng.integers(0, 2, count).astype(np.float32),
        policies > 0 if legal else np.zeros((count, 0), np.bool_),
    )


def assert_equal(one: Samples, other: Samples) -> None:
    for name in Samples.__slots__:
        first, second = getattr(one, name), getattr(other, name)
        assert first.dtype == second.dtype and first.shape == second.shape, name
        assert np.array_equal(first, second), name


@pytest.mark.parametrize(
    ("count", "cells", "actions", "legal"), [(7, 4, 13, True), (5, 1, 1, False), (3, 30_000, 70_000, True)]
)
def test_packed_samples_are_the_same(
    tmp_path: Path, count: int, cells: int, actions: int, legal: bool
) -> None:
    parts = [random_samples(count, cells, actions, seed, legal) for seed in (1, 2)]
    packed = PackedSamples.joined([PackedSamples.of(part) for part in parts])
    assert len(packed) == 2 * count
    packed.save(tmp_path / "samples")
    for each in (packed, PackedSamples.load(tmp_path / "samples")):
        for number, part in enumerate(parts):
            assert_equal(each.part(np.arange(count) + number * count), part)
        chosen = np.array([count + 2, 0, count - 1, 0, 2 * count - 1])
        assert_equal(each.part(chosen[:2]), each.part(chosen).part(np.arange(2)))
        whole = each.part(np.arange(2 * count))
        assert_equal(each.part(chosen), whole.part(chosen))
        assert_equal(each.taken(chosen).part(np.array([4, 1])), whole.part(chosen[[4, 1]]))


def test_no_samples(tmp_path: Path) -> None:
    nothing = PackedSamples.of(random_samples(0, 4, 13, 1))
    some = PackedSamples.of(random_samples(3, 4, 13, 1))
    assert not len(nothing) and nothing.part(np.arange(0)).observations.shape == (0, 3, 4)
    nothing.save(tmp_path / "samples")
    for empty in (nothing, PackedSamples.load(tmp_path / "samples")):
        joined = PackedSamples.joined([empty, some, empty])
        assert_equal(joined.part(np.arange(3)), some.part(np.arange(3)))


@pytest.mark.parametrize("window", ["", ":window=13"])
def test_a_position_of_hive_takes_at_most_two_kilobytes(window: str) -> None:
    batch = BatchEnv(
        "hive", 32, variant="Base+MLP", observation=f"planes{window}", actions=f"cells{window}", seed=1
    )
    rng, packed = np.random.default_rng(1), []
    for ply in range(60):
        if ply % 6 == 5:
            assert batch.observations is not None and batch.masks is not None
            legal = batch.masks.astype(np.bool_)
            policies = (rng.random(legal.shape) * legal).astype(np.float32)
            known = np.ones(batch.count, np.float32)
            packed.append(PackedSamples.of(Samples(batch.observations, policies, known, known, legal)))
        batch.step(batch.sample())
    joined = PackedSamples.joined(packed)
    assert joined.nbytes / len(joined) < 2000
