"""What `Position` has beside the rules: the null move, images, exchanged colors, reach and liberties."""

from __future__ import annotations

import pickle
import random
from typing import Literal

import pytest

from hexapoda.errors import IllegalMoveError, InvalidPositionError, UsageError
from hexapoda.games import find_game
from hexapoda.hive import PASS, Piece, Position, Rule, neighbors
from hexapoda.hive.position_keys import game_keys, position_key

MIDGAME = "Base+MLP;InProgress;White[5];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 \\wQ;bA1 bQ\\;wB1 wQ;bA1 /wS1"
SURROUNDED = (
    "Base;WhiteWins;Black[8];wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wG1 -wQ;bG1 \\bQ;wG1 bQ\\;bG2 bQ/;"
    "wA1 wQ\\;bA1 bG2/;wA1 bG2\\;bA1 \\bG2;wQ \\wS1;bA1 bG2/;wQ /bG1"
)


def midgame() -> Position:
    return Position.from_game_string(MIDGAME)


def test_a_null_move_gives_the_turn_away_and_is_taken_back() -> None:
    position = midgame()
    before, key = list(position.legal_moves), position.key
    assert not position.is_legal(PASS)
    position.push_pass()
    assert (position.turn, position.ply, position.peek(), position.resting) == (1, 9, PASS, None)
    assert {move.piece.color for move in position.legal_moves if move.piece is not None} == {1}
    twin = pickle.loads(pickle.dumps(position))
    assert twin == position and twin.moves == position.moves
    assert position.transformed(1).moves[-1] == PASS
    assert position.pop() == PASS and position.key == key and list(position.legal_moves) == before


def test_where_there_is_no_null_move() -> None:
    position = Position()
    for text in ("wS1", "bS1 wS1-"):
        with pytest.raises(IllegalMoveError, match="cannot pass") as caught:
            position.push_pass()
        assert caught.value.rule is Rule.PASS_NOT_ALLOWED
        position.push_text(text)
    position.push_pass()
    with pytest.raises(IllegalMoveError, match="cannot pass"):  # three in a row would end the game
        position.push_pass()
    assert position.outcome() is None
    over = Position.from_game_string(SURROUNDED)
    with pytest.raises(IllegalMoveError) as caught:
        over.push_pass()
    assert caught.value.rule is Rule.GAME_OVER


@pytest.mark.parametrize("opening", ["tournament", "free"])
def test_a_game_with_a_null_move_has_keys_but_no_game_string(opening: Literal["tournament", "free"]) -> None:
    position = Position.from_game_string(MIDGAME, opening=opening)
    text, keys = position.game_string(), list(game_keys(position))
    position.push_pass()
    after = list(game_keys(position))
    assert after[:-1] == keys and after[-1] == position_key(position) != keys[-1]
    with pytest.raises(IllegalMoveError, match="cannot pass"):
        position.game_string()
    position.pop()
    assert position.game_string() == text


def test_the_reach_of_both_sides() -> None:
    position = midgame()
    beetle, ant, queen = Piece("wB1"), Piece("bA1"), Piece("wQ")
    assert position.reach(beetle) == {move.to for move in position.moves_of(beetle)}
    assert position.moves_of(ant) == [] and position.reach(queen) == frozenset()  # covered
    other = midgame()
    other.push_pass()
    assert position.reach(ant) == {move.to for move in other.moves_of(ant)} != frozenset()
    assert position.reach(Piece("wA1")) == frozenset() != set(position.moves_of(Piece("wA1")))  # in hand
    assert position.moves == midgame().moves
    first = Position()
    first.push_text("wS1")
    assert first.reach(Piece("wS1")) == frozenset()
    assert Position.from_game_string(SURROUNDED).reach(Piece("wA1")) == frozenset()


def test_liberties_are_the_free_cells_around_a_queen() -> None:
    position = midgame()
    for color, name in enumerate(("wQ", "bQ")):
        queen = position.cell_of(Piece(name))
        assert queen is not None
        free = {cell for cell in neighbors(queen) if position.top(cell) is None}
        assert position.liberties(color) == free and 0 < len(free) < 6
    assert Position().liberties(0) == frozenset()
    over = Position.from_game_string(SURROUNDED)
    assert over.liberties(1) == frozenset() != over.liberties(0)


def test_images_under_the_symmetries() -> None:
    position = midgame()
    images = [position.transformed(symmetry) for symmetry in range(12)]
    assert {image.canonical_key for image in images} == {position.canonical_key}
    assert len({image.key for image in images}) == 12 and images[0] == position
    assert all(image.ply == position.ply and len(image.moves) == 8 for image in images)
    with pytest.raises(UsageError):
        position.transformed(12)


def test_exchanged_colors() -> None:
    position = midgame()
    other = position.with_colors_exchanged()
    assert (other.turn, other.ply, other.turn_number) == (1, 9, 5)
    assert other.cell_of(Piece("bB1")) == position.cell_of(Piece("wB1"))
    assert other.resting == Piece("wA1") and other.with_colors_exchanged() == position
    choose = random.Random("colors")
    for variant in find_game("hive").variants:
        position = Position(variant)
        while position.outcome() is None and position.ply < 40:
            if position.ply < 2:
                with pytest.raises(InvalidPositionError, match="White begins"):
                    position.with_colors_exchanged()
            else:
                other = position.with_colors_exchanged()
                assert other.turn != position.turn and len(other.legal_moves) == len(position.legal_moves)
            position.push(choose.choice(position.legal_moves))
