"""GameString and GameTypeString."""

from __future__ import annotations

import pickle
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexapoda.errors import (
    HexapodaError,
    IllegalMoveError,
    InvalidGameError,
    InvalidMoveError,
    InvalidPositionError,
)
from hexapoda.hive import VARIANTS, Position, Termination
from hexapoda.hive.text.game_string import (
    GameString,
    format_game_string,
    parse_game_string,
    split_game_string,
)
from tests.records.bga_writer import bga_texts
from tests.records.random_games import random_game

# The two queens' neighbors step to and fro: the position after ply 4 is there again after 8 and after 12.
TO_AND_FRO = ["wG1", "bG1 wG1-", "wQ -wG1", "bQ bG1-"] + ["wQ \\wG1", "bQ bG1/", "wQ -wG1", "bQ bG1-"] * 3


def game(*moves: str) -> str:
    return ";".join(["Base", "InProgress", "White[1]", *moves])


@pytest.mark.parametrize("variant", VARIANTS)
def test_games_round_trip(variant: str) -> None:
    for seed in range(6):
        played = random_game(seed, variant, 70)
        text = format_game_string(played)
        read = parse_game_string(text, repetition=False)
        assert read.moves == played.moves
        assert read == played
        assert read.pieces() == played.pieces()
        assert format_game_string(read) == text == pickle.loads(pickle.dumps(read)).game_string()


def test_short_forms() -> None:
    for variant in VARIANTS:
        assert parse_game_string(variant).variant == variant
        assert format_game_string(Position(variant)) == f"{variant};NotStarted;White[1]"
    assert parse_game_string("Base+PLM").variant == "Base+MLP"
    assert split_game_string("Base;NotStarted;White[1]") == GameString("Base", "NotStarted", "White[1]", ())
    assert parse_game_string("Base;NotStarted;White[1];").ply == 0


def test_wrong_states_and_turns_are_claims_only() -> None:
    text = "Base;Draw;black[7];wS1;bS1 wS1-"
    assert split_game_string(text) == GameString("Base", "Draw", "Black[7]", ("wS1", "bS1 wS1-"))
    position = parse_game_string(text)
    assert (position.state, position.turn_text) == ("InProgress", "White[2]")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "unknown variant ''"),
        ("Bese;NotStarted;White[1]", "unknown variant 'Bese'"),
        ("Base+MM", "unknown variant 'Base\\+MM'"),
        ("Base;Started;White[1]", "'Started' is not a game state: expected one of NotStarted"),
        ("Base;NotStarted", "the end is not a turn"),
        ("Base;NotStarted;Red[1]", "'Red\\[1\\]' is not a turn"),
        ("Base;NotStarted;White[0]", "is not a turn"),
        ("Base;NotStarted;White[1];wS1;;bS1 wS1-", "ply 2 '': "),
    ],
)
def test_broken_fields_are_named(text: str, message: str) -> None:
    with pytest.raises(InvalidGameError, match=message):
        parse_game_string(text)


def test_a_broken_move_is_named_with_its_ply() -> None:
    with pytest.raises(InvalidGameError, match=r"ply 3 'wQ -wX1': .*expected a bug") as caught:
        parse_game_string(game("wS1", "bS1 wS1-", "wQ -wX1"))
    assert caught.value.ply == 3
    assert isinstance(caught.value.__cause__, InvalidMoveError)
    with pytest.raises(InvalidGameError, match="ply 2 'bQ wS1-': ") as caught:
        parse_game_string(game("wS1", "bQ wS1-"))
    assert isinstance(caught.value.__cause__, IllegalMoveError)
    assert parse_game_string(game("wS1", "bQ wS1-"), opening="free").ply == 2


def test_a_game_goes_on_after_a_repetition() -> None:
    over = parse_game_string(game(*TO_AND_FRO[:12]))
    outcome = over.outcome()
    assert outcome is not None
    assert outcome.termination is Termination.REPETITION
    longer = parse_game_string(game(*TO_AND_FRO, "wA1 -wQ"))
    assert (longer.ply, longer.repetition, longer.state) == (17, True, "InProgress")


def test_a_position_from_a_text_has_no_game_string() -> None:
    position = Position.from_text(random_game(3, plies=12).text())
    with pytest.raises(InvalidPositionError, match="starts from the position"):
        format_game_string(position)


def test_thousands_of_moves_a_second() -> None:
    texts = [format_game_string(random_game(seed, plies=60)) for seed in range(20)]
    begin = time.perf_counter()
    plies = sum(parse_game_string(text, repetition=False).ply for text in texts)
    seconds = time.perf_counter() - begin
    print(f"{plies / seconds:,.0f} plies/s read")
    # A tenth of what is usual: this guards against explanations made on the good path.
    assert plies / seconds > 20_000


FIELDS = st.sampled_from(
    ["Base", "Base+MLP", "Draw", "White[1]", "wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "pass", "", "?"]
)


@settings(max_examples=400, deadline=None)
@given(st.lists(FIELDS, max_size=10).map(";".join) | st.text(max_size=80))
def test_arbitrary_text_is_a_game_or_an_error_of_ours(text: str) -> None:
    try:
        position = parse_game_string(text)
    except HexapodaError as error:
        assert len(str(error)) < 800
    else:
        assert parse_game_string(format_game_string(position)) == position


def test_pieces_may_be_numbered_in_any_order() -> None:
    for seed in range(12):
        played = random_game(seed, "Base+MLP", 60)
        text = ";".join([played.variant, played.state, played.turn_text, *bga_texts(played, seed)])
        assert Position.from_game_string(text, repetition=False).moves == played.moves
    with pytest.raises(InvalidGameError, match=r"ply 4 'bQ wA1-': .*wA1 is not"):
        Position.from_game_string("Base;InProgress;White[3];wA3;bS2 wA3-;wQ -wA3;bQ wA1-")


def test_state_and_turn_may_be_missing() -> None:
    position = Position.from_game_string("Base;wS1;bS1 wS1-")
    assert position.game_string() == "Base;InProgress;White[2];wS1;bS1 wS1-"
