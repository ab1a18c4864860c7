"""What several pages ask for at the same moment is done once, or by one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.web.pages import serving
from tests.web.test_reviews import FAST, HEX, begin, finish


@pytest.fixture
def client(home: Path) -> Iterator[TestClient]:
    with serving(FAST) as client:
        yield client


def at_once(*requests: Callable[[], Any]) -> Sequence[Any]:
    """Send requests at the same time; what they say."""
    with ThreadPoolExecutor(len(requests)) as pages:
        answers = [pages.submit(request) for request in requests]
        return [answer.result().json() for answer in answers]


def test_a_game_gets_one_review(client: TestClient, home: Path) -> None:
    found = at_once(*[lambda: client.post("/api/v1/reviews", json={"text": HEX})] * 4)
    assert len({one["id"] for one in found}) == 1
    assert len(list((home / "web" / "reviews").glob("*.json"))) == 1, "no other one is left behind"


def test_the_exercises_are_those_of_one_side(client: TestClient) -> None:
    id = begin(client, text=HEX)
    finish(client, id)

    def say(you: int | None) -> Any:
        return client.put(f"/api/v1/reviews/{id}/you", json={"you": you})

    for _ in range(4):
        at_once(lambda: say(0), lambda: say(1))
        you = client.get(f"/api/v1/reviews/{id}").json()["you"]
        assert {row["player"] for row in client.get("/api/v1/practice").json()["queue"]} <= {you}
        say(None)
