"""The static evaluation of a position: a score and the named terms that add up to it.

Defines the result types. The core computes the terms; docs/explanation/hive-evaluation.md explains them.
"""

from __future__ import annotations

from dataclasses import dataclass

from hexapoda._core import hive as _core
from hexapoda.hive.position import Position

__all__ = ["Evaluation", "Term", "evaluate"]


@dataclass(frozen=True, slots=True)
class Term:
    """A named term of an evaluation."""

    name: str
    """The name, such as `queen liberties`."""
    white: int
    """White's share; 100 is roughly the value of one occupied neighbor of a queen."""
    black: int
    """Black's share."""

    @property
    def balance(self) -> int:
        """White's share minus Black's."""
        return self.white - self.black


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The value of a position without search."""

    score: int
    """The score for the side to move; 100 is roughly the value of one occupied neighbor of a queen."""
    terms: tuple[Term, ...]
    """All terms in a fixed order, including zeros."""

    @property
    def white(self) -> int:
        """The score for White: the sum of the balances of the terms."""
        return sum(term.balance for term in self.terms)


def evaluate(position: Position) -> Evaluation:
    """Return the static evaluation of a position. It ignores whether the game is over."""
    terms = tuple(Term(*term) for term in _core.evaluation_terms(position))
    return Evaluation(_core.evaluate(position), terms)
