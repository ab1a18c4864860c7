"""`Node`: a ply of a game tree, with its move and its annotations.

Code may read and annotate nodes directly, but must use `GameTree`, which checks the rules, to add and remove
them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

from hexapoda.record.game_record import MoveRecord
from hexapoda.record.tree_ply import MoveEvaluation, TreePly

__all__ = ["GLYPHS", "MoveEvaluation", "Node", "line_of_moves", "plain_move"]

GLYPHS: Mapping[int, str] = MappingProxyType({1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"})
"""The glyphs that annotate moves, by their numbers in PGN (NAGs), as in chess."""


@lru_cache(maxsize=8192)
def plain_move(text: str) -> MoveRecord:
    """Return the record of a move of which only the text is known. Cached, because games share most of their
    move texts and records are immutable.
    """
    return MoveRecord(text)


class Node(TreePly):
    """One ply of a game tree. The root is the position that the tree begins with and has no move.

    Attributes:
        played: the move, with what the player reported about it; None for the root.
    """

    __slots__ = ("played",)

    def __init__(self, played: MoveRecord | None = None, parent: Node | None = None, ply: int = 0) -> None:
        super().__init__(parent, ply)
        self.played = played

    @property
    def text(self) -> str:
        """The move in the game's canonical notation; empty at the root."""
        return "" if self.played is None else self.played.text

    @property
    def is_plain(self) -> bool:
        """Whether the node is only a move, as most nodes are."""
        return self.is_bare and (self.played is None or self.played.is_plain)

    @property
    def glyphs(self) -> str:
        """The glyphs of the annotation as text, such as "!" or "?!"; empty if there are none."""
        return "" if self.is_bare else "".join(GLYPHS.get(nag, "") for nag in sorted(self.nags))

    @property
    def is_main(self) -> bool:
        """Whether the node belongs to the main line of its tree."""
        node = self
        while node.parent is not None:
            if node.parent.variations[0] is not node:
                return False
            node = node.parent
        return True

    def line(self) -> list[Node]:
        """Return the nodes from the first move to this one; an empty list for the root."""
        nodes = []
        node: Node | None = self
        while node is not None and node.parent is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def child(self, text: str) -> Node | None:
        """Return the continuation with this move, given in canonical notation; None if there is none."""
        continuations = () if self.is_last else self.variations  # creates no list at the end of a line
        return next((node for node in continuations if node.text == text), None)

    def add(self, played: MoveRecord | None) -> Node:
        """Append a continuation, whose move is not checked, and return it."""
        node = Node(played, self, self.ply + 1)
        self.append(node)
        return node

    def _follow(self, text: str) -> Node:
        return self.add(plain_move(text))

    def __repr__(self) -> str:
        return f"<Node {self.ply} {self.text or 'root'}{self.glyphs}>"


def line_of_moves(moves: Iterable[MoveRecord]) -> Node:
    """Return the root of a tree with a single line. The moves are not checked."""
    root = node = Node()
    for played in moves:
        node = node.add(played)
    return root
