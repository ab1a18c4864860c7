"""`Aid`: help that a player received in a game, and the record tag that lists it.

A game with help says little about the player's strength, so it does not count for a rating. The record of a
game between one person and an engine always has the tag, with the value `none` if there was no help. If the
tag is missing, nothing is known: the record was written by another program or an older version. Two people
can agree to allow help; then the tag says that they did, and which help they used.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable

__all__ = ["HELP_TAG", "Aid", "aid_tag", "aids_in"]

HELP_TAG = "Help"
"""The name of the record tag."""
_NONE = "none"


class Aid(enum.StrEnum):
    """A kind of help."""

    UNDO = "undo"
    """A move, a resignation or an agreed draw was undone."""
    HINT = "hint"
    """A hint was requested."""
    CHECK = "check"
    """Moves were checked for mistakes before the engine replied."""
    LINES = "lines"
    """The engine's lines were shown while it searched."""
    ANALYSIS = "analysis"
    """The game was opened in the analysis board before it was over."""
    TIME = "time"
    """The engine had less time per move than usual."""
    MOVES = "moves"
    """The game began with given moves."""
    AGREED = "agreed"
    """Two people agreed that an engine may help both."""
    UNKNOWN = "unknown"
    """The record has no tag, or one with a kind of help that this version does not know."""


def aid_tag(aids: Iterable[Aid]) -> tuple[str, str]:
    """Return the record tag: its name, and the kinds of help or `none`."""
    return HELP_TAG, ", ".join(sorted(aids)) or _NONE


def aids_in(tags: Iterable[tuple[str, str]]) -> frozenset[Aid]:
    """Return the help that the tags of a record list; `UNKNOWN` if they have no such tag."""
    text = dict(tags).get(HELP_TAG)
    if text is None:
        return frozenset({Aid.UNKNOWN})
    known = {one.value: one for one in Aid}
    names = [] if text == _NONE else text.split(", ")
    return frozenset(known.get(name, Aid.UNKNOWN) for name in names)
