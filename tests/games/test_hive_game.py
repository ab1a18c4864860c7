"""Hive's own part of the game interface: rule switches that switch, texts of three kinds."""

import pytest

from hexapoda.errors import UsageError
from hexapoda.hive import PASS, Position
from hexapoda.hive.game import HIVE
from hexapoda.hive.text.board_json import board_json, move_json


def test_rules_reach_the_position() -> None:
    assert (HIVE.initial().opening, HIVE.initial().repetition) == ("tournament", True)
    position = HIVE.initial("Base+PLM", {"opening": "free", "repetition": "off"})
    assert (position.variant, position.opening, position.repetition) == ("Base+MLP", "free", False)
    for text in ("Base+M;InProgress;Black[1];wS1", "Base+M", "Base+M White[1] -"):
        read = HIVE.parse_position(text, {"opening": "free", "repetition": "off"})
        assert (read.variant, read.opening, read.repetition) == ("Base+M", "free", False)


def test_rules_are_read_from_texts() -> None:
    assert HIVE.parse_rules([]) == {}
    assert HIVE.parse_rules(["opening=free", "repetition=off"]) == {"opening": "free", "repetition": "off"}
    for text in ("opening", "opening=", "=free", "openning=free", "opening=Free"):
        with pytest.raises(UsageError, match="rule"):
            HIVE.parse_rules([text])


def test_a_position_without_history_comes_back() -> None:
    position = Position.from_game_string("Base+M;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-")
    assert HIVE.parse_position(HIVE.format_position(position)) == position


def test_move_json() -> None:
    position = Position.from_game_string(
        "Base+P;InProgress;White[3];wP;bS1 wP-;wQ -wP;bQ bS1-;wA1 \\wP;bA1 bQ-"
    )
    found = {data["move"]: data for data in (move_json(position, move) for move in position.legal_moves)}
    assert found["wG1 -wQ"] == {
        "move": "wG1 -wQ", "piece": "wG1", "from": None, "to": [-2, 0], "kind": "place",
    }  # fmt: skip
    assert found["wA1 bA1-"]["kind"] == "move"
    assert found["wA1 bA1-"]["from"] == [0, -1]
    assert {data["kind"] for data in found.values()} == {"place", "move", "throw"}
    thrown = [data for data in found.values() if data["kind"] == "throw"]
    assert {data["piece"] for data in thrown} <= {"wA1", "wQ"}


def test_json_of_a_pass_and_of_an_empty_board() -> None:
    stuck = (
        "Base;InProgress;White[7];wA1;bS1 wA1-;wQ -wA1;bQ bS1/;wQ \\wA1;bA1 bS1\\;wQ -wA1;bA2 bQ\\;"
        "wQ \\wA1;bA1 \\wQ;wG1 /wQ;bA2 /wG1"
    )
    expected = {"move": "pass", "piece": None, "from": None, "to": None, "kind": "pass"}
    position = Position.from_game_string(stuck)
    assert move_json(position, position.legal_moves[0]) == expected
    assert move_json(position, PASS)["move"] == "pass"
    empty = board_json(Position())
    assert (empty["pieces"], empty["moves"], empty["resting"], empty["state"]) == ([], [], None, "NotStarted")
    assert len(empty["hands"]["Black"]) == 11
