"""The state of a review as JSON, from which the review resumes after an interruption.

The format is internal; `review_tree` writes reviews to game files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from hexapoda.analysis.position_analysis import PositionAnalysis
from hexapoda.analysis.review_judgment import Judgment
from hexapoda.analysis.review_move import MoveReview
from hexapoda.analysis.review_passes import PassesState
from hexapoda.analysis.review_value import Value
from hexapoda.coach import Fact, Remark
from hexapoda.errors import InvalidGameError
from hexapoda.text.sentence import sentence_from_json, sentence_json

__all__ = ["analysis_from_json", "analysis_json", "state_from_json", "state_json"]

_PLAIN = (
    "ply",
    "player",
    "move",
    "win_probability_before",
    "win_probability_after",
    "win_probability_loss",
    "loss",
    "missed_win",
    "allowed_win",
    "only",
    "ends",
)


def state_json(state: PassesState) -> dict[str, Any]:
    """Return the state as a JSON object."""
    return {
        "moves": [_move_json(state.moves[ply]) for ply in sorted(state.moves)],
        "known": {str(played): analysis_json(one) for played, one in sorted(state.known.items())},
        "deep": sorted(state.deep),
    }


def state_from_json(value: Any) -> PassesState:
    """Return the state that `state_json` wrote. Raises `InvalidGameError` if it is invalid."""
    try:
        moves = [_move(one) for one in value["moves"]]
        return PassesState(
            {move.ply: move for move in moves},
            {int(played): analysis_from_json(one) for played, one in value["known"].items()},
            {int(ply) for ply in value["deep"]},
        )
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise InvalidGameError(f"not the state of a review: {type(error).__name__}: {error}") from error


def _move_json(move: MoveReview) -> dict[str, Any]:
    return {
        **{name: getattr(move, name) for name in _PLAIN},
        "before": _value_json(move.before),
        "after": _value_json(move.after),
        "line": list(move.line),
        "judgment": move.judgment.value,
        "remarks": [_remark_json(remark) for remark in move.remarks],
        "reply": list(move.reply),
    }


def _move(value: Mapping[str, Any]) -> MoveReview:
    return MoveReview(
        **{name: value[name] for name in _PLAIN},
        before=_value(value["before"]),
        after=_value(value["after"]),
        line=tuple(map(str, value["line"])),
        judgment=Judgment(value["judgment"]),
        remarks=tuple(_remark(one) for one in value.get("remarks", ())),
        reply=tuple(map(str, value["reply"])),
    )


def _remark_json(remark: Remark) -> dict[str, Any]:
    return {
        "text": sentence_json(remark.text),
        "fact": {
            **asdict(remark.fact),
            "pieces": list(remark.fact.pieces),
            "cells": [list(cell) for cell in remark.fact.cells],
        },
        "line": list(remark.line),
        "good": remark.good,
    }


def _remark(value: Mapping[str, Any]) -> Remark:
    fact = value["fact"]
    if fact["gains"] not in (0, 1):
        raise ValueError(f"'gains' is {fact['gains']!r:.80}: expected player 0 or 1")
    return Remark(
        sentence_from_json(value["text"]),
        Fact(
            kind=str(fact["kind"]),
            gains=int(fact["gains"]),
            ply=int(fact["ply"]),
            pieces=tuple(map(str, fact["pieces"])),
            cells=tuple((int(column), int(row)) for column, row in fact["cells"]),
            count=None if fact["count"] is None else int(fact["count"]),
        ),
        tuple(map(str, value["line"])),
        bool(value["good"]),
    )


def analysis_json(analysis: PositionAnalysis) -> list[Any]:
    """Return an analysis as a JSON array: value, line, and score at each depth. `reply` is not stored."""
    return [_value_json(analysis.value), list(analysis.line), list(analysis.depths)]


def analysis_from_json(value: list[Any]) -> PositionAnalysis:
    """Return the analysis that `analysis_json` wrote. Raises `TypeError` or `ValueError` if it is invalid."""
    found, line, depths = value
    return PositionAnalysis(_value(found), tuple(map(str, line)), tuple(map(float, depths)))


def _value_json(value: Value) -> list[Any]:
    return [value.score, value.win_in, value.depth]


def _value(value: list[Any]) -> Value:
    score, win_in, depth = value
    return Value(score, win_in, depth)
