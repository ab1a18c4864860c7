"""Large texts of one client do not keep another one waiting, and what cannot be read in time is said so."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexapoda.engine import Limit
from hexapoda.web import record_text
from hexapoda.web.live.page_pool import PagePool
from hexapoda.web.owner import KEY_COOKIE
from hexapoda.web.problem import Problem
from hexapoda.web.record_text import read_records
from hexapoda.web.settings import WebSettings
from tests.browser import run_async
from tests.web.pages import serving

SMALL = '[GameType "Base"]\n\n1. wS1 2. bS1 wS1-\n'
LARGE = '[GameType "Base"]\n\n1. wS1 ' + "( 1. wG1 ) " * 4_000
SHARED = WebSettings(names=("club.example",), text_processes=1, texts_waiting_per_client=20)
"""A server of strangers, whom it tells apart by their keys."""


def ask(client: TestClient, who: str, text: str) -> Any:
    return client.post("/api/v1/records", json={"text": text}, headers={"cookie": f"{KEY_COOKIE}={who * 32}"})


@pytest.fixture
def shared(home: Path) -> Iterator[TestClient]:
    with serving(SHARED) as client:
        yield client


def test_sixty_large_texts_of_one_client_delay_another_by_one(shared: TestClient) -> None:
    pool: PagePool = shared.app.state.rooms.pool  # type: ignore[attr-defined]
    ended: list[str] = []
    refused: list[str] = []
    lock = threading.Lock()

    def send(who: str, text: str) -> None:
        answer = ask(shared, who, text)
        with lock:
            if answer.status_code == 429:
                refused.append(answer.json()["error"]["text"])
            else:
                assert answer.status_code == 200, answer.text
                ended.append(who)

    assert ask(shared, "c", SMALL).status_code == 200
    [process] = pool.workers.processes
    with ThreadPoolExecutor(61) as pages:
        os.kill(process.process.pid, signal.SIGSTOP)  # so that all of them arrive before the first is read
        asked = [pages.submit(send, "a", LARGE) for _ in range(60)]
        while len(refused) < 39:  # 1 is read, 20 wait
            time.sleep(0.01)
        assert not ended and pool.workers.waiting("text") == 20
        asked.append(pages.submit(send, "b", SMALL))
        while pool.workers.waiting("text") < 21:
            time.sleep(0.01)
        os.kill(process.process.pid, signal.SIGCONT)
        for each in asked:
            each.result()
    assert "your requests" in refused[0]
    assert ended.index("b") <= 9 and len(ended) == 22


def test_reviews_take_turns(home: Path) -> None:
    slow = WebSettings(names=("club.example",), review_fast=Limit(time=60.0), reviews_waiting_per_client=2)

    def review(client: TestClient, who: str, *moves: str) -> Any:
        wish = {"moves": {"game": "hex", "variant": "11x11", "moves": moves}}
        return client.post("/api/v1/reviews", json=wish, headers={"cookie": f"{KEY_COOKIE}={who * 32}"})

    with serving(slow) as client:
        waiting = [review(client, "a", move, "f6").json() for move in ("a2", "b2", "c2")]
        refused = review(client, "a", "d2", "f6")
        assert refused.status_code == 429 and "your reviews" in refused.json()["error"]["text"]
        other = review(client, "b", "a2", "f6").json()
        places = [client.get(f"/api/v1/reviews/{one['id']}").json()["place"] for one in (*waiting, other)]
        assert places == [None, 1, 3, 2], "the first works; one of each visitor comes before the next"


def test_a_client_cannot_take_all_processes() -> None:
    """Another client's text is read at once, and not after one that takes long."""

    async def run() -> list[str]:
        pool = PagePool(WebSettings(text_processes=2, text_seconds=3600))
        ended = []
        try:
            slow = [asyncio.create_task(pool.run("a", time.sleep, 3600)) for _ in range(3)]
            while not pool.workers.processes:
                await asyncio.sleep(0)
            ended.append(str(await pool.run("b", len, "four")))
            assert not any(task.done() for task in slow)
            for task in slow:
                task.cancel()
            await asyncio.gather(*slow, return_exceptions=True)
        finally:
            pool.close()
        return ended

    assert run_async(run()) == ["4"]


@pytest.mark.parametrize(
    ("settings", "function", "arguments", "text"),
    [
        (WebSettings(text_seconds=0.1), time.sleep, (3600,), "too long"),
        (WebSettings(text_bytes=1024**3), bytes, (2 * 1024**3,), "too much memory"),
    ],
)
def test_what_is_too_large_is_refused(
    settings: WebSettings, function: Any, arguments: tuple[Any, ...], text: str
) -> None:
    pool = PagePool(settings)
    try:
        with pytest.raises(Problem, match=text) as refused:
            run_async(pool.run("a", function, *arguments))
        assert refused.value.status == 413
        assert run_async(pool.run("a", len, "four")) == 4
    finally:
        pool.close()


def test_a_busy_machine_still_reads_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time may be over before the first game; it is kept all the same."""
    monkeypatch.setattr(record_text, "_SECONDS", -1.0)
    found: Any = read_records(SMALL, None, None, {})
    assert found["count"] == 1 and len(found["record"]["nodes"]) == 3
    several: Any = read_records(SMALL * 3, None, None, {})
    assert several["more"] and len(several["games"]) == 1
    second: Any = read_records(SMALL * 3, None, 2, {})
    assert second["index"] == 2
