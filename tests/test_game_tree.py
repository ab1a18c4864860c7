"""Game trees: shape, changes, legality, and conversion from and to records."""

from __future__ import annotations

import pytest

from hexapoda.errors import IllegalMoveError, InvalidGameError, InvalidMoveError, UsageError
from hexapoda.hex import Position as HexPosition
from hexapoda.hive import Position
from hexapoda.hive.game import HIVE
from hexapoda.record import Ending, GameRecord, GameTree, MoveEvaluation, MoveRecord, PlayerRecord

RECORD = GameRecord(
    "hive",
    "Base+M",
    (PlayerRecord("ann"), PlayerRecord("bob", "greedy:seed=1")),
    (MoveRecord("wS1", book=True), MoveRecord("bS1 wS1-", score=0.5, depth=3), MoveRecord("wQ -wS1")),
    1,
    True,
    Ending.RESIGN,
    rules=(("opening", "free"),),
    date="2026-11-21T10:00:00Z",
    number=3,
    seed=7,
)


def tree() -> GameTree:
    return GameTree(HIVE, RECORD)


def texts(tree: GameTree) -> list[str]:
    return [node.text for node in tree.walk()]


def test_a_record_goes_in_and_comes_out() -> None:
    assert tree().to_record() == RECORD
    assert GameTree(HIVE).to_record().moves == ()
    assert GameTree(HIVE).header.variant == "Base"


def test_variations_come_after_the_main_line() -> None:
    game = tree()
    first = game.root.next
    assert first is not None
    other = game.add_variation(first, "bG1 wS1-")
    line = game.add_line(other, ["wQ -wS1", "bQ bG1-"])
    assert texts(game) == ["", "wS1", "bS1 wS1-", "wQ -wS1", "bG1 wS1-", "wQ -wS1", "bQ bG1-"]
    assert [node.ply for node in line] == [3, 4]
    assert [node.text for node in line[-1].line()] == ["wS1", "bG1 wS1-", "wQ -wS1", "bQ bG1-"]
    assert not other.is_main and first.is_main and game.root.is_main
    assert game.to_record() == RECORD
    assert game.add_variation(first, "bG1 wS1-") is other, "a node has each move once"


def test_a_move_in_any_notation_is_stored_in_one() -> None:
    game = tree()
    node = list(game.main_line())[-1]
    position = Position.from_game_string("Base+M;InProgress;Black[2];wS1;bS1 wS1-;wQ -wS1")
    move = position.parse_move("bQ bS1/")
    for notation in ("uhp", "contact", "compass"):
        assert game.add_variation(node, position.format_move(move, notation)).text == "bQ bS1/"
    assert len(node.variations) == 1
    found = game.add_variation(game.root, "wB1", main=True)
    assert game.root.next is found and [n.text for n in game.main_line()] == ["wB1"]


def test_promotion() -> None:
    game = GameTree(HIVE)
    a, b, c = (game.add_variation(game.root, text) for text in ("wS1", "wB1", "wG1"))
    game.promote(c)
    assert game.root.variations == [a, c, b]
    game.promote(a)
    assert game.root.variations == [a, c, b]
    deep = game.add_line(b, ["bS1 wB1-", "wQ -wB1"])[-1]
    assert not deep.is_main
    game.promote_to_main(deep)
    assert deep.is_main and [n.text for n in game.main_line()] == ["wB1", "bS1 wB1-", "wQ -wB1"]
    assert game.root.variations == [b, a, c]


def test_removal_takes_what_follows() -> None:
    game = tree()
    second = list(game.main_line())[1]
    game.remove(second)
    assert texts(game) == ["", "wS1"] and second.parent is None
    for change in (game.remove, game.promote):
        with pytest.raises(UsageError, match="root"):
            change(game.root)


def test_illegal_moves_are_refused() -> None:
    game = tree()
    with pytest.raises(IllegalMoveError):
        game.add_variation(game.root, "bS1")
    with pytest.raises(InvalidMoveError):
        game.add_variation(game.root, "nonsense")
    before = texts(game)
    with pytest.raises(InvalidGameError, match="ply 2"):
        game.add_line(game.root, ["wB1", "wB2 wB1-"])
    assert texts(game) == before, "a line is added whole or not at all"
    bad = GameRecord("hive", "Base", RECORD.players, (MoveRecord("wM"),), None, False, Ending.NORMAL)
    with pytest.raises(InvalidGameError, match="ply 1 'wM'") as caught:
        GameTree(HIVE, bad)
    assert caught.value.ply == 1
    with pytest.raises(UsageError, match="hex"):
        GameTree(HIVE, GameRecord("hex", "11x11", RECORD.players, (), None, False, Ending.NORMAL))


def test_positions() -> None:
    game = tree()
    assert game.position(game.root).ply == 0
    last = list(game.main_line())[-1]
    assert len(game.position(last).moves) == 3
    start = "Base White[3] - wS1@0,0 bS1@1,0 wQ@-1,0 bQ@2,0"
    record = GameRecord("hive", "Base", RECORD.players, (), None, False, Ending.NORMAL, start=start)
    other = GameTree(HIVE, record)
    node = other.add_variation(other.root, "wG1 -wQ")
    assert other.position(node).ply == 5 and node.ply == 1


def test_trees_are_compared_by_content() -> None:
    one, two = tree(), tree()
    assert one == two and one != "tree"
    node = list(two.main_line())[1]
    node.nags.add(6)
    assert one != two and node.glyphs == "?!" and repr(node) == "<Node 2 bS1 wS1-?!>"
    node.nags.clear()
    node.evaluation = MoveEvaluation(score=1.0)
    assert one != two
    node.evaluation = None
    two.add_variation(two.root, "wB1")
    assert one != two
    one.add_variation(one.root, "wB1")
    assert one == two and repr(one) == "<GameTree Base+M: 3 plies, 4 nodes>"


def test_the_game_that_led_to_a_position() -> None:
    position = Position("Base", opening="free")
    for text in ("wQ", "bS1 wQ-"):
        position.push_text(text)
    tree = GameTree.from_position(position, ("Ann", "Ben"))
    header = tree.header
    assert [player.name for player in header.players] == ["Ann", "Ben"]
    assert (header.start, dict(header.rules), header.result) == (None, {"opening": "free"}, "*")
    assert tree.position(tree.end).moves == position.moves
    later = GameTree.from_position(position.copy(stack=False))
    assert later.header.start == position.text() and later.end is later.root
    assert GameTree.from_position(Position()).end.text == ""


def test_the_game_that_led_to_a_won_position() -> None:
    won = HexPosition.from_text("2x2 a1 b1 a2")
    header = GameTree.from_position(won).header
    assert (header.result, header.ending, header.start) == ("1-0", Ending.NORMAL, None)
