"""Ratings of engines whose true rating is known."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from hexapoda.arena.ladder import LadderSettings
from hexapoda.arena.running_games import OnMoves
from hexapoda.arena.settings import MatchSettings
from hexapoda.record import Ending, GameRecord, PlayerRecord
from tests.arena.settings import small

RATINGS = (800.0, 1000.0, 1200.0, 1400.0, 1600.0)


def ladder(within: float = 50, games: int = 400) -> MatchSettings:
    engines = ["greedy", *(f"random:seed={k}" for k in range(len(RATINGS)))]
    return small(*engines, games=games, format="gauntlet", ladder=LadderSettings(RATINGS, within))


class Rated:
    """Plays games of engines whose true ratings are known. It asks for `ahead` games before it returns the
    first.
    """

    def __init__(
        self,
        elo: float,
        seed: int,
        stop: int = 10**9,
        ahead: int = 1,
        alike: bool = False,
        *,
        others: Sequence[float] = RATINGS,
        day: str = "",
    ) -> None:
        """`elo` is the rating of the first engine, `others` has those of the others. With `alike` both games
        of a pair end alike. After `stop` games it is interrupted. The games are played on `day`.
        """
        self._elo, self._dice, self._stop, self._ahead = (elo, *others), random.Random(seed), stop, ahead
        self._alike, self._won, self._date = alike, False, f"{day}T12:00:00Z" if day else ""
        self.numbers: list[int] = []
        self.met: Counter[frozenset[int]] = Counter()
        """How many games each two engines have played, by index."""

    def __call__(
        self,
        settings: MatchSettings,
        numbers: Iterable[int],
        concurrency: int,
        log: Path | None = None,
        on_moves: OnMoves | None = None,
    ) -> Iterator[GameRecord]:
        waiting: list[GameRecord] = []
        for number in numbers:
            if len(self.numbers) == self._stop:
                raise KeyboardInterrupt
            self.numbers.append(number)
            one, other = settings.pairing(number).players
            self.met[frozenset((one, other))] += 1
            low, high = sorted((one, other))
            share = 1 / (1 + 10 ** ((self._elo[high] - self._elo[low]) / 400))
            if not self._alike or number % 2 == 0:
                self._won = self._dice.random() < share
            names = PlayerRecord(settings.names[one]), PlayerRecord(settings.names[other])
            winner = 0 if (one == low) == self._won else 1
            end = Ending.NORMAL
            record = GameRecord("hive", "Base", names, (), winner, True, end, number=number, date=self._date)
            waiting.append(record)
            if len(waiting) == self._ahead:
                yield waiting.pop(0)
        yield from waiting
