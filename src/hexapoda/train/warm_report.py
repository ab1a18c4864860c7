"""`WarmReport`: what the warm start of a training run has done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from hexapoda.train.iteration_report import LARGEST

__all__ = ["WarmReport", "warm_report"]


@dataclass(frozen=True, slots=True)
class WarmReport:
    """What a warm start has done. Two reports that differ only in their time are equal."""

    games: int
    """Recorded games that were learned from."""
    left_out: int
    """Games of another variant or with other rules, and those that are not playable by them."""
    positions: int
    policy_loss: float
    """Cross-entropy, in nats, on games that were held out."""
    value_loss: float
    """Squared error on games that were held out."""
    predicted: float
    """In which share of their positions the move that was played is the network's first choice, 0 to 1."""
    seconds: float = field(default=0.0, compare=False)

    def to_json(self) -> dict[str, Any]:
        """Return the report as a JSON object."""
        return {"kind": "warm_start", **asdict(self)}


def warm_report(value: Mapping[str, Any]) -> WarmReport:
    """Return a report from what a file says. Raises `KeyError`, `TypeError` and `ValueError`."""
    found = {one.name: value[one.name] for one in fields(WarmReport)}
    for name, number in found.items():
        whole = name in ("games", "left_out", "positions")
        if type(number) is not int and (whole or type(number) is not float):
            raise ValueError(f"{name} {number!r:.40}: expected {'an integer' if whole else 'a number'}")
        share = name == "predicted"
        if not 0 <= number <= (1 if share else LARGEST):
            raise ValueError(f"{name} {number!r:.40}: expected a number from 0 to {1 if share else '1e15'}")
    return WarmReport(**found)
