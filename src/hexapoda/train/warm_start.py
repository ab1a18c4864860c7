"""`WarmStart`: what a network learns from recorded games before it plays itself, in parts."""

from __future__ import annotations

import numpy as np

from hexapoda.errors import UsageError
from hexapoda.train.recorded_games import RecordedGames
from hexapoda.train.run_settings import RunSettings
from hexapoda.train.samples import Samples

__all__ = ["PART", "WarmStart"]

PART = 4096
"""About how many positions of a part."""
_HELD_OUT = 50
"""One game out of this many is only measured on."""
_MOST_HELD_OUT = 4096


class WarmStart:
    """The order in which the positions of recorded games are learned. It depends on the seed alone, so a run
    that is interrupted between two parts goes on as if it had not been.
    """

    def __init__(self, games: RecordedGames, settings: RunSettings) -> None:
        """Raises `UsageError` if no game has a position."""
        self.games, self._seed, self._legal_only = games, settings.seed, settings.learner.legal_only
        numbers = np.flatnonzero(games.lengths)
        held_out = np.zeros(len(numbers), np.bool_)
        held_out[_HELD_OUT - 1 :: _HELD_OUT] = True
        self._held_out = numbers[held_out]
        self._numbers = numbers[~held_out]
        if not len(self._numbers):
            raise UsageError("no recorded game has a position to learn from")
        self._all = int(games.lengths[self._numbers].sum())
        """Positions of all games."""
        self.parts = -(-settings.warm.positions // PART)

    @property
    def learned_games(self) -> int:
        """How many games are learned from."""
        return len(self._numbers)

    def part(self, number: int) -> Samples:
        """Return the positions of a part, from 0. After the last game, the first ones come again in another
        order.
        """
        begin, end = number * PART, (number + 1) * PART
        chosen: list[int] = []
        for turn in range(begin // self._all, (end - 1) // self._all + 1):
            order = np.random.default_rng([self._seed, 3, turn]).permutation(self._numbers)
            lengths = self.games.lengths[order]
            starts = turn * self._all + np.cumsum(lengths) - lengths
            chosen += order[(starts >= begin) & (starts < end)].tolist()
        return self.games.samples(chosen, legal_only=self._legal_only)

    def drawn(self, count: int, rng: np.random.Generator) -> Samples:
        """Return the positions of random games, at most `count`."""
        order = rng.permutation(self._numbers)
        enough = int(np.searchsorted(np.cumsum(self.games.lengths[order]), count)) + 1
        return self.games.samples(order[:enough].tolist(), legal_only=self._legal_only, most=count)

    def held_out(self) -> Samples:
        """Return positions of the games that are not learned from."""
        numbers = self._held_out.tolist()
        return self.games.samples(numbers, legal_only=self._legal_only, most=_MOST_HELD_OUT)
