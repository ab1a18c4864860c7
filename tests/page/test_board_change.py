"""The change from one board to another leads from the one to the other."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from hexapoda.page.board_change import board_change
from tests.web.record_boards import changed

VALUES = st.none() | st.integers(0, 3) | st.lists(st.integers(0, 3), max_size=6)
BOARDS = st.fixed_dictionaries(
    {
        "stacks": st.lists(st.integers(0, 4), max_size=9),
        "hands": st.dictionaries(st.sampled_from("ab"), VALUES),
    },
    optional={"text": VALUES, "last": VALUES},
)


@given(BOARDS, BOARDS)
def test_a_change_leads_from_one_board_to_the_other(before: dict[str, Any], after: dict[str, Any]) -> None:
    assert without_none(changed(before, board_change(before, after))) == without_none(after)


def test_reordered_items_are_sent_as_a_whole() -> None:
    assert board_change({"stacks": [1, 2, 3, 4, 5]}, {"stacks": [2, 1, 3, 4, 6]}) == [
        (["stacks"], [2, 1, 3, 4, 6])
    ]


def test_one_item_that_moves_is_sent_alone() -> None:
    assert board_change({"stacks": [1, 2, 3, 4, 5]}, {"stacks": [1, 3, 4, 9, 5]}) == [
        (["stacks"], [1], [(3, 9)])
    ]


def without_none(board: Any) -> Any:
    """A board without the keys that are None: a key that is gone is set to None."""
    if isinstance(board, dict):
        return {key: without_none(value) for key, value in board.items() if value is not None}
    return board
