"""A ply of a game tree with its annotations.

Owns `Node` and `MoveEvaluation`. Code may read and annotate nodes directly, but must use `GameTree`, which
checks the rules, to add and remove them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from hexapoda.record.game_record import MoveRecord

__all__ = ["GLYPHS", "MoveEvaluation", "Node", "line_of_moves"]

GLYPHS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
"""The annotation glyphs of moves by their PGN number, as in chess."""


@dataclass(frozen=True, slots=True)
class MoveEvaluation:
    """The evaluation of a move by an analysis. At least one of the values is not None.

    Attributes:
        score: the score for the player who made the move, in the engine's unit.
        win_in: plies to a proven win (positive) or loss (negative) of that player.
        depth: the search depth in plies.
    """

    score: float | None = None
    win_in: int | None = None
    depth: int | None = None


@dataclass(slots=True, eq=False)
class Node:
    """One ply of a game tree. The root is the position that the tree begins with and has no move.

    Attributes:
        played: the move, with what the player reported about it; None for the root.
        parent: the node before it; None for the root.
        ply: plies from the root.
        variations: the continuations, the main one first.
        comments: comments on the move; those of the root are about the game.
        nags: numeric annotation glyphs, 1 to 255.
        evaluation: the evaluation by an analysis; the player's own score is in `played`.
    """

    played: MoveRecord | None = None
    parent: Node | None = None
    ply: int = 0
    variations: list[Node] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    nags: set[int] = field(default_factory=set)
    evaluation: MoveEvaluation | None = None

    @property
    def text(self) -> str:
        """The move in the game's canonical notation; empty at the root."""
        return "" if self.played is None else self.played.text

    @property
    def glyphs(self) -> str:
        """The annotation glyphs as text, such as "!" or "?!"; empty if there are none."""
        return "".join(GLYPHS.get(nag, "") for nag in sorted(self.nags))

    @property
    def next(self) -> Node | None:
        """The main continuation; None at the end of a line."""
        return self.variations[0] if self.variations else None

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

    def main_line(self) -> Iterator[Node]:
        """Yield the nodes after this one along the main continuations."""
        node = self.next
        while node is not None:
            yield node
            node = node.next

    def walk(self) -> Iterator[Node]:
        """Yield this node and all its descendants, parents first and main continuations before others."""
        todo = [self]
        while todo:
            node = todo.pop()
            yield node
            todo += reversed(node.variations)

    def child(self, text: str) -> Node | None:
        """Return the continuation with this move, given in canonical notation; None if there is none."""
        return next((node for node in self.variations if node.text == text), None)

    def __repr__(self) -> str:
        return f"<Node {self.ply} {self.text or 'root'}{self.glyphs}>"


def line_of_moves(moves: Iterable[MoveRecord]) -> Node:
    """Return the root of a tree with one line; the moves are not checked."""
    root = node = Node()
    for played in moves:
        added = Node(played, node, node.ply + 1)
        node.variations.append(added)
        node = added
    return root
