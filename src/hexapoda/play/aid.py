"""`Aid`: help that a person had in a game, and the tag of a record that says so.

A game with help says little about the strength of the person, so it does not count for a rating. A record of
a game of one person against an engine says which help there was, also if there was none: a record without the
tag is of a program or a version that did not know. Between two people there is no help unless both agree:
then the record says that they did, and which help was used.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable

__all__ = ["HELP_TAG", "Aid", "aid_tag", "aids_in"]

HELP_TAG = "Help"
"""The name of the tag."""
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
