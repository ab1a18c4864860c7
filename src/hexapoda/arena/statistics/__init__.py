"""Statistics of game results: counts, Elo with bounds, sequential tests, ratings, and shares of results.

Everything here is a pure function of counts or records. docs/explanation/statistics.md explains the figures
and gives the measured coverage of the intervals.
"""

from hexapoda.arena.statistics.bradley_terry import Encounter, Rating, bradley_terry
from hexapoda.arena.statistics.counts import Counts, Pentanomial, Trinomial
from hexapoda.arena.statistics.elo import EloEstimate, elo_estimate, elo_of_score, score_of_elo
from hexapoda.arena.statistics.shares import Shares, shares_of
from hexapoda.arena.statistics.sprt import Sprt
from hexapoda.arena.statistics.tally import Tally, tally_of

__all__ = [
    "Counts",
    "EloEstimate",
    "Encounter",
    "Pentanomial",
    "Rating",
    "Shares",
    "Sprt",
    "Tally",
    "Trinomial",
    "bradley_terry",
    "elo_estimate",
    "elo_of_score",
    "score_of_elo",
    "shares_of",
    "tally_of",
]
