"""The record of a game and the tree of an analysis: one model for every game, texts only, no rules.

`GameRecord` is what leaves a game once it is played. `GameTree` holds variations, comments and evaluations.
"""

from hexapoda.record.game_record import Ending, GameRecord, MoveRecord, PlayerRecord
from hexapoda.record.node import GLYPHS, MoveEvaluation, Node
from hexapoda.record.tree import GameTree

__all__ = [
    "GLYPHS",
    "Ending",
    "GameRecord",
    "GameTree",
    "MoveEvaluation",
    "MoveRecord",
    "Node",
    "PlayerRecord",
]
