"""The ratings of the engines of a tournament or a rating list on one scale."""

from __future__ import annotations

from hexapoda.arena.scoreboard import Scoreboard
from hexapoda.arena.settings import MatchSettings
from hexapoda.arena.statistics import Encounter, Pentanomial, Rating, bradley_terry
from hexapoda.arena.statistics.elo import variance_ratio

__all__ = ["pool_ratings"]


def pool_ratings(settings: MatchSettings, board: Scoreboard, anchor: str | None = None) -> list[Rating]:
    """Return the ratings of all engines that have played, sorted by group and rating, the best first. The
    ratings of each group have mean 0. With an `anchor`, its group comes first, and the ratings and errors in
    this group are relative to the anchor.

    In a rating list, the list's own anchor replaces `anchor`. It has a fixed rating, which is also the mean
    of the other groups.
    """
    elo, names = 0.0, settings.names
    if settings.rating_list is not None:
        elo, fixed = settings.rating_list.elo, names[settings.rating_list.anchor]
        anchor = fixed if board.results(fixed).games else None
    encounters = []
    results = board.meetings()
    for one, other in settings.meetings:
        result = results.get((names[one], names[other]))
        if result is not None:
            pairs = Pentanomial(board.pentanomial(names[one], names[other]))
            ratio = variance_ratio(pairs) if pairs.games else 1.0
            encounters.append(Encounter(names[one], names[other], result.points, result.games, ratio))
    return bradley_terry(encounters, anchor, elo)
