"""What the coach says a move of Hex does: nothing that the other side can still undo or carry out."""

from __future__ import annotations

import pytest

from hexapoda.coach import describe
from hexapoda.hex import Position
from hexapoda.hex.game import HEX


def described(text: str, *moves: str) -> list[str]:
    """What the last of some moves does."""
    position = Position.from_text(text)
    for move in moves[:-1]:
        position.push(position.parse_move(move))
    return [remark.text for remark in describe(HEX, position, position.parse_move(moves[-1]))]


@pytest.mark.parametrize("move", ["a6", "f1", "c5"])
def test_a_threat_that_still_stands_is_not_stopped(move: str) -> None:
    """After b4 Black threatens to connect, and goes on with that wherever White plays."""
    found = described("6x6 to-move=black black=c3 white=d4", "b4", move)
    assert not [text for text in found if "threat" in text]


def test_a_threat_that_is_older_is_not_made_by_a_move() -> None:
    """White has not answered b4; f6 adds nothing to its threat."""
    found = described("6x6 to-move=black black=c3 white=d4", "b4", "a6", "f6")
    assert found == ["After f6: White must answer on one of the 6 marked cells."]


def test_an_intrusion_does_not_break_a_connection() -> None:
    assert described("6x6 to-move=white black=c3,d4", "d3") == [
        "After d3: Black can restore the bridge.",
        "After d3: White needs 5 more stones to connect; before, 6.",
    ]


def test_a_swap_of_sides_connects_and_breaks_nothing() -> None:
    assert described("5x5 swap=sides", "c3", "swap-sides") == [
        "After swap-sides: nothing can keep Black from connecting its edges."
    ]


def test_a_shorter_way_does_not_sound_like_a_loss() -> None:
    position = Position.from_text("11x11 to-move=black white=f6")
    _, remark = describe(HEX, position, position.parse_move("c3"), you=0)
    assert remark.good and remark.text == "After c3: you need 10 more stones to connect; before, 11."
