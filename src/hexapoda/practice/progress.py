"""`PracticeProgress`: how many exercises are due, and how well a person does, by theme and by week.

Defines what is counted. Times are seconds since 1970. Weeks are not calendar weeks: the last one ends now.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hexapoda.practice.card import Card
from hexapoda.practice.memory import AnswerRating

__all__ = ["PracticeProgress", "PracticeWeek", "ThemeProgress", "progress"]

_WEEKS = 12
"""The number of weeks counted."""
_THEMES = 12
"""The maximum number of themes listed."""
_WEEK = 7 * 24 * 3600.0


@dataclass(frozen=True, slots=True)
class ThemeProgress:
    """The exercises of one theme.

    Attributes:
        theme: what the better moves do, in words. For exercises without a theme: the class of the mistake,
            such as `missed win`, or `opening`.
        plain: whether `theme` is such a class or `opening` rather than a theme in words.
        cards: how many exercises have the theme.
        known: how many of them the person knows.
        due: how many of them are due.
        answers: how many answers were given.
        right: how many of the answers were right.
    """

    theme: str
    plain: bool
    cards: int
    known: int
    due: int
    answers: int
    right: int


@dataclass(frozen=True, slots=True)
class PracticeWeek:
    """The figures of one week.

    Attributes:
        begin: when the week began.
        answers: how many answers were given.
        right: how many of the answers were right.
        added: how many exercises were added.
    """

    begin: float
    answers: int
    right: int
    added: int


@dataclass(frozen=True, slots=True)
class PracticeProgress:
    """How many exercises are due, and how well a person does.

    Attributes:
        cards: how many exercises there are.
        due: how many are due now.
        new: how many have never been answered.
        learning: how many have been answered but are not known yet.
        known: how many the person knows.
        next: the earliest due time of the exercises that are not due yet; None if there are none.
        themes: the figures by theme, the most frequent theme first.
        weeks: the last weeks, the oldest first, without the empty weeks at the beginning.
    """

    cards: int
    due: int
    new: int
    learning: int
    known: int
    next: float | None
    themes: tuple[ThemeProgress, ...]
    weeks: tuple[PracticeWeek, ...]


def progress(cards: Iterable[Card], now: float) -> PracticeProgress:
    """Return the figures of `cards`, which must not include removed cards."""
    every = list(cards)
    states = [card.state for card in every]
    later = [card.memory.due for card in every if not card.is_due(now)]
    return PracticeProgress(
        cards=len(every),
        due=sum(card.is_due(now) for card in every),
        new=states.count("new"),
        learning=states.count("learning"),
        known=states.count("known"),
        next=min(later, default=None),
        themes=_themes(every, now),
        weeks=_weeks(every, now),
    )


def _themes(cards: Sequence[Card], now: float) -> tuple[ThemeProgress, ...]:
    groups: dict[tuple[str, bool], list[Card]] = {}
    for card in cards:
        exercise = card.exercise
        for theme in exercise.themes or (exercise.judgment or exercise.kind,):
            groups.setdefault((theme, not exercise.themes), []).append(card)
    often = sorted(groups.items(), key=lambda entry: (-len(entry[1]), str(entry[0][0])))
    return tuple(_theme(theme, plain, own, now) for (theme, plain), own in often[:_THEMES])


def _theme(theme: str, plain: bool, cards: Sequence[Card], now: float) -> ThemeProgress:
    ratings = [answer.rating for card in cards for answer in card.answers]
    return ThemeProgress(
        theme,
        plain,
        len(cards),
        sum(card.state == "known" for card in cards),
        sum(card.is_due(now) for card in cards),
        len(ratings),
        sum(rating is not AnswerRating.AGAIN for rating in ratings),
    )


def _weeks(cards: Sequence[Card], now: float) -> tuple[PracticeWeek, ...]:
    counts = [[0, 0, 0] for _ in range(_WEEKS)]

    def week(time: float) -> list[int] | None:
        ago = int(max(now - time, 0.0) // _WEEK)
        return counts[_WEEKS - 1 - ago] if ago < _WEEKS else None

    for card in cards:
        came = week(card.added)
        if came is not None:
            came[2] += 1
        for answer in card.answers:
            row = week(answer.time)
            if row is not None:
                row[0] += 1
                row[1] += answer.rating is not AnswerRating.AGAIN
    first = next((at for at, row in enumerate(counts) if any(row)), _WEEKS)
    return tuple(
        PracticeWeek(now - (_WEEKS - at) * _WEEK, *row) for at, row in enumerate(counts) if at >= first
    )
