"""Engines that fail in every way there is: each failure has its ending, and none stops the match."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

from hexapoda.arena.clock import TimeControl
from hexapoda.arena.match import Match
from hexapoda.arena.seat import Seat
from hexapoda.engine import Engine, Limit, Option, OptionValue
from hexapoda.errors import UsageError
from hexapoda.external import ExternalEngine, add_external
from hexapoda.hive import Position
from hexapoda.protocols.uhp.client import Timeouts, UhpEngine
from hexapoda.record import Ending
from tests.arena.settings import bot, small

FAKE = Path(__file__).parent.parent / "fakes" / "uhp_engine.py"
PATIENT = TimeControl(nodes=1, patience=1.0)
TIMED = TimeControl(time=0.2, margin=0.1, patience=5.0)


@pytest.mark.parametrize(
    ("name", "ending", "control", "said"),
    [
        ("Raises", Ending.CRASH, PATIENT, "ZeroDivisionError: a mistake in the bot"),
        ("Exits", Ending.CRASH, PATIENT, "SystemExit: 3"),
        ("Dies", Ending.CRASH, PATIENT, "its process ended with code 9"),
        ("Segfaults", Ending.CRASH, PATIENT, "its process ended by signal 11"),
        ("Stalls", Ending.STALL, PATIENT, "did not answer within 1 s"),
        ("Blocks", Ending.STALL, PATIENT, "blocked its process"),
        ("Late", Ending.TIMEOUT, TIMED, "took 0."),
        ("Illegal", Ending.ILLEGAL_MOVE, PATIENT, "wQ"),
        ("Garbage", Ending.ILLEGAL_MOVE, PATIENT, "wA1"),
        ("NeverMade", Ending.CRASH, PATIENT, "no such file: weights.bin"),
    ],
)
def test_a_bot_that_fails_loses_and_the_match_goes_on(
    name: str, ending: Ending, control: TimeControl, said: str
) -> None:
    settings = small(bot(name), "random", games=2, control=control)
    result = Match(settings).run()
    assert result.finished
    records = list(result.records())
    assert [record.number for record in records] == [0, 1]
    for record in records:
        assert record.ending is ending
        assert record.winner is not None
        assert record.players[record.winner].name == "random"
        assert said in record.detail
        assert name in record.detail
        assert record.plies == (0 if name == "NeverMade" else 4 + record.number)
    assert [fault.engine for fault in result.board.faults] == [bot(name)] * 2


@pytest.mark.parametrize("name", ["Talks", "Spoils", "Boasts", "Good"])
def test_a_bot_with_bad_manners_does_no_harm(name: str) -> None:
    result = Match(small(bot(name), "random", games=2)).run()
    assert not result.board.faults
    assert all(
        record.ending in (Ending.NORMAL, Ending.REPETITION, Ending.MOVE_CAP) for record in result.records()
    )


@pytest.mark.parametrize(
    ("mode", "ending"),
    [
        ("crash", Ending.CRASH),
        ("segfault", Ending.CRASH),
        ("crash-at-start", Ending.CRASH),
        ("stall", Ending.STALL),
        ("flood", Ending.STALL),
        ("endless", Ending.STALL),
        ("garbage", Ending.ILLEGAL_MOVE),
        ("silent", Ending.ILLEGAL_MOVE),
        ("sorry", Ending.ILLEGAL_MOVE),
        ("illegal", Ending.ILLEGAL_MOVE),
        ("late", Ending.TIMEOUT),
        ("stubborn", None),
        ("chatty", None),
    ],
)
def test_an_external_engine_that_fails_loses_and_the_match_goes_on(
    mode: str, ending: Ending | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path))
    add_external(ExternalEngine("hive", "fake", "uhp", (sys.executable, str(FAKE), mode)))
    control = (
        TimeControl(time=1.0, margin=0.2, patience=2.0)
        if mode == "late"
        else TimeControl(depth=1, patience=3.0)
    )
    result = Match(small("fake", "random", games=2, control=control)).run()
    assert result.finished
    if ending is None:
        assert not result.board.faults
        return
    assert {record.ending for record in result.records()} <= {ending, *_also(ending)}
    assert [fault.engine for fault in result.board.faults] == ["fake"] * 2


def _also(ending: Ending) -> set[Ending]:
    """A flood may be cut off by the connection before the deadline comes."""
    return {Ending.CRASH} if ending is Ending.STALL else set()


def test_the_clock_of_the_match_is_the_only_one() -> None:
    """What the client alone would call late is in time as long as the clock has not run out."""

    class Source:
        name = "late"
        options: tuple[Option, ...] = ()
        given: Mapping[str, OptionValue] = MappingProxyType({})

        def create(self, **_: OptionValue) -> Engine:
            return UhpEngine((sys.executable, str(FAKE), "late"), timeouts=Timeouts(overstep=0.1, stall=0.2))

    seat = Seat(Source())
    try:
        seat.begin(1)
        result, seconds = seat.search(Position(), Limit(time=1.0), allowed=20.0, patience=20.0)
    finally:
        seat.close()
    assert seconds > 1.5 and Position().is_legal(result.move)


def test_our_own_server_plays_as_an_external_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path))
    command = (sys.executable, "-m", "hexapoda.cli.uhp_entry", "greedy:seed=3")
    add_external(ExternalEngine("hive", "ours", "uhp", command))
    settings = small("ours", "random", games=4, variant="Base+MLP", control=TimeControl(nodes=1))
    result = Match(settings.with_concurrency(2)).run()
    assert not result.board.faults
    assert result.board.results("ours").wins == 4
    inside = small("greedy:seed=3", "random", games=4, variant="Base+MLP", control=TimeControl(nodes=1))
    texts = [[move.text for move in record.moves] for record in result.records()]
    assert texts == [[move.text for move in record.moves] for record in Match(inside).run().records()]


def test_what_a_protocol_cannot_say_stops_the_match_before_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path))
    add_external(ExternalEngine("hive", "plain", "uhp", (sys.executable, str(FAKE))))
    with pytest.raises(UsageError, match="plain UHP, which has no nodes"):
        Match(small("plain", "random")).run()
    with pytest.raises(UsageError, match="whole seconds"):
        Match(small("plain", "random", control=TimeControl(time=0.5))).run()
    # A clock is told in whole seconds, however little is left.
    control = TimeControl(base=1.0, increment=2.0)
    assert Match(small("plain", "random", control=control)).run().finished
