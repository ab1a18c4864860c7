"""Scores as text: how good a position is for the player to move, and whether that is proven.

All front ends share this wording.
"""

from __future__ import annotations

import math

from hexapoda.engine import SearchInfo
from hexapoda.text.sentence import Sentence

__all__ = ["proof_text", "score_text", "value_text"]


def score_text(info: SearchInfo) -> str:
    """Return a text such as `+124`, or `proven win within 5 plies` if there is a proof; an empty string if
    `info` has neither a score nor a proof.
    """
    if info.win_in is not None:
        return proof_text(info.win_in)
    if info.score is None or not math.isfinite(info.score):
        return ""
    if info.score == 0:
        return "0"
    return f"{info.score:+.0f}" if abs(info.score) >= 10 else f"{info.score:+.3g}"


def value_text(info: SearchInfo) -> str:
    """Return a text such as `54.4% to win` if the engine reports a win probability, otherwise `score_text`.
    A proof takes precedence.
    """
    if info.win_in is None and info.win_probability is not None:
        return Sentence("{percent:.1f}% to win", percent=100 * info.win_probability)
    return score_text(info)


def proof_text(win_in: int) -> str:
    """Return `proven win within 5 plies` for 5, `proven loss within 4 plies` for -4."""
    plies = abs(win_in)
    if win_in > 0:
        if plies == 1:
            return Sentence("proven win in 1 ply")
        return Sentence("proven win within {plies} plies", plies=plies)
    if plies == 1:
        return Sentence("proven loss in 1 ply")
    return Sentence("proven loss within {plies} plies", plies=plies)
