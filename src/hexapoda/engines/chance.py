"""Seeded chance for engines: the same seed and the same position give the same choice.

The choice does not depend on what was asked before, so that a game can be resumed, replayed or split over
processes and still be the same game.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from hexapoda.engine import Option
from hexapoda.games import Move, Position

__all__ = ["SEED", "Chance"]

SEED = Option(
    "seed", "int", default=-1, min=-1, max=2**31 - 1, summary="same seed, same moves; -1: a new one each game"
)


class Chance:
    """Chooses among moves by a seed."""

    def __init__(self, seed: int) -> None:
        """`seed` as `SEED` describes it. Raises `UsageError` for any other value."""
        SEED.check(seed)
        self._fixed = seed
        self._seed = seed
        self.new_game()

    def new_game(self) -> None:
        """Draw a fresh seed when none was fixed."""
        if self._fixed < 0:
            self._seed = random.SystemRandom().randrange(2**31)

    @property
    def seed(self) -> int:
        """The seed in use, from 0 up."""
        return self._seed

    def choose(self, position: Position, moves: Sequence[Move]) -> Move:
        """One of `moves`, all equally likely over many seeds. Raises `IndexError` when there are none."""
        return self._random(position).choice(moves)

    def number(self, position: Position) -> int:
        """A number from 0 to 2^63 - 1 that begins the chance of a search in the core."""
        return self._random(position).getrandbits(63)

    def _random(self, position: Position) -> random.Random:
        # A text seed is hashed by the standard library in a way that no version of Python has changed;
        # the number of the ply tells repetitions of a position apart.
        return random.Random(f"{self._seed}/{position.ply}/{position.key}")
