"""`Replay`: stepping through the moves of a game without changing it."""

from __future__ import annotations

from typing import Any

__all__ = ["Replay"]


class Replay:
    """A cursor into the moves of a game."""

    def __init__(self, position: Any) -> None:
        """Start at the end of the game that led to `position`."""
        self._end = position.copy()
        self._moves = list(self._end.moves)
        self._at = len(self._moves)

    @property
    def at(self) -> int:
        """The number of moves before the cursor."""
        return self._at

    @property
    def total(self) -> int:
        """The number of moves in the game."""
        return len(self._moves)

    @property
    def at_end(self) -> bool:
        """Whether the cursor is at the end of the game."""
        return self._at == len(self._moves)

    @property
    def position(self) -> Any:
        """A copy of the position at the cursor."""
        position = self._end.copy()
        for _ in range(len(self._moves) - self._at):
            position.pop()
        return position

    def step(self, plies: int) -> int:
        """Move the cursor by `plies` (negative: back), but not beyond either end. Return how far it moved."""
        before = self._at
        self._at = min(max(self._at + plies, 0), len(self._moves))
        return self._at - before
