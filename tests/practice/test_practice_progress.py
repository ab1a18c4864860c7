"""What is counted: what is due, themes, weeks."""

from __future__ import annotations

from hexapoda.practice.card import Card
from hexapoda.practice.memory import AnswerRating, Memory
from hexapoda.practice.progress import progress
from tests.practice.exercises import exercise

NOW = 1_750_000_000.0
DAY = 24 * 3600.0


def test_counts_themes_and_weeks() -> None:
    new = Card(exercise("b2", themes=("pins a queen", "opens a way")), Memory(NOW), NOW - DAY)
    old = Card(exercise("c2", themes=("pins a queen",)), Memory(NOW - 20 * DAY), NOW - 20 * DAY)
    for number, rating in enumerate((AnswerRating.AGAIN, AnswerRating.GOOD, AnswerRating.HARD)):
        old = old.answered(rating, str(number), NOW - (16 - 8 * number) * DAY)
    plain = Card(exercise("c3", line=("b3",), judgment="missed win"), Memory(NOW + DAY), NOW)
    found = progress([new, old, plain], NOW)
    assert (found.cards, found.due, found.new, found.learning, found.known) == (3, 1, 2, 1, 0)
    assert found.next == min(old.memory.due, NOW + DAY)
    assert [(one.theme, one.plain, one.cards, one.due, one.answers, one.right) for one in found.themes] == [
        ("pins a queen", False, 2, 1, 3, 2),
        ("missed win", True, 1, 0, 0, 0),
        ("opens a way", False, 1, 1, 0, 0),
    ]
    assert [(week.answers, week.right, week.added) for week in found.weeks] == [
        (1, 0, 1),
        (1, 1, 0),
        (1, 1, 2),
    ]
    assert found.weeks[-1].begin == NOW - 7 * DAY


def test_nothing_and_long_ago() -> None:
    assert progress([], NOW).weeks == () and progress([], NOW).next is None
    card = Card(exercise("b2"), Memory(NOW - 400 * DAY), NOW - 400 * DAY)
    assert progress([card], NOW).weeks == (), "only the last twelve weeks"
    just = Card(exercise("b2"), Memory(NOW), NOW - 12 * 7 * DAY)
    assert progress([just], NOW).weeks == (), "twelve weeks ago is before them"
    assert len(progress([card.answered(AnswerRating.GOOD, "a", NOW - 83 * DAY)], NOW).weeks) == 12
