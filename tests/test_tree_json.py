"""JSON of game trees: nothing is lost, long lines are no problem, bad input is named."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexapoda.errors import InvalidGameError
from hexapoda.games import find_game
from hexapoda.hive.game import HIVE
from hexapoda.record import GameTree, MoveEvaluation, MoveRecord, Node
from hexapoda.record.tree_json import MOST_NODES, nodes_from_json, nodes_json
from tests.generated_trees import generated_tree


def short_tree() -> GameTree:
    tree = GameTree(HIVE)
    first, second, _ = tree.add_line(tree.root, ["wS1", "bS1 wS1-", "wQ -wS1"])
    tree.add_line(first, ["bG1 wS1-", "wQ -wS1"])
    tree.add_variation(second, "wB1 -wS1")
    second.comments.append("why?")
    return tree


@given(st.integers(0, 2**32), st.booleans())
def test_a_tree_is_the_same_after_a_round_trip(seed: int, check: bool) -> None:
    tree = generated_tree(seed)
    text = json.dumps(tree.to_json(), allow_nan=False)
    found = GameTree.from_json(text, check=check)
    assert found == tree
    assert [node.text for node in found.walk()] == [node.text for node in tree.walk()]
    assert all(child.parent is node for node in found.walk() for child in node.variations)


def test_the_form() -> None:
    assert short_tree().to_json()["nodes"] == [
        {},
        "wS1",
        {"move": "bS1 wS1-", "comments": ["why?"]},
        "wQ -wS1",
        {"move": "wB1 -wS1", "parent": 2},
        {"move": "bG1 wS1-", "parent": 1},
        "wQ -wS1",
    ]
    assert "moves" not in short_tree().to_json()["header"]


def test_numbers_that_json_does_not_have_are_left_out() -> None:
    tree = short_tree()
    for node in tree.main_line():
        node.evaluation = MoveEvaluation(math.inf, None, 3)
        node.played = MoveRecord(node.text, score=math.nan, depth=2)
    for node in GameTree.from_json(json.dumps(tree.to_json(), allow_nan=False)).main_line():
        assert (node.evaluation, node.played) == (MoveEvaluation(depth=3), MoveRecord(node.text, depth=2))


def test_a_line_may_be_as_long_as_a_tree_may_be_large() -> None:
    moves = [{}, *(f"m{number}" for number in range(MOST_NODES))]
    root = nodes_from_json(json.loads(json.dumps(moves)))
    assert nodes_json(root) == moves
    last = list(root.main_line())[-1]
    assert last.ply == MOST_NODES
    with pytest.raises(InvalidGameError, match="more than 200000"):
        nodes_from_json([*moves, "one more"])
    last.variations.append(Node(MoveRecord("one more"), last, last.ply + 1))
    with pytest.raises(InvalidGameError, match="more than 200000"):
        nodes_json(root)


def test_the_moves_are_checked_on_demand() -> None:
    value = short_tree().to_json()
    value["nodes"][6] = "wG3 bQ"
    assert GameTree.from_json(value, check=False).root.next is not None
    with pytest.raises(InvalidGameError, match=r"ply 3 'wG3 bQ'") as caught:
        GameTree.from_json(value)
    assert caught.value.ply == 3
    value["nodes"][6] = {"move": "wQ -wS1", "parent": 2}
    with pytest.raises(InvalidGameError, match="listed twice"):
        GameTree.from_json(value, check=False)


def test_a_checked_move_becomes_canonical() -> None:
    value = short_tree().to_json()
    position = HIVE.initial("Base")
    position.push(HIVE.parse_move(position, "wS1"))
    compass = position.format_move(HIVE.parse_move(position, "bS1 wS1-"), "compass")
    assert compass != "bS1 wS1-"
    value["nodes"][2] = compass
    assert [node.text for node in GameTree.from_json(value).walk()][2] == "bS1 wS1-"
    value["nodes"] = [{}, "wS1", "bS1 wS1-", {"move": compass, "parent": 1}]
    with pytest.raises(InvalidGameError, match=r"ply 2 .*listed twice"):
        GameTree.from_json(value)


def test_the_game_comes_from_the_lookup() -> None:
    asked = []

    def lookup(name: str) -> Any:
        asked.append(name)
        return find_game(name)

    assert GameTree.from_json(short_tree().to_json(), lookup).game is HIVE
    assert asked == ["hive"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"nodes": []}, "expected a list with a root"),
        ({"nodes": "wS1"}, "expected a list with a root"),
        ({"nodes": None}, "expected a list with a root"),
        ({"nodes": [{}, 5]}, "node 1 of a game tree: it is 5"),
        ({"nodes": [{}, {}]}, "'move' is missing"),
        ({"nodes": [{}, ""]}, "its move is empty"),
        ({"nodes": [{}, {"move": "wS1", "parent": 1}]}, "parent is 1: expected a number from 0 to 0"),
        ({"nodes": [{}, {"move": "wS1", "parent": True}]}, "parent is True"),
        ({"nodes": [{}, {"move": "wS1", "parent": -1}]}, "parent is -1"),
        ({"nodes": [{}, {"move": "wS1", "nags": [0]}]}, "a glyph is 0"),
        ({"nodes": [{}, {"move": "wS1", "nags": [256]}]}, "a glyph is 256"),
        ({"nodes": [{}, {"move": "wS1", "nags": 3}]}, "node 1"),
        ({"nodes": [{"comments": "text"}]}, "expected a list of strings"),
        ({"nodes": [{"comments": [3]}]}, "a comment is 3"),
        ({"nodes": [{"comments": 3}]}, "node 0"),
        ({"nodes": [{"evaluation": 3}]}, "node 0"),
        ({"nodes": [{"evaluation": {"score": "high"}}]}, "score is 'high'"),
        ({"nodes": [{}, {"move": "wS1", "time": -1}]}, "time is -1"),
        ({"nodes": [{}, "wS1", {"move": "wS1", "parent": 0}]}, "the move 'wS1' is listed twice"),
        (
            {"nodes": [{}, "wS1", {"move": "wB1", "parent": 0}, {"move": "wB1", "parent": 0}]},
            "'wB1' is listed twice",
        ),
        ({"nodes": [{}, {"move": ["wS1"]}]}, "expected a string"),
        ({"header": None}, "the header is None"),
        ({"header": {}}, "not a game record: 'players' is missing"),
    ],
)
def test_bad_input_is_named(change: dict[str, Any], message: str) -> None:
    for check in (True, False):
        with pytest.raises(InvalidGameError, match=message.replace("[", r"\[")):
            GameTree.from_json(json.dumps({**short_tree().to_json(), **change}), check=check)


@pytest.mark.parametrize("name", ["move", "parent", "comments", "nags", "time"])
def test_a_value_that_is_nested_too_deeply_is_named(name: str) -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for nodes in (deep, [{}, {"move": "wS1", name: [deep]}]):
        with pytest.raises(InvalidGameError):
            GameTree.from_json({**short_tree().to_json(), "nodes": nodes})


@pytest.mark.parametrize("text", ["", "[]", "3", "{}", "[" * 100_000, '{"nodes": [{}]}', "1" * 5000])
def test_text_that_is_no_tree(text: str) -> None:
    with pytest.raises(InvalidGameError):
        GameTree.from_json(text)


def test_an_unknown_game_or_rule_is_an_invalid_game() -> None:
    for change in ({"game": "chess"}, {"rules": {"gravity": "on"}}, {"start": "no position"}):
        value = short_tree().to_json()
        value["header"] = {**value["header"], **change}
        with pytest.raises(InvalidGameError):
            GameTree.from_json(value, check=False)
