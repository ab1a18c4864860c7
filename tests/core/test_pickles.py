"""Pickles of positions and moves: long games, and states that are none."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

from hexapoda.errors import HexapodaError
from hexapoda.hex import Move as HexMove
from hexapoda.hex import Position as HexPosition
from hexapoda.hive import PASS, Move, Piece, Position
from tests.core.scripts import output_of


def test_a_game_of_5000_passes_is_pickled() -> None:
    position = HexPosition("5x5", swap="pieces")
    for _ in range(5000):
        position.push_pass()
    twin = pickle.loads(pickle.dumps(position))
    assert twin == position and twin.moves == position.moves and twin.ply == 5000


@pytest.mark.parametrize("swap", ["off", "pieces", "sides"])
@pytest.mark.parametrize("seed", range(5))
def test_a_game_of_hex_is_pickled_with_its_history(swap: Any, seed: int) -> None:
    chance = random.Random(f"{swap} {seed}")
    position = HexPosition("4x4", swap=swap)
    if seed % 2:
        position = HexPosition.from_stones(
            "4x4", [(0, 1)], [(3, 3), (2, 2)], color_to_move=1, sides_swapped=True, ply=9, swap=swap
        )
    while position.legal_moves and chance.random() < 0.9:
        position.push(chance.choice(position.legal_moves))
        if chance.random() < 0.1 and position.outcome() is None:
            position.push_pass()
    twin = pickle.loads(pickle.dumps(position))
    assert twin == position and twin.moves == position.moves
    assert twin.start == position.start and (twin.swap, twin.ply) == (swap, position.ply)


@pytest.mark.parametrize(
    "change",
    [
        (0, "99x1"),
        (0, None),
        (1, "maybe"),
        (2, [(9, 9)]),
        (2, [None]),
        (3, 7),
        (4, 2),
        (5, None),
        (6, -1),
        (6, 2**64),
        (7, ["a1"]),
        (7, [(0, 0), (0, 0)]),
        (7, [(0,)]),
        (7, None),
        (7, ["pass", 3]),
    ],
)
def test_a_state_of_no_position_of_hex_is_refused(change: tuple[int, Any]) -> None:
    restore, state = HexPosition("3x3").__reduce__()
    damaged = list(state)
    damaged[change[0]] = change[1]
    with pytest.raises((HexapodaError, TypeError)):
        restore(*damaged)
    with pytest.raises(TypeError):
        restore(*state[: change[0]])


@pytest.mark.parametrize(
    "change",
    [
        (0, "Base+X"),
        (0, None),
        (1, "none"),
        (2, 1),
        (3, [(28, 0, 0, 0)]),
        (3, [(-1, 0, 0, 0)]),
        (3, [(0, 2**40, 0, 0)]),
        (3, [(0, 0)]),
        (4, -3),
        (4, "1"),
        (5, 99),
        (5, -2),
        (6, [(-1, (0, 0))]),
        (6, [(0, None)]),
        (6, [(1, (0, 0)), 5]),
        (6, [None]),
    ],
)
def test_a_state_of_no_position_of_hive_is_refused(change: tuple[int, Any]) -> None:
    restore, state = Position().__reduce__()
    damaged = list(state)
    damaged[change[0]] = change[1]
    with pytest.raises((HexapodaError, TypeError)):
        restore(*damaged)
    with pytest.raises(TypeError):
        restore(*state[: change[0]])


@pytest.mark.parametrize(
    "move", [Move(Piece("wA1"), (1, 2)), Position().legal_moves[0], PASS, HexMove((1, 2))]
)
def test_a_move_is_read_where_its_game_was_not_imported(move: Any) -> None:
    code = f"import pickle; move = pickle.loads({pickle.dumps(move)!r}); print(repr(move), move.kind)"
    assert output_of(code) == f"{move!r} {move.kind}\n"


@pytest.mark.parametrize(
    ("move", "states"),
    [
        (
            Move(Piece("wA1"), (1, 2)),
            [(28, 0, 0, 0, 0, 0), (0, 9, 0, 0, 0, 0), (3, 3, 0, 0, 0, 0), (0, 0), None],
        ),
        (PASS, [(255, 1, 0, 0, 0, 0), (-1, 3, 0, 0, 0, 0)]),
        (HexMove((1, 2)), [(0, 26, 0), (4, 0, 0), (3, 1, 0), (0, -1, 0), "a1"]),
    ],
)
def test_a_state_of_no_move_is_refused(move: Any, states: list[Any]) -> None:
    assert pickle.loads(pickle.dumps(move)) == move
    for state in states:
        kind: Any = type(move)
        with pytest.raises((ValueError, TypeError)):
            kind.__new__(kind).__setstate__(state)
