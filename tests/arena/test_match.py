from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import re
import signal
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hexapoda.arena.adjudication import Adjudication
from hexapoda.arena.comparison import result_json
from hexapoda.arena.game_runner import make_seats, play_game
from hexapoda.arena.journal import Journal
from hexapoda.arena.match import Match, Progress
from hexapoda.arena.openings import choose_openings
from hexapoda.arena.pairing import Opening
from hexapoda.arena.progress import result_view
from hexapoda.arena.running_games import OnMoves
from hexapoda.arena.settings import MatchSettings, SprtSettings
from hexapoda.clock import TimeControl
from hexapoda.errors import InvalidGameError, UnknownEngineError, UsageError
from hexapoda.record import Ending, GameRecord, PlayerRecord
from tests.arena.settings import essence, small
from tests.pool_here import play_matches_here


def openings(seed: int = 5) -> tuple[Opening, ...]:
    return choose_openings("random:4", game="hive", variant="Base", rules={}, seed=seed, pairs=4)


def test_the_same_seed_plays_the_same_games_at_any_concurrency(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = small(games=8, openings=openings())
    together = [essence(record) for record in Match(settings.with_concurrency(3)).run().records()]
    play_matches_here(monkeypatch)
    alone = [essence(record) for record in Match(settings).run().records()]
    other = [essence(record) for record in Match(dataclasses.replace(settings, seed=6)).run().records()]
    assert alone == together
    assert len(alone) == 8
    assert all(one[2] != another[2] for one, another in zip(alone, other, strict=True))


def test_a_game_is_a_function_of_its_number(here: None) -> None:
    settings = small(games=6, openings=openings())
    from_match = {record.number: essence(record) for record in Match(settings).run().records()}
    seats = make_seats(settings)
    for number in (5, 0, 3):
        assert essence(play_game(settings.pairing(number), seats, settings)) == from_match[number]


def test_games_that_are_played_again_are_counted(here: None) -> None:
    """`greedy` has no random choices but those of its seed, which is given here."""
    settings = small(
        "greedy:seed=1", "greedy:seed=2", games=6, openings=openings()[:2], opening_source="random:4"
    )
    result = Match(settings).run()
    assert result.board.repetitions == 2 and result_json(result)["repetitions"] == 2
    assert "Games that repeat another one, move for move: 2." in "".join(map(str, result_view(result)))
    more = Match(dataclasses.replace(settings, openings=openings()[:3])).run()
    assert more.board.repetitions == 0


def test_records_say_how_the_game_went(here: None) -> None:
    settings = small(games=2, openings=openings(), event="a test")
    record = next(Match(settings).run().records())
    assert record.players == (PlayerRecord("random", "random"), PlayerRecord("greedy", "greedy"))
    assert [move.book for move in record.moves[:6]] == [True] * 4 + [False] * 2
    assert tuple(move.text for move in record.moves[:4]) == settings.openings[0].moves
    greedy = record.moves[5]
    assert greedy.depth == 1 and greedy.nodes and greedy.score is not None and greedy.time
    assert record.ending is Ending.NORMAL and record.detail == "queen surrounded"
    assert (record.event, record.number, record.variant) == ("a test", 0, "Base")
    assert record.date.endswith("Z")


def test_the_rules_of_the_match_are_played(here: None) -> None:
    settings = small("random", "random", games=4, rules=(("opening", "free"),), variant="Base+MLP")
    settings = dataclasses.replace(settings, adjudication=Adjudication(move_cap=12))
    records = list(Match(settings).run().records())
    assert {record.ending for record in records} == {Ending.MOVE_CAP}
    assert all(record.plies == 12 and record.result == "1/2-1/2" for record in records)
    assert all(record.rules == (("opening", "free"),) for record in records)


def test_games_begin_from_positions_too(here: None) -> None:
    start = "Base Black[2] - wS1@0,0 bS1@1,0 wQ@-1,0"
    settings = small(games=2, openings=(Opening(start=start),))
    result = Match(settings).run()
    records = list(result.records())
    assert all(record.start == start for record in records)
    assert records[0].moves[0].text.startswith("b")
    assert result.board.depth("greedy") == 1.0  # its moves are told from the other's
    assert result.board.depth("random") is None


def test_resignation_ends_a_game(here: None) -> None:
    settings = small(games=2, adjudication=Adjudication(resign_score=10, resign_moves=1))
    records = list(Match(settings).run().records())
    assert {record.ending for record in records} <= {Ending.RESIGN, Ending.NORMAL}
    assert all(
        record.players[record.winner].name == "random"
        for record in records
        if record.ending is Ending.RESIGN and record.winner is not None
    )


def test_a_match_goes_on_where_it_was_broken_off(here: None, tmp_path: Path) -> None:
    settings = small(games=10, openings=openings())
    whole = {record.number: essence(record) for record in Match(settings).run().records()}
    journal = Journal.create(tmp_path, settings)

    def stop(progress: Progress) -> None:
        if len(progress.board.games) == 4:
            raise KeyboardInterrupt

    match = Match(settings, journal)
    with pytest.raises(KeyboardInterrupt):
        match.run(stop)
    assert len(match.result().board.games) == 4
    assert not match.result().finished
    result = Match(settings.with_concurrency(2), Journal.open(tmp_path, journal.id)).run()
    assert {record.number: essence(record) for record in result.records()} == whole
    assert len((journal.folder / "games.jsonl").read_text().splitlines()) == 10
    again = Match(settings, journal, player=nobody).run()
    assert again.finished and len(again.board.games) == 10


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"number": 10}, "game 10 is not in the match: expected a number from 0 to 9"),
        ({"number": -1}, "game -1 is not in the match"),
        ({"players": ["zzz", "greedy"]}, "game 0 is between zzz and greedy: expected random and"),
        ({"players": ["greedy", "random"]}, "game 0 is between greedy and random: expected"),
        ({"variant": "Base+M"}, "game 0 is of hive Base+M: expected hive Base"),
        ({"game": "hex"}, "game 0 is of hex Base: expected hive Base"),
    ],
)
def test_a_journal_with_a_game_of_another_match_is_refused(
    here: None, tmp_path: Path, change: dict[str, Any], says: str
) -> None:
    settings = small(games=10, openings=openings())
    journal = Journal.create(tmp_path, settings)
    game = next(iter(Match(small()).run().records())).to_json()
    game |= {name: value for name, value in change.items() if name != "players"}
    names = change.get("players", ["random", "greedy"])
    game["players"] = [{**player, "name": name} for player, name in zip(game["players"], names, strict=True)]
    (journal.folder / "games.jsonl").write_text(json.dumps(game) + "\n", "utf-8")
    with pytest.raises(InvalidGameError, match=re.escape(f"{journal.folder}: {says}")):
        Match(settings, journal, player=nobody).run()


def nobody(
    settings: MatchSettings,
    numbers: Iterable[int],
    concurrency: int,
    log: Path | None = None,
    on_moves: OnMoves | None = None,
) -> Iterator[GameRecord]:
    assert list(numbers) == []
    yield from ()


class Fixed:
    """Plays games whose results are known beforehand, in any order."""

    def __init__(self, winners: list[int | None], order: list[int]) -> None:
        self._winners, self._order = winners, order
        self.played: list[int] = []

    def __call__(
        self,
        settings: MatchSettings,
        numbers: Iterable[int],
        concurrency: int,
        log: Path | None = None,
        on_moves: OnMoves | None = None,
    ) -> Iterator[GameRecord]:
        wanted = set(numbers)
        for number in self._order:
            if number in wanted:
                pairing = settings.pairing(number)
                names = [PlayerRecord(settings.names[player]) for player in pairing.players]
                engine = self._winners[number]
                winner = None if engine is None else pairing.players.index(engine)
                self.played.append(number)
                yield GameRecord(
                    "hive", "Base", (names[0], names[1]), (), winner, True, Ending.NORMAL, number=number
                )


def test_a_sequential_test_stops_and_does_not_depend_on_the_order() -> None:
    settings = small(games=400, sprt=SprtSettings(0, 50))
    winners: list[int | None] = [0 if number % 8 else 1 for number in range(400)]
    in_order = Match(settings, player=Fixed(winners, list(range(400)))).run()
    assert in_order.sprt is not None and in_order.sprt.verdict == "H1" and in_order.finished
    pairs = in_order.sprt.pairs
    assert 5 < pairs < 150
    assert len(in_order.board.games) == 2 * pairs
    shuffled = [number ^ 5 for number in range(400)]
    other = Match(settings, player=Fixed(winners, shuffled)).run()
    assert other.sprt == in_order.sprt
    assert sorted(other.board.games) == sorted(in_order.board.games)
    out, same = (result_json(result) for result in (in_order, other))
    assert {**out, "seconds": 0} == {**same, "seconds": 0}
    assert out["verdict"] == "H1" and out["llr"] >= out["llr_bounds"][1]


def test_the_result_as_json() -> None:
    winners: list[int | None] = [0, 0, 0, 1, 0, None, None, None, 0, 1]
    settings = small(games=10)
    out = result_json(Match(settings, player=Fixed(winners, list(range(10)))).run())
    assert (out["games"], out["wins"], out["draws"], out["losses"]) == (10, 5, 3, 2)
    assert out["pentanomial"] == [0, 0, 3, 1, 1]
    assert out["score"] == 0.65
    assert out["elo_low"] < out["elo"] < out["elo_high"]
    assert out["llr"] is None
    assert out["first_player"] == {"wins": 6, "losses": 1, "draws": 3}
    json.dumps(out, allow_nan=False)


def test_a_tournament_rates_everybody(here: None) -> None:
    settings = small("random", "greedy", "random:seed=1", games=2, format="round-robin")
    out = result_json(Match(settings.with_concurrency(2)).run())
    assert out["games"] == 6
    assert out["standings"][0]["name"] == "greedy"
    assert sum(row["games"] for row in out["standings"]) == 12
    assert [row["engines"] for row in out["meetings"]] == [
        ["random", "greedy"],
        ["random", "random:seed=1"],
        ["greedy", "random:seed=1"],
    ]
    json.dumps(out, allow_nan=False)


def test_a_worker_killed_from_outside_plays_its_game_again(tmp_path: Path) -> None:
    settings = small(games=6, openings=openings())
    with pytest.MonkeyPatch.context() as patch:
        play_matches_here(patch)
        expected = [essence(record) for record in Match(settings).run().records()]
    tasks = Path("/proc/self/task")
    if not tasks.is_dir():
        pytest.skip("no /proc: children cannot be found")
    killed: list[int] = []
    over = threading.Event()

    def kill_one() -> None:
        while not over.is_set() and not killed:
            for children in tasks.glob("*/children"):
                with contextlib.suppress(OSError):  # a thread or a process that ends meanwhile
                    for process in map(int, children.read_text().split()):
                        if b"hexapoda.host.worker" in Path(f"/proc/{process}/cmdline").read_bytes():
                            os.kill(process, signal.SIGKILL)
                            killed.append(process)
                            return

    killer = threading.Thread(target=kill_one)
    killer.start()
    try:
        result = Match(settings.with_concurrency(2)).run()
    finally:
        over.set()
        killer.join()
    assert killed
    assert [essence(record) for record in result.records()] == expected
    assert not result.board.faults


def test_files_beside_the_user_are_not_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "queue.py").write_text("raise SystemExit('not this one')")
    monkeypatch.chdir(tmp_path)
    assert Match(small()).run().finished


def test_mistakes_of_the_user_are_told_before_any_game() -> None:
    with pytest.raises(UnknownEngineError, match="gready"):
        make_seats(small("gready", "random"))
    with pytest.raises(UsageError, match="gready"):
        Match(small("gready", "random")).run()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"time": 1e10}, "a time per move must be at most 1e9 seconds, not 10000000000.0"),
        ({"base": 1e300}, "a number of seconds above 0 up to 1e9"),
    ],
)
def test_a_time_that_no_system_can_wait_for(options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        TimeControl(**options)


def test_random_openings_are_not_a_file() -> None:
    with pytest.raises(UsageError, match="'random:1000': expected random:PLIES with 0 to 999 plies"):
        choose_openings("random:1000", game="hive", variant="Base", rules={}, seed=1, pairs=1)
