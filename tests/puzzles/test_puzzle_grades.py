"""The tool that grades puzzles again."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from hexapoda.puzzles.puzzle_file import all_puzzles, read_puzzles, write_puzzles
from tools import puzzle_grades


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    monkeypatch.setattr(sys, "argv", ["puzzle_grades", *arguments])
    puzzle_grades.main()


def test_the_puzzles_of_one_game_are_graded_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = all_puzzles()
    hive = next(puzzle for puzzle in ours if puzzle.game == "hive" and puzzle.length == 1)
    hex_ = next(puzzle for puzzle in ours if puzzle.game == "hex")
    before, after = tmp_path / "before.jsonl", tmp_path / "after.jsonl"
    write_puzzles(before, [replace(hive, tries=1, solved=(0,) * 10), hex_])
    run(monkeypatch, str(before), "-o", str(after), "--game", "hive", "--tries", "2")
    again, same = read_puzzles(after)
    assert same == hex_
    assert again.tries == 2 and again.solved[-1] == 2
    assert replace(again, tries=0, solved=()) == replace(hive, tries=0, solved=())
    with pytest.raises(SystemExit):
        run(monkeypatch, str(before), "-o", str(after))
    assert read_puzzles(after) == [again, same]


def test_the_package_has_the_grades_of_todays_levels() -> None:
    """Those of the levels that do not search, which are the same on every machine."""
    easy = [puzzle for puzzle in all_puzzles() if puzzle.game == "hive" and puzzle.length == 1][:6]
    for puzzle in easy:
        again = puzzle_grades.grade_again(puzzle, puzzle.tries)
        assert again.solved[:3] == puzzle.solved[:3]


def test_a_bad_file_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text("{}\n")
    with pytest.raises(SystemExit):
        run(monkeypatch, str(bad), "-o", str(tmp_path / "out.jsonl"))
    assert "bad.jsonl:1" in capsys.readouterr().err
