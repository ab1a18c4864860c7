"""`Replay`: stepping back and forward through the moves of a game without changing it."""

from __future__ import annotations

from typing import Any

__all__ = ["Replay"]


class Replay:
    """A place in a game: how many of its moves have been played."""

    def __init__(self, position: Any) -> None:
        """Stand at the end of the game that led to `position`."""
        self._end = position.copy()
        self._moves = list(self._end.moves)
        self._at = len(self._moves)

    @property
    def at(self) -> int:
        """How many of the moves have been played here."""
        return self._at

    @property
    def total(self) -> int:
        """How many moves the game has."""
        return len(self._moves)

    @property
    def at_end(self) -> bool:
        """Whether this is the end of the game."""
        return self._at == len(self._moves)

    @property
    def position(self) -> Any:
        """The position here, as a copy."""
        position = self._end.copy()
        for _ in range(len(self._moves) - self._at):
            position.pop()
        return position

    def step(self, plies: int) -> int:
        """Go forward, or back where `plies` is negative, as far as there are moves; returns how far."""
        before = self._at
        self._at = min(max(self._at + plies, 0), len(self._moves))
        return self._at - before
