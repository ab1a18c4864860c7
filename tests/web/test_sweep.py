"""What nobody needs is put away now and then, also after a failure."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from hexapoda.web import app
from hexapoda.web.live.reviews import Reviews
from hexapoda.web.live.rooms import Rooms
from tests.web.pages import serving


def test_a_sweep_that_fails_is_not_the_last(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    swept, again = threading.Semaphore(0), threading.Semaphore(0)

    async def fail(rooms: Rooms) -> None:
        swept.release()
        raise OSError("the disk is full")

    async def note(reviews: Reviews) -> None:
        again.release()

    monkeypatch.setattr(app, "_SWEEP", 0.01)
    monkeypatch.setattr(Rooms, "sweep", fail)
    monkeypatch.setattr(Reviews, "sweep", note)
    with serving():
        for each in (swept, again) * 2:
            each.acquire()
