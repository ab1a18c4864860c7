"""Position: state, history, equality, copies, pickles, and what it refuses."""

import copy
import pickle
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexapoda.errors import IllegalMoveError, InvalidGameError, InvalidPositionError
from hexapoda.hive import (
    BLACK,
    PASS,
    PIECES,
    VARIANTS,
    WHITE,
    Bug,
    Move,
    MoveKind,
    Outcome,
    Piece,
    Position,
    Termination,
)


def play(seed: int, plies: int, variant: str = "Base+MLP") -> Position:
    chance = random.Random(seed)
    position = Position(variant)
    while position.ply < plies and position.legal_moves:
        position.push(chance.choice(position.legal_moves))
    return position


def test_find_move_tells_kind_and_origin() -> None:
    position = play(4, 20)
    for move in position.legal_moves:
        assert move.piece is not None and move.to is not None
        found = position.find_move(move.piece, move.to)
        assert found == move and found is not None
        assert (found.kind, found.origin) == (move.kind, move.origin)
    assert position.find_move(Piece("wA1"), (50, 50)) is None


def test_the_start() -> None:
    position = Position("Base+MLP")
    assert (position.turn, position.ply, position.turn_number) == (WHITE, 0, 1)
    assert (position.state, position.turn_text, position.variant) == ("NotStarted", "White[1]", "Base+MLP")
    assert position.pieces() == {}
    assert position.resting is None and position.outcome() is None
    assert len(position.hand(WHITE)) == len(position.hand(BLACK)) == 14
    assert [str(p) for p in position.next_in_hand(BLACK)] == [
        "bQ",
        "bS1",
        "bB1",
        "bG1",
        "bA1",
        "bM",
        "bL",
        "bP",
    ]
    assert {m.to for m in position.legal_moves} == {(0, 0)}
    assert Piece("wQ") not in {m.piece for m in position.legal_moves}


def test_the_free_opening_lets_the_queen_begin() -> None:
    position = Position("Base", opening="free")
    assert Move(Piece("wQ"), (0, 0)) in position.legal_moves
    position.push(Move(Piece("wQ"), (0, 0)))
    assert Move(Piece("bQ"), (1, 0)) in position.legal_moves


def test_moves_tell_where_they_come_from() -> None:
    position = Position()
    for name, to in [("wS1", (0, 0)), ("bS1", (1, 0)), ("wQ", (-1, 0)), ("bQ", (2, 0))]:
        position.push(Move(Piece(name), to))
    placement = next(m for m in position.legal_moves if m.kind is MoveKind.PLACE)
    assert placement.origin is None
    walk = position.moves_of(Piece("wQ"))[0]
    assert (walk.origin, walk.kind) == ((-1, 0), MoveKind.MOVE)
    assert walk == Move(Piece("wQ"), walk.to or (0, 0)) and hash(walk) == hash(
        Move(Piece("wQ"), walk.to or (0, 0))
    )
    position.push(walk)
    assert position.moves[-1].origin == (-1, 0)
    assert position.resting == Piece("wQ")
    assert position.pop().kind is MoveKind.MOVE


def test_a_throw_says_so() -> None:
    # The ant stands in a pocket it cannot leave by itself; the pillbug beside it lifts it out.
    position = Position.from_text("Base+P White[6] - wP@0,0 wQ@-1,0 bQ@1,0 bA1@0,-1")
    throws = [m for m in position.legal_moves if m.kind is MoveKind.THROW]
    assert throws and all(m.piece is not None and m.origin is not None for m in throws)
    assert Piece("bA1") in {m.piece for m in throws}
    position.push(throws[0])
    assert position.moves[-1].kind is MoveKind.THROW
    assert position.resting == throws[0].piece


def test_illegal_moves_are_refused_and_change_nothing() -> None:
    position = play(3, 12)
    before = position.text()
    with pytest.raises(IllegalMoveError) as caught:
        position.push(Move(Piece("wQ"), (40, 40)))
    assert caught.value.rule is not None and position.text() == before
    with pytest.raises(IllegalMoveError):
        position.push(PASS)
    assert position.text() == before


def test_no_move_to_take_back() -> None:
    with pytest.raises(IndexError, match="take back"):
        Position().pop()
    with pytest.raises(IndexError):
        Position.from_text("Base White[2] - wS1@0,0 bS1@1,0").pop()


@pytest.mark.parametrize("index", [-100, 4, 100])
def test_legal_moves_index_range(index: int) -> None:
    with pytest.raises(IndexError):
        Position().legal_moves[index]


def test_legal_moves_are_a_container() -> None:
    position = play(5, 20)
    moves = position.legal_moves
    listed = list(moves)
    assert len(moves) == moves.count == len(listed) == len(set(listed))
    assert moves[1:5:2] == listed[1:5:2] and moves[::-1] == listed[::-1]
    assert moves[-1] == listed[-1] and listed[0] in moves and "wA1" not in moves and None not in moves
    position.push(listed[0])
    assert list(moves) == listed  # it stays what it was


def test_to_numpy_layout() -> None:
    rested = Position.from_text("Base+P White[6] wQ wP@0,0 wQ@-1,0 bQ@1,0 bA1@0,-1")
    for position in (rested, play(8, 25), Position()):
        table = position.legal_moves.to_numpy()
        assert table.dtype == np.int32 and table.shape == (len(position.legal_moves), 6)
        for row, move in zip(table.tolist(), position.legal_moves, strict=True):
            assert move.piece is not None and move.to is not None and move.kind is not None
            assert PIECES[row[0]] is move.piece
            assert list(MoveKind)[row[1]] is move.kind
            assert tuple(row[2:4]) == (move.origin or move.to)
            assert tuple(row[4:]) == move.to


def test_to_numpy_of_a_pass() -> None:
    position = blocked()
    assert list(position.legal_moves) == [PASS]
    assert position.legal_moves.to_numpy().tolist() == [[-1, 3, 0, 0, 0, 0]]


def position_move(position: Position) -> Move:
    return Move(position.next_in_hand(position.turn)[0], (-1, 0))


def blocked() -> Position:
    """White's only piece is covered: it cannot move, and no cell is beside a white top."""
    return Position.from_text("Base White[5] - wQ@0,0 bB1@0,0^1 bQ@1,0")


def test_a_pass_is_legal_only_when_nothing_else_is() -> None:
    position = blocked()
    with pytest.raises(IllegalMoveError):
        position.push(position_move(position))
    position.push(PASS)
    assert position.passes == 1 and position.resting is None
    assert position.legal_moves and PASS not in position.legal_moves


def test_repetition_is_a_draw_only_where_it_is_played() -> None:
    for repetition in (True, False):
        position = Position("Base", repetition=repetition)
        for text in ("wS1 0 0", "bS1 1 0", "wQ -1 0", "bQ 2 0"):
            name, q, r = text.split()
            position.push(Move(Piece(name), (int(q), int(r))))
        dance = [("wQ", (0, -1)), ("bQ", (1, 1)), ("wQ", (-1, 0)), ("bQ", (2, 0))]
        for _ in range(2):
            assert position.outcome() is None
            for name, to in dance:
                position.push(Move(Piece(name), to))
        assert position.repetitions() == 3
        expected = Outcome(None, Termination.REPETITION) if repetition else None
        assert position.outcome() == expected
        assert position.board_outcome() is None
        assert position.legal_moves, "lists ignore repetition"
        position.pop()
        assert position.outcome() is None


@pytest.mark.parametrize("variant", VARIANTS)
def test_undo_returns_to_every_earlier_position(variant: str) -> None:
    position = Position(variant)
    chance = random.Random(variant)
    seen = []
    while position.ply < 60 and position.legal_moves:
        seen.append((position.text(), position.key, position.repetitions(), list(position.legal_moves)))
        position.push(chance.choice(position.legal_moves))
    moves = position.moves
    while seen:
        assert position.pop() == moves.pop()
        assert (
            position.text(),
            position.key,
            position.repetitions(),
            list(position.legal_moves),
        ) == seen.pop()
    assert position == Position(variant)


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10_000), st.integers(0, 70), st.sampled_from(VARIANTS))
def test_copies_pickles_and_texts_are_equal(seed: int, plies: int, variant: str) -> None:
    position = play(seed, plies, variant)
    for twin in (
        position.copy(),
        copy.copy(position),
        copy.deepcopy(position),
        pickle.loads(pickle.dumps(position)),
        Position.from_text(position.text()),
    ):
        assert twin == position and twin.key == position.key
        assert twin.text() == position.text()
        assert list(twin.legal_moves) == list(position.legal_moves)
    assert pickle.loads(pickle.dumps(position)).moves == position.moves
    twin = position.copy()
    if twin.legal_moves:
        twin.push(twin.legal_moves[0])
        assert twin != position and len(position.moves) == position.ply


def test_a_pickle_keeps_the_switches_and_a_set_up_start() -> None:
    start = Position.from_text(
        "Base+P White[6] - wP@0,0 wQ@-1,0 bQ@1,0 bA1@0,-1", opening="free", repetition=False
    )
    start.push(start.legal_moves[0])
    twin = pickle.loads(pickle.dumps(start))
    assert (twin.opening, twin.repetition, twin.ply) == ("free", False, start.ply)
    assert twin.start == start.start and twin.moves == start.moves


def test_equality_ignores_place_and_numbers() -> None:
    a = Position.from_text("Base White[3] - wS1@0,0 bS1@1,0 wQ@-1,0 bQ@2,0")
    b = Position.from_text("Base White[3] - wS1@700,-5 bS1@701,-5 wQ@699,-5 bQ@702,-5")
    turned = Position.from_text("Base White[3] - wS1@0,0 bS1@0,1 wQ@0,-1 bQ@0,2")
    assert a == b and a.key == b.key
    assert a != turned and a.canonical_key == turned.canonical_key
    assert a != Position.from_text("Base+M White[3] - wS1@0,0 bS1@1,0 wQ@-1,0 bQ@2,0")
    assert a != "a position"
    one = Position.from_text("Base White[4] - wS1@0,0 bS1@1,0 wS2@-1,0 bQ@2,0 wQ@-1,1 bA1@3,0")
    two = Position.from_text("Base White[4] - wS2@0,0 bS1@1,0 wS1@-1,0 bQ@2,0 wQ@-1,1 bA1@3,0")
    assert one == two
    with pytest.raises(TypeError):
        hash(a)


def test_canonical_key_has_twelve_symmetries() -> None:
    position = play(11, 30)
    for turn in range(6):
        for mirror in (False, True):
            cells = {}
            for piece, ((q, r), height) in position.pieces().items():
                for _ in range(turn):
                    q, r = -r, q + r
                cells[piece] = ((r, q) if mirror else (q, r), height)
            image = Position.from_pieces(position.variant, cells, ply=position.ply, resting=position.resting)
            assert image.canonical_key == position.canonical_key
            assert len(image.legal_moves) == len(position.legal_moves)


def test_the_resting_piece_counts_where_it_matters() -> None:
    pieces = "wP@0,0 wQ@-1,0 bQ@1,0 bA1@0,-1 bA2@2,0"
    free = Position.from_text(f"Base+P White[6] - {pieces}")
    rested = Position.from_text(f"Base+P White[6] bA1 {pieces}")
    far = Position.from_text(f"Base+P White[6] bA2 {pieces}")
    assert len(rested.legal_moves) < len(free.legal_moves)
    assert rested != free and rested.key != free.key
    assert far == free and far.key == free.key


def test_the_board() -> None:
    position = Position.from_text("Base Black[6] - wQ@0,0 bB1@0,0^1 wB1@0,0^2 bQ@1,0 wS1@-1,0")
    assert [str(p) for p in position.stack((0, 0))] == ["wQ", "bB1", "wB1"]
    assert (position.height((0, 0)), position.top((0, 0))) == (3, Piece("wB1"))
    assert position.stack((9, 9)) == () and position.top((9, 9)) is None and position.height((9, 9)) == 0
    assert position.cell_of(Piece("bB1")) == (0, 0) and position.height_of(Piece("bB1")) == 1
    assert position.cell_of(Piece("bA1")) is None and position.height_of(Piece("bA1")) is None
    assert position.pinned() == frozenset()
    line = Position.from_text("Base White[3] - wS1@0,0 bS1@1,0 wQ@-1,0 bQ@2,0")
    assert line.pinned() == {(0, 0), (1, 0)}
    assert line.placements(WHITE) == {(-2, 0), (-2, 1), (-1, -1), (-1, 1), (0, -1)}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not a text position"),
        ("Base White[1]", "not a text position"),
        ("Bass White[1] -", "unknown variant"),
        ("Base White -", "not a turn"),
        ("Base White[0] -", "not a turn"),
        ("Base White[2] - wA1", "not a piece with its cell"),
        ("Base White[2] - wX1@0,0", "not a piece"),
        ("Base White[2] - wA1@0,0 bA1@5,5", "not connected"),
        ("Base White[2] - wA1@0,0 bA1@500,5", "not connected"),
        ("Base White[2] - wA1@0,0 wA1@1,0", "two cells"),
        ("Base White[2] - wA1@0,0 bA1@0,0", "heights"),
        ("Base White[2] - wA1@0,0 bA1@0,0^1", "only beetles and mosquitoes"),
        ("Base White[2] - wA1@0,0 bB1@0,0^2", "heights"),
        ("Base White[2] - wA2@0,0 bA1@1,0", "order of their numbers"),
        ("Base White[2] - wM@0,0 bA1@1,0", "not part of the variant"),
        ("Base White[2] -", "the board is empty, but moves have been played"),
        ("Base White[1] - wA1@0,0", "pieces on the board, but no move has been played"),
        ("Base Black[1] - bA1@0,0", "one white piece"),
        ("Base Black[1] - wA1@0,0 wB1@1,0", "one white piece"),
        ("Base White[4] - bA1@0,0 bB1@1,0", "both sides"),
        ("Base White[2] wB1 wA1@0,0 bA1@1,0", "resting piece is not on the board"),
        ("Base White[6] bA1 wA1@0,0 bA1@1,0 wB1@1,0^1", "covered"),
        ("Base White[6] wA1 wA1@0,0 bA1@1,0", "no pillbug"),
        ("Base White[2] - wA1@9999999999,0", "cannot stand"),
        ("Base " + "x" * 5000, "not a text position"),
    ],
)
def test_texts_that_are_no_positions(text: str, reason: str) -> None:
    with pytest.raises(InvalidPositionError, match=reason):
        Position.from_text(text)


@pytest.mark.parametrize("variant", ["", "base", "Base+", "Base+MM", "Base+X", "Base+MLPM", "B" * 10_000])
def test_unknown_variants(variant: str) -> None:
    with pytest.raises(InvalidGameError, match="unknown variant"):
        Position(variant)


def test_unknown_opening_rule() -> None:
    with pytest.raises(InvalidPositionError, match="opening"):
        Position("Base", opening="queen")  # type: ignore[arg-type]


def test_unknown_repetition_rule() -> None:
    with pytest.raises(InvalidPositionError, match="repetition"):
        Position("Base", repetition="off")  # type: ignore[arg-type]


@pytest.mark.parametrize("piece", ["wA1", 3, 2.5])
def test_what_is_no_piece(piece: object) -> None:
    with pytest.raises(TypeError, match="expected a piece"):
        Move(piece, (0, 0))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a piece"):
        Position().cell_of(piece)  # type: ignore[arg-type]


def test_variant_letters_in_any_order() -> None:
    assert Position("Base+PLM").variant == "Base+MLP"


def test_pieces_are_single_values() -> None:
    for index, piece in enumerate(PIECES):
        assert piece.index == index and Piece(str(piece)) is piece
        assert pickle.loads(pickle.dumps(piece)) is piece and copy.deepcopy(piece) is piece
    assert Piece("bG3").bug is Bug.GRASSHOPPER and Piece("bG3").number == 3 and Piece("bG3").color == BLACK
    assert Piece("wQ") < Piece("wS1") < Piece("bQ")


def test_moves_are_values() -> None:
    move = Move(Piece("wA1"), (3, -2))
    assert pickle.loads(pickle.dumps(move)) == move and repr(move) == "Move(wA1 -> (3, -2))"
    assert PASS.is_pass and PASS.piece is None and PASS.to is None and PASS.kind is MoveKind.PASS
    assert pickle.loads(pickle.dumps(PASS)) == PASS and repr(PASS) == "Move(pass)"
    assert len({move, Move(Piece("wA1"), (3, -2)), PASS}) == 2
    assert move != "wA1" and move is not None and move.kind is None and move.origin is None


def test_coordinates_stay_exact_far_away() -> None:
    base = 999_999_000
    position = Position.from_text(
        f"Base White[5] - wQ@{base},{-base} wA1@{base - 1},{-base} "
        f"bQ@{base + 1},{-base} bA1@{base + 2},{-base}"
    )
    position.push(next(m for m in position.moves_of(Piece("wA1"))))
    cell = position.cell_of(Piece("wA1"))
    assert cell is not None and abs(cell[0] - base) < 10 and abs(cell[1] + base) < 10
