"""Time in a match: what an engine is given for a move, and when it has overstepped.

Owns `TimeControl`, which is data, and `Clock`, which runs during one game. Engines are told a `Limit` a
move; a clock of base time and increment is shared out over the moves here, so that every engine, whatever
its protocol knows, plays by the same clock.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, TypeVar

from hexapoda.engine import Limit
from hexapoda.errors import EngineTimeout, UsageError

__all__ = ["Clock", "TimeControl", "parse_clock"]

_CLOCK = re.compile(r"([0-9]+(?:\.[0-9]+)?)(?:\+([0-9]+(?:\.[0-9]+)?))?")
_SHORTEST = 0.01
"""Seconds an engine is told at least, however little is left: zero asks some for no search at all."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How long an engine may think: a fixed time, nodes or depth a move, or a clock, or several of them.

    Raises `UsageError` when a bound makes no sense. One without bounds still has a margin and a patience.
    """

    time: float | None = None
    """Seconds a move."""
    nodes: int | None = None
    depth: int | None = None
    base: float | None = None
    """Seconds for the whole game; with it, `increment` seconds are added after each move."""
    increment: float = 0.0
    margin: float = 0.2
    """Seconds that an engine may be late, for the noise of the machine."""
    patience: float = 30.0
    """Seconds after its time, or in all where time is not limited, that an engine is waited for."""

    def __post_init__(self) -> None:
        Limit(self.time, self.depth, self.nodes)
        if self.base is not None and self.time is not None:
            raise UsageError("a time a move and a clock exclude each other")
        for name in ("base", "increment", "margin", "patience"):
            value = getattr(self, name)
            if value is not None and not (math.isfinite(value) and value >= 0):
                raise UsageError(f"the {name} of a time control must be seconds from 0 up, not {value!r}")
        if self.base == 0 or self.patience == 0:
            raise UsageError("the base time of a clock and the patience must be more than 0 seconds")

    @property
    def bounded(self) -> bool:
        """Whether anything bounds a move."""
        return (self.time, self.nodes, self.depth, self.base) != (None,) * 4

    @property
    def values(self) -> str:
        """The bounds as ENGINE texts have them: `time=2,nodes=1000`, `clock=60+1`."""
        clock = None if self.base is None else f"{self.base:g}+{self.increment:g}"
        bounds = {"time": self.time, "nodes": self.nodes, "depth": self.depth, "clock": clock}
        return ",".join(
            f"{name}={value:.10g}" if isinstance(value, float) else f"{name}={value}"
            for name, value in bounds.items()
            if value is not None
        )

    def with_bounds(self, bounds: Mapping[str, str]) -> TimeControl:
        """These bounds in place of all others, with the same margin and patience.

        `bounds` are texts by the names `time`, `nodes`, `depth` and `clock`. Raises `UsageError`.
        """
        base, increment = parse_clock(bounds["clock"]) if "clock" in bounds else (None, 0.0)
        return TimeControl(
            time=_number("time", bounds.get("time"), float, "a number of seconds"),
            nodes=_number("nodes", bounds.get("nodes"), int, "an integer from 1 up"),
            depth=_number("depth", bounds.get("depth"), int, "an integer from 1 up"),
            base=base,
            increment=increment,
            margin=self.margin,
            patience=self.patience,
        )

    def __str__(self) -> str:
        parts = []
        if self.base is not None:
            parts.append(f"{self.base:g}+{self.increment:g} s")
        if self.time is not None:
            parts.append(f"{self.time:g} s a move")
        if self.nodes is not None:
            parts.append(f"{self.nodes} node{'s' * (self.nodes != 1)} a move")
        if self.depth is not None:
            parts.append(f"depth {self.depth}")
        return ", ".join(parts)

    def to_json(self) -> dict[str, Any]:
        """A JSON object of everything."""
        return asdict(self)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> TimeControl:
        """What `to_json` made."""
        return cls(**value)


def parse_clock(text: str) -> tuple[float, float]:
    """Base and increment in seconds of `60+1` or `60`. Raises `UsageError` for another text."""
    match = _CLOCK.fullmatch(text.strip())
    if match is None:
        raise UsageError(f"{text!r} is no clock: expected BASE+INCREMENT in seconds, such as 60+1")
    return float(match[1]), float(match[2] or 0)


_Number = TypeVar("_Number", int, float)


def _number(name: str, text: str | None, kind: Callable[[str], _Number], expected: str) -> _Number | None:
    if text is None:
        return None
    try:
        return kind(text)
    except ValueError:
        raise UsageError(f"{name}={text!r}: expected {expected}") from None


class Clock:
    """The clocks of both players in one game."""

    def __init__(self, first: TimeControl, second: TimeControl | None = None) -> None:
        """What player 0 is given, and player 1 where that is something else."""
        self._controls = (first, second or first)
        self._left = [control.base for control in self._controls]
        self._moves = [0, 0]

    def left(self, player: int) -> float | None:
        """Seconds left on a player's clock, or None when there is none."""
        return self._left[player]

    def allowed(self, player: int) -> float | None:
        """Seconds the coming move may take before the player oversteps, margin not counted; None: any."""
        left = self._left[player]
        return self._controls[player].time if left is None else left

    def limit(self, player: int, shortest: float = _SHORTEST) -> Limit:
        """What the engine is told for the coming move.

        Of a clock it is told a share: what is left over 30 moves at the start and 12 later, and most of the
        increment, but never more than half of what is left, nor less than the `shortest` time it knows.
        """
        left = self._left[player]
        control = self._controls[player]
        time = control.time
        if left is not None:
            share = left / max(12, 30 - self._moves[player]) + 0.8 * control.increment
            time = max(min(share, left / 2), shortest, _SHORTEST)
        return Limit(time, control.depth, control.nodes, clock=left)

    def spend(self, player: int, seconds: float) -> None:
        """Count a move that took `seconds`. Raises `EngineTimeout` when that was too long."""
        allowed = self.allowed(player)
        if allowed is not None and seconds > allowed + self._controls[player].margin:
            raise EngineTimeout(f"took {seconds:.3f} s where {allowed:.3f} s were left")
        left = self._left[player]
        if left is not None:
            self._left[player] = max(left - seconds, 0.0) + self._controls[player].increment
        self._moves[player] += 1
