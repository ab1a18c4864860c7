"""What results are worth: counts, Elo with bounds, sequential tests, ratings of a pool, shares of results.

Everything here is a pure function of counts or of records, in plain Python. How to read the figures, and how
often the intervals were measured to cover, is in `docs/explanation/statistics.md`.
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
