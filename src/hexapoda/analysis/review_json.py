"""A review as JSON objects: one for each move, and one for the summary.

docs/reference/json.md lists the keys. Win probabilities and their losses range from 0 to 1; `loss` and
`average_loss` are in points.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexapoda.analysis.review import ReviewSettings
from hexapoda.analysis.review_move import MoveReview
from hexapoda.analysis.review_opening import OpeningReview
from hexapoda.analysis.review_summary import ReviewSummary, SideReview
from hexapoda.coach import Remark

if TYPE_CHECKING:
    from hexapoda.analysis.json_types import (
        RemarkJson,
        ReviewedMoveJson,
        ReviewOpeningJson,
        ReviewSideJson,
        ReviewSummaryJson,
    )

__all__ = ["move_json", "remark_json", "summary_json"]


def remark_json(remark: Remark) -> RemarkJson:
    """Return the object for a remark of the coach."""
    return {
        "text": remark.text,
        "kind": remark.fact.kind,
        "gains": remark.fact.gains,
        "line": list(remark.line),
        "cells": list(remark.fact.cells),
        "good": remark.good,
    }


def move_json(review: MoveReview, players: tuple[str, str]) -> ReviewedMoveJson:
    """Return the object for a move; `players` are the names of the two sides, such as White and Black."""
    return {
        "ply": review.ply,
        "player": players[review.player],
        "move": review.move,
        "judgment": review.judgment.value,
        "best": review.best,
        "line": list(review.line),
        "score_before": review.before.score,
        "win_in_before": review.before.win_in,
        "win_probability_before": round(review.win_probability_before, 4),
        "score_after": review.after.score,
        "win_in_after": review.after.win_in,
        "win_probability_after": round(review.win_probability_after, 4),
        "win_probability_loss": round(review.win_probability_loss, 4),
        "loss": round(review.loss, 4),
        "missed_win": review.missed_win,
        "allowed_win": review.allowed_win,
        "only": review.only,
        "depth": review.before.depth,
        "reason": review.reason,
        "remarks": [remark_json(remark) for remark in review.remarks],
        "reply": list(review.reply),
    }


def summary_json(
    summary: ReviewSummary,
    settings: ReviewSettings,
    players: tuple[str, str],
    out: str | None,
    opening: OpeningReview | None = None,
) -> ReviewSummaryJson:
    """Return the object for the summary. `players` are the names of the two sides, such as White and Black;
    `out` is the file that was written, if any; `opening` is the review of the opening, if any.
    """
    limit = settings.limit
    first, second = summary.sides
    return {
        "result": summary.result,
        "ending": summary.ending,
        "remark": summary.remark,
        "plies": summary.plies,
        "reviewed": summary.reviewed,
        "complete": summary.complete,
        "engine": settings.engine,
        "limit": {"time": limit.time, "depth": limit.depth, "nodes": limit.nodes},
        "scale": settings.scale,
        "players": (_side_json(first, players[first.player]), _side_json(second, players[second.player])),
        "opening": None if opening is None else _opening_json(opening),
        "file": out,
    }


def _side_json(side: SideReview, color: str) -> ReviewSideJson:
    return {
        "player": color,
        "name": side.name,
        "moves": side.moves,
        "accuracy": _rounded(side.accuracy, 1),
        "average_loss": _rounded(side.average_loss),
        "average_win_probability_loss": _rounded(side.average_win_probability_loss),
        "counts": {judgment.value: number for judgment, number in side.counts.items()},
        "worst": [move.ply for move in side.worst],
        "missed_wins": [move.ply for move in side.missed_wins],
        "allowed_wins": [move.ply for move in side.allowed_wins],
    }


def _opening_json(opening: OpeningReview) -> ReviewOpeningJson:
    return {
        "plies": opening.plies,
        "games": opening.figures.games,
        "score": _rounded(opening.figures.score),
        "new_move": opening.new_move or None,
    }


def _rounded(value: float | None, digits: int = 4) -> float | None:
    return None if value is None else round(value, digits)
