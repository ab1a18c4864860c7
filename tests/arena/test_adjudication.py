from __future__ import annotations

import pytest

from hexapoda.arena.adjudication import Adjudication, Adjudicator, Verdict
from hexapoda.errors import UsageError
from hexapoda.record import Ending, MoveRecord


def first_verdict(rules: Adjudication, scores: list[float | None]) -> tuple[int, Verdict] | None:
    """Plies played when the game is ended, and how; players take turns with these scores."""
    adjudicator = Adjudicator(rules)
    for ply, score in enumerate(scores):
        adjudicator.add(ply % 2, MoveRecord("move", score=score))
        verdict = adjudicator.verdict()
        if verdict is not None:
            return ply + 1, verdict
    return None


def test_resignation_takes_so_many_bad_scores_in_a_row() -> None:
    rules = Adjudication(resign_score=100, resign_moves=2)
    found = first_verdict(rules, [-100, 5, -99, 5, -100, 5, -150, 5])
    assert found is not None
    plies, verdict = found
    assert (plies, verdict.winner, verdict.ending) == (7, 1, Ending.RESIGN)


def test_a_win_needs_both_engines() -> None:
    rules = Adjudication(win_score=50, win_moves=2)
    assert first_verdict(rules, [60, 0, 60, 0, 60, 0, 60, 0]) is None
    assert first_verdict(rules, [60, None] * 6) is None
    found = first_verdict(rules, [60, -60, 60, -60])
    assert found is not None and (found[0], found[1].winner, found[1].ending) == (4, 0, Ending.ADJUDICATED)
    found = first_verdict(rules, [-60, 60, -60, 60])
    assert found is not None and found[1].winner == 1


def test_draws_are_not_adjudicated_early() -> None:
    rules = Adjudication(draw_score=1, draw_moves=2, draw_ply=7)
    found = first_verdict(rules, [0.0] * 20)
    assert found is not None and (found[0], found[1].winner, found[1].ending) == (7, None, Ending.ADJUDICATED)
    assert first_verdict(rules, [0.0, 2.0] * 10) is None


def test_a_proven_loss_is_below_any_score() -> None:
    adjudicator = Adjudicator(Adjudication(resign_score=1e8, resign_moves=1))
    adjudicator.add(1, MoveRecord("move", score=3.0, win_in=-2))
    verdict = adjudicator.verdict()
    assert verdict is not None and verdict.winner == 0


def test_moves_of_the_opening_count_as_plies_only() -> None:
    adjudicator = Adjudicator(Adjudication(resign_score=1, resign_moves=1, move_cap=3))
    for ply in range(2):
        adjudicator.add(ply, MoveRecord("move", score=-5.0, book=True))
    assert adjudicator.verdict() is None
    adjudicator.add(0, MoveRecord("move"))
    verdict = adjudicator.verdict()
    assert verdict is not None and verdict.ending is Ending.MOVE_CAP and verdict.winner is None


@pytest.mark.parametrize(
    "values", [{"resign_score": -1.0}, {"win_score": float("nan")}, {"move_cap": 0}, {"draw_moves": 0}]
)
def test_rules_that_make_no_sense(values: dict[str, float]) -> None:
    with pytest.raises(UsageError):
        Adjudication(**values)  # type: ignore[arg-type]
