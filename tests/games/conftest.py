"""The tests of this folder run with a third game in the table."""

import pytest


@pytest.fixture(autouse=True)
def third_game(game_of_y: None) -> None:
    """See `game_of_y`."""
