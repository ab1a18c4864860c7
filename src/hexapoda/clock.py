"""Time in a game: how long a player may think, and how much of that time is left.

`TimeControl` is data, and a `Clock` runs during one game: in the browser, in the terminal, in an engine match
or in a protocol session. In Python, the kinds of time control are defined only here. A new kind needs a field
of `TimeControl`, a pattern in `_TIME`, a format in `text` and a rule in `after_move`.
`web/static/words/clock.js` lists the times that the page offers, with their wording.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Self

from hexapoda.engine import Limit
from hexapoda.errors import InvalidGameError, UsageError

__all__ = ["MOST_SECONDS", "Clock", "TimeControl"]

_SECONDS = r"[0-9]+(?:\.[0-9]+)?"
_TIME = re.compile(rf"(?P<base>{_SECONDS})(?:\+(?P<increment>{_SECONDS}))?|(?P<time>{_SECONDS})s")
"""The groups are named after the fields of `TimeControl`."""
_DAYS = re.compile(r"(?P<days>[0-9]{1,3})d")
_DAY = 24 * 3600.0
_MOST_DAYS = 14
_LONGEST_GAME, _LONGEST_INCREMENT = 24 * 3600, 3600
"""The maximum time on a clock in the browser at the start, and the maximum increment, in seconds."""
MOST_SECONDS = 1e9
"""The longest time of a player in seconds, about 30 years: a system cannot wait for ever longer times."""
_SHORTEST = 0.01
"""The shortest time limit in seconds, even if less is left: with 0, some engines would not search at all."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How long a player may think: a time, nodes or depth per move, a clock, or a combination of these.

    Raises `UsageError` for invalid limits.
    """

    time: float | None = None
    """Seconds per move."""
    nodes: int | None = None
    depth: int | None = None
    base: float | None = None
    """Seconds on the clock at the start of the game; `increment` seconds are added after each move."""
    increment: float = 0.0
    days: int | None = None
    """Days per move, for correspondence games: the clock runs even while no page has the game open."""

    def __post_init__(self) -> None:
        whole = self.days is None or (isinstance(self.days, int) and self.days >= 1)
        if not whole or (self.days is not None and (self.base, self.time) != (None, None)):
            raise UsageError("days per move must be an integer from 1 up, without a clock or a time per move")
        Limit(self.time, self.depth, self.nodes)
        if self.base is not None and self.time is not None:
            raise UsageError("a time per move and a clock cannot be used together")
        if self.time is not None and self.time > MOST_SECONDS:
            raise UsageError(f"a time per move must be at most 1e9 seconds, not {self.time!r}")
        for name in ("base", "increment"):
            value = getattr(self, name)
            if value is not None and not 0 <= value <= MOST_SECONDS:
                least = "above 0" if name == "base" else "from 0"
                raise UsageError(
                    f"the {name} of a clock must be a number of seconds {least} up to 1e9, not {value!r}"
                )
        if self.base == 0:
            raise UsageError("the base time of a clock must be more than 0 seconds")

    @classmethod
    def parse(cls, text: str, *, days: bool = False) -> Self:
        """Parse a time: `60+1` or `60` for the game, `2s` for each move; with `days`, also `3d` for each
        move.

        Days are only for games in the browser, which outlive the process that plays them: an engine match or
        a game in the terminal cannot wait that long. Raises `UsageError` for any other text.
        """
        match = _DAYS.fullmatch(text.strip())
        if match is not None:
            if not days:
                raise UsageError(
                    f"{text!r}: days per move are only for games between two people in the browser"
                )
            return cls(days=int(match["days"]))
        match = _TIME.fullmatch(text.strip())
        if match is None:
            raise UsageError(
                f"{text!r} is not a clock: expected BASE+INCREMENT in seconds, such as 60+1, or 2s per move"
            )
        found: dict[str, Any] = {name: float(value) for name, value in match.groupdict().items() if value}
        return cls(**found)

    @classmethod
    def parse_online(cls, text: str) -> Self:
        """Parse the time of a game in the browser, days included. Raises `UsageError` as `parse` does, and
        for a time that is too short or too long for human players.
        """
        control = cls.parse(text, days=True)
        if control.days is not None:
            if control.days > _MOST_DAYS:
                raise UsageError(f"{text!r}: expected 1 to {_MOST_DAYS} days per move")
        elif not 1 <= Clock(control).left(0) <= _LONGEST_GAME or control.increment > _LONGEST_INCREMENT:
            raise UsageError(
                f"{text!r}: expected 1 to {_LONGEST_GAME} seconds, at most {_LONGEST_INCREMENT} more per move"
            )
        return control

    @classmethod
    def of(cls, limits: Mapping[str, Any]) -> Self:
        """Return the time control with these limits: `time`, `nodes` and `depth` as numbers or strings,
        `clock` as a string for `parse`; None means no limit. Raises `UsageError` for an invalid limit.
        """
        given = {name: value for name, value in limits.items() if value is not None}
        clock = given.pop("clock", None)
        control = cls() if clock is None else cls.parse(clock)
        if control.time is not None and "time" in given:
            raise UsageError("a time per move and a clock cannot be used together")
        numbers: dict[str, Any] = {name: _number(name, value) for name, value in given.items()}
        return replace(control, **numbers)

    @property
    def for_move(self) -> float | None:
        """Seconds for each move; None if the time is for the whole game, or unlimited."""
        return self.time if self.days is None else self.days * _DAY

    @property
    def text(self) -> str:
        """The time as `parse` reads it; empty if time is not limited."""
        if self.days is not None:
            return f"{self.days}d"
        if self.base is not None:
            return f"{self.base:.10g}+{self.increment:.10g}"
        return "" if self.time is None else f"{self.time:.10g}s"

    @property
    def values(self) -> str:
        """The limits, except `days`, as written after an engine's name: `time=2,nodes=1000`, `clock=60+1`."""
        limits = {"time": self.time, "nodes": self.nodes, "depth": self.depth}
        parts = [f"{name}={value:.10g}" for name, value in limits.items() if value is not None]
        return ",".join(parts if self.base is None else [*parts, f"clock={self.text}"])

    def __str__(self) -> str:
        parts = []
        if self.base is not None:
            parts.append(f"{self.text} s")
        if self.time is not None:
            parts.append(f"{self.time:g} s per move")
        if self.days is not None:
            parts.append(f"{self.days} day{'s' * (self.days != 1)} per move")
        if self.nodes is not None:
            parts.append(f"{self.nodes} node{'s' * (self.nodes != 1)} per move")
        if self.depth is not None:
            parts.append(f"depth {self.depth}")
        return ", ".join(parts)

    def after_move(self, left: float, seconds: float) -> float:
        """Return the seconds that a player with `left` seconds has after a move that took `seconds`."""
        for_move = self.for_move
        return max(left - seconds, 0.0) + self.increment if for_move is None else for_move

    def to_json(self) -> dict[str, Any]:
        """Return a JSON object with all fields; `days` only if set, so that older versions can read it."""
        fields = asdict(self)
        if self.days is None:
            del fields["days"]
        return fields

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        """Return the time control that `to_json` wrote."""
        return cls(**value)


def _number(name: str, value: Any) -> float:
    try:
        return float(value) if name == "time" else int(value)
    except ValueError:
        expected = "a number of seconds" if name == "time" else "an integer from 1 up"
        raise UsageError(f"{name}={value!r}: expected {expected}") from None


class Clock:
    """The clocks of both players in one game. A player's clock runs from `start` until `stop` or `pause`.
    Alternatively, the caller measures each move and deducts its time with `spend`. A clock restored from JSON
    is stopped, unless it `lasts` and was running.
    """

    def __init__(
        self,
        first: TimeControl,
        second: TimeControl | None = None,
        *,
        margin: float = 0.0,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`second`: the time control of player 1, by default the same as player 0's; `margin`: how many
        seconds late a player may be; `now`: a function that returns the time in seconds.
        """
        self.controls = (first, second or first)
        self.margin = margin
        limits = [control.base if control.for_move is None else control.for_move for control in self.controls]
        self._left = [math.inf if seconds is None else float(seconds) for seconds in limits]
        """The seconds that each player had left when the current move began."""
        self._spent = [0.0, 0.0]
        """The seconds that each player spent on the current move before the last pause."""
        self._moves = [0, 0]
        self._now = now
        self._running: tuple[int, float] | None = None

    @property
    def running(self) -> int | None:
        """The player whose clock is running; None if both are stopped."""
        return None if self._running is None else self._running[0]

    def left(self, player: int) -> float:
        """Return the seconds that a player has left, at least 0; infinity if time is not limited."""
        return max(self._left[player] - self._used(player), 0.0)

    def set_left(self, player: int, seconds: float) -> None:
        """Set the seconds that a player has left."""
        self._left[player], self._spent[player] = seconds, 0.0

    def limit(self, player: int, shortest: float = 0.0) -> Limit:
        """Return the engine's limit for the next move. With a clock or days per move, the time limit is a
        share of the time left plus 80% of the increment. The share grows from one thirtieth at the first move
        to one twelfth. The time limit is at most half of the time left, but at least `shortest`.
        """
        control, left = self.controls[player], self.left(player)
        if control.time is not None or left == math.inf:
            return Limit(control.time, control.depth, control.nodes)
        share = left / max(12, 30 - self._moves[player]) + 0.8 * control.increment
        seconds = max(min(share, left / 2), shortest, _SHORTEST)
        return Limit(seconds, control.depth, control.nodes, clock=left)

    def start(self, player: int) -> None:
        """Start the clock of `player` and pause the opponent's."""
        self.pause()
        self._running = (player, self._now())

    def pause(self) -> None:
        """Stop the running clock, if any, without ending the move."""
        if self._running is not None:
            player = self._running[0]
            self._spent[player], self._running = self._used(player), None

    def stop(self) -> float | None:
        """Stop the clock after a move and return the seconds that it took; None if no clock was running."""
        if self._running is None:
            return None
        player = self._running[0]
        self.pause()
        seconds = self._spent[player]
        self.spend(player, seconds)
        return seconds

    def spend(self, player: int, seconds: float) -> None:
        """End a move that took `seconds`. A player who ran out of time stays out of time."""
        self._spent[player] = seconds
        if not self._late(player):
            self.set_left(player, self.controls[player].after_move(self._left[player], seconds))
        self._moves[player] += 1

    def flagged(self) -> int | None:
        """Return the player who is out of time, or None."""
        return next((player for player in (0, 1) if self._late(player)), None)

    @property
    def lasts(self) -> bool:
        """Whether the clock keeps running while the game exists only as a file, as with days per move."""
        return self.controls[0].days is not None

    def to_json(self) -> dict[str, Any]:
        """Return a JSON object with the seconds left and player 0's time control. If the clock `lasts` and is
        running, the object also has the player whose clock is running, and the current time by `now`.
        """
        fields = {"left": [round(self.left(player), 3) for player in (0, 1)], **self.controls[0].to_json()}
        if self.lasts and self.running is not None:
            fields |= {"running": self.running, "at": round(self._now(), 3)}
        return fields

    @classmethod
    def from_json(cls, value: Mapping[str, Any], *, now: Callable[[], float] = time.monotonic) -> Self:
        """Restore a clock from the object that `to_json` returned; `now` is as in the constructor. Raises
        `InvalidGameError` if the object is damaged.
        """
        try:
            fields = dict(value)
            running, at = fields.pop("running", None), float(fields.pop("at", 0.0))
            if running not in (None, 0, 1) or isinstance(running, bool) or not math.isfinite(at):
                raise ValueError(f"running is {running!r} at {at!r}")
            first, second = (float(seconds) for seconds in fields.pop("left"))
            if not (0 <= first < math.inf and 0 <= second < math.inf):
                raise ValueError(f"left is {value['left']!r}")
            # Games saved by older versions have neither base nor time.
            usual = {} if "days" in fields else {"base": max(first, second, 1.0)}
            clock = cls(TimeControl.from_json(usual | fields), now=now)
            clock._left = [first, second]
            if running is not None:
                for_move = clock.controls[running].for_move or 0.0
                clock._left[running], clock._spent[running] = (
                    for_move,
                    max(for_move - clock._left[running], 0.0),
                )
                clock._running = (running, min(at, now()))  # after a reboot, `at` may be in the future
        except (KeyError, TypeError, ValueError) as error:
            raise InvalidGameError(f"the saved clock is damaged: {error}") from error
        return clock

    def _used(self, player: int) -> float:
        """Return the seconds that a player has spent on the current move."""
        if self._running is None or self._running[0] != player:
            return self._spent[player]
        return self._spent[player] + self._now() - self._running[1]

    def _late(self, player: int) -> bool:
        return self._used(player) >= self._left[player] + self.margin
