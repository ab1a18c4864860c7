"""Games on a machine that is busy with other work."""

from __future__ import annotations

from typing import Any

import pytest

from hexapoda.arena import game_runner, seat
from hexapoda.arena.game_runner import make_seats, play_game
from hexapoda.clock import TimeControl
from hexapoda.record import Ending, GameRecord
from tests.arena.settings import bot, small


def played(monkeypatch: pytest.MonkeyPatch, waits: float, name: str = "Late", **control: Any) -> GameRecord:
    """A game in which every move waits so many seconds for a processor, as the system says."""

    class Wait:
        def __init__(self, pid: int | None) -> None:
            assert pid is None

        def seconds(self) -> float:
            return waits

    monkeypatch.setattr(seat, "ProcessorWait", Wait)
    settings = small(bot(name), "random", control=TimeControl(**control), margin=0.0, patience=5.0)
    seats = make_seats(settings)
    try:
        return play_game(settings.pairing(0), seats, settings)
    finally:
        for one in seats.values():
            one.close()


def test_an_engine_that_was_late_because_it_waited_does_not_lose(monkeypatch: pytest.MonkeyPatch) -> None:
    record = played(monkeypatch, 60.0, time=0.01)
    assert (record.ending, record.winner, record.finished) == (Ending.BUSY, None, False)
    assert ":Late: took " in record.detail
    assert record.detail.endswith(" s for a processor, because the machine was busy")


def test_an_engine_that_was_late_by_itself_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    record = played(monkeypatch, 0.0, time=0.01)
    assert (record.ending, record.winner) == (Ending.TIMEOUT, 1)


def test_a_short_wait_is_no_excuse(monkeypatch: pytest.MonkeyPatch) -> None:
    assert played(monkeypatch, 0.001, time=0.05).ending is Ending.TIMEOUT


def test_waits_are_recorded_with_the_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_runner, "_WAIT", 0.0)
    record = played(monkeypatch, 60.0, "Good", time=30.0)
    assert record.plies > 0 and all(move.waited == move.time for move in record.moves)
    assert GameRecord.from_json(record.to_json()) == record
    monkeypatch.setattr(game_runner, "_WAIT", 61.0)
    short = played(monkeypatch, 60.0, "Good", time=30.0)
    assert short.plies > 0 and all(move.waited is None for move in short.moves)
