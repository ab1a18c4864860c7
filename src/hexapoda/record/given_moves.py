"""Given moves: the first moves of a game that continues an earlier game, and the tag of a record that counts
them. Neither player is judged by them.
"""

from __future__ import annotations

from collections.abc import Iterable

from hexapoda.record.game_record import GameRecord

__all__ = ["given_in", "given_tag", "has_begun"]

_TAG = "GivenMoves"


def given_tag(plies: int) -> tuple[tuple[str, str], ...]:
    """Return the tag of a record that begins with `plies` given moves; empty if there are none."""
    return ((_TAG, str(plies)),) if plies else ()


def given_in(tags: Iterable[tuple[str, str]]) -> int:
    """Return the number of given moves in a record's tags; 0 if the tag is missing or not a number."""
    text = dict(tags).get(_TAG, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0


def has_begun(record: GameRecord) -> bool:
    """Return whether a player has moved since the given moves."""
    return record.plies > given_in(record.tags)
