"""`IterationReport`: what an iteration of a training run has done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

__all__ = ["LARGEST", "IterationReport", "iteration_report"]

LARGEST = 1e15
"""No number of a report is larger."""
_LEAST_SECONDS = 0.001
"""Times are written in whole milliseconds."""
_WHOLE = ("iteration", "games", "decisive", "positions")
_TIMES = ("self_play_seconds", "learning_seconds")
_OPTIONAL = ("policy_loss", "positions", *_TIMES)


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
    policy_loss: float | None
    """Mean cross-entropy, in nats; None for a network without a policy."""
    value_loss: float
    """Mean squared error."""
    positions: int | None = None
    """How many positions were searched in the games."""
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


def iteration_report(value: Mapping[str, Any], expected: int) -> IterationReport:
    """Return a report from what a file says; `expected` is its iteration. Raises `KeyError`, `TypeError` and
    `ValueError`.
    """
    found: dict[str, Any] = {"policy_loss": None}
    found |= {
        field.name: _number(field.name, value[field.name])
        for field in fields(IterationReport)
        if field.name not in _OPTIONAL or value.get(field.name) is not None
    }
    report = IterationReport(**found)
    if report.iteration != expected:
        raise ValueError(f"iteration {report.iteration}: expected {expected}")
    if report.games < 1:
        raise ValueError(f"games {report.games}: expected at least 1")
    if report.decisive > report.games:
        raise ValueError(f"{report.decisive} of {report.games} games are decisive")
    return report


def _number(name: str, value: Any) -> Any:
    whole = name in _WHOLE
    if type(value) is not int and (whole or type(value) is not float):
        raise ValueError(f"{name} {value!r:.40}: expected {'an integer' if whole else 'a number'}")
    if not 0 <= value <= LARGEST:
        raise ValueError(f"{name} {value!r:.40}: expected a number from 0 to 1e15")
    if name in _TIMES and 0 < value < _LEAST_SECONDS:
        raise ValueError(f"{name} {value!r:.40}: expected 0, or at least {_LEAST_SECONDS}")
    return value
