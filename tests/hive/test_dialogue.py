"""What players of Hive say at a table, and what they are answered."""

from __future__ import annotations

import re
from typing import Any

import pytest

from hexapoda.errors import HexapodaError, IllegalMoveError, InvalidMoveError
from hexapoda.games.answer import Answer
from hexapoda.games.translations import patterns
from hexapoda.hive import Position
from hexapoda.hive.game import HIVE
from hexapoda.hive.text.cell_words import cell_words, in_plain_words
from hexapoda.hive.text.spoken import read_spoken
from hexapoda.text.sentence import Sentence

GAME = "Base+MLP;InProgress;White[4];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 /wS1;bA1 \\bQ"
TALK = HIVE.dialogue()


def said(text: str, position: Position | None = None) -> str | Answer:
    """What a line means: a move as text, or the answer."""
    position = position or Position.from_game_string(GAME)
    found = TALK.read(position, text)
    return found if isinstance(found, Answer) else position.format_move(found)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("wA1 bQ-", "wA1 bQ-"),
        ("A1 bq-", "wA1 bQ-"),
        ("wa1 black queen -", "wA1 bQ-"),
        ("white ant 1 bQ/", "wA1 bQ/"),
        ("ANT 1 to bA1/", "wA1 bA1/"),
        ("beetle -wq", "wB1 -wQ"),
        ("wB1/*wQ1", "wB1 \\wQ"),
        ("b \\q", "wB1 \\wQ"),
        ("wb1 NW wq1", "wB1 -wQ"),
    ],
)
def test_a_whole_move_in_any_words(text: str, move: str) -> None:
    assert said(text) == move


@pytest.mark.parametrize("text", ["A1", "a1", "wa1", "WA1", "white ant 1", "my ant 1", "ant A1", "wA1"])
def test_a_piece_alone_shows_its_numbered_cells(text: str) -> None:
    position = Position.from_game_string(GAME)
    answer = said(text, position)
    assert isinstance(answer, Answer)
    choices: list[Any] = list(answer.choices)
    assert len(choices) == len(position.moves_of(choices[0].piece)) == len(answer.marks)
    assert answer.label == "wA1: "
    for cell, number in answer.marks.items():
        assert choices[int(number) - 1].to == cell


@pytest.mark.parametrize(
    ("text", "piece"),
    [("q", "wQ"), ("Q", "wQ"), ("queen", "wQ"), ("queen bee", "wQ"), ("bee", "wQ"), ("beetle", "wB1"),
     ("b", "wB1"), ("grasshopper", "wG1"), ("hopper", "wG1"), ("mosquito", "wM"), ("ladybug", "wL"),
     ("ladybird", "wL"), ("pillbug", "wP"), ("p", "wP")],
)  # fmt: skip
def test_every_bug_has_its_names(text: str, piece: str) -> None:
    answer = said(text)
    assert isinstance(answer, Answer) and answer.label == f"{piece}: "
    assert TALK.claims(Position.from_game_string(GAME), text)


def test_of_several_pieces_the_one_that_is_meant_is_asked_for() -> None:
    position = Position.from_game_string(GAME)
    answer = said("ant", position)
    assert isinstance(answer, Answer)
    assert answer.entries == ("1 wA1", "2 wA2 (new)") and answer.choices == ("wA1", "wA2")
    assert answer.lines == ("which ant? type its number, or its name",)
    assert TALK.moves(position, "wA2").label == "wA2: "


def test_a_forgotten_direction_shows_the_cells_around_the_piece() -> None:
    position = Position.from_game_string(GAME)
    around = said("A1 bQ", position)
    assert isinstance(around, Answer)
    choices: list[Any] = list(around.choices)
    assert sorted(map(position.format_move, choices)) == [
        "wA1 bQ-",
        "wA1 bQ/",
        "wA1 bQ\\",
        "wA1 bS1\\",
    ]


def test_a_direction_that_was_forgotten_never_shows_coordinates() -> None:
    position = Position.from_game_string("Base+MLP;InProgress;White[2];wS1;bS1 wS1-")
    answer = said("wP wS1", position)
    assert isinstance(answer, Answer) and len(answer.choices) == 3 == len(answer.marks)
    assert answer.lines == ("type a number to play it",)


def test_a_refusal_names_pieces_and_numbers_the_other_cells() -> None:
    position = Position.from_game_string(GAME)
    with pytest.raises(IllegalMoveError) as caught:
        TALK.read(position, "wB1 bQ-")
    answer = TALK.refusal(position, caught.value)
    assert (
        answer.lines[0]
        == "the white beetle (wB1) cannot be placed on the cell right of the black queen: it would touch the "
        "black queen and none of White's pieces"
    )
    assert answer.lines[1].startswith("the white beetle (wB1) can go to the numbered cells")
    choices: list[Any] = list(answer.choices)
    assert {move.piece for move in choices} == {caught.value.move.piece}
    assert not set(answer.alerts) & set(answer.marks)


def test_every_refusal_is_in_plain_words() -> None:
    position = Position.from_game_string(GAME)
    for mover in ("wQ", "wS1", "wA1", "wA2", "wA3", "wB1", "wG1", "wL", "wM", "wP", "bQ", "bA1"):
        for other in ("wQ", "bQ", "wS1", "bS1", "wA1", "bA1"):
            for place in (
                f"-{other}",
                f"{other}-",
                f"/{other}",
                f"{other}/",
                f"\\{other}",
                f"{other}\\",
                other,
            ):
                try:
                    found = TALK.read(position, f"{mover} {place}")
                except IllegalMoveError as error:
                    found = TALK.refusal(position, error)
                if isinstance(found, Answer):
                    plain = re.sub(r"\((?:w|b)[QSBGAMLP]\d?\)", "", "".join(found.lines))
                    assert not re.search(r"\(|\b[wb][QSBGAMLP]\d?\b", plain), (mover, place, found.lines)


def test_the_first_piece_is_played_at_once() -> None:
    position = Position()
    assert said("ant", position) == "wA1" and said("wa", position) == "wA1" and said("S1", position) == "wS1"
    with pytest.raises(IllegalMoveError, match="tournament"):
        said("wQ", position)
    with pytest.raises(IllegalMoveError, match="tournament"):
        said("queen", position)
    first = TALK.first(position)
    assert first.entries == ("1 spider", "2 beetle", "3 grasshopper", "4 ant")
    assert TALK.first(Position.from_game_string(GAME)) == Answer()


def test_bugs_that_are_not_in_the_game() -> None:
    position = Position("Base")
    position.push(position.parse_move("wS1"))
    with pytest.raises(InvalidMoveError, match="there is no pillbug in a game of Base"):
        said("pillbug", position)
    assert not TALK.claims(position, "m") and TALK.claims(position, "q")
    with pytest.raises(InvalidMoveError, match="there is no black queen on the board"):
        said("ant -bq", position)


@pytest.mark.parametrize(
    "text", ["", "foo", "w", "a9", "antelope", "wX1", "ant -bQ-", "1", "ant" * 40, "\x00", "hint"]
)
def test_what_is_no_piece(text: str) -> None:
    assert read_spoken(text) is None
    with pytest.raises(HexapodaError):
        said(text)


def test_moves_in_words() -> None:
    position = Position("Base")
    assert TALK.move_words(position, position.parse_move("wS1")) == "the white spider (wS1) in the middle"
    for text in ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"):
        position.push(position.parse_move(text))
    said = TALK.move_words(position, position.parse_move("wQ \\wS1"))
    assert said == "the white queen on the cell upper left of the white spider (wS1)"
    position.push(position.parse_move("wQ \\wS1"))
    said = TALK.move_words(position, position.parse_move("bB1 bQ-"))
    assert isinstance(said, Sentence)
    assert (
        said.translated(patterns("de"))
        == "den schwarzen Käfer (bB1) auf das Feld rechts von der schwarzen Königin"
    )


def test_cells_in_words() -> None:
    position = Position.from_game_string(GAME)
    assert cell_words(position, (0, 0)) == "the cell of the white spider (wS1)"
    assert cell_words(position, (0, -1)) == "the cell upper left of the white spider (wS1)"
    assert cell_words(position, (40, 40)) == "that cell"
    assert cell_words(Position(), (0, 0)) == "the middle"
    said = Sentence("to {to}, then {next}", to=(0, 0), next=Sentence("({cell})", cell=(9, 9)))
    assert in_plain_words(position, said) == "to the cell of the white spider (wS1), then (that cell)"
