"""Reviews of the last games of a visitor: asked for together, counted, stopped and continued."""

from __future__ import annotations

import errno
from dataclasses import replace
from pathlib import Path

import pytest

from hexapoda.record import Ending, GameRecord, MoveRecord, PlayerRecord
from hexapoda.storage import Store
from hexapoda.storage.played_games import keep_played
from hexapoda.web.live.review_file import ReviewFile, SavedReview
from hexapoda.web.owner import LOCAL
from tests.web.pages import serving
from tests.web.test_practice_api import due
from tests.web.test_reviews import FAST, finish


def lose(count: int) -> None:
    """Finish games against a level."""
    with Store.open() as store:
        for number in range(count):
            lost = GameRecord(
                "hex", "5x5", (PlayerRecord("human"), PlayerRecord("rave", "rave:level=1")),
                tuple(map(MoveRecord, ("a1", "e5", "a2", "e4", "c3", "d2", "b4", "b2"))), 1, True,
                Ending.RESIGN, date=f"2026-01-0{number + 1}T00:00:00Z",
            )  # fmt: skip
            keep_played(store, lost, LOCAL)


def test_the_last_games_are_reviewed_with_one_request(home: Path) -> None:
    place = "/api/v1/practice/reviews"
    with serving(FAST) as client:
        assert client.get(place).json() == {"reviews": [], "games": 0}
        assert client.post(place, json={}).status_code == 404
        lose(3)
        assert client.get(place).json()["games"] == 3
        begun = client.post(place, json={"games": 2})
        assert begun.status_code == 201 and len(begun.json()["reviews"]) <= 2
        for one in begun.json()["reviews"]:
            assert (one["game"], one["variant"], one["player"]) == ("hex", "5x5", 0)
            assert finish(client, one["progress"]["id"])["you"] == 0
        assert client.get(place).json() == {"reviews": [], "games": 1}
        assert client.delete(place).json() == {"reviews": [], "games": 1}
        assert due(client)["cards"] > 0


def test_a_review_that_is_done_counts_before_its_file_says_so(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = ReviewFile.save

    def refused(file: ReviewFile, review: SavedReview) -> None:
        if review.status == "done":
            raise OSError(errno.ENOSPC, "No space left on device")
        save(file, review)

    monkeypatch.setattr(ReviewFile, "save", refused)
    place = "/api/v1/practice/reviews"
    with serving(FAST) as client:
        lose(2)
        for one in client.post(place, json={"games": 1}).json()["reviews"]:
            finish(client, one["progress"]["id"])
        assert client.get(place).json() == {"reviews": [], "games": 1}


def test_reviews_that_were_stopped_go_on(home: Path) -> None:
    place = "/api/v1/practice/reviews"
    with serving(replace(FAST, reviews_at_once=0)) as client:  # all of them wait
        lose(2)
        begun = client.post(place, json={"games": 2}).json()["reviews"]
        assert [one["progress"]["status"] for one in begun] == ["waiting"] * 2
        assert client.get(place).json()["games"] == 0
        assert client.delete(place).json() == {"reviews": [], "games": 2}
        again = client.post(place, json={"games": 2}).json()["reviews"]
        assert {one["progress"]["id"] for one in again} == {one["progress"]["id"] for one in begun}
    assert len(list((home / "web" / "reviews").glob("*.json"))) == 2
