"""Which moves of a review become exercises."""

from __future__ import annotations

from hexapoda.analysis.position_analysis import PositionAnalysis
from hexapoda.analysis.review_input import read_game_text
from hexapoda.analysis.review_judgment import Judgment
from hexapoda.analysis.review_move import MoveReview
from hexapoda.analysis.review_themes import PlayedReview
from hexapoda.analysis.review_value import Value
from hexapoda.coach import Fact, Remark
from hexapoda.practice.exercise import Exercise
from hexapoda.practice.harvest import harvest

TREE = read_game_text("(;FF[4]GM[11]SZ[5]PB[Ann]PW[Ben];B[c3];W[b3];B[c2];W[b4];B[d1];W[b5])", "a game")
MOVES = ["c3", "b3", "c2", "b4", "d1", "b5"]


def review(ply: int, judgment: Judgment, *, missed: int | None = None, only: bool = False) -> MoveReview:
    return MoveReview(
        ply=ply,
        player=(ply - 1) % 2,
        move=MOVES[ply - 1],
        before=Value(0.5),
        after=Value(0.2),
        win_probability_before=0.6,
        win_probability_after=0.4,
        line=("e5", "e4") if judgment.is_error else (MOVES[ply - 1],),
        judgment=judgment,
        win_probability_loss=0.2,
        missed_win=missed,
        only=only,
        reply=("a1",),
        remarks=(Remark("After a1: ...", Fact("stones-needed", 0, 2, count=3), ("b4", "a1"), True),)
        if ply == 4
        else (),
    )


def found(*reviews: MoveReview, player: int = 1) -> list[Exercise]:
    known = {3: PositionAnalysis(Value(0.5), ("e5",), (0.1,))}
    return list(harvest(TREE, PlayedReview("r1", TREE.game, player, 6, reviews), known))


def test_mistakes_of_one_player_become_exercises() -> None:
    every = [
        review(1, Judgment.BLUNDER),
        review(2, Judgment.INACCURACY),
        review(4, Judgment.MISTAKE),
        review(6, Judgment.ALLOWED_WIN, missed=3),
    ]
    mistake, win = found(*every)
    assert (mistake.kind, mistake.played, mistake.moves, mistake.best) == (
        "mistake",
        "b4",
        ("c3", "b3", "c2"),
        "e5",
    )
    assert mistake.player == 1 and mistake.themes == ("you needed more stones to connect",)
    assert mistake.known is not None and mistake.known.depths == (0.1,) and win.known is None
    assert (win.kind, win.moves, win.themes) == ("win", tuple(MOVES[:5]), ())
    [source] = mistake.sources
    assert (source.review, source.ply, source.names) == ("r1", 4, ("Ann", "Ben"))
    assert "win probability" in mistake.verdict
    assert [one.played for one in found(*every, player=0)] == ["c3"]


def test_what_is_no_exercise() -> None:
    assert (
        found(review(2, Judgment.BEST), review(4, Judgment.GOOD), review(6, Judgment.MISTAKE, only=True))
        == []
    )


def test_an_exercise_is_kept_without_loss() -> None:
    [one] = found(review(4, Judgment.MISTAKE))
    assert Exercise.from_json(one.to_json()) == one
    assert one.position().ply == 3
