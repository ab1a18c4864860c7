"""`IterationReport`: what an iteration of a training run has done."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

__all__ = ["IterationReport"]


@dataclass(frozen=True, slots=True)
class IterationReport:
    """What an iteration has done. Two reports that differ only in their times are equal.

    Runs of earlier versions have None where something was not measured.
    """

    iteration: int
    """From 1."""
    games: int
    decisive: int
    """Games with a winner."""
    plies: float
    """Mean length of the games."""
    policy_loss: float
    """Mean cross-entropy, in nats."""
    value_loss: float
    """Mean squared error."""
    positions: int | None = None
    """How many positions were searched in the games and are learned from."""
    self_play_seconds: float | None = field(default=None, compare=False)
    learning_seconds: float | None = field(default=None, compare=False)

    @property
    def games_per_hour(self) -> float | None:
        """The pace of self-play."""
        seconds = self.self_play_seconds
        return round(3600 * self.games / seconds, 1) if seconds else None

    @property
    def positions_per_second(self) -> float | None:
        """The pace of self-play, in positions that were searched."""
        seconds, positions = self.self_play_seconds, self.positions
        return round(positions / seconds, 1) if seconds and positions is not None else None

    def to_json(self) -> dict[str, Any]:
        """Return the report as a JSON object."""
        pace = {name: getattr(self, name) for name in ("games_per_hour", "positions_per_second")}
        return {"kind": "iteration", **asdict(self), **pace}
