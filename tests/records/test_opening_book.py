"""Opening books: the moves of the games of a file, in any order of moves and under symmetries."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from hexapoda.errors import UsageError
from hexapoda.games import find_game
from hexapoda.hex import Position as HexPosition
from hexapoda.hive import Position
from hexapoda.record import BookMove, GameTree, OpeningBook, read_text, write_games

LINES = ["wS1;bS1 wS1-;wQ -wS1", "wS1;bS1 -wS1;wQ wS1-", "wS1;bG1 wS1-", "wA1"]


def games(*lines: str) -> list[GameTree]:
    return [tree for line in lines for tree in read_text(line)]


def test_moves_are_counted_up_to_symmetry_and_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "book.pgn"
    write_games(games(*LINES), file)
    book = OpeningBook.read(file)
    position = Position()
    assert book.moves(position) == [BookMove(("wS1",), 3), BookMove(("wA1",), 1)]
    position.push_text("wS1")
    found = book.moves(position)
    assert [(len(move.texts), move.weight) for move in found] == [(6, 2), (6, 1)]
    position.push_text(r"bS1 \wS1")  # a direction in which no game went
    [move] = book.moves(position)
    assert move.weight == 2 and len(move.texts) == 1
    position.push_text(move.texts[0])
    assert book.moves(position) == [] and book.choice(position) is None
    assert OpeningBook(games(*LINES), plies=1).moves(position.start)[0].weight == 3
    assert OpeningBook(games(*LINES), plies=1).moves(games(LINES[3])[0].start) != []


def test_choices_are_drawn_by_weight() -> None:
    book = OpeningBook(games(*LINES))
    rng, same = Random(1), Random(1)
    drawn = [str(book.choice(Position(), rng)) for _ in range(200)]
    assert drawn == [str(book.choice(Position(), same)) for _ in range(200)]
    assert 120 < sum("wS1" in text for text in drawn) < 180


def test_variations_count_once_where_they_leave_the_line() -> None:
    [tree] = games("wS1;bS1 wS1-;wQ -wS1")
    tree.add_variation(tree.root.next or tree.root, "bG1 wS1-")
    book = OpeningBook([tree])
    position = Position()
    assert book.moves(position) == [BookMove(("wS1",), 1)]
    position.push_text("wS1")
    assert [move.weight for move in book.moves(position)] == [1, 1]


def test_only_moves_that_are_legal_here() -> None:
    record = Position(opening="free")
    record.push_text("wQ")
    book = OpeningBook([GameTree.from_position(record)])
    assert book.moves(Position()) == [] and book.moves(Position(opening="free")) != []
    assert book.moves(Position("Base+M")) == []  # another variant


def test_hex_with_a_swap() -> None:
    game = HexPosition("5x5", swap="pieces")
    for text in ("a2", "swap-pieces", "c3"):
        game.push_text(text)
    book = OpeningBook([GameTree.from_position(game)])
    position = HexPosition("5x5", swap="pieces")
    assert book.moves(position) == [BookMove(("a2", "e4"), 1)]
    position.push_text("e4")
    assert [move.texts for move in book.moves(position)] == [("swap-pieces",)]
    assert str(book.choice(position)) == "swap-pieces"


@pytest.mark.usefixtures("game_of_y")
def test_a_game_without_keys() -> None:
    with pytest.raises(UsageError, match="no keys of positions"):
        OpeningBook([GameTree(find_game("y"))])
