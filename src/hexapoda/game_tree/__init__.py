"""Game trees: `GameTree` of `Node`s with variations, comments, evaluations and glyphs, and their files."""

from hexapoda.game_tree.node import GLYPHS, Evaluation, Node
from hexapoda.game_tree.tree import GameTree

__all__ = ["GLYPHS", "Evaluation", "GameTree", "Node"]
