"""Time in a match: how long an engine may search for a move, and whether it has lost on time.

Owns `TimeControl`, which is data, and `Clock`, which runs during one game. An engine gets a `Limit` for every
move. With a clock, this module divides base time and increment among the moves, so every engine can play with
a clock, whatever its protocol supports.
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
"""The shortest time limit in seconds, however little time is left: with zero some engines do not search."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How long an engine may think: a fixed time, nodes or depth per move, or a clock, or several of them.

    Raises `UsageError` for invalid limits. A time control without limits still has a margin and a patience.
    """

    time: float | None = None
    """Seconds per move."""
    nodes: int | None = None
    depth: int | None = None
    base: float | None = None
    """Seconds on the clock at the start of the game; `increment` seconds are added after each move."""
    increment: float = 0.0
    margin: float = 0.2
    """Seconds that an engine may be late before it loses on time."""
    patience: float = 30.0
    """Seconds to wait for an engine after its time is up, or in total if its time is not limited."""

    def __post_init__(self) -> None:
        Limit(self.time, self.depth, self.nodes)
        if self.base is not None and self.time is not None:
            raise UsageError("a time per move and a clock exclude each other")
        for name in ("base", "increment", "margin", "patience"):
            value = getattr(self, name)
            if value is not None and not (math.isfinite(value) and value >= 0):
                raise UsageError(f"the {name} of a time control must be seconds from 0 up, not {value!r}")
        if self.base == 0 or self.patience == 0:
            raise UsageError("the base time of a clock and the patience must be more than 0 seconds")

    @property
    def bounded(self) -> bool:
        """Whether anything limits a move."""
        return (self.time, self.nodes, self.depth, self.base) != (None,) * 4

    @property
    def values(self) -> str:
        """The limits as they are written in the text of an engine: `time=2,nodes=1000`, `clock=60+1`."""
        clock = None if self.base is None else f"{self.base:g}+{self.increment:g}"
        bounds = {"time": self.time, "nodes": self.nodes, "depth": self.depth, "clock": clock}
        return ",".join(
            f"{name}={value:.10g}" if isinstance(value, float) else f"{name}={value}"
            for name, value in bounds.items()
            if value is not None
        )

    def with_bounds(self, bounds: Mapping[str, str]) -> TimeControl:
        """Return a copy with only these limits, and the same margin and patience.

        `bounds` maps the names `time`, `nodes`, `depth` and `clock` to texts. Raises `UsageError` for a text
        that is not a valid limit.
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
            parts.append(f"{self.time:g} s per move")
        if self.nodes is not None:
            parts.append(f"{self.nodes} node{'s' * (self.nodes != 1)} per move")
        if self.depth is not None:
            parts.append(f"depth {self.depth}")
        return ", ".join(parts)

    def to_json(self) -> dict[str, Any]:
        """Return a JSON object with all fields."""
        return asdict(self)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> TimeControl:
        """Read the result of `to_json`."""
        return cls(**value)


def parse_clock(text: str) -> tuple[float, float]:
    """Parse `60+1` or `60`; return base and increment in seconds. Raises `UsageError` for other text."""
    match = _CLOCK.fullmatch(text.strip())
    if match is None:
        raise UsageError(f"{text!r} is not a clock: expected BASE+INCREMENT in seconds, such as 60+1")
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
        """`second` is the time control of player 1, by default that of player 0."""
        self._controls = (first, second or first)
        self._left = [control.base for control in self._controls]
        self._moves = [0, 0]

    def left(self, player: int) -> float | None:
        """Return the seconds left on a player's clock, or None without a clock."""
        return self._left[player]

    def allowed(self, player: int) -> float | None:
        """Return the seconds for the next move, without the margin; None if unlimited."""
        left = self._left[player]
        return self._controls[player].time if left is None else left

    def limit(self, player: int, shortest: float = _SHORTEST) -> Limit:
        """Return the engine's limit for the next move. With a clock, its time is a share of the time left,
        from one thirtieth at the start of the game to one twelfth later, plus most of the increment; but at
        most half of the time left, and at least `shortest`.
        """
        left = self._left[player]
        control = self._controls[player]
        time = control.time
        if left is not None:
            share = left / max(12, 30 - self._moves[player]) + 0.8 * control.increment
            time = max(min(share, left / 2), shortest, _SHORTEST)
        return Limit(time, control.depth, control.nodes, clock=left)

    def spend(self, player: int, seconds: float) -> None:
        """Take the `seconds` of a move off the clock. Raises `EngineTimeout` if they were too many."""
        allowed = self.allowed(player)
        if allowed is not None and seconds > allowed + self._controls[player].margin:
            raise EngineTimeout(f"took {seconds:.3f} s, but had {allowed:.3f} s left")
        left = self._left[player]
        if left is not None:
            self._left[player] = max(left - seconds, 0.0) + self._controls[player].increment
        self._moves[player] += 1
