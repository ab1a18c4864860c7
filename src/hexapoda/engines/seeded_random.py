"""Seeded random choices: the same seed and position give the same choice.

A choice does not depend on earlier calls, so a game can be resumed, replayed or split across processes.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from hexapoda.engine import Option
from hexapoda.games import Move, Position

__all__ = ["SEED", "SeededRandom"]

SEED = Option(
    "seed",
    "int",
    default=-1,
    min=-1,
    max=2**31 - 1,
    summary="sets the random choices; -1: a new seed for each game",
)


class SeededRandom:
    """The random choices of one engine."""

    def __init__(self, seed: int) -> None:
        """`seed` is a value of the option `SEED`. Raises `UsageError` for any other value."""
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
        """The seed in use, 0 or more."""
        return self._seed

    def choose(self, position: Position, moves: Sequence[Move]) -> Move:
        """Return one of `moves`, each with equal probability. Raises `IndexError` if there are none."""
        return self._generator(position).choice(moves)

    def draw(self, position: Position, moves: Sequence[Move], weights: Sequence[float]) -> Move:
        """Return one of `moves`, with probabilities in proportion to `weights`. At least one weight must be
        above 0.
        """
        [move] = self._generator(position).choices(moves, weights)
        return move

    def search_seed(self, position: Position) -> int:
        """Return a seed for a search in the core, from 0 to 2^63 - 1."""
        return self._generator(position).getrandbits(63)

    def _generator(self, position: Position) -> random.Random:
        # Every version of Python hashes a string seed in the same way. The ply distinguishes repetitions of a
        # position.
        return random.Random(f"{self._seed}/{position.ply}/{position.key}")
