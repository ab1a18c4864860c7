"""Text <-> move in the three notations."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexapoda.errors import HexapodaError, IllegalMoveError, InvalidMoveError, UsageError
from hexapoda.hive import PASS, PIECES, VARIANTS, Move, Piece, Position
from hexapoda.hive.rule import Rule
from hexapoda.hive.text.notation import NOTATIONS, detect_notation, format_move, parse_move, resolve_move
from tests.records.random_games import random_game, walk

SIGNS = ("{}\\", "/{}", "-{}", "\\{}", "{}/", "{}-")
STEPS = ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0))
GAME = "Base+MLP;InProgress;White[4];wG1;bA1 wG1-;wQ -wG1;bQ bA1-;wB1 \\wG1;bA2 bQ-"


def position_of(*moves: str, variant: str = "Base+MLP") -> Position:
    return Position.from_game_string(";".join([variant, "InProgress", "White[1]", *moves]))


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_legal_move_round_trips_in_all_three_notations(variant: str) -> None:
    positions = moves = 0
    for seed in range(2):
        for position in walk(seed, variant, 65):
            legal = list(position.legal_moves)
            positions += 1
            moves += len(legal)
            for notation in NOTATIONS:
                texts = [format_move(position, move, notation) for move in legal]
                assert len(set(texts)) == len(texts)
                assert [resolve_move(position, text, notation) for text in texts] == legal
                assert [resolve_move(position, text) for text in texts] == legal, "notation not recognized"
    assert positions >= 90
    print(f"{variant}: {moves} moves of {positions} positions in three notations")


def test_text_is_canonical() -> None:
    for seed in range(3):
        for position in walk(seed, plies=50):
            for move in position.legal_moves:
                assert format_move(position, move) == slow_canonical_text(position, move)


def slow_canonical_text(position: Position, move: Move) -> str:
    if move.piece is None or move.to is None:
        return "pass"
    lifted = {piece: place for piece, place in position.pieces().items() if piece is not move.piece}
    tops = {cell: piece for piece, (cell, _) in sorted(lifted.items(), key=lambda item: item[1][1])}
    if not lifted:
        return str(move.piece)
    if move.to in tops:
        return f"{move.piece} {tops[move.to]}"
    for sign, step in zip(SIGNS, STEPS, strict=True):
        reference = tops.get((move.to[0] - step[0], move.to[1] - step[1]))
        if reference is not None:
            return f"{move.piece} {sign.format(reference)}"
    raise AssertionError("a legal move touches the hive")


def test_every_true_reference_is_read() -> None:
    checked = 0
    for seed in range(2):
        for position in walk(seed, plies=60):
            for move in position.legal_moves:
                if move.piece is None or move.to is None or position.ply == 0:
                    continue
                for piece, (cell, _) in position.pieces().items():
                    step = (move.to[0] - cell[0], move.to[1] - cell[1])
                    if step == (0, 0):
                        text = f"{move.piece} {piece}"
                    elif step in STEPS:
                        text = f"{move.piece} {SIGNS[STEPS.index(step)].format(piece)}"
                    else:
                        continue
                    assert parse_move(position, text) == move
                    checked += 1
    assert checked > 5000


def test_the_movers_old_cell_and_a_buried_piece_are_references() -> None:
    position = Position.from_game_string(GAME)
    queen = position.cell_of(Piece("wQ"))
    assert queen == (-1, 0)
    assert resolve_move(position, "wQ wQ\\") == Move(Piece("wQ"), (-1, 1))
    position.push(position.parse_move("wB1 wG1"))
    position.push(position.parse_move("bA2 bQ/"))
    north_west = Move(Piece("wA1"), (0, -1))
    assert resolve_move(position, "wA1 \\wG1") == north_west == resolve_move(position, "wA1 \\wB1")
    assert format_move(position, north_west) != "wA1 \\wG1"


def test_the_first_move_stands_alone() -> None:
    position = Position()
    for text in ("wG1", " wG1 ", "wg1"):
        assert parse_move(position, text) == Move(Piece("wG1"), (0, 0))
    assert resolve_move(position, "wQ1") == resolve_move(position, "wq1") == Move(Piece("wQ"), (0, 0))
    assert [format_move(position, Move(Piece("wQ"), (0, 0)), n) for n in NOTATIONS] == ["wQ", "wQ1", "wq1"]


def test_the_examples_of_the_notations() -> None:
    position = position_of("wG1", "bA1 wG1-", "wQ -wG1", "bQ bA1-", "wA1 \\wQ", "bB1 bQ-")
    assert resolve_move(position, "wG2/*bA1") == resolve_move(position, "wG2 \\bA1")
    assert resolve_move(position, "bA3 -wQ") == resolve_move(position, "ba3 NW wq1")
    contact = {"/*": "\\{}", "|*": "-{}", "\\*": "/{}", "*\\": "{}/", "*|": "{}-", "*/": "{}\\", "=*": "{}"}
    for mark, uhp in contact.items():
        assert resolve_move(position, f"wG2{mark}bA1") == resolve_move(position, f"wG2 {uhp.format('bA1')}")
    compass = {"N": "\\{}", "NE": "{}/", "SE": "{}-", "S": "{}\\", "SW": "/{}", "NW": "-{}", "O": "{}"}
    for side, uhp in compass.items():
        assert resolve_move(position, f"wg2 {side} ba1") == resolve_move(position, f"wG2 {uhp.format('bA1')}")


def test_pass_is_read_everywhere() -> None:
    position = Position()
    for notation in (None, *NOTATIONS):
        assert resolve_move(position, " pass ", notation) == PASS
    assert [format_move(position, PASS, notation) for notation in NOTATIONS] == ["pass"] * 3
    with pytest.raises(IllegalMoveError) as caught:
        parse_move(position, "pass")
    assert isinstance(caught.value.rule, Rule)


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("wA1 bQ-", "uhp"),
        ("wA1", "uhp"),
        ("wL", "uhp"),
        ("wL1", "contact"),
        ("wG2/*bA1", "contact"),
        ("wq1", "compass"),
        ("ba3 NW wq1", "compass"),
        ("", "uhp"),
    ],
)
def test_detection(text: str, notation: str) -> None:
    assert detect_notation(text) == notation


@pytest.mark.parametrize(
    ("text", "notation", "offset", "expected", "suggestion"),
    [
        ("", "uhp", 0, "a move such as", None),
        ("xA1 bQ-", "uhp", 0, "'w' or 'b'", None),
        ("wX1 bQ-", "uhp", 1, "a bug", None),
        ("wA4 bQ-", "uhp", 2, "1 to 3", None),
        ("wS3 bQ-", "uhp", 2, "1 to 2", None),
        ("wA bQ-", "uhp", 2, "1 to 3", None),
        ("wA1bQ-", "uhp", 3, "a blank", None),
        ("wA1 ?bQ", "uhp", 4, "a direction", None),
        ("wA1 -bQ-", "uhp", 7, "not both", None),
        ("wA1 bQ-x", "uhp", 7, "the end", None),
        ("wA1 bQ|", "uhp", 6, "one of the directions", None),
        ("wA1 -", "uhp", 5, "a reference piece", None),
        ("  wA1 -", "uhp", 7, "a reference piece", None),
        ("wA1 bS2-", "uhp", 4, "a piece on the board", None),
        ("  wA1 -bS2", "uhp", 7, "a piece on the board", None),
        ("wA1", "uhp", 3, "a reference piece", None),
        ("wa1 bQ-", "uhp", 1, "a bug", "wA1 bQ-"),
        ("WA1 BQ-", "uhp", 0, "'w' or 'b'", "wA1 bQ-"),
        ("wL1 bQ-", "uhp", 2, "no number", "wL bQ-"),
        ("PASS", "uhp", 0, "'w' or 'b'", "pass"),
        ("wA1 bQ-" + "-" * 50, "uhp", 48, "a move such as", None),
        ("wG2/bA1", "contact", 3, "a point of contact", None),
        ("wG2/*bA", "contact", 7, "1 to 3", None),
        ("wG2/*bQ", "contact", 7, "the number 1", "wG2/*bQ1"),
        ("wg2/*ba1", "contact", 1, "a bug", "wG2/*bA1"),
        ("wG2/*bA1x", "contact", 8, "the end", None),
        ("wG2*?bA1", "contact", 3, "a point of contact", None),
        ("ba3 nw wq1", "compass", 4, "a side", "ba3 NW wq1"),
        ("ba3 W wq1", "compass", 4, "a side", None),
        ("ba3 NW wq", "compass", 9, "the number 1", "ba3 NW wq1"),
        ("ba3NW wq1", "compass", 3, "a blank", None),
        ("ba3 NW wq1 x", "compass", 10, "the end", None),
    ],
)
def test_errors_are_precise(
    text: str, notation: str, offset: int, expected: str, suggestion: str | None
) -> None:
    with pytest.raises(InvalidMoveError) as caught:
        parse_move(Position.from_game_string(GAME), text, notation)
    error = caught.value
    assert (error.offset, error.text.strip()) == (offset, text.strip())
    assert expected in error.expected
    assert error.expected in str(error)
    assert (f"did you mean '{suggestion}'?" in str(error)) == (suggestion is not None)


def test_wrong_case_is_suggested_without_a_notation_named() -> None:
    with pytest.raises(InvalidMoveError, match="did you mean 'wA1 -wQ'"):
        parse_move(Position.from_game_string(GAME), "wa1 -wq")


def test_a_number_that_is_not_the_lowest_is_illegal_not_unreadable() -> None:
    position = Position.from_game_string(GAME)
    assert parse_move(position, "wA1 -wQ")
    with pytest.raises(IllegalMoveError) as caught:
        parse_move(position, "wA2 -wQ")
    assert caught.value.rule is Rule.PLACE_IN_ORDER


def test_an_unknown_notation_is_refused() -> None:
    with pytest.raises(UsageError, match="expected one of uhp, contact, compass"):
        format_move(Position(), PASS, "chess")
    with pytest.raises(UsageError, match="expected one of uhp, contact, compass"):
        parse_move(Position(), "wA1", "chess")


def test_a_destination_beside_nothing_has_no_text() -> None:
    position = Position.from_game_string(GAME)
    with pytest.raises(InvalidMoveError, match="touches no piece"):
        format_move(position, Move(Piece("wA1"), (40, 40)))


FRAGMENTS = st.sampled_from(
    [*map(str, PIECES), *"wbQSBGAMLP123-/\\|*= \t\n", "/*", "=*", "NW", "O", "wq1", "pass", "é", "\0"]
)
PLACES = (Position(), random_game(1, plies=30))
LINES = st.lists(FRAGMENTS, max_size=8).map("".join) | st.text(max_size=60)


@settings(max_examples=400, deadline=None)
@given(LINES, st.sampled_from([None, *NOTATIONS]))
def test_arbitrary_text_is_a_move_or_an_error_of_ours(text: str, notation: str | None) -> None:
    for position in PLACES:
        try:
            move = parse_move(position, text, notation)
        except HexapodaError as error:
            assert len(str(error)) < 600
        else:
            assert move in position.legal_moves


def test_long_text_is_refused_at_once() -> None:
    for text in ("w" * 10_000_000, "wA1" + " " * 10_000_000 + "bQ-", "*" * 10_000_000):
        for notation in (None, *NOTATIONS):
            with pytest.raises(InvalidMoveError) as caught:
                parse_move(Position.from_game_string(GAME), text, notation)
            assert len(str(caught.value)) < 300
