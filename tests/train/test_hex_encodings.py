"""The encodings of Hex against a slow oracle written from their documentation, and golden values."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from hexapoda.errors import IllegalMoveError, UsageError
from hexapoda.hex import Move, Position
from hexapoda.hex.encode import ENCODINGS
from hexapoda.hex.position import SWAPS

BOARDS = [(variant, swap) for variant in ("1x1", "3x3", "5x5", "11x11") for swap in SWAPS]
BOARDS += [("5x3", "off"), ("4x7", "sides"), ("26x26", "off")]


def positions(variant: str, swap: Any, seed: int = 1) -> Iterator[Position]:
    """Every position of a short game, and every seventh one of a long game."""
    rng, position = Random(seed), Position(variant, swap=swap)
    yield position
    while position.outcome() is None:
        moves = list(position.legal_moves)
        swap_now = position.swap_now
        position.push(swap_now if swap_now is not None and seed % 2 else rng.choice(moves))
        if position.ply < 4 or position.ply % 7 == 0 or position.outcome() is not None:
            yield position


def planes(position: Position, player: int) -> NDArray[Any]:
    """The planes, cell by cell."""
    out = np.zeros((5, position.rows, position.columns), np.float32)
    own = next(color for color in (0, 1) if position.player_of(color) == player)
    for row in range(position.rows):
        for column in range(position.columns):
            color = position.color_at((column, row))
            if color is not None:
                out[int(color != own), row, column] = 1
    out[2], out[3], out[4] = own == 0, position.turn == player, position.swap_now is not None
    return out


@pytest.mark.parametrize(("variant", "swap"), BOARDS)
@pytest.mark.parametrize("seed", [1, 2])
def test_observations_and_numbers(variant: str, swap: str, seed: int) -> None:
    encoder, layout = ENCODINGS.encoder("planes", variant), ENCODINGS.layout("cells", variant, {"swap": swap})
    for position in positions(variant, swap, seed):
        for player in (0, 1):
            assert np.array_equal(encoder.encode(position, player), planes(position, player))
        found = encoder.encode(position)
        assert np.array_equal(found, planes(position, position.turn))
        assert found.shape == encoder.shape and found.dtype == encoder.dtype
        moves = list(position.legal_moves)
        numbers = [layout.number(position, move) for move in moves]
        assert numbers == np.flatnonzero(layout.mask(position)).tolist()
        assert [layout.move(position, number) for number in numbers] == moves
        rows = layout.move_rows(position)
        assert rows[:, 0].tolist() == numbers and rows.shape[1] == len(layout.move_columns)
        assert [tuple(row) for row in rows[:, 1:]] == [move.cell or (-1, -1) for move in moves]
        for move, number in zip(moves, numbers, strict=True):
            if move.cell is None:
                assert number == layout.size - 1 == position.columns * position.rows
            else:
                assert divmod(number, position.columns) == (move.cell[1], move.cell[0])
        for number in sorted(set(range(layout.size)) - set(numbers))[:9]:
            with pytest.raises(IllegalMoveError, match=f"action {number} is not a legal move"):
                layout.move(position, number)


def test_golden_values() -> None:
    position = Position("4x3", swap="sides")
    layout = ENCODINGS.layout("cells", "4x3", {"swap": "sides"})
    encoder = ENCODINGS.encoder("planes", "4x3")
    assert layout.size == 13 and encoder.shape == (5, 3, 4) and len(encoder.features) == 5
    assert layout.number(position, Move((2, 1))) == 6
    position.push_text("c2")
    assert layout.number(position, Move.SWAP_SIDES) == 12
    seen = encoder.encode(position)
    assert seen[:, 1, 2].tolist() == [0, 1, 0, 1, 1] and seen[:, 0, 0].tolist() == [0, 0, 0, 1, 1]
    position.push(layout.move(position, 12))
    # Player 0 is White now and to move; the black stone belongs to player 1.
    assert encoder.encode(position)[:, 1, 2].tolist() == [0, 1, 0, 1, 0]
    assert encoder.encode(position, 1)[:, 1, 2].tolist() == [1, 0, 1, 0, 0]


@pytest.mark.parametrize(("variant", "swap"), BOARDS)
def test_symmetries_of_observations_and_actions(variant: str, swap: str) -> None:
    encoder, layout = ENCODINGS.encoder("planes", variant), ENCODINGS.layout("cells", variant, {"swap": swap})
    assert len(ENCODINGS.symmetries) == 4
    for position in positions(variant, swap):
        for symmetry in range(4):
            if symmetry >= 2 and swap != "off" and position.ply < 2:
                with pytest.raises(UsageError, match=f"ply {position.ply} has no image with the colors"):
                    ENCODINGS.transform(position, symmetry)
                continue
            image = ENCODINGS.transform(position, symmetry)
            assert (image.turn, image.ply) == (position.turn, position.ply)
            seen = ENCODINGS.encoder("planes", image.variant).encode(image)
            assert np.array_equal(encoder.transform(encoder.encode(position), symmetry), seen)
            mask = np.zeros(layout.size, np.int8)
            mask[layout.permutation(symmetry)] = layout.mask(position)
            assert np.array_equal(mask, ENCODINGS.layout("cells", image.variant, {"swap": swap}).mask(image))
            rows = layout.transform_rows(layout.move_rows(position), symmetry).tolist()
            images = ENCODINGS.layout("cells", image.variant, {"swap": swap}).move_rows(image).tolist()
            assert sorted(rows) == sorted(images)
            assert (layout.transform_rows(np.full((2, 4, 3), -1, np.int16), symmetry) == -1).all()
            ended, image_ended = position.outcome(), image.outcome()
            assert (ended and ended.winner) == (image_ended and image_ended.winner)


def test_wrong_arguments() -> None:
    encoder, layout = ENCODINGS.encoder("planes", "5x5"), ENCODINGS.layout("cells", "5x5")
    with pytest.raises(UsageError, match="the position is on 4x5: expected 5x5"):
        encoder.encode(Position("4x5"))
    with pytest.raises(UsageError, match="the swap rule 'pieces': expected 5x5 without a swap rule"):
        layout.mask(Position("5x5", swap="pieces"))
    for wrong in (-1, 25, "a1", None, True):
        with pytest.raises(UsageError, match="expected an integer from 0 to 24"):
            layout.move(Position("5x5"), wrong)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="no symmetry 4: expected 0 to 3"):
        layout.permutation(4)
    with pytest.raises(UsageError, match="no player 2: expected 0, 1 or None"):
        encoder.encode(Position("5x5"), 2)
    with pytest.raises(UsageError, match="no observation of Hex is called 'tokens': expected planes"):
        ENCODINGS.encoder("tokens", "5x5")
    with pytest.raises(UsageError, match="has no option 'window': it has none"):
        ENCODINGS.layout("cells:window=5", "5x5")
    with pytest.raises(IllegalMoveError):
        layout.number(Position("5x5"), Move((5, 5)))
