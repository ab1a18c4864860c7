"""Ending games early: by the scores of the engines, and by the move cap.

`Adjudication` holds the settings, and an `Adjudicator` watches one game. Scores are in the engines' own
units, so choose thresholds that suit the engines. A proven win counts as higher than any score, a proven loss
as lower. A win or draw by score requires that both engines agree; a resignation requires only the scores of
the engine that resigns.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

from hexapoda.errors import UsageError
from hexapoda.record import Ending, MoveRecord

__all__ = ["Adjudication", "Adjudicator", "Verdict"]


@dataclass(frozen=True, slots=True)
class Adjudication:
    """When to end a game early. Raises `UsageError` for invalid numbers."""

    resign_score: float | None = None
    """An engine resigns if its score is at most minus this value for `resign_moves` of its moves in a row."""
    resign_moves: int = 3
    win_score: float | None = None
    """An engine wins if both engines put it at least this far ahead on their last `win_moves` moves each."""
    win_moves: int = 3
    draw_score: float | None = None
    """A game is a draw if the scores of each engine's last `draw_moves` moves are at most this far from 0."""
    draw_moves: int = 8
    draw_ply: int = 60
    """Draws are not adjudicated before this ply."""
    move_cap: int = 400
    """A game that is not over after this many plies is a draw."""

    def __post_init__(self) -> None:
        for name in ("resign_score", "win_score", "draw_score"):
            value = getattr(self, name)
            if value is not None and not (math.isfinite(value) and value >= 0):
                raise UsageError(f"the {name.replace('_', ' ')} must be a number from 0 up, not {value!r}")
        for name in ("resign_moves", "win_moves", "draw_moves", "move_cap"):
            if getattr(self, name) < 1:
                raise UsageError(f"{name.replace('_', ' ')} must be at least 1, not {getattr(self, name)}")

    def to_json(self) -> dict[str, Any]:
        """Return a JSON object with all fields."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a game ended, by the rules or otherwise."""

    winner: int | None
    ending: Ending
    detail: str


class Adjudicator:
    """Watches the moves of one game."""

    def __init__(self, rules: Adjudication) -> None:
        """`rules` say when to end the game."""
        self._rules = rules
        self._plies = 0
        self._losing = [0, 0]
        self._winning = [0, 0]
        self._level = [0, 0]
        self._hopeless = [0, 0]

    def add(self, player: int, move: MoveRecord) -> None:
        """Count a move by `player`; moves of the opening book count only as plies."""
        self._plies += 1
        if move.book:
            return
        score = _score(move)
        rules = self._rules
        lost = rules.resign_score is not None and score is not None and score <= -rules.resign_score
        behind = rules.win_score is not None and score is not None and score <= -rules.win_score
        ahead = rules.win_score is not None and score is not None and score >= rules.win_score
        level = rules.draw_score is not None and score is not None and abs(score) <= rules.draw_score
        for counts, now in (
            (self._hopeless, lost),
            (self._losing, behind),
            (self._winning, ahead),
            (self._level, level),
        ):
            counts[player] = counts[player] + 1 if now else 0

    def verdict(self) -> Verdict | None:
        """Return how the game ends now, or None if it continues."""
        rules = self._rules
        for player in (0, 1):
            if rules.resign_score is not None and self._hopeless[player] >= rules.resign_moves:
                detail = f"score at most {-rules.resign_score:g} for {rules.resign_moves} moves"
                return Verdict(1 - player, Ending.RESIGN, detail)
            if rules.win_score is not None and (
                min(self._winning[player], self._losing[1 - player]) >= rules.win_moves
            ):
                detail = f"both engines agree on a lead of {rules.win_score:g} for {rules.win_moves} moves"
                return Verdict(player, Ending.ADJUDICATED, detail)
        if (
            rules.draw_score is not None
            and self._plies >= rules.draw_ply
            and min(self._level) >= rules.draw_moves
        ):
            detail = f"both scores within {rules.draw_score:g} of 0 for {rules.draw_moves} moves"
            return Verdict(None, Ending.ADJUDICATED, detail)
        if self._plies >= rules.move_cap:
            return Verdict(None, Ending.MOVE_CAP, f"{rules.move_cap} plies")
        return None


def _score(move: MoveRecord) -> float | None:
    if move.win_in is not None:
        return math.inf if move.win_in > 0 else -math.inf
    return move.score
