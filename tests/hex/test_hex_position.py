"""`hexapoda.hex.Position` as Python sees it: moves, swaps, texts, set-ups and refusals."""

from __future__ import annotations

import copy
import pickle
import sys
from collections.abc import Callable

import numpy as np
import pytest

from hexapoda.errors import (
    HexapodaError,
    IllegalMoveError,
    InvalidGameError,
    InvalidMoveError,
    InvalidPositionError,
    UsageError,
)
from hexapoda.hex import BLACK, WHITE, Move, MoveKind, Position, Rule, Termination, parse_cell, parse_variant
from hexapoda.hex.explain import refuse, why_not
from hexapoda.hex.text.notation import read_move


def test_black_joins_top_and_bottom() -> None:
    position = Position("3x3")
    for text in ("b1", "a1", "b2", "a2", "b3"):
        assert position.outcome() is None and position.winning_chain() == ()
        position.push(position.parse_move(text))
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.color, outcome.termination) == (0, BLACK, Termination.CONNECTION)
    assert position.winning_chain() == ((1, 0), (1, 1), (1, 2))
    assert (position.state, len(position.legal_moves), bool(position.legal_moves)) == ("BlackWins", 0, False)


def test_white_joins_left_and_right() -> None:
    position = Position.from_text("3x2 a1 a2 b1 b2 c1 c2")
    assert (position.state, position.winning_chain()) == ("WhiteWins", ((0, 1), (1, 1), (2, 1)))
    position = Position.from_text("3x3 a1 a3 b1 b2 c3")
    assert position.state == "InProgress"
    position.push(Move((2, 0)))
    assert (position.state, position.winning_chain()) == ("WhiteWins", ((0, 2), (1, 1), (2, 0)))


def test_the_chain_is_the_shortest() -> None:
    detour = "d1 d2 d3 d4 c5 c6 c7 e1 f1 f2 e3"
    cells = [(ord(text[0]) - 97, int(text[1]) - 1) for text in detour.split()]
    position = Position.from_stones("7x7", cells)
    assert position.winning_chain() == ((3, 0), (3, 1), (3, 2), (3, 3), (2, 4), (2, 5), (2, 6))


def test_swap_pieces_mirrors_the_stone() -> None:
    position = Position.from_text("11x11 swap=pieces a10")
    assert position.swap_now == Move.SWAP_PIECES and len(position.legal_moves) == 121
    assert position.parse_move("swap") == position.parse_move("SWAP-Pieces") == Move.SWAP_PIECES
    position.push(Move.SWAP_PIECES)
    assert position.stones(BLACK) == frozenset() and position.stones(WHITE) == {(9, 0)}
    assert (position.turn, position.color_to_move, position.ply) == (0, BLACK, 2)
    assert position.parse_move("a10") == Move((0, 9)), "the first stone's cell is empty again"
    assert position.swap_now is None
    assert position.pop() == Move.SWAP_PIECES
    assert position.stones(BLACK) == {(0, 9)} and position.ply == 1


def test_swap_sides_exchanges_the_players() -> None:
    position = Position.from_text("3x4 swap=sides b2 swap-sides")
    assert position.stones(BLACK) == {(1, 1)}
    assert (position.turn, position.color_to_move, position.sides_swapped) == (0, WHITE, True)
    assert (position.player_of(BLACK), position.player_of(WHITE)) == (1, 0)
    for text in ("c3", "b1", "c2", "b3", "c1", "a4"):
        position.push(position.parse_move(text))
    outcome = position.outcome()
    assert outcome is not None and (outcome.winner, outcome.color) == (1, BLACK)
    assert outcome.state == position.state == "WhiteWins"  # by player, as records have it


def test_both_swaps_come_to_the_same_game() -> None:
    pieces = Position.from_text("5x5 swap=pieces a2 swap-pieces c3 d2")
    sides = Position.from_text("5x5 swap=sides a2 swap-sides c3 b4")
    assert pieces.key != sides.key
    assert pieces.canonical_key == sides.canonical_key


def test_a_swap_that_may_come_counts_in_the_key() -> None:
    plain, pieces, sides = (
        Position.from_text(f"5x5 {rule} a2") for rule in ("", "swap=pieces", "swap=sides")
    )
    assert len({plain.key, pieces.key, sides.key}) == 3
    for position in (plain, pieces, sides):
        position.push(Move((3, 3)))
    assert plain.key == pieces.key == sides.key and plain == pieces == sides


REFUSALS: list[tuple[str, str, Rule, tuple[tuple[int, int], ...], str]] = [
    ("7x7 c3", "c3", Rule.OCCUPIED, ((2, 2),), "c3 is occupied by a black stone"),
    ("7x7 black=c3 white=d4", "D4", Rule.OCCUPIED, ((3, 3),), "d4 is occupied by a white stone"),
    ("5x3", "f1", Rule.OFF_BOARD, ((5, 0),), "f1 is off the board: the cells of 5x3 are a1 to e3"),
    ("5x3", "a4", Rule.OFF_BOARD, ((0, 3),), "a4 is off the board: the cells of 5x3 are a1 to e3"),
    (
        "3x3 a1 b1 a2 b2 a3",
        "c3",
        Rule.GAME_OVER,
        ((0, 0), (0, 1), (0, 2)),
        "the game is over: black has joined its edges",
    ),
    (
        "1x1 black=a1",
        "swap-sides",
        Rule.GAME_OVER,
        ((0, 0),),
        "the game is over: black has joined its edges",
    ),
    (
        "1x2 white=a1",
        "a2",
        Rule.GAME_OVER,
        ((0, 0),),
        "the game is over: white has joined its edges",
    ),
    (
        "7x7 c3",
        "swap-pieces",
        Rule.SWAP_OFF,
        (),
        "swap-pieces is not a move of this game: it is played without a swap",
    ),
    (
        "7x7 swap=pieces c3",
        "swap-sides",
        Rule.SWAP_OFF,
        (),
        "swap-sides is not a move of this game: it is played with swap-pieces",
    ),
    (
        "7x7 swap=sides",
        "swap",
        Rule.SWAP_NOT_NOW,
        (),
        "swap-sides cannot be played before the first stone: only the second move of a game can be a swap",
    ),
    (
        "7x7 swap=pieces c3 d4",
        "swap-pieces",
        Rule.SWAP_NOT_NOW,
        ((2, 2), (3, 3)),
        "swap-pieces cannot be played as move 3: only the second move of a game can be a swap",
    ),
    (
        "7x7 swap=sides c3 swap-sides",
        "swap-sides",
        Rule.SWAP_NOT_NOW,
        ((2, 2),),
        "swap-sides cannot be played as move 3: only the second move of a game can be a swap",
    ),
    (
        "7x7 swap=sides pass",
        "swap-sides",
        Rule.SWAP_NOT_NOW,
        (),
        "swap-sides needs one black stone and nothing else on the board, and white to move",
    ),
    ("7x7 c3", "pass", Rule.NO_PASS, (), "white cannot pass: every move in Hex places a stone or swaps"),
]


@pytest.mark.parametrize(("position", "move", "rule", "cells", "text"), REFUSALS)
def test_refusals(
    position: str, move: str, rule: Rule, cells: tuple[tuple[int, int], ...], text: str
) -> None:
    at = Position.from_text(position)
    key = at.key
    with pytest.raises(IllegalMoveError) as caught:
        at.parse_move(move)
    assert (caught.value.rule, caught.value.cells, str(caught.value)) == (rule, cells, text)
    if move != "swap":
        refused = read_move(move)
        refusal = at.why_not(refused)
        assert refusal is not None
        assert (refusal.rule, refusal.cells, str(refusal), caught.value.move) == (rule, cells, text, refused)
        with pytest.raises(IllegalMoveError, match=text.replace("(", r"\(")):
            at.push(refused)
    assert at.key == key


@pytest.mark.parametrize("read", [read_move, parse_cell])
def test_a_text_with_many_blanks_is_not_kept(read: Callable[[str], object]) -> None:
    text = "a1" + " " * 1000
    before = sys.getrefcount(text)
    assert read(text) == read("a1")
    assert sys.getrefcount(text) == before


def test_every_rule_has_its_refusal() -> None:
    assert {row[2] for row in REFUSALS} == set(Rule)


def test_legal_moves_are_not_refused() -> None:
    position = Position("3x3")
    assert why_not(position, Move((0, 0))) is None
    with pytest.raises(UsageError, match="legal"):
        refuse(position, Move((0, 0)))


@pytest.mark.parametrize(
    "text",
    ["", " ", "a", "1", "aa1", "a0", "a01", "a27", "é1", "resign", "swap-", "a1 b2", "a1\x00", "a²", "a٣"],
)
def test_texts_that_are_no_moves(text: str) -> None:
    with pytest.raises(InvalidMoveError, match="expected a cell such as c2") as caught:
        Position().parse_move(text)
    assert caught.value.text == text and caught.value.expected


def test_moves_are_values() -> None:
    move = Move((2, 9))
    assert (str(move), repr(move), move.cell, move.kind) == ("c10", "Move(c10)", (2, 9), MoveKind.PLACE)
    assert move.is_placement and not Move.SWAP_SIDES.is_placement
    assert Move.SWAP_SIDES.cell is None and Move.SWAP_SIDES.kind is MoveKind.SWAP_SIDES
    assert (
        len({move, Move((2, 9)), Move((9, 2)), Move.PASS, Move.SWAP_PIECES, Move.SWAP_SIDES, Move((0, 0))})
        == 6
    )
    assert move != "c10" and move != Move.PASS
    for one in (move, Move.PASS, Move.SWAP_PIECES):
        assert pickle.loads(pickle.dumps(one)) == one
    for cell in ((-1, 0), (0, 26), (26, 0)):
        with pytest.raises(ValueError, match="expected a column and a row from 0 to 25"):
            Move(cell)
    with pytest.raises(TypeError):
        Move("c10")  # type: ignore[arg-type]


def test_legal_moves_are_a_container() -> None:
    position = Position.from_text("3x2 swap=sides b1")
    moves = position.legal_moves
    assert [str(move) for move in moves] == ["a1", "c1", "a2", "b2", "c2", "swap-sides"]
    assert (len(moves), moves.count, moves[-1], moves[1:3]) == (
        6,
        6,
        Move.SWAP_SIDES,
        [Move((2, 0)), Move((0, 1))],
    )
    assert Move((0, 0)) in moves and Move((1, 0)) not in moves and Move((9, 9)) not in moves
    assert Move.SWAP_PIECES not in moves and Move.PASS not in moves and "a1" not in moves
    rows = moves.to_numpy()
    assert rows.dtype == np.int32
    assert rows.tolist() == [[0, 0, 0], [0, 2, 0], [0, 0, 1], [0, 1, 1], [0, 2, 1], [2, 0, 0]]
    position.push(moves[0])
    assert len(moves) == 6, "a list stays what it was"
    with pytest.raises(IndexError):
        moves[6]


def test_passes_of_records() -> None:
    position = Position.from_text("3x3 b2 pass b1")
    assert position.moves == [Move((1, 1)), Move.PASS, Move((1, 0))]
    assert (position.ply, position.color_to_move, position.turn) == (3, WHITE, 1)
    assert position.pop() == Move((1, 0)) and position.pop() == Move.PASS
    assert position.color_to_move == WHITE
    position.push_pass()
    position = Position.from_text("2x2 a1 b1 a2")
    with pytest.raises(IllegalMoveError, match="the game is over") as caught:
        position.push_pass()
    assert caught.value.rule is Rule.GAME_OVER


@pytest.mark.parametrize(
    "text",
    [
        "11x11",
        "13x9",
        "11x11 swap=pieces",
        "7x7 swap=sides black=a1",
        "7x7 black=d4,c5 white=e3,g7",
        "7x7 black=a1,b1",
        "7x7 black=a1,b1 to-move=black",
        "7x7 white=a1 to-move=white",
        "7x7 swap=sides black=a2 sides=swapped ply=2",
        "7x7 ply=4",
        "1x26 black=a26",
    ],
)
def test_texts_come_back(text: str) -> None:
    position = Position.from_text(text)
    assert position.text() == position.game_string() == text
    assert position.moves == [] and position.start == position
    assert Position.from_text(text.upper()) == position == pickle.loads(pickle.dumps(position))


def test_a_game_comes_back_with_its_history() -> None:
    text = "7x7 swap=pieces black=c2 to-move=white swap-pieces a1 b1 pass c3"
    position = Position.from_text(text)
    assert position.text() == "7x7 swap=pieces black=a1 white=b1,b3,c3 ply=6"
    assert position.game_string() == text.replace(" to-move=white", "")
    for twin in (
        position.copy(),
        copy.copy(position),
        copy.deepcopy(position),
        pickle.loads(pickle.dumps(position)),
    ):
        assert type(twin) is Position
        assert (
            twin == position and twin.moves == position.moves and twin.game_string() == position.game_string()
        )
        twin.pop()
        assert twin != position


def test_moves_are_read_without_a_position() -> None:
    moves = [Move((2, 1)), Move.SWAP_PIECES, Move.SWAP_SIDES, Move.PASS]
    assert [Move.from_text(str(move)) for move in moves] == moves
    with pytest.raises(InvalidMoveError, match="not a move: 'c0'"):
        Move.from_text("c0")
    for wrong in (None, 3, b"c2"):
        with pytest.raises(TypeError):
            Move.from_text(wrong)  # type: ignore[arg-type]


def test_images_of_a_position() -> None:
    position = Position.from_text("5x3 b1 c2 d2")
    assert position.transformed(0) == position != position.transformed(1)
    assert position.transformed(1).text() == "5x3 black=b2,d3 white=c2"
    assert position.transformed(2).text() == "3x5 black=b3 white=a2,b4 sides=swapped"
    assert position.transformed(3).transformed(3) == position
    assert {position.transformed(symmetry).turn for symmetry in range(4)} == {position.turn}
    with pytest.raises(UsageError, match="may still swap"):
        Position("5x5", swap="pieces").transformed(2)


def test_set_ups_in_any_order() -> None:
    position = Position.from_text("5x5 to-move=black white=c3,a1 ply=9 black=b2 e5")
    same = Position.from_stones("5x5", [(1, 1), (4, 4)], [(0, 0), (2, 2)], color_to_move=WHITE, ply=10)
    assert position == same and (position.ply, same.ply) == (10, 10)
    assert position.start.stones(WHITE) == {(0, 0), (2, 2)}
    assert [position.color_at(cell) for cell in ((1, 1), (0, 0), (0, 1), (5, 0), (-1, 0))] == [
        0,
        1,
        None,
        None,
        None,
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "not a position"),
        ("a" * 20000, "not a position"),
        ("chess", "unknown board 'chess': expected COLUMNSxROWS, each from 1 to 26"),
        ("0x4", "'0x4'"),
        ("27x11", "'27x11'"),
        ("7x", "'7x'"),
        ("7x7 color=red", "unknown field 'color'"),
        ("7x7 swap=on", "bad field 'swap=on': expected one of off, pieces, sides"),
        ("7x7 swap=off swap=off", "duplicate field 'swap'"),
        ("7x5 swap=pieces", "expected a square board"),
        ("7x7 black=a1,h1", "h1 is off the board"),
        ("7x7 black=a1,,b1", "bad field 'black=a1,,b1': not a cell: ''"),
        ("7x7 black=a1 white=b1,a1", "two stones on a1"),
        ("7x7 to-move=red", "bad field 'to-move=red': expected one of black, white"),
        ("7x7 sides=changed", "bad field 'sides=changed': expected one of own, swapped"),
        ("7x7 ply=-1", "bad field 'ply=-1': expected a number"),
        ("7x7 ply=9999999", "ply 9999999 is out of range"),
        ("7x7 ply=٣", "'ply=٣': expected a number"),
    ],
)
def test_texts_that_are_no_positions(text: str, says: str) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        Position.from_text(text)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("text", "ply", "says"),
    [
        ("7x7 a1 a1", 2, "ply 2 'a1': a1 is occupied"),
        ("7x7 a1 h8", 2, "ply 2 'h8': h8 is off the board"),
        ("7x7 resign", 1, "ply 1 'resign': not a move"),
        ("7x7 a1 white=b2", 2, "ply 2 'white=b2': the field 'white=b2' must come before the moves"),
        ("7x7 black=a1,b2 c3 c3", 4, "ply 4 'c3'"),
    ],
)
def test_games_that_are_none(text: str, ply: int, says: str) -> None:
    with pytest.raises(InvalidGameError) as caught:
        Position.from_text(text)
    assert says in str(caught.value) and caught.value.ply == ply
    assert isinstance(caught.value.__cause__, HexapodaError)


def test_rules_beside_a_text() -> None:
    assert Position.from_text("7x7 a1", swap="sides").swap_now == Move.SWAP_SIDES
    assert Position.from_text("7x7 swap=sides a1", swap="sides").swap == "sides"
    with pytest.raises(InvalidPositionError, match="the text says swap=sides, but swap=off was requested"):
        Position.from_text("7x7 swap=sides a1", swap="off")
    with pytest.raises(InvalidPositionError, match="unknown swap rule 'on'"):
        Position("7x7", swap="on")  # type: ignore[arg-type]


def test_stones_that_cannot_be_set_up() -> None:
    for arguments, says in (
        ({"black": [(7, 0)]}, "h1 is off the board"),
        ({"black": [(0, -1)]}, r"\(0, -1\) is off the board"),
        ({"black": [(0, 0)], "white": [(0, 0)]}, "two stones on a1"),
        ({"color_to_move": 2}, "no color 2"),
        ({"ply": -1}, "ply -1"),
    ):
        with pytest.raises(InvalidPositionError, match=says):
            Position.from_stones("7x7", **arguments)


def test_variants() -> None:
    texts = {"11": "11x11", "11X11": "11x11", " 9x13 ": "9x13", "1x26": "1x26"}
    assert {text: parse_variant(text) for text in texts} == texts
    position = Position("9x13")
    assert (position.variant, position.columns, position.rows) == ("9x13", 9, 13)
    for text in ("", "x", "0", "27", "1x0", "-1x5", "5x5x5", "١١"):
        with pytest.raises(InvalidGameError, match="unknown board"):
            Position(text)


def test_positions_change_and_have_no_hash() -> None:
    with pytest.raises(TypeError):
        hash(Position())
    with pytest.raises(IndexError, match="no move to take back"):
        Position().pop()
    assert Position("5x5") != Position("5x6") and Position() != 0
    assert repr(Position.from_text("3x3 swap=sides b2 swap-sides")) == "<Position 3x3 White[2] InProgress>"
