"""Requests that take long wait for each other, and nobody else waits for them."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexapoda.puzzles.attempt import Attempt
from hexapoda.puzzles.puzzle_file import all_puzzles
from hexapoda.web.problem import Problem
from hexapoda.web.slow_work import SlowWork
from tests.browser import run_async


def test_only_a_few_at_a_time() -> None:
    async def run() -> int:
        turns, busy, most = SlowWork(at_once=2), 0, 0

        async def work() -> None:
            nonlocal busy, most
            async with turns:
                busy += 1
                most = max(most, busy)
                await asyncio.sleep(0)
                busy -= 1

        await asyncio.gather(*(work() for _ in range(9)))
        return most

    assert run_async(run()) == 2


@pytest.mark.parametrize(("waiting", "patience"), [(0, 60.0), (1, 0.01)])
def test_who_cannot_wait_is_told_so(waiting: int, patience: float) -> None:
    async def run() -> None:
        turns = SlowWork(at_once=1, waiting=waiting, patience=patience)
        async with turns:
            with pytest.raises(Problem, match="busy"):
                async with turns:
                    pass
        async with turns:  # the turn is free again
            pass

    run_async(run())


def test_a_turn_ends_with_an_error() -> None:
    async def run() -> None:
        turns = SlowWork(at_once=1, patience=0.01)
        for _ in range(3):
            with pytest.raises(ValueError):
                async with turns:
                    raise ValueError

    run_async(run())


@pytest.mark.parametrize("path", ["answer", "hint"])
def test_puzzles_that_are_proved_leave_threads_for_the_page(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    puzzle = next(iter(all_puzzles()))
    gate = threading.Event()

    def slow(*_: Any) -> Any:
        gate.wait(30)
        raise Problem(400, "enough")

    monkeypatch.setattr(Attempt, "answer", slow)
    monkeypatch.setattr(Attempt, "hint", slow)
    with ThreadPoolExecutor(50) as pages:
        wish = {"moves": []} if path == "hint" else {"moves": [], "move": puzzle.solution[0]}
        asked = [
            pages.submit(client.post, f"/api/v1/puzzles/{puzzle.id}/{path}", json=wish) for _ in range(50)
        ]
        try:
            for _ in range(50):  # meanwhile the others arrive
                assert client.get("/icon.svg").status_code == 200
        finally:
            gate.set()
        assert {each.result().status_code for each in asked} == {400}
