"""Points and ratings of the players in the store, for the list of players and for cross tables.

The store counts the games, and `hexapoda.arena.statistics` rates the players. Neither imports the other, so
this module passes the counts from one to the other. It prints nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexapoda.arena.statistics import Rating
    from hexapoda.storage import Meetings

__all__ = ["Standing", "rated", "results", "standings"]

_Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Standing:
    """The results of a player's finished games.

    Attributes:
        name, engine: identify the player. One of them may be empty.
        label: the name, with the engine if several players have the same name; only the engine if the name is
            empty.
        wins, draws, losses: the totals.
    """

    name: str
    engine: str
    label: str
    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """The number of finished games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """The points: 1 for a win, 1/2 for a draw."""
        return self.wins + self.draws / 2

    @property
    def score(self) -> float:
        """The points per game."""
        return self.points / self.games


def standings(met: Meetings) -> list[Standing]:
    """Return the players, ordered by points, then by score and label. Games of a player against itself do not
    count.
    """
    import numpy as np

    totals = np.zeros((len(met.players), 3), int)
    others = met.first != met.second
    of_first = np.stack((met.wins, met.draws, met.losses), 1)[others]
    np.add.at(totals, met.first[others], of_first)
    np.add.at(totals, met.second[others], of_first[:, ::-1])
    rows = zip(met.players, _labels(met), totals.tolist(), strict=True)
    found = [Standing(*player, label, *total) for player, label, total in rows if any(total)]
    return sorted(found, key=lambda player: (-player.points, -player.score, player.label))


def results(met: Meetings) -> dict[tuple[str, str], tuple[int, int]]:
    """Return, for each pair of labels, the half points that the first player scored against the second, and
    the number of games between them.
    """
    found: dict[tuple[str, str], tuple[int, int]] = {}
    labels = _labels(met)
    columns = (met.first, met.second, met.wins, met.draws, met.losses)
    for first, second, wins, draws, losses in zip(*(one.tolist() for one in columns), strict=True):
        if first != second:
            number = wins + draws + losses
            for one, other, half in ((first, second, 2 * wins + draws), (second, first, 2 * losses + draws)):
                halves, games = found.get((labels[one], labels[other]), (0, 0))
                found[labels[one], labels[other]] = (halves + half, games + number)
    return found


def rated(met: Meetings) -> dict[str, Rating]:
    """Return the ratings by label. Players linked by games form a group. Larger groups come first, and in
    each group the players with higher ratings.
    """
    import numpy as np

    from hexapoda.arena.statistics.bradley_terry import Pool, rated_pool

    others = met.first != met.second
    first, second = met.first[others], met.second[others]
    there = np.unique(np.concatenate((first, second)))
    labels = np.array(_labels(met), object)[there]
    order = np.argsort(labels)
    place = np.empty(len(met.players), int)
    place[there[order]] = np.arange(len(there))
    score = (met.wins + met.draws / 2)[others]
    games = (met.wins + met.draws + met.losses)[others]
    pool = Pool(labels[order].tolist(), place[first], place[second], score, games)
    return {rating.name: rating for rating in rated_pool(pool)}


def _labels(met: Meetings) -> Sequence[str]:
    """Return the labels of the players: see `Standing`."""
    names = Counter(name for name, _ in met.players)
    return [
        name if name and names[name] == 1 else f"{name} ({engine})" if name else engine
        for name, engine in met.players
    ]
