"""How the opening of a game scored in other games: how far it was played before, and with what result.

Owns the walk along the opening. Where the figures come from is the caller's business: this knows no store.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hexapoda.record import GameTree

__all__ = ["OpeningFigures", "OpeningReview", "opening_review", "opening_text"]

_GAMES = 2
"""So many games at least make a known position: one may be the game under review."""


@dataclass(frozen=True, slots=True)
class OpeningFigures:
    """How often a position was reached, and the share of the points that player 0 made; None without a
    result."""

    games: int
    score: float | None


@dataclass(frozen=True, slots=True)
class OpeningReview:
    """The part of a game that was played before.

    Attributes:
        plies: how many.
        figures: of the last position of these.
        new_move: the first move that is new; empty where the whole game is known.
    """

    plies: int
    figures: OpeningFigures
    new_move: str


def opening_review(tree: GameTree, figures_of: Callable[[Any], OpeningFigures]) -> OpeningReview | None:
    """How far the main line was played before, by what `figures_of` reports of a position; None for not at
    all."""
    position: Any = tree.start
    known: OpeningReview | None = None
    for node in tree.main_line():
        position.push(tree.game.parse_move(position, node.text))
        figures = figures_of(position)
        if figures.games < _GAMES:
            break
        following = node.next
        known = OpeningReview(node.ply, figures, "" if following is None else following.text)
    return known


def opening_text(review: OpeningReview, players: tuple[str, str]) -> str:
    """`Opening: 6 plies known from 12 games, in which White scored 58%; 7. wA1 -wQ is new.`"""
    plies = f"{review.plies} {'ply' if review.plies == 1 else 'plies'} known"
    score = review.figures.score
    scored = "" if score is None else f", in which {players[0]} scored {score:.0%}"
    new = f"; {review.plies + 1}. {review.new_move} is new" if review.new_move else ""
    return f"Opening: {plies} from {review.figures.games:,} games{scored}{new}."
