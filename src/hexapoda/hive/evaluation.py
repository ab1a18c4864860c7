"""The evaluation of a position as people may read it: a score, and the named terms it is the sum of.

Owns the shape in which a score and its terms are handed out. What is counted and what it is worth is the
core's: docs/explanation/hive-evaluation.md.
"""

from __future__ import annotations

from dataclasses import dataclass

from hexapoda._core import hive as _core
from hexapoda.hive.position import Position

__all__ = ["Evaluation", "Term", "evaluate"]


@dataclass(frozen=True, slots=True)
class Term:
    """One named part of an evaluation."""

    name: str
    """Such as `queen liberties`."""
    white: int
    """What it gives White; 100 is about one filled neighbour of a queen."""
    black: int
    """What it gives Black."""

    @property
    def balance(self) -> int:
        """What it gives White less what it gives Black."""
        return self.white - self.black


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a position is worth without looking ahead."""

    score: int
    """From the view of the side to move; 100 is about one filled neighbour of a queen."""
    terms: tuple[Term, ...]
    """All terms, in a fixed order, those that are nothing too."""

    @property
    def white(self) -> int:
        """The score from White's view: the sum of the balances of the terms."""
        return sum(term.balance for term in self.terms)


def evaluate(position: Position) -> Evaluation:
    """Evaluate a position. Nothing is looked ahead, and whether the game is over is no matter."""
    terms = tuple(Term(*term) for term in _core.evaluation_terms(position))
    return Evaluation(_core.evaluate(position), terms)
