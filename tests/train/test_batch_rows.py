"""The rows of legal moves of the batch environment."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hexapoda.games.encodings import BatchArrays
from hexapoda.train.batch import BatchEnv
from hexapoda.train.episode import EpisodeSettings


def test_a_game_with_more_moves_than_room_is_cut() -> None:
    batch = BatchEnv("hive", 40, variant="Base+MLP", room=60, auto_reset=False, seed=2)
    assert batch.moves is not None
    cut = np.zeros(40, np.bool_)
    while not (batch.legal == 0).all():
        before = batch.plies.copy()
        batch.step(batch.sample())
        cut |= batch.truncated
        assert (batch.legal <= 60).all()
        listed = (batch.moves[:, :, 0] >= 0).sum(axis=1)
        assert (listed == batch.legal).all() and (batch.plies - before <= 1).all()
    assert cut.sum() > 30 and (batch.plies[cut] < 1000).all()


def test_rows_of_games_that_begin_again() -> None:
    batch = BatchEnv("hive", 30, room=80, max_plies=40, seed=2)
    assert batch.moves is not None and batch.masks is not None
    began = np.zeros(30, np.int64)
    for _ in range(150):
        batch.step(batch.sample())
        began += batch.plies == 0
        for rows, legal, mask in zip(batch.moves, batch.legal, batch.masks, strict=True):
            assert sorted(rows[:legal, 0]) == np.flatnonzero(mask).tolist()
            assert (rows[legal:] == -1).all()
    assert began.min() >= 3


def test_rows_choose_actions() -> None:
    """A policy that scores moves one by one: here it takes the last row."""
    batch = BatchEnv("hex", 5, variant="3x3", mask=False, room=9)
    assert batch.masks is None and batch.moves is not None
    for _ in range(30):
        batch.step(batch.moves[np.arange(5), batch.legal - 1, 0])
    assert (batch.plies <= 9).all()


def test_the_core_checks_the_rows_of_moves() -> None:
    def make(moves: np.ndarray[Any, Any]) -> None:
        settings = EpisodeSettings.of("hex", variant="3x3")
        start, encoder, layout = settings.begin().position, settings.encoder, settings.layout
        arrays = BatchArrays(
            observations=None,
            masks=None,
            players=np.zeros(2, np.int8),
            plies=np.zeros(2, np.int32),
            legal=np.zeros(2, np.int32),
            rewards=np.zeros((2, 2), np.float32),
            terminated=np.zeros(2, np.bool_),
            truncated=np.zeros(2, np.bool_),
            moves=moves,
        )
        settings.encodings.batch(
            start,
            encoder,
            layout,
            arrays,
            count=2,
            max_plies=9,
            illegal_loses=False,
            auto_reset=True,
            threads=1,
            seed=0,
        ).reset()

    moves = np.zeros((2, 12, 3), np.int16)
    make(moves)
    assert (moves[:, 9:] == -1).all() and moves[:, :9, 0].tolist() == [list(range(9))] * 2
    for shape in ((3, 9, 3), (2, 9, 5)):
        with pytest.raises(ValueError, match=r"moves has the wrong shape: expected \[2, 9, 3\]"):
            make(np.zeros(shape, np.int16))
    with pytest.raises(ValueError, match="the number of rows for moves"):
        make(np.zeros((2, 8, 3), np.int16))
    for wrong in (
        np.zeros((2, 9, 3), np.int32),
        np.zeros((2, 9), np.int16),
        np.zeros((2, 9, 6), np.int16)[:, :, ::2],
    ):
        with pytest.raises(TypeError):
            make(wrong)
