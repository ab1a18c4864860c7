"""Seeded random choices: the same seed and position give the same choice.

They do not depend on earlier calls, so that a game can be resumed, replayed or split over processes.
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
    """Seeded random choices for one engine."""

    def __init__(self, seed: int) -> None:
        """`seed` as `SEED` describes it. Raises `UsageError` for any other value."""
        SEED.check(seed)
        self._fixed = seed
        self._seed = seed
        self.new_game()

    def new_game(self) -> None:
        """Draw a new seed unless one is fixed."""
        if self._fixed < 0:
            self._seed = random.SystemRandom().randrange(2**31)

    @property
    def seed(self) -> int:
        """The seed in use, from 0 up."""
        return self._seed

    def choose(self, position: Position, moves: Sequence[Move]) -> Move:
        """Return one of `moves`, uniformly over all seeds. Raises `IndexError` without moves."""
        return self._random(position).choice(moves)

    def number(self, position: Position) -> int:
        """Return a random seed from 0 to 2^63 - 1 for a search in the core."""
        return self._random(position).getrandbits(63)

    def _random(self, position: Position) -> random.Random:
        # A text seed is hashed by the standard library in a way that no version of Python has changed;
        # the ply distinguishes repetitions of a position.
        return random.Random(f"{self._seed}/{position.ply}/{position.key}")
