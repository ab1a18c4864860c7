"""The state of a review as JSON, from which it goes on after an interruption.

Owns the form. It is no file format for people: `review_tree` writes those.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexapoda.analysis.position_analysis import PositionAnalysis
from hexapoda.analysis.review_judgment import Judgment
from hexapoda.analysis.review_move import MoveReview
from hexapoda.analysis.review_passes import PassesState
from hexapoda.analysis.review_value import Value
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
    """Return the state that `state_json` wrote. Raises `InvalidGameError`."""
    try:
        moves = [_move(one) for one in value["moves"]]
        return PassesState(
            {move.ply: move for move in moves},
            {int(played): analysis_from_json(one) for played, one in value["known"].items()},
            {int(ply) for ply in value["deep"]},
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InvalidGameError(f"not the state of a review: {type(error).__name__}: {error}") from error


def _move_json(move: MoveReview) -> dict[str, Any]:
    return {
        **{name: getattr(move, name) for name in _PLAIN},
        "before": _value_json(move.before),
        "after": _value_json(move.after),
        "line": list(move.line),
        "judgment": move.judgment.value,
        "reason": sentence_json(move.reason),
        "reply": list(move.reply),
    }


def _move(value: Mapping[str, Any]) -> MoveReview:
    return MoveReview(
        **{name: value[name] for name in _PLAIN},
        before=_value(value["before"]),
        after=_value(value["after"]),
        line=tuple(map(str, value["line"])),
        judgment=Judgment(value["judgment"]),
        reason=sentence_from_json(value["reason"]),
        reply=tuple(map(str, value["reply"])),
    )


def analysis_json(analysis: PositionAnalysis) -> list[Any]:
    """Return the value, the line and the scores at each depth as JSON."""
    return [_value_json(analysis.value), list(analysis.line), list(analysis.depths)]


def analysis_from_json(value: list[Any]) -> PositionAnalysis:
    """Return the analysis that `analysis_json` wrote. Raises `TypeError`, `ValueError`."""
    found, line, depths = value
    return PositionAnalysis(_value(found), tuple(map(str, line)), tuple(map(float, depths)))


def _value_json(value: Value) -> list[Any]:
    return [value.score, value.win_in, value.depth]


def _value(value: list[Any]) -> Value:
    score, win_in, depth = value
    return Value(score, win_in, depth)
