"""Why a move is good, in words."""

from __future__ import annotations

import pytest

from hexapoda.analysis.reason import reason, reason_instead
from hexapoda.analysis.score import score_text
from hexapoda.engine import SearchInfo
from hexapoda.hive import Move, Position
from hexapoda.hive.analysis import explain
from hexapoda.hive.evaluation import Evaluation, Term, evaluate
from hexapoda.hive.game import HIVE
from hexapoda.hive.terms import TERMS
from hexapoda.hive.text.line import line_texts, numbered_line, read_line
from tests.cli.command_line import WON

BEFORE = (Term("ants", 50, 10), Term("beetles", 0, 30), Term("queen", 7, 7), Term("tempo", 34, 0))
AFTER = (Term("ants", 90, 15), Term("beetles", 0, 80), Term("queen", 7, 7), Term("tempo", 0, 34))


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
    return reason(HIVE, position, SearchInfo(4, 1, 0.1, pv, score=5, win_in=win_in), width)


def say(monkeypatch: pytest.MonkeyPatch, start: Position, *after: Term) -> None:
    """Make the evaluation say BEFORE at the start and something else everywhere else."""
    monkeypatch.setattr(
        "hexapoda.hive.analysis.evaluate",
        lambda at: Evaluation(0, BEFORE if at.ply == start.ply else after),
    )


def test_the_reason_is_what_changes_most_for_good_and_for_bad(monkeypatch: pytest.MonkeyPatch) -> None:
    position = midgame()
    assert position.turn == 0
    pv = line_of(position, 4)
    say(monkeypatch, position, *AFTER)
    text = "Good: your ants get out. Cost: Black's beetles get out."
    assert told(position, pv) == told(position, pv, width=len(text)) == text
    assert told(position, pv, width=len(text) - 1) == told(position, pv, width=5)
    assert told(position, pv, width=5) == "Good: your ants get out."
    position.push(pv[0])
    say(monkeypatch, position, *AFTER)
    assert told(position, pv[1:3]) == "Good: your beetles get out. Cost: White's ants get out."


def test_both_players_are_named_where_nobody_is_spoken_to(monkeypatch: pytest.MonkeyPatch) -> None:
    position = midgame()
    say(monkeypatch, position, *AFTER)
    found = explain(position, line_of(position, 2), you=False)
    assert (found.good, found.cost) == (("White's ants get out",), ("Black's beetles get out",))


def test_a_line_with_nothing_to_say_for_it_and_one_with_nothing_at_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = midgame()
    pv = line_of(position, 2)
    say(monkeypatch, position, BEFORE[0], *AFTER[1:])
    assert told(position, pv) == "Cost: Black's beetles get out."
    say(monkeypatch, position, Term("ants", 55, 14), BEFORE[1], Term("queen", 0, 7), AFTER[3])
    assert told(position, pv) == "Nothing much changes."
    say(monkeypatch, position, *BEFORE[:2], Term("queen", 40, 7), AFTER[3])
    assert told(position, pv) == "Good: places your queen better."
    say(monkeypatch, position, Term("ants", 50, -20), *BEFORE[1:3], AFTER[3])
    assert told(position, pv) == "Good: Black's ants are held back."


def test_plies_of_both_sides_are_compared_and_not_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    position = midgame()
    seen = set[int]()

    def evaluation(at: Position) -> Evaluation:
        seen.add(at.ply - position.ply)
        return Evaluation(0, AFTER if at.ply > position.ply else BEFORE)

    monkeypatch.setattr("hexapoda.hive.analysis.evaluate", evaluation)
    for plies, compared in ((1, 1), (2, 2), (3, 2), (4, 4), (5, 4), (6, 4)):
        seen.clear()
        told(position, line_of(position, plies))
        assert seen == {0, compared}


def test_the_terms_of_the_evaluation_have_words() -> None:
    assert set(TERMS) == {term.name for term in evaluate(Position()).terms}
    labels = [words.label for words in TERMS.values()]
    assert len(set(labels)) == len(labels)
    for words in TERMS.values():
        for phrase in (words.more, words.less):
            text = phrase.format(own="your", foe="Black's")
            assert "{" not in text and (words.silent or "your" in text or "Black's" in text)


START = r"Base;InProgress;White[4];wS1;bS1 wS1-;wQ -wS1;bQ bS1\;wB1 \wS1;bA1 bQ-"
BETTER, WORSE = ("wA1 -wQ", "bA1 -wB1"), ("wB1 wS1", "bA1 -wQ")


def test_a_better_line_is_compared_with_the_one_that_was_played() -> None:
    position = Position.from_game_string(START)
    text = reason_instead(HIVE, position, BETTER, WORSE)
    assert text.startswith("Good: ") and "White's" in text and "your" not in text
    assert reason_instead(HIVE, position, (*BETTER, "wA1 wB1-"), WORSE) == text
    assert reason_instead(HIVE, position, BETTER, (*WORSE, "wA1 wB1-")) == text
    assert reason_instead(HIVE, position, BETTER, BETTER) == ""
    assert reason_instead(HIVE, position, BETTER, ("wA1 nowhere", "bA1 -wQ")) == ""
    assert reason_instead(HIVE, position, BETTER, ()) == ""
    assert position.ply == 6


def test_a_line_of_one_ply_has_a_reason_too() -> None:
    position = midgame()
    assert told(position, line_of(position, 1))
    assert told(position, ()) == ""


@pytest.mark.parametrize(
    ("win_in", "words"),
    [
        (1, "Wins at once."),
        (5, "Wins by force in at most 5 plies."),
        (-4, "Every move loses by force; this one holds out for at most 4 plies."),
        (-1, "Every move loses by force; this one holds out for at most 1 ply."),
    ],
)
def test_what_is_proven_is_the_reason(win_in: int, words: str) -> None:
    position = Position()
    position.push(position.legal_moves[0])
    assert told(position, (position.legal_moves[0],), win_in) == words


def test_a_line_that_ends_the_game() -> None:
    position = Position.from_game_string(WON)
    last = position.pop()
    assert told(position, (last,)) == "The game ends there."


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
