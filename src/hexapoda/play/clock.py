"""`GameClock`: the clocks of two people, or of a person and an engine, with what is added after each move.

Owns the seconds left. It measures between `start` and `stop`, and what it knows can be written and read back
while it stands still. Time controls of matches between engines are `hexapoda.arena.clock`'s.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from typing import Any

from hexapoda.errors import InvalidGameError, UsageError

__all__ = ["GameClock"]


class GameClock:
    """Seconds left of players 0 and 1."""

    def __init__(
        self, base: float, increment: float = 0.0, *, now: Callable[[], float] = time.monotonic
    ) -> None:
        """`base` seconds each, and `increment` more after every move. Raises `UsageError`."""
        for name, value, least in (("base", base, 0.0), ("increment", increment, -1.0)):
            if not (isinstance(value, int | float) and math.isfinite(value) and value > least):
                raise UsageError(f"the {name} of a clock must be a number of seconds, not {value!r}")
        if increment < 0:
            raise UsageError(f"the increment of a clock must be a number of seconds, not {increment!r}")
        self.increment = float(increment)
        self._left = [float(base), float(base)]
        self._now = now
        self._running: tuple[int, float] | None = None

    @property
    def running(self) -> int | None:
        """Whose clock runs; None while both stand still."""
        return None if self._running is None else self._running[0]

    def left(self, player: int) -> float:
        """Seconds left to a player, 0 when they are used up."""
        spent = 0.0
        if self._running is not None and self._running[0] == player:
            spent = self._now() - self._running[1]
        return max(self._left[player] - spent, 0.0)

    def start(self, player: int) -> None:
        """Let the clock of a player run, and the other one stand still."""
        self.pause()
        self._running = (player, self._now())

    def pause(self) -> None:
        """Let both clocks stand still; nothing is added."""
        if self._running is not None:
            player = self._running[0]
            self._left[player] = self.left(player)
            self._running = None

    def stop(self) -> None:
        """The player whose clock runs has moved: it stands still and gets the increment."""
        if self._running is not None:
            player = self._running[0]
            self.pause()
            if self._left[player] > 0:
                self._left[player] += self.increment

    def flagged(self) -> int | None:
        """The player whose time is used up; None when nobody's is."""
        return next((player for player in (0, 1) if self.left(player) <= 0), None)

    def to_json(self) -> dict[str, Any]:
        """A JSON object from which `from_json` makes an equal clock that stands still."""
        return {"left": [round(self.left(0), 3), round(self.left(1), 3)], "increment": self.increment}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> GameClock:
        """What `to_json` made. Raises `InvalidGameError`."""
        try:
            first, second = (float(seconds) for seconds in value["left"])
            if not (0 <= first < math.inf and 0 <= second < math.inf):
                raise ValueError(f"no seconds left: {value['left']!r}")
            clock = cls(1.0, float(value["increment"]))
            clock._left = [first, second]
        except (KeyError, TypeError, ValueError, UsageError) as error:
            raise InvalidGameError(f"the saved clock is damaged: {error}") from error
        return clock
