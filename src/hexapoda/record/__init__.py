"""The record of a game and the tree of an analysis, in one form for all games. Moves are texts.

`GameRecord` holds a game that was played. `GameTree` adds variations, comments and evaluations.
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
