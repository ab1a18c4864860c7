"""Counting records: `Tally`, the results of one player in a match.

Pairs the records: games 2k and 2k + 1 of a match are a pair, in which each player plays each side of one
opening once. `elo` and `sprt` evaluate the counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hexapoda.arena.statistics.counts import Counts, Pentanomial, Trinomial
from hexapoda.errors import UsageError
from hexapoda.record import GameRecord

__all__ = ["Tally", "tally_of"]


@dataclass(frozen=True)
class Tally:
    """The results of one player in a match.

    Attributes:
        pentanomial: pairs in which both games have a result.
        trinomial: all games that have a result.
        unpaired: games that have a result but are not in such a pair.
        unfinished: games without a result, which are counted nowhere else.
    """

    pentanomial: Pentanomial
    trinomial: Trinomial
    unpaired: Trinomial
    unfinished: int

    @property
    def counts(self) -> Counts:
        """The counts to estimate from: the pairs, or the single games if no pair is complete."""
        return self.pentanomial if self.pentanomial.units else self.trinomial


def tally_of(records: Iterable[GameRecord], player: str | None = None) -> Tally:
    """Count the results of `player`, by name, in the games of one match between two players.

    Without a name, or if both players have that name, count for the player who moved first in even-numbered
    games and second in odd-numbered games. Games with a negative number are unpaired; in those, count for the
    player who moved first. Raises `UsageError` for a duplicate number and for a game without the player.
    """
    scores: dict[int, float | None] = {}
    loose: list[float | None] = []
    for record in records:
        score = record.score_of(_seat(record, player))
        if record.number < 0:
            loose.append(score)
        elif record.number in scores:
            raise UsageError(f"game number {record.number} occurs twice: expected the games of one match")
        else:
            scores[record.number] = score
    pairs = [0] * 5
    unpaired = [score for score in loose if score is not None]
    for pair in sorted({number // 2 for number in scores}):
        done = [s for s in (scores.get(2 * pair), scores.get(2 * pair + 1)) if s is not None]
        if len(done) == 2:
            pairs[round(2 * sum(done))] += 1
        else:
            unpaired += done
    finished = [s for s in (*scores.values(), *loose) if s is not None]
    return Tally(
        pentanomial=Pentanomial((pairs[0], pairs[1], pairs[2], pairs[3], pairs[4])),
        trinomial=_trinomial(finished),
        unpaired=_trinomial(unpaired),
        unfinished=len(scores) + len(loose) - len(finished),
    )


def _seat(record: GameRecord, player: str | None) -> int:
    names = (record.players[0].name, record.players[1].name)
    if player is None or names == (player, player):
        return record.number % 2 if record.number >= 0 else 0
    if player not in names:
        raise UsageError(
            f"player {player!r} is not in game {record.number} of {names[0]!r} against {names[1]!r}"
        )
    return names.index(player)


def _trinomial(scores: list[float]) -> Trinomial:
    return Trinomial(scores.count(1.0), scores.count(0.5), scores.count(0.0))
