"""What solves an exercise, and how good an answer is."""

from __future__ import annotations

import time
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

import pytest

from hexapoda.analysis.position_analysis import PositionAnalysis
from hexapoda.analysis.review_value import Value
from hexapoda.analysis.whole_search import WholeSearches
from hexapoda.engine import Engine, Limit, OnInfo, SearchInfo, SearchResult
from hexapoda.errors import EngineError, HexapodaError
from hexapoda.games.analysis import Proof
from hexapoda.practice.exercise import Exercise
from hexapoda.practice.judging import Judged, JudgedAs, judge, rating
from hexapoda.practice.memory import AnswerRating
from tests.practice.exercises import exercise

CHANCES = {"b3": 0.74, "b4": 0.67, "d3": 0.55}
"""The win probability after each move for the player who moved; before it is 0.75."""
BEFORE = PositionAnalysis(Value(274.65, None, 2), ("c3", "c2"), (274.65, 274.65))
MOVES = ("a1", "a2", "e5", "e4", "a5", "d5")
"""Enough of them, so that the opening is over."""


class Book(Engine):
    """Values positions by their last move."""

    name = "book"

    def search(self, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
        chance = 1 - CHANCES.get(str(position.moves[-1]), 0.5)
        return SearchResult(position.legal_moves[0], SearchInfo(win_probability=chance, depth=1))


class Solver:
    """Proves that only c3 and b3 win."""

    def prove(self, position: Any, **_: Any) -> Proof | None:
        texts = [str(move) for move in position.moves]
        if texts[-1] in ("c3", "b3"):
            return Proof(-4, (position.legal_moves[0],))
        return None


def judged(exercise: Exercise, move: str, prover: Any = None, moves: tuple[str, ...] = ()) -> Judged:
    class Nothing:
        def prove(self, position: Any, **_: Any) -> Proof | None:
            return None

    return judge(exercise, move, Book(), "book", Limit(nodes=1), prover or Nothing(), moves)


@pytest.mark.parametrize(
    ("move", "verdict"),
    [("c3", "best"), ("a3", "same"), ("b3", "right"), ("b4", "fair"), ("d3", "wrong")],
)
def test_a_mistake(move: str, verdict: JudgedAs) -> None:
    found = judged(exercise(*MOVES, played="a3", known=BEFORE), move)
    assert (found.verdict, found.move) == (verdict, move) and move in found.text
    assert found.solves == (verdict in ("best", "right", "fair"))


@pytest.mark.parametrize(
    ("used", "win_in", "judged"), [(1.0, None, True), (59.0, None, False), (59.0, 3, True)]
)
def test_a_search_that_its_time_ends_judges_nothing(used: float, win_in: int | None, judged: bool) -> None:
    class Slow(Engine):
        name = "slow"
        stops = 0

        def stop(self) -> None:
            self.stops += 1

        def search(self, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
            assert limit.nodes == 7 and limit.time is not None and limit.time <= 60
            return SearchResult(position.legal_moves[0], SearchInfo(time=used, win_in=win_in))

    slow = Slow()
    whole = WholeSearches(slow, time.monotonic() + 60)
    with nullcontext() if judged else pytest.raises(EngineError, match="not judged"):
        whole.search(exercise("b2").position(), Limit(nodes=7))
    whole.stop()
    assert slow.stops == 1
    with pytest.raises(EngineError, match="try again"):
        WholeSearches(Slow(), time.monotonic() - 1).search(exercise("b2").position(), Limit(nodes=7))


def test_a_missed_win_needs_a_win() -> None:
    won = PositionAnalysis(Value(win_in=5), ("c3", "c2"))
    missed = exercise(*MOVES, kind="win", played="a3", known=won)
    assert judged(missed, "b3", Solver()).verdict == "right", "any winning move"
    assert judged(missed, "b4", Solver()).verdict == "wrong", "a good move is not enough"


def test_a_win_is_played_on() -> None:
    won = PositionAnalysis(Value(win_in=5), ("c3", "c2", "b2"))
    missed = exercise(*MOVES, kind="win", played="a3", known=won, line=won.line)
    assert missed.length == 2
    first = judged(missed, "c3")
    assert (first.verdict, first.left, first.reply, first.solves) == ("best", 1, ("c2",), False)
    assert judged(missed, "b2", moves=("c3", "c2")).solves
    assert judged(missed, "b3", Solver(), ("c3", "c2")).solves, "another move that wins"
    assert judged(missed, "d3", Solver(), ("c3", "c2")).verdict == "wrong"
    other = judged(missed, "b3", Solver())
    assert (other.verdict, other.left) == ("right", 1) and other.reply, "the defense to another way"
    for moves in (("c3",), ("c3", "c2", "b2", "b4"), ("a1", "a2")):
        with pytest.raises(HexapodaError):
            judged(missed, "d4", Solver(), moves)


def test_an_opening_has_one_move() -> None:
    own = replace(exercise(*MOVES), kind="opening", played="")
    assert judged(own, "b3").verdict == "wrong" and judged(own, "c3").verdict == "best"


def test_a_move_that_is_none() -> None:
    for text in ("a1", "zz", ""):
        with pytest.raises(HexapodaError):
            judged(exercise(*MOVES), text)


def test_several_moves_have_more_time() -> None:
    found = Judged("best", "c3", "")
    assert [rating(found, 0, 25, length) for length in (2, 3)] == [AnswerRating.GOOD, AnswerRating.EASY]


@pytest.mark.parametrize(
    ("verdict", "hints", "seconds", "expected"),
    [
        ("best", 0, 3, AnswerRating.EASY),
        ("right", 0, 10, AnswerRating.EASY),
        ("right", 0, 11, AnswerRating.GOOD),
        ("best", 0, None, AnswerRating.GOOD),
        ("best", 1, 3, AnswerRating.HARD),
        ("best", 2, 3, AnswerRating.AGAIN),
        ("fair", 0, 3, AnswerRating.HARD),
        ("same", 0, 3, AnswerRating.AGAIN),
        ("wrong", 0, 3, AnswerRating.AGAIN),
        (None, 0, 3, AnswerRating.AGAIN),
    ],
)
def test_ratings(verdict: JudgedAs | None, hints: int, seconds: float | None, expected: AnswerRating) -> None:
    found = None if verdict is None else Judged(verdict, "c3", "")
    assert rating(found, hints, seconds) is expected
