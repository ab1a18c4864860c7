"""Hints, scores and lines in words. `tests/coach` has what the coach says."""

from __future__ import annotations

from hexapoda.analysis.reason import hint_text
from hexapoda.analysis.score import score_text
from hexapoda.engine import SearchInfo
from hexapoda.hive import Position
from hexapoda.hive.evaluation import evaluate
from hexapoda.hive.game import HIVE
from hexapoda.hive.terms import TERMS
from hexapoda.hive.text.line import line_texts, numbered_line, read_line
from tests.cli.command_line import WON


def test_the_terms_of_the_evaluation_have_words() -> None:
    assert set(TERMS) == {term.name for term in evaluate(Position()).terms}
    assert len({str(label) for label in TERMS.values()}) == len(TERMS)


def test_a_line_that_ends_the_game() -> None:
    position = Position.from_game_string(WON)
    last = position.pop()
    assert hint_text(HIVE, position, SearchInfo(4, 1, 0.1, (last,), score=5), ()) == "The game ends there."


def test_scores_in_words() -> None:
    def text(score: float | None, win_in: int | None = None) -> str:
        return score_text(SearchInfo(1, 1, 0.1, (), score=score, win_in=win_in))

    assert [text(score) for score in (124, -3, 0, 0.256, 1234567.4, None, float("nan"))] == [
        "+124", "-3", "0", "+0.256", "+1234567", "", "",
    ]  # fmt: skip
    assert (text(29999, 1), text(5, -12)) == ("proven win in 1 ply", "proven loss within 12 plies")


def test_a_line_is_written_move_by_move_and_ends_where_it_is_not_legal() -> None:
    position = Position()
    moves = read_line(position, ["wS1", "bS1 wS1-", "wQ -wS1", "bQ wQ-", "wA1"])
    assert len(moves) == 3
    assert line_texts(position, [*moves, moves[0]]) == ["wS1", "bS1 wS1-", "wQ -wS1"]
    assert numbered_line(position, moves) == "1. wS1, bS1 wS1-  2. wQ -wS1"
    assert numbered_line(position, moves, "contact") == "1. wS1, bS1*|wS1  2. wQ1|*wS1"
    position.push(moves[0])
    assert numbered_line(position, moves[1:]) == "1. ... bS1 wS1-  2. wQ -wS1"
    assert line_texts(position, ["rubbish"]) == []  # type: ignore[list-item]
    finished = Position.from_game_string(WON)
    assert line_texts(finished, moves) == []
    passes = Position.from_text("Base White[3] - wQ@0,0 bQ@1,0 bB1@0,0^1")
    assert line_texts(passes, [passes.legal_moves[0]] * 300, "uhp")[0] == "pass"
