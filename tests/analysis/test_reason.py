"""Why a move is good, in words."""

from __future__ import annotations

import re

import pytest

from hexapoda.analysis.reason import _PASSING, _PHRASES, Change, changes, reason
from hexapoda.analysis.score import score_text
from hexapoda.engine import SearchInfo
from hexapoda.hive import Move, Position
from hexapoda.hive.evaluation import Evaluation, Term, evaluate
from hexapoda.hive.text.line import line_texts, numbered_line, read_line
from tests.cli.command_line import WON

BEFORE = (Term("ants", 50, 10), Term("beetles", 0, 30), Term("queen", 7, 7), Term("tempo", 34, 0))
AFTER = (Term("ants", 90, 15), Term("beetles", 0, 80), Term("queen", 7, 7), Term("tempo", 0, 34))


def test_the_terms_that_change_most_come_first() -> None:
    assert changes(BEFORE, AFTER, 0) == (
        Change("beetles", 1, 50, -50),
        Change("ants", 0, 40, 35),
    )
    assert [(change.term, change.gain) for change in changes(BEFORE, AFTER, 1)] == [
        ("beetles", 50),
        ("ants", -35),
    ]
    assert changes(BEFORE, BEFORE, 0) == ()


def test_of_two_shares_alike_it_is_the_players_own() -> None:
    old, new = (Term("room", 10, 10),), (Term("room", 20, 0),)
    assert [change.player for player in (0, 1) for change in changes(old, new, player)] == [0, 1]


def midgame() -> Position:
    position = Position.from_game_string(WON)
    for _ in range(17):
        position.pop()
    return position


def line_of(position: Position, plies: int) -> tuple[Move, ...]:
    after = position.copy()
    moves = []
    for _ in range(plies):
        moves.append(max(after.legal_moves, key=lambda move: (str(move.piece), move.to or (0, 0))))
        after.push(moves[-1])
    return tuple(moves)


def told(
    position: Position, pv: tuple[Move, ...], win_in: int | None = None, width: int | None = None
) -> str:
    return reason(position, SearchInfo(4, 1, 0.1, pv, score=5, win_in=win_in), width)


def say(monkeypatch: pytest.MonkeyPatch, start: Position, *after: Term) -> None:
    """Make the evaluation say BEFORE at the start and something else everywhere else."""
    monkeypatch.setattr(
        "hexapoda.analysis.reason.evaluate",
        lambda at: Evaluation(0, BEFORE if at.ply == start.ply else after),
    )


def test_the_reason_is_what_changes_most_for_good_and_for_bad(monkeypatch: pytest.MonkeyPatch) -> None:
    position = midgame()
    assert position.turn == 0
    pv = line_of(position, 4)
    say(monkeypatch, position, *AFTER)
    text = "because of White's ants +40, in spite of Black's beetles +50"
    assert told(position, pv) == told(position, pv, width=len(text)) == text
    assert told(position, pv, width=len(text) - 1) == told(position, pv, width=5)
    assert told(position, pv, width=5) == "because of White's ants +40"
    position.push(pv[0])
    say(monkeypatch, position, *AFTER)
    assert told(position, pv[1:3]) == "because of Black's beetles +50, in spite of White's ants +40"


def test_a_line_with_nothing_to_say_for_it_and_one_with_nothing_at_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = midgame()
    pv = line_of(position, 2)
    say(monkeypatch, position, BEFORE[0], *AFTER[1:])
    assert told(position, pv) == "costs least: Black's beetles +50"
    say(monkeypatch, position, Term("ants", 55, 14), BEFORE[1], Term("queen", 0, 7), AFTER[3])
    assert told(position, pv) == "nothing much changes"
    say(monkeypatch, position, *BEFORE[:2], Term("queen", 40, 7), AFTER[3])
    assert told(position, pv) == "because of White's place of the queen +33"


def test_plies_of_both_sides_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    position = midgame()
    seen = []

    def evaluation(at: Position) -> Evaluation:
        seen.append(at.ply - position.ply)
        return Evaluation(0, AFTER if at.ply > position.ply else BEFORE)

    monkeypatch.setattr("hexapoda.analysis.reason.evaluate", evaluation)
    for plies in (1, 2, 3, 4, 5):
        told(position, line_of(position, plies))
    assert seen == [0, 1, 0, 2, 0, 2, 0, 4, 0, 4]


def test_the_terms_of_the_evaluation_have_words() -> None:
    known = {term.name for term in evaluate(Position()).terms}
    assert set(_PHRASES) <= known and _PASSING in known
    position = midgame()
    assert re.match(r"because of|costs least|nothing much", told(position, line_of(position, 4)))


def test_a_line_of_one_ply_has_a_reason_too() -> None:
    position = midgame()
    assert told(position, line_of(position, 1))
    assert told(position, ()) == ""


@pytest.mark.parametrize(
    ("win_in", "words"),
    [
        (1, "proven: wins at once"),
        (5, "proven: Black wins within 5 plies, whatever White plays"),
        (-4, "proven: whatever is played, White wins; this holds out for 4 plies"),
        (-1, "proven: whatever is played, White wins; this holds out for 1 ply"),
    ],
)
def test_what_is_proven_is_the_reason(win_in: int, words: str) -> None:
    position = Position()
    position.push(position.legal_moves[0])
    assert told(position, (position.legal_moves[0],), win_in) == words


def test_a_line_that_ends_the_game() -> None:
    position = Position.from_game_string(WON)
    last = position.pop()
    assert told(position, (last,)) == "the game ends there"


def test_scores_in_words() -> None:
    def text(score: float | None, win_in: int | None = None) -> str:
        return score_text(SearchInfo(1, 1, 0.1, (), score=score, win_in=win_in))

    assert [text(score) for score in (124, -3, 0, 0.256, 1234567.4, None, float("nan"))] == [
        "+124", "-3", "0", "+0.256", "+1234567", "", "",
    ]  # fmt: skip
    assert (text(29999, 1), text(5, -12)) == ("proven win in 1 ply", "proven loss in 12 plies")


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
