"""How long a page waits for the library, and what it is told when it has waited too long."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from hexapoda.storage import Store
from hexapoda.web.library import library
from hexapoda.web.library.library import Library
from hexapoda.web.problem import Problem
from hexapoda.web.settings import WebSettings
from tests.browser import run_async


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "_PATIENCE", 0.05)


def wait_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine may need a while for what nothing keeps from beginning."""
    monkeypatch.setattr(library, "_PATIENCE", 30)


def test_the_answer_to_a_change_is_what_has_happened(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A change that takes long is awaited; one that has not begun in time never happens."""
    gate, done = threading.Event(), []

    def slow(store: Store) -> str:
        gate.wait(30)
        return "changed"

    async def run() -> None:
        shelf = Library(WebSettings(query_seconds=0.05))
        first = asyncio.create_task(shelf.write(slow))
        await asyncio.sleep(0)
        with pytest.raises(Problem, match="nothing was changed"):
            await shelf.write(lambda store: done.append("second"))
        assert not first.done()
        gate.set()
        wait_longer(monkeypatch)
        assert await first == "changed"
        assert await shelf.write(lambda store: "third") == "third"
        await shelf.close()

    run_async(run())
    assert done == []


def test_a_question_that_takes_too_long_is_given_up(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = threading.Event()

    def slow(store: Store) -> Any:
        gate.wait(30)

    async def run() -> None:
        shelf = Library(WebSettings(query_seconds=0.05))
        with pytest.raises(Problem, match="try again later"):
            await shelf.read(slow)
        gate.set()
        wait_longer(monkeypatch)
        assert await shelf.read(lambda store: store.count()) == 0
        await shelf.close()

    run_async(run())
