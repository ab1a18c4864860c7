"""Corrections to a stored game: names, date, event, result and ending, as users type them.

Validates the input; `editing` writes the corrected record.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from hexapoda.errors import UsageError
from hexapoda.games import find_game
from hexapoda.record import Ending, GameRecord
from hexapoda.text.sentence import Sentence
from hexapoda.text.suggestion import check_choice

__all__ = ["REPEATED", "Correction", "one_line"]

_LONGEST = 200
_DECIDED = (Ending.NORMAL, Ending.REPETITION)
"""The endings that follow from the moves and the rules."""
REPEATED = (
    ("White", "Black", "PB", "PW"),
    ("Date", "DT"),
    ("Event", "EV"),
    ("Result", "RE", "Termination"),
)
"""The tags that repeat the names, the date, the event and the result, in this order. Records stored by older
versions still have these tags, which would contradict a correction.
"""
_DATE = re.compile(r"(\d{4})(?:[-.](\d{2})(?:[-.](\d{2})(T\d{2}:\d{2}:\d{2}Z)?)?)?")


@dataclass(frozen=True, slots=True)
class Correction:
    """The fields to change; None keeps the value, and an empty string removes a name, date or event.

    Attributes:
        names: the names of players 0 and 1.
        date: a date such as 2026-03-02, 2026-03 or 2026.
        event: the event, on one line.
        result: the name of the side that won, `draw`, or `none` for a game without a result.
        ending: why the game ended, a value of `hexapoda.record.Ending`.
    """

    names: tuple[str | None, str | None] = (None, None)
    date: str | None = None
    event: str | None = None
    result: str | None = None
    ending: str | None = None

    def apply(self, record: GameRecord, *, label: str = "{}") -> GameRecord:
        """Return the corrected record. `label` is the format for the name of a value in messages, such as
        `--{}`. Raises `UsageError`.
        """
        colors = find_game(record.game).players
        first, second = (
            player if name is None else replace(player, name=one_line(label.format(color.lower()), name))
            for player, name, color in zip(record.players, self.names, colors, strict=True)
        )
        edited = replace(record, players=(first, second))
        if self.date is not None:
            edited = replace(edited, date=_date(label.format("date"), self.date))
        if self.event is not None:
            edited = replace(edited, event=one_line(label.format("event"), self.event))
        if self.result is not None or self.ending is not None:
            edited = self._ended(edited, colors)
        if edited == record:
            return record
        stale = {tag for value, tags in zip(self._given(), REPEATED, strict=True) if value for tag in tags}
        return replace(edited, tags=tuple(tag for tag in record.tags if tag[0] not in stale))

    def _given(self) -> tuple[bool, bool, bool, bool]:
        """Return four flags: whether the correction sets the names, the date, the event and the result."""
        ended = self.result is not None or self.ending is not None
        return (
            any(name is not None for name in self.names),
            self.date is not None,
            self.event is not None,
            ended,
        )

    def _ended(self, record: GameRecord, colors: Sequence[str]) -> GameRecord:
        winner, finished = record.winner, record.finished
        if self.result is not None:
            words = [color.casefold() for color in colors]
            word = check_choice("result", self.result, (*words, "draw", "none"))
            winner = words.index(word) if word in words else None
            finished = word != "none"
        open_endings = (Ending.UNKNOWN, Ending.INTERRUPTED, Ending.RULES_DIFFER, Ending.BUSY)
        if self.ending is not None:
            why = Ending(check_choice("ending", self.ending, tuple(member.value for member in Ending)))
        elif finished == record.finished or record.ending in _DECIDED:
            why = record.ending
        else:
            why = Ending.UNKNOWN
        if (winner, finished, why) == (record.winner, record.finished, record.ending):
            return record
        if why is Ending.NORMAL or record.ending in _DECIDED:
            raise UsageError(Sentence("results and endings decided by the board cannot be set or changed"))
        if not finished and why not in open_endings:
            raise UsageError(
                Sentence(
                    "a game without a result cannot have the ending {ending!r}: "
                    "expected unknown, interrupted, rules differ or busy machine",
                    ending=why.value,
                )
            )
        if finished and why is Ending.RULES_DIFFER:
            raise UsageError(
                Sentence(
                    "a game with the ending 'rules differ' has no result: set the result to none (unfinished)"
                )
            )
        if finished and why is Ending.BUSY:
            raise UsageError(
                Sentence(
                    "a game with the ending 'busy machine' has no result: set the result to none (unfinished)"
                )
            )
        if finished and why is Ending.INTERRUPTED:
            raise UsageError(
                Sentence("an interrupted game has no result: set the result to none (unfinished)")
            )
        return replace(record, winner=winner, finished=finished, ending=why)


def one_line(label: str, text: str) -> str:
    """Return `text` without the whitespace around it. Raises `UsageError`, with a message that begins with
    `label`, if the text is too long or not one line.
    """
    text = text.strip()
    if len(text) > _LONGEST or not text.isprintable():
        raise UsageError(
            Sentence(
                "{label} {text!r}: expected one line of at most {most} characters",
                label=label,
                text=text[:40],
                most=_LONGEST,
            )
        )
    return text


def _date(label: str, text: str) -> str:
    """Return a date in the format of records; empty if `text` is blank. Raises `UsageError`."""
    if not text.strip():
        return ""
    match = _DATE.fullmatch(text.strip())
    if match is not None:
        year, month, day, time = match.groups()
        try:
            datetime.datetime.fromisoformat(f"{year}-{month or '01'}-{day or '01'}{time or ''}")
        except ValueError:
            pass
        else:
            return "-".join(part for part in (year, month, day) if part) + (time or "")
    raise UsageError(
        Sentence(
            "{label} {text!r}: expected a date such as 2026-03-02, 2026-03 or 2026",
            label=label,
            text=text[:40],
        )
    )
