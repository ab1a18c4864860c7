"""A repertoire: a line becomes exercises, and another move replaces the old one."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexapoda.analysis.review_input import read_game_text
from hexapoda.engine import Limit
from hexapoda.practice.collection import Collection
from hexapoda.practice.exercise import Exercise
from hexapoda.practice.judging import judge
from hexapoda.practice.memory import AnswerRating
from hexapoda.practice.repertoire import repertoire_line
from tests.practice.exercises import exercise
from tests.practice.test_judging import Book

NOW = 1_750_000_000.0


def line(text: str, player: int) -> list[Exercise]:
    return list(repertoire_line(read_game_text(text, "a line"), player))


def test_each_own_move_is_asked() -> None:
    first, second = line("5x5 a2 c3 b4 d2 e1", 1)
    assert (first.moves, first.line) == (("a2",), ("c3", "b4", "d2", "e1"))
    assert (second.moves, second.best, second.kind) == (("a2", "c3", "b4"), "d2", "opening")
    assert [one.best for one in line("5x5 a2 c3 b4 d2 e1", 0)] == ["a2", "b4", "e1"]
    assert exercise("a2").id != first.id, "a mistake in the same position is another exercise"
    assert Exercise.from_json(first.to_json()) == first


def test_the_same_move_by_symmetry_is_right() -> None:
    [own] = line("5x5 c3 b2", 1)

    def verdict(move: str) -> str:
        return judge(own, move, Book(), "book", Limit(nodes=1)).verdict

    assert [verdict(move) for move in ("b2", "d4", "b3")] == ["best", "right", "wrong"]


def test_another_move_takes_the_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path))
    own = Collection("local")
    [first] = line("5x5 c3 b2", 1)
    own.add([first], NOW)
    known = own.answer(first.id, AnswerRating.EASY, "one", NOW)
    own.add(line("5x5 c3 d4", 1), NOW + 1)
    assert own.cards()[0].memory == known.memory, "the same by symmetry"
    own.add(line("5x5 c3 b4", 1), NOW + 1)
    [card] = own.cards()
    assert card.exercise.best == "b4" and card.is_due(NOW + 1) and card.memory.is_new


def test_another_move_takes_the_place_of_one_that_was_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path))
    own = Collection("local")
    [first] = line("5x5 c3 b2", 1)
    own.add([first], NOW)
    own.set_removed(first.id, True)
    own.add(line("5x5 c3 d4", 1), NOW + 1)
    assert own.cards() == [], "the same by symmetry is not asked again"
    own.add(line("5x5 c3 b4", 1), NOW + 2)
    assert [card.exercise.best for card in own.cards()] == ["b4"]
