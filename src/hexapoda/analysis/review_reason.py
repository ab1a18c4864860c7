"""Why the better move is better, in words: what the evaluation of its line has that the played one's has not.

Owns the choice of the two positions that are compared. What their terms are and how a difference is worded is
`hexapoda.analysis.reason`'s.
"""

from __future__ import annotations

from collections.abc import Sequence

from hexapoda.analysis.reason import change_text, changes
from hexapoda.hive import Position
from hexapoda.hive.evaluation import evaluate
from hexapoda.hive.text.line import play_line, read_line

__all__ = ["explain_difference"]

_SMALLEST = 15
"""Differences of less than this, in hundredths of a point, are no reason."""
_MOST = 2
"""So many terms are told."""


def explain_difference(position: Position, better: Sequence[str], worse: Sequence[str]) -> str:
    """Which terms of the evaluation speak for the better of two lines; empty when none does.

    Both are followed for as many plies, so that the same side is to move where they are compared.
    """
    plies = min(len(better), len(worse))
    ends = []
    for line in (worse, better):
        end, texts = play_line(position, read_line(position, line[:plies]))
        if len(texts) < plies or end.outcome() is not None:
            return ""  # whoever wins needs no other reason
        ends.append(evaluate(end).terms)
    found = changes(ends[0], ends[1], position.turn)
    gains = [change for change in found if change.gain >= _SMALLEST][:_MOST]
    return f"What it gains: {', '.join(map(change_text, gains))}." if gains else ""
