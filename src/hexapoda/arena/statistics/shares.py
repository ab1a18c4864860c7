"""Results by side: `Shares` of draws and decisive games, and the value of the first move.

Counts results by side; `tally` counts them by player.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hexapoda.arena.statistics.counts import Pentanomial, Trinomial
from hexapoda.arena.statistics.elo import EloEstimate, elo_estimate
from hexapoda.record import GameRecord

__all__ = ["Shares", "shares_of"]


@dataclass(frozen=True)
class Shares:
    """Results by side.

    Attributes:
        results: the games that player 0, who usually moves first, won, drew and lost.
        pairs: complete pairs of games, by the points that player 0 of each game scored in both together.
        first_move: the advantage of moving first, estimated from the complete pairs, or from single games if
            there are none.
    """

    results: Trinomial
    pairs: Pentanomial
    first_move: EloEstimate

    @property
    def draws(self) -> float | None:
        """Share of drawn games; None without games."""
        return self.results.draws / self.results.games if self.results.games else None

    @property
    def decisive(self) -> float | None:
        """Share of games with a winner; None without games."""
        return None if self.draws is None else 1 - self.draws


def shares_of(records: Iterable[GameRecord]) -> Shares:
    """Return the shares over all games with a result. The records may come from a match, a tournament or any
    other source.

    A pair is games 2k and 2k + 1 of one event between the same two players. In a pair, each player moves
    first once, so their difference in strength almost cancels out.
    """
    scores: list[float] = []
    halves: dict[tuple[str, int, frozenset[str]], list[float]] = {}
    for record in records:
        score = record.score_of(0)
        if score is None:
            continue
        scores.append(score)
        if record.number >= 0:
            names = frozenset(player.name for player in record.players)
            halves.setdefault((record.event, record.number // 2, names), []).append(score)
    pairs = [0] * 5
    for half in halves.values():
        if len(half) == 2:
            pairs[round(2 * sum(half))] += 1
    results = Trinomial(scores.count(1.0), scores.count(0.5), scores.count(0.0))
    pentanomial = Pentanomial((pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]))
    return Shares(results, pentanomial, elo_estimate(pentanomial if pentanomial.units else results))
