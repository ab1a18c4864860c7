"""Points and ratings of the players in the store, for the list of players and for cross tables.

The store counts the games and `hexapoda.arena.statistics` rates the players. Neither imports the other, so
this module passes the counts on. It prints nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexapoda.arena.statistics import Rating
    from hexapoda.storage import Meeting

__all__ = ["Standing", "rated", "standings"]

_Key = tuple[str, str]


@dataclass(slots=True)
class Standing:
    """A player's finished games.

    Attributes:
        name, engine: the player.
        label: the name, with the engine if several players have the same name.
        wins, draws, losses: the totals.
        met: the half points and the games against each opponent, by label.
    """

    name: str
    engine: str
    label: str
    wins: int = 0
    draws: int = 0
    losses: int = 0
    met: dict[str, tuple[int, int]] = field(default_factory=dict)

    def add(self, other: str, wins: int, draws: int, losses: int) -> None:
        """Add games against the player with the label `other`."""
        self.wins += wins
        self.draws += draws
        self.losses += losses
        halves, games = self.met.get(other, (0, 0))
        self.met[other] = (halves + 2 * wins + draws, games + wins + draws + losses)

    @property
    def games(self) -> int:
        """The number of finished games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """One for a win, a half for a draw."""
        return self.wins + self.draws / 2

    @property
    def score(self) -> float:
        """Points per game."""
        return self.points / self.games


def standings(meetings: Iterable[Meeting]) -> list[Standing]:
    """Return the players by points, score and name. Games of a player against itself do not count."""
    met = [one for one in meetings if one.first != one.second]
    labels = _labels({player for one in met for player in (one.first, one.second)})
    found = {key: Standing(*key, label) for key, label in labels.items()}
    for _, first, second, wins, draws, losses in met:
        one, other = found[first], found[second]
        one.add(other.label, wins, draws, losses)
        other.add(one.label, losses, draws, wins)
    return sorted(found.values(), key=lambda player: (-player.points, -player.score, player.label))


def rated(players: Iterable[Standing]) -> dict[str, Rating]:
    """Return the ratings by label: groups of players linked by games, largest first, each best first."""
    from hexapoda.arena.statistics import Encounter, bradley_terry

    encounters = [
        Encounter(player.label, other, halves / 2, games)
        for player in players
        for other, (halves, games) in player.met.items()
        if player.label < other  # each pair once
    ]
    return {rating.name: rating for rating in bradley_terry(encounters)}


def _labels(keys: Iterable[_Key]) -> Mapping[_Key, str]:
    keys = sorted(keys)
    names = Counter(name for name, _ in keys)
    return {
        (name, engine): name if name and names[name] == 1 else f"{name} ({engine})" if name else engine
        for name, engine in keys
    }
