"""`repertoire_line`: makes exercises from an opening line that a person wants to know by heart.

A repertoire has one move for each position in which the person is to move. A line that is added later
replaces the moves of earlier lines in the same positions.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexapoda.practice.exercise import Exercise, ExerciseSource, exercise_id
from hexapoda.record import GameTree

__all__ = ["FAMILY", "LONGEST_LINE", "repertoire_line"]

FAMILY = "opening"
"""Distinguishes the ids of these exercises from the ids of mistakes in the same positions."""
LONGEST_LINE = 60
"""The maximum number of plies of a line; later moves do not become exercises."""


def repertoire_line(tree: GameTree, player: int) -> Iterator[Exercise]:
    """Yield an exercise for each move of a player in the main line of a game, up to `LONGEST_LINE` plies.
    Positions with a single legal move are skipped.
    """
    header, game = tree.header, tree.game
    texts = [node.text for node in tree.main_line()][:LONGEST_LINE]
    position = tree.start
    first, second = (one.name for one in header.players)
    for number, text in enumerate(texts):
        if position.turn == player and len(position.legal_moves) > 1:
            yield Exercise(
                id=exercise_id(game, position, dict(header.rules), FAMILY),
                kind="opening",
                game=header.game,
                variant=position.variant,
                rules=tuple(sorted(header.rules)),
                start=header.start,
                player=player,
                moves=tuple(texts[:number]),
                played="",
                line=tuple(texts[number:]),
                sources=(ExerciseSource("", number + 1, (first, second), header.date),),
            )
        game.push_recorded(position, game.recorded_move(position, text))
