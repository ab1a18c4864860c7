"""Themes that a player's errors have in common: what the player allowed or missed, and how often.

Defines how errors are counted over several games. The coach's remarks say why each move was wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from hexapoda.analysis.review_judgment import Judgment, accuracy
from hexapoda.analysis.review_move import MoveReview
from hexapoda.games import Game

__all__ = ["PlayedReview", "ReviewHabits", "habits", "themes"]

_PARTS = 3
"""The number of parts into which a game is divided: beginning, middle and end."""
_LISTED = 6
"""The maximum number of themes listed, and of costliest errors."""


def themes(game: Game, review: MoveReview) -> tuple[str, ...]:
    """Return phrases for what a player allowed or missed by making an error, according to the coach's
    remarks, such as `your queen was pinned`.
    """
    kinds = {kind.id: kind for kind in game.facts.KINDS}
    themes = dict[str, None]()
    for remark in review.remarks:
        kind = kinds.get(remark.fact.kind)
        if kind is not None:
            themes[kind.missed if remark.fact.gains == review.player else kind.allowed] = None
    return tuple(themes)


@dataclass(frozen=True, slots=True)
class PlayedReview:
    """One player's part in a reviewed game.

    Attributes:
        id: the caller's name for the review.
        game: the game.
        player: 0 or 1.
        plies: the number of plies of the game.
        moves: the reviewed moves of both players.
    """

    id: str
    game: Game
    player: int
    plies: int
    moves: Sequence[MoveReview]


@dataclass(frozen=True, slots=True)
class ReviewHabits:
    """The errors of one player over several games.

    Attributes:
        games: the number of games.
        moves: the number of the player's moves that were not forced.
        accuracy: the mean of the accuracies in these games, in percent; None if there are no moves.
        counts: the number of moves with each judgment.
        parts: the numbers of errors and of moves in the beginning, the middle and the end of the games.
        missed: what the player allowed or missed, the most frequent first, with the review and the ply of
            each error.
        worst: the review and the ply of each of the costliest errors, with the win probability lost.
    """

    games: int
    moves: int
    accuracy: float | None
    counts: dict[Judgment, int]
    parts: tuple[tuple[int, int], ...]
    missed: tuple[tuple[str, tuple[tuple[str, int], ...]], ...]
    worst: tuple[tuple[str, int, float], ...]


def habits(reviews: Iterable[PlayedReview]) -> ReviewHabits:
    """Count the errors of one player in several games."""
    played = list(reviews)
    counts: Counter[Judgment] = Counter()
    parts = [[0, 0] for _ in range(_PARTS)]
    missed: dict[str, list[tuple[str, int]]] = {}
    worst: list[tuple[str, int, float]] = []
    accuracies = []
    for one in played:
        own = [move for move in one.moves if move.player == one.player and not move.only]
        found = accuracy([move.win_probability_loss for move in own])
        accuracies += [] if found is None else [found]
        for move in own:
            counts[move.judgment] += 1
            part = parts[min((move.ply - 1) * _PARTS // max(one.plies, 1), _PARTS - 1)]
            part[1] += 1
            if move.judgment.is_error:
                part[0] += 1
                worst.append((one.id, move.ply, move.win_probability_loss))
                for phrase in themes(one.game, move):
                    missed.setdefault(phrase, []).append((one.id, move.ply))
    often = sorted(missed.items(), key=lambda entry: -len(entry[1]))[:_LISTED]
    worst.sort(key=lambda entry: -entry[2])
    return ReviewHabits(
        games=len(played),
        moves=sum(counts.values()),
        accuracy=fmean(accuracies) if accuracies else None,
        counts={judgment: counts[judgment] for judgment in Judgment},
        parts=tuple((errors, moves) for errors, moves in parts),
        missed=tuple((phrase, tuple(places)) for phrase, places in often),
        worst=tuple(worst[:_LISTED]),
    )
