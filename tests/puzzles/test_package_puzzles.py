"""The puzzles of the package: how many there are of each theme, variant and length; that they are graded."""

from __future__ import annotations

from collections import Counter
from importlib import resources

import pytest

from hexapoda.games import find_game
from hexapoda.hive.solve import solve
from hexapoda.hive.variant import VARIANTS
from hexapoda.puzzles.making import forced_wins_of
from hexapoda.puzzles.puzzle import HARDEST, Puzzle, puzzle_id
from hexapoda.puzzles.puzzle_file import package_puzzles

SIZES = tuple(f"{side}x{side}" for side in range(5, 14))
GAMES = {"hive": package_puzzles("hive"), "hex": package_puzzles("hex")}


@pytest.mark.parametrize(("game", "variants"), [("hive", VARIANTS), ("hex", SIZES)])
def test_there_are_many_of_each_kind(game: str, variants: tuple[str, ...]) -> None:
    found = GAMES[game]
    assert len(found) >= 2000
    themes = Counter(theme for puzzle in found for theme in puzzle.themes)
    assert set(themes) == set(forced_wins_of(find_game(game)).themes) and min(themes.values()) >= 100
    kinds = Counter(puzzle.position().variant for puzzle in found)
    assert set(variants) <= set(kinds) and min(kinds[name] for name in variants) >= 50
    lengths = Counter(puzzle.length for puzzle in found)
    assert lengths[1] <= len(found) / 5 and min(lengths[2], lengths[3]) >= 100


@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_is_graded_by_every_level(game: str) -> None:
    found = GAMES[game]
    assert all(puzzle.tries >= 1 and len(puzzle.solved) == HARDEST for puzzle in found)
    grades = Counter(puzzle.grade for puzzle in found)
    assert all(grades[grade] >= 20 for grade in range(2, 9)), grades


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_there_once_and_named_by_its_position(game: str) -> None:
    found = GAMES[game]
    assert len({puzzle.id for puzzle in found}) == len({puzzle.start for puzzle in found}) == len(found)
    for puzzle in found:
        assert puzzle.game == game and puzzle.source
        assert puzzle.id == puzzle_id(game, dict(puzzle.rules), puzzle.start)


@pytest.mark.parametrize("game", GAMES)
def test_the_files_are_small(game: str) -> None:
    file = resources.files("hexapoda.puzzles") / "data" / f"{game}.jsonl.gz"
    assert len(file.read_bytes()) < 400_000


def _other_turn(puzzle: Puzzle) -> Puzzle | None:
    """The puzzle with the other side to move, made by changing its text."""
    fields = puzzle.start.split()
    color, number = fields[1][:-1].split("[")
    fields[1] = f"{'Black' if color == 'White' else 'White'}[{int(number) + 1}]"
    fields[2] = "-"
    return Puzzle("", "hive", (), " ".join(fields), (), 1, None)


@pytest.mark.parametrize("part", range(3))
def test_races_and_throws_of_hive_are_seen_in_another_way(part: int) -> None:
    for puzzle in GAMES["hive"][part::100]:
        other = _other_turn(puzzle)
        assert other is not None
        position = other.position()
        races = position.outcome() is None and solve(position, 2 * puzzle.length, time=20).result == "win"
        assert races == ("race" in puzzle.themes), puzzle.id
        mover = puzzle.start.split()[1][0].lower()
        foreign = any(text[0] in "wb" and text[0] != mover for text in puzzle.solution[::2])
        assert not foreign or "throw" in puzzle.themes, puzzle.id
