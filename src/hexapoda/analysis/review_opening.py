"""How often a game's opening was played in the games of a store, and with what results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexapoda.record import GameTree

if TYPE_CHECKING:
    from hexapoda.storage import Store

__all__ = ["OpeningFigures", "OpeningReview", "opening_review", "opening_text"]

_GAMES = 2
"""A position is known if at least this many games reached it: one may be the reviewed game itself."""


@dataclass(frozen=True, slots=True)
class OpeningFigures:
    """The number of games that reached a position, and the mean score of player 0 in them, from 0 to 1. The
    score is None if none of them has a result.
    """

    games: int
    score: float | None


@dataclass(frozen=True, slots=True)
class OpeningReview:
    """The beginning of a game as far as it is known from other games.

    Attributes:
        plies: the number of known plies.
        figures: the figures for the last known position.
        new_move: the first move to a position that at most one game reached, which may be the reviewed game
            itself; empty if the whole game is known.
    """

    plies: int
    figures: OpeningFigures
    new_move: str


def opening_review(tree: GameTree, store: Store) -> OpeningReview | None:
    """Return how far the main line is known from the games of a store; None if not even its first move is."""
    position = tree.start
    known: OpeningReview | None = None
    for node in tree.main_line():
        tree.game.push_recorded(position, tree.game.recorded_move(position, node.text))
        totals = store.explore(position).totals
        if totals.games < _GAMES:
            break
        figures = OpeningFigures(totals.games, totals.score(0))
        following = node.next
        known = OpeningReview(node.ply, figures, "" if following is None else following.text)
    return known


def opening_text(review: OpeningReview, players: tuple[str, str], turn: int) -> str:
    """Return `6 plies known from 12 games, in which White scored 58%; 4. wA1 -wQ occurs in at most one game.`

    `turn` is the number of the new move, 4 in this example.
    """
    plies = f"{review.plies} {'ply' if review.plies == 1 else 'plies'} known"
    score = review.figures.score
    scored = "" if score is None else f", in which {players[0]} scored {score:.0%}"
    new = f"; {turn}. {review.new_move} occurs in at most one game" if review.new_move else ""
    return f"{plies} from {review.figures.games:,} games{scored}{new}."
