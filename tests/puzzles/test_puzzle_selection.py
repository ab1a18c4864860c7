"""The tool that selects the puzzles of the package."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from hexapoda.games import find_game
from hexapoda.puzzles.making import forced_wins_of, solved_anew, themes_of
from hexapoda.puzzles.puzzle import Puzzle
from hexapoda.puzzles.puzzle_file import package_puzzles, read_puzzles, write_puzzles
from tools import puzzle_selection
from tools.puzzle_selection import selected, without_copies

HIVE = package_puzzles("hive")


def plain(number: int, length: int, *themes: str) -> Puzzle:
    return replace(HIVE[0], id=f"{number:010x}", length=length, themes=themes)


def test_puzzles_with_rare_themes_are_preferred_and_the_order_stays() -> None:
    pool = [plain(1, 2), plain(2, 2, "pin"), plain(3, 3, "pin", "race"), plain(4, 2, "pin"), plain(5, 2)]
    assert [puzzle.id for puzzle in selected(pool, 3)] == [pool[1].id, pool[2].id, pool[3].id]
    assert selected(pool, 99) == pool


def test_at_most_a_fifth_are_wins_in_one() -> None:
    pool = [plain(number, 1) for number in range(9)] + [plain(number, 2) for number in range(20, 28)]
    found = selected(pool, 99)
    assert [puzzle.length for puzzle in found] == [1, 1, *[2] * 8]
    assert len(selected(pool, 9)) == 9 and selected(pool[:9], 99) == []


def test_copies_and_other_games_are_left_out_and_themes_found() -> None:
    first, second = HIVE[:2]
    again = replace(first, id="0123456789", source="the same position")
    other = package_puzzles("hex")[0]
    pool = [replace(first, themes=()), again, other, second]
    assert [puzzle.id for puzzle in without_copies(pool, find_game("hive"))] == [first.id, second.id]
    assert next(without_copies(pool, find_game("hive"))).themes == first.themes


def test_a_puzzle_is_solved_anew() -> None:
    for puzzle in (HIVE[1], package_puzzles("hex")[1]):
        game = find_game(puzzle.game)
        found = solved_anew(replace(puzzle, themes=()), game, forced_wins_of(game))
        assert found is not None and found.solution[0] == puzzle.solution[0]
        assert found.themes == themes_of(found, game, forced_wins_of(game))
        longer = replace(puzzle, length=puzzle.length + 1)
        assert solved_anew(longer, game, forced_wins_of(game)) is None


def test_a_file_is_written_and_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first, out = tmp_path / "first.jsonl", tmp_path / "out.jsonl.gz"
    write_puzzles(first, [puzzle for puzzle in HIVE if puzzle.length == 2][:6])
    arguments = ["puzzle_selection", str(first), str(first), "--game", "hive", "-o", str(out), "--most", "4"]
    monkeypatch.setattr(sys, "argv", arguments)
    puzzle_selection.main()
    said = capsys.readouterr().out
    assert len(read_puzzles(out)) == 4 and said.startswith("4 of 12 puzzles\nthemes: ")
    with pytest.raises(SystemExit):
        puzzle_selection.main()
    assert "--force" in capsys.readouterr().err
    monkeypatch.setattr(sys, "argv", [*arguments, "--force"])
    puzzle_selection.main()
