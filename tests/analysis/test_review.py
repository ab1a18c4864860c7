"""Reviews: what every move is called and what it costs, by engines whose scores are scripted."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from hexapoda.analysis import review
from hexapoda.analysis.position_analysis import PositionAnalysis, compared
from hexapoda.analysis.review import ReviewSettings, first_to_review, review_game
from hexapoda.analysis.review_input import read_game_text
from hexapoda.analysis.review_judgment import Judgment, accuracy, glyph, judge, move_accuracy
from hexapoda.analysis.review_move import MoveReview, describe
from hexapoda.analysis.review_summary import summarize
from hexapoda.analysis.review_value import Value
from hexapoda.coach import Fact, Remark
from hexapoda.engine import Limit, OnInfo, SearchInfo, SearchResult
from hexapoda.errors import EngineError, UsageError
from hexapoda.games.analysis import Proof
from hexapoda.games.win_probability import SCALE, win_probability
from hexapoda.hive import Position
from hexapoda.hive import analysis as hive_analysis
from hexapoda.hive.game import HIVE
from hexapoda.record import Ending, GameTree
from tests.cli.command_line import WON
from tests.fakes.scripted_engine import RESIGNED, SCRIPT, Interrupted, Say, Scripted, ScriptedEngine, Silent

SETTINGS = ReviewSettings("scripted", Limit(nodes=1))


@pytest.fixture(autouse=True)
def _no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the scripts say of positions is not true: the solver would object. They say it of short games."""
    monkeypatch.setattr(hive_analysis, "new_prover", lambda: None)
    monkeypatch.setattr(hive_analysis, "OPENING", 0)


ONLY_A_PASS = (
    "Base;InProgress;White[8];wA1;bS1 wA1-;wQ -wA1;bQ bS1/;wQ \\wA1;bA1 bS1\\;wQ -wA1;bA2 bQ\\;"
    "wQ \\wA1;bA1 \\wQ;wG1 /wQ;bA2 /wG1;pass;bA3 bQ\\"
)
PASS = 12


def game(text: str = RESIGNED) -> GameTree:
    return read_game_text(text, "game")


def reviewed(
    engine: ScriptedEngine, text: str = RESIGNED, settings: ReviewSettings = SETTINGS
) -> list[MoveReview]:
    return list(review_game(game(text), engine, settings))


def score(probability: float) -> float:
    """The score that stands for a win probability."""
    return SCALE * math.log(probability / (1 - probability))


def one_move(before: Say, after: Say) -> MoveReview:
    """The review of the fifth ply, `wB1 \\wS1`, whose positions are worth this to the player to move."""
    [review] = reviewed(ScriptedEngine({4: before, 5: after}), settings=replace(SETTINGS, first=5, last=5))
    return review


OTHER = ("wA1 -wQ", "bA1 bQ-", "wA1 wQ\\")
PLAYED = ("wB1 \\wS1",)
REPLY = ("bA1 bQ-", "wB1 wS1", "bA1 -wQ")


@pytest.mark.parametrize(
    ("before", "after", "judgment", "number"),
    [
        (Say(score(0.6), line=PLAYED), Say(score(0.9)), Judgment.BEST, None),
        (Say(score(0.6), line=OTHER), Say(score(0.2)), Judgment.GOOD, None),
        (Say(score(0.6), line=OTHER), Say(score(0.444)), Judgment.GOOD, None),
        (Say(score(0.6), line=OTHER), Say(score(0.446)), Judgment.INACCURACY, 6),
        (Say(score(0.6), line=OTHER), Say(score(0.494)), Judgment.INACCURACY, 6),
        (Say(score(0.6), line=OTHER), Say(score(0.496)), Judgment.MISTAKE, 2),
        (Say(score(0.6), line=OTHER), Say(score(0.544)), Judgment.MISTAKE, 2),
        (Say(score(0.6), line=OTHER), Say(score(0.546)), Judgment.BLUNDER, 4),
        (Say(9000, 5, OTHER), Say(score(0.3)), Judgment.MISSED_WIN, 4),
        (Say(9000, 5, OTHER), Say(score(0.06)), Judgment.MISSED_WIN, 6),
        (Say(9000, 5, OTHER), Say(score(0.02)), Judgment.MISSED_WIN, 6),
        (Say(9000, 5, OTHER), Say(-9000, -8), Judgment.GOOD, None),
        (Say(score(0.6), line=OTHER), Say(9000, 3), Judgment.ALLOWED_WIN, 4),
        (Say(9000, 5, OTHER), Say(9000, 3), Judgment.ALLOWED_WIN, 4),
        (Say(score(0.04), line=OTHER), Say(9000, 3), Judgment.GOOD, None),
        (Say(-9000, -10, OTHER), Say(9000, 1), Judgment.GOOD, None),
    ],
)
def test_what_a_move_is_called(before: Say, after: Say, judgment: Judgment, number: int | None) -> None:
    review = one_move(before, after)
    assert review.judgment is judgment
    assert glyph(review.judgment, review.win_probability_loss) == number
    assert bool(describe(review)) == judgment.is_error


def test_what_a_move_costs() -> None:
    review = one_move(Say(120, line=OTHER), Say(80))
    assert (review.ply, review.player, review.move) == (5, 0, "wB1 \\wS1")
    assert review.before == Value(120.0, None, 7) and review.after == Value(-80.0, None, 7)
    assert review.loss == pytest.approx(2.0)
    assert review.win_probability_before == pytest.approx(1 / (1 + math.exp(-120 / 250)))
    lost = review.win_probability_before - review.win_probability_after
    assert review.win_probability_loss == pytest.approx(lost)
    assert review.line == OTHER and review.best == "wA1 -wQ"
    assert describe(review) == "Blunder: the win probability falls from 62% to 42%. Better is wA1 -wQ."
    better = one_move(Say(0, line=OTHER), Say(-50))
    assert (better.loss, better.win_probability_loss, better.judgment) == (0, 0, Judgment.GOOD)
    assert better.line == ("wA1 -wQ",), "of a good move only the better one is told"


def test_forced_ends_count_the_ply_of_the_move() -> None:
    missed = one_move(Say(9000, 5, OTHER), Say(200))
    assert (missed.before.win_in, missed.missed_win, missed.allowed_win) == (5, 5, None)
    assert missed.win_probability_before == 1
    assert "wA1 -wQ wins by force in at most 5 plies" in describe(missed) and "Better" not in describe(missed)
    allowed = one_move(Say(0, line=OTHER), Say(9000, 3))
    assert (allowed.after.win_in, allowed.missed_win, allowed.allowed_win) == (-4, None, 4)
    assert "it loses by force in at most 4 plies" in describe(allowed) and "Better is wA1 -wQ." in describe(
        allowed
    )
    kept = one_move(Say(9000, 5, OTHER), Say(-9000, -4))
    assert (kept.before.win_in, kept.after.win_in, kept.missed_win) == (5, 5, None)
    still_won = one_move(Say(9000, 5, OTHER), Say(score(0.01)))
    assert (still_won.judgment, still_won.missed_win) == (Judgment.MISSED_WIN, 5)
    at_once = one_move(Say(9000, 1, OTHER), Say(0))
    assert "wins at once" in describe(at_once)
    both = one_move(Say(9000, 5, OTHER), Say(9000, 1))
    assert (both.missed_win, both.allowed_win) == (5, 2)
    assert describe(both) == (
        "Allowed win: wA1 -wQ wins by force in at most 5 plies; wB1 \\wS1 loses by force in at most 2 plies. "
        "Better is wA1 -wQ."
    )


def test_the_scale_is_that_of_the_engine() -> None:
    engine = ScriptedEngine({4: Say(12, line=OTHER), 5: Say(8)})
    [review] = reviewed(engine, settings=replace(SETTINGS, first=5, last=5, scale=25))
    assert review.judgment is Judgment.BLUNDER
    assert review.win_probability_before == pytest.approx(win_probability(120))


def test_a_move_of_the_opening_is_only_an_error_if_that_is_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hive_analysis, "OPENING", 5)
    free = one_move(Say(score(0.59), line=OTHER), Say(-score(0.47)))
    assert (free.judgment, free.win_probability_loss, free.loss, free.reason) == (Judgment.GOOD, 0, 0, "")
    assert free.win_probability_before == pytest.approx(0.59)
    assert free.win_probability_after == pytest.approx(0.47), "the graph shows it nevertheless"
    proven = one_move(Say(0, line=OTHER), Say(9000, 3))
    assert proven.judgment is Judgment.ALLOWED_WIN and proven.win_probability_loss == 0.5
    monkeypatch.setattr(hive_analysis, "OPENING", 4)
    later = one_move(Say(score(0.59), line=OTHER), Say(-score(0.47)))
    assert later.judgment is Judgment.MISTAKE and later.win_probability_loss == pytest.approx(0.12)


@pytest.mark.parametrize("scale", [0.0, -250.0, math.inf, math.nan])
def test_scales_that_make_no_sense(scale: float) -> None:
    with pytest.raises(UsageError, match="expected a score above 0"):
        replace(SETTINGS, scale=scale)


def test_every_position_is_searched_once_by_an_engine_that_remembers() -> None:
    engine = Scripted()
    moves = reviewed(engine)
    assert engine.asked == list(range(11)) and engine.games == 1
    assert [move.ply for move in moves] == list(range(1, 11))
    assert [move.judgment for move in moves if move.judgment.is_error] == [
        Judgment.MISTAKE,
        Judgment.MISSED_WIN,
    ]
    for earlier, later in itertools.pairwise(moves):
        assert later.before == earlier.after.without_move().flipped()
        assert later.win_probability_before == pytest.approx(1 - earlier.win_probability_after)


def test_moves_come_as_they_are_known() -> None:
    engine = Scripted()
    moves = review_game(game(), engine, SETTINGS)
    assert engine.asked == [] and engine.games == 0
    assert next(moves).ply == 1 and engine.asked == [0, 1]
    assert next(moves).ply == 2 and engine.asked == [0, 1, 2]


def test_part_of_a_game() -> None:
    engine = Scripted()
    moves = reviewed(engine, settings=replace(SETTINGS, first=4, last=6))
    assert [move.ply for move in moves] == [4, 5, 6] and engine.asked == [3, 4, 5, 6]
    to_the_end = replace(SETTINGS, first=9, last=99)
    assert [move.ply for move in reviewed(Scripted(), settings=to_the_end)] == [9, 10]
    with pytest.raises(UsageError, match="moves 11- are not in the game, which has 10"):
        reviewed(engine, settings=replace(SETTINGS, first=11))
    with pytest.raises(UsageError, match="moves 5-4"):
        reviewed(engine, settings=replace(SETTINGS, first=5, last=4))
    with pytest.raises(UsageError, match="no moves"):
        list(review_game(GameTree(HIVE), engine, SETTINGS))


def test_a_move_without_choice_is_not_searched() -> None:
    engine = ScriptedEngine({PASS + 1: Say(150, line=("bA3 bQ\\",))})
    moves = reviewed(engine, ONLY_A_PASS)
    # White passes again at the end, which leads to one position more.
    assert engine.asked == [*range(PASS), PASS + 1, PASS + 3]
    forced = moves[PASS]
    assert forced.move == "pass" and forced.only and forced.judgment is Judgment.BEST
    assert forced.before == forced.after == Value(-150.0, None, 7)
    assert moves[PASS - 1].after == Value(150.0, None, 7)
    side = summarize(game(ONLY_A_PASS).to_record(), moves, len(moves)).sides[0]
    assert side.moves == 6, "seven of White's moves, one of which was the only one"


def test_a_proof_behind_a_move_without_choice_is_a_ply_further() -> None:
    moves = reviewed(ScriptedEngine({PASS + 1: Say(9000, 3, ("bA3 bQ\\",))}), ONLY_A_PASS)
    assert moves[PASS].before.win_in == moves[PASS].after.win_in == -4
    assert moves[PASS - 1].after.win_in == 5


def test_a_game_that_ends_on_a_move_without_choice() -> None:
    text = ONLY_A_PASS.rpartition(";pass")[0].replace("White[8]", "White[7]")
    engine = ScriptedEngine({PASS + 1: Say(150)})
    moves = reviewed(engine, text)
    assert engine.asked[-1] == PASS + 1 and moves[-1].after == Value(150.0, None, 7)


def test_the_same_move_by_symmetry_is_best() -> None:
    moves = reviewed(ScriptedEngine({1: Say(0, line=("bS1 \\wS1",)), 2: Say(500)}))
    assert moves[1].move == "bS1 wS1-" and moves[1].judgment is Judgment.BEST
    assert moves[1].line == ("bS1 wS1-",)
    moves = reviewed(ScriptedEngine({1: Say(0, line=("bB1 \\wS1",)), 2: Say(500)}))
    assert moves[1].judgment is Judgment.BLUNDER


def test_the_end_on_the_board_needs_no_search() -> None:
    engine = ScriptedEngine({36: Say(31999, 1, ("wG2 bQ\\",))})
    moves = reviewed(engine, WON)
    assert engine.asked == [*range(37), 36], "the better line of Black's last move is searched on"
    assert moves[-1].after == Value(win_in=1) and moves[-1].before.win_in == 1
    assert moves[-1].judgment is Judgment.BEST
    assert reviewed(ScriptedEngine({36: Say(0)}), WON)[-1].win_probability_loss == 0


def test_an_engine_without_an_opinion_cannot_review() -> None:
    with pytest.raises(EngineError, match="'scripted' does not report a score"):
        reviewed(Silent())
    with pytest.raises(EngineError, match="does not report"):
        reviewed(ScriptedEngine({0: Say(math.nan)}))


def test_an_interrupt_leaves_the_moves_before() -> None:
    seen = []
    with pytest.raises(KeyboardInterrupt):
        for move in review_game(game(), Interrupted(), SETTINGS):
            seen.append(move.ply)
    assert seen == [1, 2, 3, 4, 5]


def test_what_is_known_is_not_searched_again() -> None:
    engine = Scripted()
    known = {4: PositionAnalysis(Value(120.0), OTHER), 5: PositionAnalysis(Value(80.0), REPLY)}
    moves = list(review_game(game(), engine, SETTINGS, known=known))
    assert engine.asked == [0, 1, 2, 3, 6, 7, 8, 9, 10]
    assert moves[4].judgment is Judgment.BLUNDER


def test_the_coach_is_asked_about_errors_and_told_who_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    remark = Remark("Because.", Fact("ring", 0, 1), (), True)

    def error_remarks(
        game: object, position: Position, better: Sequence[str], played: Sequence[str], winner: int | None
    ) -> tuple[Remark, ...]:
        asked.append((position.ply, len(better), len(played), winner))
        return (remark, remark)

    monkeypatch.setattr(review, "error_remarks", error_remarks)
    moves = list(review_game(game(), Scripted(), SETTINGS))
    assert asked[0] == (5, 3, 4, None)
    assert [ply for ply, *_ in asked] == [move.ply - 1 for move in moves if move.judgment.is_error]
    assert [winner for ply, _, _, winner in asked if ply == 8] == [0]
    assert moves[5].reason == "Because. Because." and moves[4].reason == ""


def test_an_error_comes_with_the_line_that_refutes_it() -> None:
    moves = reviewed(Scripted())
    assert moves[5].reply == SCRIPT[6].line and moves[8].reply == SCRIPT[9].line
    assert all(not move.reply for move in moves if not move.judgment.is_error)


def test_short_lines_of_errors_are_searched_on() -> None:
    error = one_move(Say(120, line=OTHER[:1]), Say(80))
    assert len(error.line) >= 3 and error.line[0] == OTHER[0]
    assert len(error.reply) >= 3
    position: Any = game().start
    for text in [*RESIGNED.split(";")[3:7], *error.line]:
        position.push(position.parse_move(text))  # every move of it is legal
    good = one_move(Say(0, line=OTHER), Say(-50))
    assert good.line == OTHER[:1] and good.reply == ()


class Deepening(ScriptedEngine):
    """Reports depths 1 to 6 whose scores swing, as those of an evaluation do that likes to be on the move."""

    def search(self, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
        result = super().search(position, limit)
        for depth in range(1, 7 - position.ply % 2):
            score = (result.info.score or 0) + (60 if depth % 2 else -60)
            info = SearchInfo(depth, 1, 0.0, result.info.pv, score)
            if on_info is not None:
                on_info(info)
        return SearchResult(result.move, info)


def test_swings_between_odd_and_even_depths_are_no_mistakes() -> None:
    moves = reviewed(Deepening({}), settings=replace(SETTINGS, last=6))
    assert [move.judgment.is_error for move in moves] == [False] * 6
    assert all(move.win_probability_loss < 0.01 for move in moves)
    assert all(move.before.score == pytest.approx(0) for move in moves), "means of two depths"


def test_values_are_compared_at_one_depth() -> None:
    before = PositionAnalysis(Value(50.0, None, 4), ("a",), (10.0, -30.0, 40.0, 50.0))
    after = PositionAnalysis(Value(99.0, None, 2), ("b",), (-20.0, 5.0))
    # depth 3 from the first position: its depths 3 and 2 against depths 2 and 1 behind the move
    assert compared(before, after) == (Value(5.0, None, 3), Value(7.5, None, 3))
    shallow = PositionAnalysis(Value(1.0, None, 1), ("b",), (1.0,))
    assert compared(before, shallow) == (Value(-30.0, None, 2), Value(-1.0, None, 2))
    proven = PositionAnalysis(Value(None, 3), ("b",))
    assert compared(before, proven) == (Value(45.0, None, 4), Value(None, -4))
    single = PositionAnalysis(Value(7.0, None, 9), ("c",))
    assert compared(single, after) == (Value(7.0, None, 9), Value(-99.0, None, 2))


class Proofs:
    """A solver that knows some plies, the longer search more of them."""

    def __init__(self, at_once: dict[int, int], later: dict[int, int]) -> None:
        self.at_once, self.later = at_once, later
        self.asked: list[tuple[int, int | None]] = []

    def prove(
        self, position: Any, *, seconds: float | None = None, nodes: int | None = None, stop: Any = None
    ) -> Proof | None:
        self.asked.append((position.ply, nodes))
        known = self.at_once if nodes == 1 else self.at_once | self.later
        win = known.get(position.ply)
        return None if win is None else Proof(win, (position.legal_moves[0],))


@pytest.mark.parametrize(
    ("at_once", "later", "judgment"),
    [
        ({4: 9}, {}, Judgment.MISSED_WIN),
        ({4: 9}, {5: -8}, Judgment.GOOD),
        ({5: 3}, {}, Judgment.ALLOWED_WIN),
        ({5: 3}, {4: -4}, Judgment.GOOD),
        ({4: 9, 5: -12}, {}, Judgment.GOOD),
        ({4: 9, 5: 4}, {}, Judgment.ALLOWED_WIN),
    ],
)
def test_what_the_solver_proves_decides(
    monkeypatch: pytest.MonkeyPatch, at_once: dict[int, int], later: dict[int, int], judgment: Judgment
) -> None:
    """The engine sees nothing in any of them."""
    prover = Proofs(at_once, later)
    monkeypatch.setattr(hive_analysis, "new_prover", lambda: prover)
    engine = ScriptedEngine({4: Say(0, line=OTHER), 5: Say(-20), 6: Say(0)})
    [review] = reviewed(engine, settings=replace(SETTINGS, first=5, last=5))
    assert review.judgment is judgment
    assert (glyph(review.judgment, review.win_probability_loss) is not None) == judgment.is_error
    if at_once.get(4):
        assert review.before.win_in == 9 and (review.missed_win == 9) == (judgment is not Judgment.GOOD)


def test_the_summary_of_a_side() -> None:
    moves = reviewed(Scripted())
    summary = summarize(game().to_record(), moves, 10)
    white, black = summary.sides
    assert (summary.result, summary.reviewed, summary.plies, summary.complete) == ("0-1", 10, 10, True)
    assert (white.moves, black.moves) == (5, 5)
    assert white.counts[Judgment.BEST] == 4 and white.counts[Judgment.MISSED_WIN] == 1
    assert [move.ply for move in white.worst] == [9] and [move.ply for move in white.missed_wins] == [9]
    assert [move.ply for move in black.worst] == [6] and black.missed_wins == black.allowed_wins == ()
    assert white.average_loss == pytest.approx((10 + 3) / 5), "a forced win is ten points"
    assert black.average_loss == pytest.approx(1.2 / 5)
    assert white.accuracy == accuracy([move.win_probability_loss for move in moves if move.player == 0])
    assert summary.remark == ""
    assert not summarize(game().to_record(), moves[:4], 10).complete
    empty = summarize(game().to_record(), [], 10).sides[0]
    assert (empty.accuracy, empty.average_loss, empty.average_win_probability_loss) == (None, None, None)


def test_a_review_begins_after_given_moves() -> None:
    record = game().to_record()
    assert first_to_review(record) == 1
    assert first_to_review(replace(record, tags=(("GivenMoves", "6"),))) == 7
    with pytest.raises(UsageError, match="nobody has moved"):
        first_to_review(replace(record, tags=(("GivenMoves", str(record.plies)),)))


def test_a_loss_that_was_none_is_remarked() -> None:
    moves = reviewed(ScriptedEngine({10: Say(50)}))
    record = game().to_record()
    assert "55%" in summarize(record, moves, 10).remark, "White, to move, is said to have lost"
    assert "45%" in summarize(replace(record, winner=0), moves, 10).remark
    assert summarize(replace(record, winner=0), reviewed(ScriptedEngine({10: Say(150)})), 10).remark == ""
    assert summarize(replace(record, ending=Ending.NORMAL), moves, 10).remark == ""
    assert summarize(record, moves[:9], 10).remark == ""


def test_chances_and_accuracy() -> None:
    assert win_probability(0) == 0.5
    assert win_probability(SCALE) == pytest.approx(1 / (1 + math.exp(-1)))
    assert win_probability(-SCALE) == pytest.approx(1 - win_probability(SCALE))
    assert win_probability(1e300) == 1 and win_probability(-math.inf) == 0
    assert win_probability(-500, win_in=3) == 1 and win_probability(None, win_in=-3) == 0
    with pytest.raises(ValueError, match="None"):
        win_probability(None)
    assert move_accuracy(0) == pytest.approx(100, abs=1e-3)
    assert move_accuracy(0.1) == pytest.approx(63.58, abs=0.01)
    assert move_accuracy(1) == 0
    assert accuracy([]) is None
    # A move that loses everything counts as 1%, so the harmonic mean is not 0: 2 / (1/1 + 1/100) = 1.98.
    assert accuracy([0.0, 1.0]) == pytest.approx((50.5 + 1.98) / 2, abs=0.01)
    assert accuracy([0.0, 0.0]) == pytest.approx(100, abs=1e-3)
    one_blunder = accuracy([0.0] * 9 + [0.4])
    assert one_blunder is not None and one_blunder < 91 - 10, "it weighs more than its share"


def test_exact_thresholds_count_as_the_worse() -> None:
    even = Value(0.0)
    assert judge(even, even, 0.05, best=False) is Judgment.INACCURACY
    assert judge(even, even, 0.6 - 0.5, best=False) is Judgment.MISTAKE
    assert judge(even, even, 0.15, best=False) is Judgment.BLUNDER


def test_values_are_counted_from_both_ends_of_a_move() -> None:
    for value in (Value(3.0, None, 2), Value(9000.0, 5, 2), Value(-9000.0, -4, 2)):
        assert value.with_move().without_move() == value
        assert value.flipped().flipped() == value
    assert Value(None, -4).with_move().win_in == -5
    assert str(Value(0.0).flipped().score) == "0.0"
    assert Value(5000.0).points() == Value(None, 3).points() == 10 and Value(None, -3).points() == -10
    with pytest.raises(ValueError, match="neither a score nor a proof"):
        Value().points()
