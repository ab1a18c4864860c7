"""The tool that grades puzzles again."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from hexapoda.errors import InvalidGameError
from hexapoda.puzzles.puzzle import Puzzle
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


def test_a_run_in_parts_grades_those_that_are_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, graded = tmp_path / "some.jsonl.gz", list[str]()
    first, second, third = (replace(puzzle, tries=0, solved=()) for puzzle in all_puzzles()[:3])
    write_puzzles(path, [first, replace(second, tries=2, solved=(1,) * 10), third])

    def grade(puzzle: Puzzle, tries: int) -> Puzzle:
        if len(graded) == 1:
            raise KeyboardInterrupt
        graded.append(puzzle.id)
        return replace(puzzle, tries=tries, solved=(tries,) * 10)

    monkeypatch.setattr(puzzle_grades, "grade_again", grade)
    again = str(path), "-o", str(path), "--force", "--missing", "--tries", "2"
    with pytest.raises(SystemExit) as ended:
        run(monkeypatch, *again)
    assert ended.value.code == 3 and [each.tries for each in read_puzzles(path)] == [2, 2, 0]
    graded.clear()
    with pytest.raises(SystemExit):
        run(monkeypatch, *again, "--time", "0")
    assert graded == []
    run(monkeypatch, *again, "--time", "1000")
    assert graded == [third.id] and [each.tries for each in read_puzzles(path)] == [2, 2, 2]


def test_the_package_has_the_grades_of_todays_levels() -> None:
    """Those of the levels that do not search, which are the same on every machine."""
    easy = [puzzle for puzzle in all_puzzles() if puzzle.game == "hive" and puzzle.length == 1][:6]
    for puzzle in easy:
        again = puzzle_grades.grade_again(puzzle, puzzle.tries)
        assert again.solved[:3] == puzzle.solved[:3]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-o", "new.jsonl", "--tries", "0"), "--tries: expected 1 to 1000"),
        (("-o", "new.jsonl", "--tries", "1001"), "--tries: expected 1 to 1000"),
        (("-o", "no/such/new.jsonl"), "there is no such folder"),
        (("-o", "folder", "--force"), "'folder': it is a folder"),
        (("-o", "old.jsonl"), "--force to replace it"),
    ],
)
def test_bad_options_are_refused_before_the_grading(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    message: str,
) -> None:
    graded: list[object] = []

    def grade(puzzle: Puzzle, tries: int) -> Puzzle:
        graded.append(puzzle)
        return puzzle

    monkeypatch.setattr(puzzle_grades, "grade_again", grade)
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    write_puzzles("old.jsonl", all_puzzles()[:1])
    with pytest.raises(SystemExit) as ended:
        run(monkeypatch, "old.jsonl", *arguments)
    assert ended.value.code == 2 and graded == []
    assert message in capsys.readouterr().err
    run(monkeypatch, "old.jsonl", "-o", "old.jsonl", "--force", "--tries", "1000")
    assert len(graded) == 1, "good ones are not refused"


def test_a_file_of_puzzles_may_hold_the_most_tries_and_not_more(tmp_path: Path) -> None:
    puzzle, path = all_puzzles()[0], tmp_path / "puzzles.jsonl"
    most = replace(puzzle, tries=puzzle_grades.MOST_TRIES)
    write_puzzles(path, [most])
    assert read_puzzles(path) == [most]
    write_puzzles(path, [replace(most, tries=most.tries + 1)], force=True)
    with pytest.raises(InvalidGameError, match="'tries'"):
        read_puzzles(path)


def test_a_bad_file_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text("{}\n")
    with pytest.raises(SystemExit):
        run(monkeypatch, str(bad), "-o", str(tmp_path / "out.jsonl"))
    assert "bad.jsonl:1" in capsys.readouterr().err
