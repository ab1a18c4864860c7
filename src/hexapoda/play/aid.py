"""`Aid`: help that a person had in a game, and the tags of a record that say so.

A game with help says little about the strength of the person, so it does not count for a rating. A record of
a game of one person against an engine says which help there was, also if there was none: a record without the
tag is of a program or a version that did not know. Between two people there is no help unless both agree:
then the record says that they did, and which help was used. A game that was played on from an earlier one
says how many of its moves were given: nobody is judged by them.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable

from hexapoda.record import GameRecord

__all__ = ["HELP_TAG", "Aid", "aid_tag", "aids_in", "given_in", "given_tag", "has_begun"]

HELP_TAG = "Help"
"""The name of the tag."""
_GIVEN_TAG = "GivenMoves"
_NONE = "none"


class Aid(enum.StrEnum):
    """A kind of help."""

    UNDO = "undo"
    """A move, or the end of the game, was taken back."""
    HINT = "hint"
    """A hint was asked for."""
    CHECK = "check"
    """Moves were checked before the engine answered them."""
    LINES = "lines"
    """What the engine thought was shown."""
    ANALYSIS = "analysis"
    """The game was opened in the analysis before it was over."""
    TIME = "time"
    """The engine had less time for a move than usual."""
    MOVES = "moves"
    """The game began with moves that were given, and not played."""
    AGREED = "agreed"
    """Two people have agreed that an engine may help both."""
    UNKNOWN = "unknown"
    """The game was begun by a version that did not note it."""


def aid_tag(aids: Iterable[Aid]) -> tuple[str, str]:
    """Return the tag of a record: its name, and the kinds of help or `none`."""
    return HELP_TAG, ", ".join(sorted(aids)) or _NONE


def aids_in(tags: Iterable[tuple[str, str]]) -> frozenset[Aid]:
    """Return the help that the tags of a record tell of; `UNKNOWN` if they do not."""
    text = dict(tags).get(HELP_TAG)
    if text is None:
        return frozenset({Aid.UNKNOWN})
    known = {one.value: one for one in Aid}
    names = [] if text == _NONE else text.split(", ")
    return frozenset(known.get(name, Aid.UNKNOWN) for name in names)


def given_tag(plies: int) -> tuple[tuple[str, str], ...]:
    """Return the tag of a record that began with given moves; empty if none were given."""
    return ((_GIVEN_TAG, str(plies)),) if plies else ()


def given_in(tags: Iterable[tuple[str, str]]) -> int:
    """Return how many moves the tags of a record call given; 0 if they do not tell, or not with a number."""
    text = dict(tags).get(_GIVEN_TAG, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0


def has_begun(record: GameRecord) -> bool:
    """Return whether somebody has moved in a game, after the moves that were given."""
    return record.plies > given_in(record.tags)
