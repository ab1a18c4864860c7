"""The file with the games that a match plays now: what it says, when it is old, and that it does no harm."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hexapoda.arena import heartbeat, running_games
from hexapoda.arena.game_players import play_games
from hexapoda.arena.heartbeat import Heartbeat
from hexapoda.arena.journal import Journal
from hexapoda.arena.match import Match, Progress
from hexapoda.arena.pairing import Opening
from hexapoda.arena.running_games import RunningGames, RunningMatch, read_running
from hexapoda.errors import InvalidGameError
from hexapoda.record import Ending, MoveRecord
from tests.arena.settings import bot, small

PATIENCE = 30.0
OPENING = Opening(("wS1", "bS1 wS1-"))


def waited(folder: Path, wanted: Callable[[RunningMatch], bool]) -> RunningMatch:
    """What the file says once it says what is wanted."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        found = read_running(folder)
        if found is not None and wanted(found):
            return found
        time.sleep(0.01)
    raise AssertionError(f"the file never said so: {read_running(folder)}")


def test_the_file_follows_the_games_and_is_gone_at_the_end(tmp_path: Path) -> None:
    settings = small(games=4, openings=(OPENING,))
    book = tuple(MoveRecord(text, book=True) for text in OPENING.moves)
    begun = time.time()
    with RunningGames(tmp_path, settings) as running:
        assert waited(tmp_path, lambda found: True).games == ()
        running.on_moves(1, None, ())
        running.on_moves(0, 0, (*book, MoveRecord("wA1 -wS1", score=1.5, depth=2, time=0.25)))
        found = waited(tmp_path, lambda found: len(found.games) == 2)
        first, second = found.games
        assert (first.record.number, first.player, second.record.number, second.player) == (0, 0, 1, None)
        assert [player.name for player in first.record.players] == ["random", "greedy"]
        assert [player.name for player in second.record.players] == ["greedy", "random"]
        assert not first.record.finished and first.record.result == "*"
        assert [move.book for move in first.record.moves] == [True, True, False]
        assert first.record.moves[2] == MoveRecord("wA1 -wS1", score=1.5, depth=2, time=0.25)
        assert begun <= found.began <= found.written and begun <= first.since <= found.written
        running.on_end(0)
        found = waited(tmp_path, lambda found: found.played == 1)
        assert [game.record.number for game in found.games] == [1]
    assert read_running(tmp_path) is None and not any(tmp_path.iterdir())


def test_it_is_written_again_without_news(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeat, "_LONGEST", 0.05)
    monkeypatch.setattr(heartbeat, "_PAUSE", 0.01)
    with RunningGames(tmp_path, small()):
        first = waited(tmp_path, lambda found: True)
        waited(tmp_path, lambda found: found.written > first.written)


def test_many_moves_are_few_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writes: list[None] = []
    monkeypatch.setattr(heartbeat, "_PAUSE", 60.0)
    monkeypatch.setattr(Heartbeat, "_write", lambda self: writes.append(None))
    with RunningGames(tmp_path, small()) as running:
        for _ in range(1000):
            running.on_moves(0, 0, ())
    assert len(writes) <= 1


def test_an_old_file_was_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "running.json"
    with RunningGames(tmp_path, small()):
        waited(tmp_path, lambda found: True)
        content = path.read_text("utf-8")
    path.write_text(content, "utf-8")
    assert read_running(tmp_path) is not None
    now = time.time()
    for later in (11.0, -11.0):  # also if the clock was wrong
        with monkeypatch.context() as patch:
            patch.setattr(time, "time", lambda later=later: now + later)
            assert read_running(tmp_path) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"version": 2}',
        '{"version": 1, "written": "x", "began": 0, "played": 0, "games": []}',
        '{"version": 1, "written": 0, "began": 0, "played": 0, "games": [{"player": 2}]}',
        '{"version": 1, "written": 0, "began": 0, "played": 0, "games": [{"player": 1, "record": {}}]}',
        "[" * 100_000,
        "\ud800",
    ],
)
def test_damage_is_told_with_the_name_of_the_file(tmp_path: Path, text: str) -> None:
    (tmp_path / "running.json").write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(InvalidGameError, match=r"running\.json"):
        read_running(tmp_path)


def test_a_match_says_what_it_plays(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path, small(games=4, openings=(OPENING,)), "m")
    seen: list[tuple[int, list[int]]] = []

    def look(progress: Progress) -> None:
        played = progress.played
        left = played < 4
        if not played:
            return
        found = waited(journal.folder, lambda found: found.played == played and bool(found.games) == left)
        seen.append((played, [game.record.number for game in found.games]))

    result = Match(journal.settings(), journal).run(look)
    assert result.finished
    assert seen == [(1, [1]), (2, [2]), (3, [3]), (4, [])]
    assert not (journal.folder / "running.json").exists()


def test_a_file_that_cannot_be_written_does_not_end_a_match(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path, small(), "m")
    (journal.folder / "running.json").mkdir()
    assert Match(journal.settings(), journal).run().finished
    assert (journal.folder / "running.json").is_dir()


def test_a_match_whose_folder_is_removed_does_not_create_it_again(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    with RunningGames(folder, small()) as running:
        running.on_moves(0, 0, ())
    assert not folder.exists()


def test_every_move_is_reported_before_the_next_search() -> None:
    calls: list[tuple[int, int | None, list[str]]] = []
    settings = small(games=2, openings=(OPENING,))
    records = list(
        play_games(
            settings,
            range(2),
            1,
            on_moves=lambda number, player, moves: calls.append(
                (number, player, [move.text for move in moves])
            ),
        )
    )
    for record in records:
        own = [(player, moves) for number, player, moves in calls if number == record.number]
        played = [move.text for move in record.moves]
        assert own[0] == (None, [])
        assert [moves for _, moves in own[1:3]] == [played[:2]] * 2  # both engines prepare
        assert [moves for _, moves in own[3:]] == [played[:count] for count in range(2, len(played))]
        assert {player for player, _ in own[1:]} == {0, 1}


def test_a_game_whose_process_is_killed_begins_again() -> None:
    calls: list[tuple[int | None, int]] = []
    settings = small(bot("Killed"), "random", games=2)
    records = play_games(
        settings, [0], 1, on_moves=lambda number, player, moves: calls.append((player, len(moves)))
    )
    assert [record.ending for record in records] == [Ending.CRASH]
    assert calls.count((None, 0)) == 3 and max(count for _, count in calls) == 4


def test_a_killed_match_leaves_a_file_that_grows_old_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = [sys.executable, "-m", "hexapoda", "match", bot("Stalls"), "random"]
    command += ["--nodes", "1", "--games", "2", "--patience", "60", "--id", "m", "--quiet", "--seed", "1"]
    match = subprocess.Popen(
        command, env={**os.environ, "HEXAPODA_HOME": str(tmp_path)}, stderr=subprocess.DEVNULL
    )
    folder = tmp_path / "matches" / "m"
    try:
        found = waited(folder, lambda found: any(game.record.plies >= 4 for game in found.games))
        assert found.played == 0
    finally:
        match.send_signal(signal.SIGKILL)
        match.wait()
    assert (folder / "running.json").is_file()
    real = time.time
    with monkeypatch.context() as patch:
        patch.setattr(time, "time", lambda: real() + 20)
        assert read_running(folder) is None
    settings: dict[str, Any] = json.loads((folder / "settings.json").read_text("utf-8"))
    settings["patience"] = 1.0
    (folder / "settings.json").write_text(json.dumps(settings), "utf-8")
    assert Match(Journal(folder).settings(), Journal(folder)).run().finished
    assert not (folder / "running.json").exists()


def test_a_file_that_is_too_large_is_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running_games, "_LARGEST", 100)
    (tmp_path / "running.json").write_text("[" + "0, " * 50 + "0]", "utf-8")
    with pytest.raises(InvalidGameError, match="more than 100 bytes"):
        read_running(tmp_path)
