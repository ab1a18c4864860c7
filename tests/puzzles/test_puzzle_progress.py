"""Progress: failed puzzles come back soon, solved ones later; a damaged file is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexapoda.errors import UsageError
from hexapoda.puzzles.progress import PAUSES, PuzzleProgress
from hexapoda.puzzles.puzzle_file import all_puzzles

OURS = [puzzle for puzzle in all_puzzles() if puzzle.game == "hive"]
DAY = 24 * 3600.0


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path))
    return tmp_path


def test_a_failed_puzzle_comes_back_before_a_solved_one() -> None:
    progress = PuzzleProgress()
    failed, solved = OURS[:2]
    progress.record(failed, False, 0.0)
    progress.record(solved, True, 0.0)
    assert (progress.cards[failed.id].state, progress.cards[solved.id].state) == ("failed", "solved")
    assert progress.next(OURS, 60.0) not in (failed, solved)
    assert progress.next(OURS, PAUSES[0]) == failed
    assert progress.next(OURS, PAUSES[0], failed.id) != failed
    progress.record(failed, True, PAUSES[0])
    assert progress.next(OURS, DAY) == solved
    assert progress.next([failed], 0.0) == failed, "better early than nothing"
    assert progress.next([], 0.0) is None


def test_the_pauses_grow_and_a_failure_begins_again() -> None:
    progress, puzzle, now = PuzzleProgress(), OURS[0], 0.0
    dues = []
    for _ in range(len(PAUSES) + 1):
        progress.record(puzzle, True, now)
        dues.append(progress.cards[puzzle.id].due - now)
        now += 1
    assert dues == [*PAUSES[1:], PAUSES[-1], PAUSES[-1]] and progress.streak == len(dues)
    progress.record(puzzle, False, now)
    assert progress.cards[puzzle.id].due == now + PAUSES[0] and progress.streak == 0


def test_the_level_follows_the_results_and_chooses_the_grade() -> None:
    strong, weak = PuzzleProgress(), PuzzleProgress()
    for puzzle in OURS[:15]:
        strong.record(puzzle, True, 0.0)
        weak.record(puzzle, False, 0.0)
    assert 1 <= weak.level("hive") < 3 < strong.level("hive") <= 10
    hard, easy = strong.next(OURS[15:], 1.0), weak.next(OURS[15:], 1.0)
    assert hard is not None and easy is not None and easy.grade < hard.grade


def test_it_is_saved_and_read(home: Path) -> None:
    progress = PuzzleProgress.load()
    assert progress == PuzzleProgress()
    progress.record(OURS[0], True, 5.0)
    progress.save()
    assert PuzzleProgress.load() == progress and (home / "puzzles" / "progress.json").exists()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"version": 2}',
        '{"version": 1, "levels": {}, "streak": 0, "cards": {"a": {}}}',
        '{"version": 1, "levels": {"hex": NaN}, "streak": 0, "cards": {}}',
        '{"version": 1, "levels": {}, "streak": Infinity, "cards": {}}',
        '{"version": 1, "levels": {}, "streak": 0, "cards": '
        '{"a": {"box": 1, "due": Infinity, "solved": 1, "failed": 0}}}',
    ],
)
def test_a_damaged_file_is_named(text: str, home: Path) -> None:
    path = home / "puzzles" / "progress.json"
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=r"progress\.json"):
        PuzzleProgress.load()
