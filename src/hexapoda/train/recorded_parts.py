"""`RecordedParts`: the order in which the positions of recorded games are learned, in parts."""

from __future__ import annotations

import numpy as np

from hexapoda.errors import UsageError
from hexapoda.train.recorded_games import RecordedGames
from hexapoda.train.run_settings import RunSettings
from hexapoda.train.samples import Samples

__all__ = ["RecordedParts"]

_HELD_OUT = 50
"""One game out of this many is only measured on."""
_MOST_HELD_OUT = 4096


class RecordedParts:
    """The order depends on the seed alone, so a run that is interrupted between two parts goes on as if it
    had not been.
    """

    SIZE = 4096
    """About how many positions a part has."""

    def __init__(self, games: RecordedGames, settings: RunSettings) -> None:
        """Raises `UsageError` if there are not two different games with positions: one to learn from, one to
        measure on.
        """
        self.games, self._seed, self._legal_only = games, settings.seed, settings.learner.legal_only
        numbers = np.flatnonzero(games.lengths)
        # A game that is there twice must not be learned from and held out.
        _, lines = np.unique(games.lines[numbers], return_inverse=True)
        different = int(lines.max(initial=-1)) + 1
        if different < 2:
            raise UsageError(
                "expected at least two different recorded games: one to learn from, one to measure on"
            )
        every = min(_HELD_OUT, different)
        held_out = lines % every == every - 1
        self._held_out = numbers[held_out]
        self._numbers = numbers[~held_out]
        self._all = int(games.lengths[self._numbers].sum())
        """Positions of the games that are learned from."""
        self.count = -(-settings.warm.positions // self.SIZE)
        """How many parts there are."""

    @property
    def learned_games(self) -> int:
        """How many games are learned from."""
        return len(self._numbers)

    def part(self, number: int) -> Samples:
        """Return the positions of a part, from 0. After the last game, the first ones come again in another
        order.
        """
        begin, end = number * self.SIZE, (number + 1) * self.SIZE
        chosen: list[int] = []
        for turn in range(begin // self._all, (end - 1) // self._all + 1):
            order = np.random.default_rng([self._seed, 3, turn]).permutation(self._numbers)
            lengths = self.games.lengths[order]
            starts = turn * self._all + np.cumsum(lengths) - lengths
            chosen += order[(starts >= begin) & (starts < end)].tolist()
        return self.games.samples(chosen, legal_only=self._legal_only)

    def random_samples(self, count: int, rng: np.random.Generator) -> Samples:
        """Return the positions of random games, at most `count`."""
        order = rng.permutation(self._numbers)
        enough = int(np.searchsorted(np.cumsum(self.games.lengths[order]), count)) + 1
        return self.games.samples(order[:enough].tolist(), legal_only=self._legal_only, most=count)

    def held_out(self) -> Samples:
        """Return positions of the games that are not learned from."""
        numbers = self._held_out.tolist()
        return self.games.samples(numbers, legal_only=self._legal_only, most=_MOST_HELD_OUT)
