from __future__ import annotations

import pytest

from tests.pool_here import play_matches_here


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games of matches are played in this process, which most faults leave alone."""
    play_matches_here(monkeypatch)
