"""The Hive implementation of `hexapoda.games.analysis.GameAnalysis`: proofs and evaluations."""

from __future__ import annotations

from hexapoda.games.analysis import PositionScore, Prover, TermScore
from hexapoda.games.forced_wins import ForcedWins
from hexapoda.games.win_probability import win_probability
from hexapoda.hive.evaluation import evaluate
from hexapoda.hive.forced_wins import HiveForcedWins
from hexapoda.hive.network import default_network
from hexapoda.hive.position import Position
from hexapoda.hive.prover import HiveProver
from hexapoda.hive.terms import TERMS

__all__ = [
    "COUNTS_PLIES",
    "OPENING",
    "POINT",
    "REVIEWS",
    "evaluation",
    "new_forced_wins",
    "new_prover",
]

POINT: float | None = 100.0
"""Roughly the value of one occupied neighbor of a queen."""
COUNTS_PLIES: bool = True
REVIEWS: bool = True
OPENING: int = 6
"""6, because the scale of win probabilities was fitted to positions from ply 6 on."""


def new_prover() -> Prover | None:
    """Return a new solver for Hive."""
    return HiveProver()


def new_forced_wins() -> ForcedWins | None:
    """Return a new search for short forced wins in Hive."""
    return HiveForcedWins()


def evaluation(position: Position, /) -> PositionScore | None:
    """Return the win probability according to the network that `alphabeta` uses, with the score and terms of
    the static evaluation.
    """
    found = evaluate(position)
    terms = tuple(TermScore(term.name, TERMS[term.name], (term.white, term.black)) for term in found.terms)
    chance = win_probability(default_network().evaluate(position))
    return PositionScore(chance, found.score, terms)
