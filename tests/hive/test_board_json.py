"""Positions and moves as JSON: the fast ways agree with the slow ones."""

from __future__ import annotations

import random

import pytest

from game_of_y.game import GAME_OF_Y
from hexapoda.errors import IllegalMoveError, InvalidMoveError
from hexapoda.games import find_game
from hexapoda.hive import Position

HIVE, HEX = find_game("hive"), find_game("hex")


@pytest.mark.parametrize("seed", range(12))
def test_all_legal_moves_at_once(seed: int) -> None:
    dice = random.Random(seed)
    position = Position(HIVE.variants[seed % len(HIVE.variants)])
    texts: list[str] = []
    while position.ply < 90 and position.outcome() is None:
        found = HIVE.moves_json(position)
        assert found == [HIVE.move_json(position, move) for move in position.legal_moves]
        move = dice.choice(list(position.legal_moves))
        texts.append(position.format_move(move))
        position.push(move)
    assert HIVE.board_json(position)["moves"] == texts
    again = Position(position.variant)
    HIVE.play_texts(again, texts)
    assert again == position and again.moves == position.moves


@pytest.mark.parametrize("swap", ["off", "pieces", "sides"])
def test_all_legal_moves_of_hex_at_once(swap: str) -> None:
    position = HEX.initial("5x5", {"swap": swap})
    while position.outcome() is None:
        found = HEX.moves_json(position)
        assert found == [HEX.move_json(position, move) for move in position.legal_moves]
        position.push(list(position.legal_moves)[-1])


def test_moves_in_any_notation_are_played() -> None:
    position = Position("Base")
    HIVE.play_texts(position, ["wS1", "bS1 wS1-", "wq1 N ws1", "bQ1*|bS1", "wA1 -wS1"])
    assert HIVE.board_json(position)["moves"][2:] == ["wQ \\wS1", "bQ bS1-", "wA1 /wQ"]


@pytest.mark.parametrize(("bad", "error"), [("wA1 bQ-", InvalidMoveError), ("bA1 bS1-", IllegalMoveError)])
def test_the_moves_before_a_bad_one_are_played(bad: str, error: type[Exception]) -> None:
    position = Position("Base")
    with pytest.raises(error):
        HIVE.play_texts(position, ["wS1", "bS1 wS1-", bad, "wQ -wS1"])
    assert position.ply == 2


def test_a_game_without_its_own_ways() -> None:
    position = GAME_OF_Y.initial("triangle-3")
    GAME_OF_Y.play_texts(position, ["1.1", "2.1"])
    assert position.ply == 2
    assert [move["move"] for move in GAME_OF_Y.moves_json(position)] == ["2.2", "3.1", "3.2", "3.3"]
    with pytest.raises(InvalidMoveError):
        GAME_OF_Y.play_texts(position, ["2.2", "x"])
    assert position.ply == 3
