"""The coach: verifiable remarks about a move, and reasons why one move is better than another.

`describe` says what a move does, `advice` what speaks for and against a line, `reasons` why one line is
better than another, and `proof` why nothing stops a winning line. Each remark states a fact about one
position of a line, with the pieces and cells that prove it. Each game finds its own facts;
`hexapoda.games.fact` defines the interface.
"""

from hexapoda.coach.coach import Reasons, advice, describe, proof, reasons
from hexapoda.coach.comparison import Difference, differences
from hexapoda.coach.remark import Remark, spelled_out
from hexapoda.coach.weights import Weights, weights_of
from hexapoda.games.fact import Fact, FactKind

__all__ = [
    "Difference",
    "Fact",
    "FactKind",
    "Reasons",
    "Remark",
    "Weights",
    "advice",
    "describe",
    "differences",
    "proof",
    "reasons",
    "spelled_out",
    "weights_of",
]
