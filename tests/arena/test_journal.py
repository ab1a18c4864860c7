from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from hexapoda.arena.journal import Journal, new_match_id
from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.record import Ending, GameRecord, MoveRecord, PlayerRecord
from tests.arena.settings import small


def record(number: int) -> GameRecord:
    moves = (MoveRecord("wS1", time=0.5, book=True), MoveRecord("bS1 wS1-", score=1.5, depth=2))
    players = (PlayerRecord("a", "a"), PlayerRecord("b", "b"))
    return GameRecord("hive", "Base", players, moves, 0, True, Ending.NORMAL, number=number)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path, small(), "first")
    with journal.writing():
        for number in (1, 0, 2):
            journal.append(record(number))
    again = Journal.open(tmp_path, "first")
    assert again.settings() == small()
    assert list(again.records()) == [record(1), record(0), record(2)]


@pytest.mark.parametrize("cut", [1, 5, 100])
def test_a_torn_last_line_is_not_read_and_makes_room(tmp_path: Path, cut: int) -> None:
    journal = Journal.create(tmp_path, small(), "torn")
    with journal.writing():
        journal.append(record(0))
        journal.append(record(1))
    path = journal.folder / "games.jsonl"
    path.write_bytes(path.read_bytes()[:-cut])
    assert list(journal.records()) == [record(0)]
    with journal.writing():
        assert list(journal.records()) == [record(0)]
        journal.append(record(1))
    assert list(journal.records()) == [record(0), record(1)]


def test_a_file_that_is_one_torn_line_begins_anew(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path, small(), "torn")
    (journal.folder / "games.jsonl").write_text('{"game": "hive"' * 10_000)
    with journal.writing():
        journal.append(record(0))
    assert list(journal.records()) == [record(0)]


def test_a_game_counts_once(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path, small(), "twice")
    with journal.writing():
        for _ in range(2):
            journal.append(record(0))
    assert list(journal.records()) == [record(0)]


def test_damage_in_the_middle_is_told_with_its_line(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path, small(), "bad")
    with journal.writing():
        journal.append(record(0))
    path = journal.folder / "games.jsonl"
    path.write_text('{"game": 1}\n' + path.read_text())
    with pytest.raises(InvalidGameError, match=r"games\.jsonl:1"):
        list(journal.records())


def test_one_process_at_a_time(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path, small(), "busy")
    program = (
        "import sys; from pathlib import Path; from hexapoda.arena.journal import Journal\n"
        f"with Journal(Path({str(journal.folder)!r})).writing(): pass"
    )
    with journal.writing():
        other = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
        assert "another process is playing match 'busy'" in other.stderr
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


def test_names_of_matches(tmp_path: Path) -> None:
    Journal.create(tmp_path, small(), "mine")
    with pytest.raises(UsageError, match="match 'mine' already exists"):
        Journal.create(tmp_path, small(), "mine")
    for name in ("", "..", "a/b", ".hidden", "x" * 200):
        with pytest.raises(UsageError):
            Journal.create(tmp_path, small(), name or " ")
        with pytest.raises(UsageError, match="the last ones by name are mine"):
            Journal.open(tmp_path, name)
    assert new_match_id() != new_match_id()


def test_settings_are_json_and_damage_is_told(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path, small(), "mine")
    path = journal.folder / "settings.json"
    assert json.loads(path.read_text())["engines"] == ["random", "greedy"]
    for damage in ("{", "[" * 100_000):
        path.write_text(damage)
        with pytest.raises(InvalidGameError, match=r"settings\.json"):
            journal.settings()


def test_appending_needs_the_match(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="not open for writing"):
        Journal.create(tmp_path, small(), "mine").append(record(0))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
def test_a_full_disk_ends_a_match_with_one_line(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path, small(), "full")
    (journal.folder / "games.jsonl").symlink_to("/dev/full")
    with (
        pytest.raises(UsageError, match=r"cannot write '.*games\.jsonl': no space left on device"),
        journal.writing(),
    ):
        journal.append(record(0))


@pytest.mark.parametrize("name", ["games.jsonl", "lock"])
def test_a_journal_that_cannot_be_written_is_a_mistake(tmp_path: Path, name: str) -> None:
    journal = Journal.create(tmp_path, small(), "blocked")
    (journal.folder / name).mkdir()
    with pytest.raises(UsageError, match=rf"cannot write '.*{name}': is a directory"), journal.writing():
        pass
