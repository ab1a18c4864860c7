"""Engines that fail in every way there is: each failure has its ending, and none stops the match."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from hexapoda.arena.adjudication import Adjudication
from hexapoda.arena.comparison import result_json
from hexapoda.arena.journal import Journal
from hexapoda.arena.match import Match
from hexapoda.arena.progress import result_view
from hexapoda.arena.seat import Seat
from hexapoda.clock import TimeControl
from hexapoda.engine import Engine, Limit, Option, OptionValue, fit_seed
from hexapoda.engines.external import ExternalEngine, add_external
from hexapoda.errors import EngineUnavailable
from hexapoda.hive import Position
from hexapoda.protocols.uhp.client import Timeouts, UhpEngine
from hexapoda.record import Ending
from tests.arena.settings import bot, essence, small
from tests.pool_here import play_matches_here

FAKE = Path(__file__).parent.parent / "fakes" / "uhp_engine.py"
PATIENT = MappingProxyType({"control": TimeControl(nodes=1), "patience": 1.0})
TIMED = MappingProxyType({"control": TimeControl(time=0.2), "margin": 0.1, "patience": 5.0})
SHORT = Adjudication(move_cap=20)
"""Ends games early in which nothing more can go wrong."""


@pytest.mark.parametrize(
    ("name", "ending", "time", "said"),
    [
        ("Raises", Ending.CRASH, PATIENT, "ZeroDivisionError: a mistake in the bot (misbehaving.py:"),
        ("Exits", Ending.CRASH, PATIENT, "SystemExit: 3"),
        ("Dies", Ending.CRASH, PATIENT, "its process ended with code 9"),
        ("Segfaults", Ending.CRASH, PATIENT, "its process ended by signal 11"),
        ("Stalls", Ending.STALL, PATIENT, "did not answer within 1 s"),
        ("Late", Ending.TIMEOUT, TIMED, "took 0."),
        ("Illegal", Ending.ILLEGAL_MOVE, PATIENT, "wQ"),
        ("Garbage", Ending.ILLEGAL_MOVE, PATIENT, "returned 'wA1', a str: expected a SearchResult"),
        ("Bare", Ending.ILLEGAL_MOVE, PATIENT, "a Move: expected a SearchResult, such as SearchResult(move)"),
    ],
)
def test_a_bot_that_fails_loses_and_the_match_goes_on(
    name: str, ending: Ending, time: Mapping[str, Any], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name not in ("Dies", "Segfaults", "Stalls"):
        play_matches_here(monkeypatch)
    settings = small(bot(name), "random", games=2, **time)
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
        assert record.plies == 4 + record.number
    assert [fault.engine for fault in result.board.faults] == [bot(name)] * 2


def test_a_bot_that_blocks_its_process_loses_and_the_match_goes_on() -> None:
    """One game of two, because the match waits five seconds more for a process than for an engine."""
    result = Match(small(bot("BlocksAsWhite"), "random", games=2, adjudication=SHORT, **PATIENT)).run()
    assert result.finished
    lost, played = result.records()
    assert lost.ending is Ending.STALL and lost.winner == 1 and lost.plies == 4
    assert "blocked its process" in lost.detail and "BlocksAsWhite" in lost.detail
    assert played.ending in (Ending.NORMAL, Ending.REPETITION, Ending.MOVE_CAP)
    assert [fault.engine for fault in result.board.faults] == [bot("BlocksAsWhite")]


NEVER_START = [
    ("NeverMade", "OSError: no such file: weights.bin (misbehaving.py:"),
    ("DiesAtStart", "its process ended with code 7"),
    ("Typo", "has no class 'Typo'"),
    ("NoSearch", "NoSearch lacks search, stop, new_game"),
]


@pytest.mark.parametrize(("name", "said"), NEVER_START)
def test_an_engine_that_never_starts_stops_the_match_before_a_game(
    name: str, said: str, tmp_path: Path
) -> None:
    journal = Journal.create(tmp_path, small("random", bot(name)), "m")
    with pytest.raises(EngineUnavailable, match=re.escape(said)) as raised:
        Match(journal.settings(), journal).run()
    assert repr(bot(name)) in str(raised.value)
    assert list(journal.records()) == []


def test_a_tournament_names_the_engine_that_never_starts() -> None:
    settings = small("random", "greedy", bot("NeverMade"), format="round-robin", concurrency=2)
    with pytest.raises(EngineUnavailable, match=r"misbehaving\.py:NeverMade"):
        Match(settings).run()


def test_the_traceback_of_a_crash_is_kept_beside_the_journal(here: None, tmp_path: Path) -> None:
    journal = Journal.create(tmp_path, small(bot("Raises"), "random"), "m")
    result = Match(journal.settings(), journal).run()
    logs = journal.fault_logs()
    assert list(logs) == [0, 1]
    for log in logs.values():
        lines = log.read_text().splitlines()
        assert lines[0] == "Traceback (most recent call last):"
        assert "misbehaving.py" in lines[1], "nothing of the arena comes first"
        assert lines[-1] == "ZeroDivisionError: a mistake in the bot"
    assert [fault["log"] for fault in result_json(result)["faults"]] == list(map(str, logs.values()))


def test_an_engine_that_writes_without_end_does_not_fill_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hexapoda.arena.game_players._MOST_OUTPUT", 50_000)
    journal = Journal.create(tmp_path, small(bot("Chatters"), "random", games=2, adjudication=SHORT), "m")
    result = Match(journal.settings(), journal).run()
    assert not result.board.faults and len(list(result.records())) == 2
    output = (journal.folder / "engines.log").read_bytes()
    assert len(output) <= 70_100
    assert b"hexapoda: the output up to here was removed, because it was too long\n" in output


def test_a_seed_keeps_to_the_bounds_of_the_option(here: None, tmp_path: Path) -> None:
    journal = Journal.create(tmp_path, small(bot("SmallSeed"), "random", games=4, adjudication=SHORT), "m")
    first = Match(journal.settings(), journal).run()
    assert not first.board.faults
    games = journal.folder / "games.jsonl"
    games.write_bytes(b"".join(games.read_bytes().splitlines(keepends=True)[:1]))
    again = Match(journal.settings(), journal).run()
    assert again.played == 3
    assert list(map(essence, again.records())) == list(
        map(essence, Match(journal.settings()).run().records())
    )


@pytest.mark.parametrize(
    ("low", "high", "seed", "fitted"),
    [
        (-1, 2**31 - 1, 5, 5),
        (0, 10**6, 1_286_512_588, 1_286_512_588 % 1_000_001),
        (3, 5, 1, 4),
        (-5, -2, 9, -4),
        (None, None, 7, 7),
        (None, -3, 7, -3),
        (10, None, 7, 10),
    ],
)
def test_fitted_seeds(low: int | None, high: int | None, seed: int, fitted: int) -> None:
    option = Option("seed", "int", -3 if low is None else low, low, high)
    assert option.check(fit_seed(option, seed)) == fitted


def test_what_an_engine_does_not_report_is_no_number(here: None) -> None:
    result = Match(small(bot("Silent"), "greedy")).run()
    for record in result.records():
        own = [
            m for ply, m in enumerate(record.moves) if not m.book and record.players[ply % 2].name != "greedy"
        ]
        assert own and all(move.depth is None and move.nodes is None for move in own)
    assert result.board.depth(bot("Silent")) is None
    row = next(line.plain for line in result_view(result) if "Silent" in line.plain)
    assert row.split()[-2:] == ["-", "0"]


@pytest.mark.parametrize("name", ["Talks", "Spoils", "Boasts", "Good"])
def test_a_bot_with_bad_manners_does_no_harm(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if name != "Talks":  # it reads and writes the pipes of its process
        play_matches_here(monkeypatch)
    result = Match(small(bot(name), "random", games=2, adjudication=SHORT)).run()
    assert not result.board.faults
    assert all(
        record.ending in (Ending.NORMAL, Ending.REPETITION, Ending.MOVE_CAP) for record in result.records()
    )


@pytest.mark.parametrize(
    ("mode", "ending"),
    [
        ("crash", Ending.CRASH),
        ("segfault", Ending.CRASH),
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
    here: None, mode: str, ending: Ending | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path))
    add_external(ExternalEngine("hive", "fake", "uhp", (sys.executable, str(FAKE), mode)))
    control = TimeControl(time=1.0) if mode == "late" else TimeControl(depth=1)
    patience = 2.0 if mode == "late" else 1.0 if ending is Ending.STALL else 3.0
    settings = small("fake", "random", games=2, control=control, patience=patience, adjudication=SHORT)
    result = Match(settings).run()
    assert result.finished
    if ending is None:
        assert not result.board.faults
        return
    assert {record.ending for record in result.records()} <= {ending, *_also(ending)}
    assert [fault.engine for fault in result.board.faults] == ["fake"] * 2


def test_a_program_that_ends_at_its_start_stops_the_match(
    here: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path))
    add_external(ExternalEngine("hive", "fake", "uhp", (sys.executable, str(FAKE), "crash-at-start")))
    with pytest.raises(EngineUnavailable, match="engine 'fake' ended with exit status"):
        Match(small("fake", "random")).run()


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
        result, seconds, _ = seat.search(Position(), Limit(time=1.0), allowed=20.0, patience=20.0)
    finally:
        seat.close()
    assert seconds > 1.5 and Position().is_legal(result.move)


def test_our_own_server_plays_as_an_external_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path))
    command = (sys.executable, "-m", "hexapoda.cli.uhp_entry", "greedy:seed=3")
    add_external(ExternalEngine("hive", "ours", "uhp", command))
    settings = small("ours", "random", games=2, variant="Base+MLP", control=TimeControl(nodes=1))
    result = Match(settings.with_concurrency(2)).run()
    assert not result.board.faults
    assert result.board.results("ours").wins == 2
    inside = small("greedy:seed=3", "random", games=2, variant="Base+MLP", control=TimeControl(nodes=1))
    texts = [[move.text for move in record.moves] for record in result.records()]
    assert texts == [[move.text for move in record.moves] for record in Match(inside).run().records()]


def test_what_a_protocol_cannot_say_stops_the_match_before_a_game(
    here: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path))
    add_external(ExternalEngine("hive", "plain", "uhp", (sys.executable, str(FAKE))))
    with pytest.raises(EngineUnavailable, match="plain UHP, which has no node limit"):
        Match(small("plain", "random")).run()
    with pytest.raises(EngineUnavailable, match="whole seconds"):
        Match(small("plain", "random", control=TimeControl(time=0.5))).run()
    # A clock is told in whole seconds, however little is left.
    control = TimeControl(base=1.0, increment=2.0)
    assert Match(small("plain", "random", control=control, adjudication=SHORT)).run().finished
