"""`GameClock`: the clocks of a game with at least one human player, with an increment after each move.

Owns the seconds left. A clock runs from `start` to `stop` or `pause`. It can be saved at any time; a restored
clock is stopped. Time controls of engine matches are in `hexapoda.arena.clock`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from typing import Any

from hexapoda.errors import InvalidGameError, UsageError

__all__ = ["GameClock"]


class GameClock:
    """The seconds that players 0 and 1 have left."""

    def __init__(
        self, base: float, increment: float = 0.0, *, now: Callable[[], float] = time.monotonic
    ) -> None:
        """Give each player `base` seconds, plus `increment` after every move. Raises `UsageError`."""
        if not (isinstance(base, int | float) and math.isfinite(base) and base > 0):
            raise UsageError(f"the base time of a clock must be a positive number of seconds, not {base!r}")
        if not (isinstance(increment, int | float) and math.isfinite(increment) and increment >= 0):
            raise UsageError(
                f"the increment of a clock must be a number of seconds from 0 up, not {increment!r}"
            )
        self.base = float(base)
        self.increment = float(increment)
        self._left = [float(base), float(base)]
        self._before = list(self._left)
        """What each player had when the turn began."""
        self._now = now
        self._running: tuple[int, float] | None = None

    @property
    def running(self) -> int | None:
        """The player whose clock is running; None if both are stopped."""
        return None if self._running is None else self._running[0]

    def left(self, player: int) -> float:
        """Return the seconds that a player has left, at least 0."""
        spent = 0.0
        if self._running is not None and self._running[0] == player:
            spent = self._now() - self._running[1]
        return max(self._left[player] - spent, 0.0)

    def start(self, player: int) -> None:
        """Start the clock of `player` and pause the other one."""
        self.pause()
        self._running = (player, self._now())

    def pause(self) -> None:
        """Pause both clocks, without an increment."""
        if self._running is not None:
            player = self._running[0]
            self._left[player] = self.left(player)
            self._running = None

    def stop(self) -> float | None:
        """Stop the running clock after a move and add the increment. Return the seconds of the move; None if
        no clock was running.
        """
        if self._running is None:
            return None
        player = self._running[0]
        self.pause()
        spent = self._before[player] - self._left[player]
        if self._left[player] > 0:
            self._left[player] += self.increment
        self._before[player] = self._left[player]
        return spent

    def flagged(self) -> int | None:
        """Return the player who is out of time, or None."""
        return next((player for player in (0, 1) if self.left(player) <= 0), None)

    def to_json(self) -> dict[str, Any]:
        """Return a JSON object from which `from_json` makes an equal, stopped clock."""
        left = [round(self.left(player), 3) for player in (0, 1)]
        return {"left": left, "base": self.base, "increment": self.increment}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> GameClock:
        """Restore a clock from the object that `to_json` returned. Raises `InvalidGameError`."""
        try:
            first, second = (float(seconds) for seconds in value["left"])
            if not (0 <= first < math.inf and 0 <= second < math.inf):
                raise ValueError(f"left is {value['left']!r}")
            # Games saved by older versions have no base.
            clock = cls(float(value.get("base", max(first, second, 1.0))), float(value["increment"]))
            clock._left = [first, second]
            clock._before = [first, second]
        except (KeyError, TypeError, ValueError, UsageError) as error:
            raise InvalidGameError(f"the saved clock is damaged: {error}") from error
        return clock
