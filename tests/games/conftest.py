"""The tests of this folder run with a third game in the table."""

import pytest

from hexapoda.games import table
from tests.fakes.game_of_y import ENTRY, GAME_OF_Y


@pytest.fixture(autouse=True)
def third_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(table.GAMES, GAME_OF_Y.name, ENTRY)
