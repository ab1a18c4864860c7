"""`TreePly`: the base class of the plies of a draft and the nodes of a game tree.

Implements the links between plies, and their annotations. A large tree has a hundred thousand plies, most of
them without annotations and with a single continuation. So lists are created on first access, and a line of
moves without annotations stays a list of strings until then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Self

from hexapoda.record.mark import Mark

__all__ = ["MoveEvaluation", "TreePly"]


@dataclass(frozen=True, slots=True)
class MoveEvaluation:
    """The evaluation of a move by an analysis. At least one of the values is not None.

    Attributes:
        score: the score for the player who made the move, in the engine's unit.
        win_in: plies to a proven win (positive) or loss (negative) for that player.
        depth: the search depth in plies.
    """

    score: float | None = None
    win_in: int | None = None
    depth: int | None = None


@dataclass(slots=True)
class _Notes:
    comments: list[str] = field(default_factory=list)
    nags: set[int] = field(default_factory=set)
    marks: list[Mark] = field(default_factory=list)
    evaluation: MoveEvaluation | None = None


class TreePly:
    """One ply. The root of a tree has no move.

    Attributes:
        parent: the ply before it; None for the root.
        ply: the number of plies from the root.
    """

    __slots__ = ("_notes", "_tail", "_variations", "parent", "ply")

    def __init__(self, parent: Self | None = None, ply: int = 0) -> None:
        self.parent = parent
        self.ply = ply
        self._notes: _Notes | None = None
        self._variations: list[Self] | None = None
        self._tail: Sequence[str] = ()

    # The tree

    @property
    def variations(self) -> list[Self]:
        """The continuations, the main one first."""
        if self._tail:
            self._expand()
        if self._variations is None:
            self._variations = []
        return self._variations

    @variations.setter
    def variations(self, plies: list[Self]) -> None:
        self._tail = ()
        self._variations = plies

    @property
    def tail(self) -> Sequence[str]:
        """The texts of the plies after this one, if `add_line` added them and none has been accessed yet;
        empty otherwise.
        """
        return self._tail

    @property
    def is_last(self) -> bool:
        """Whether this is the last ply of its line."""
        return not self._tail and not self._variations

    @property
    def branches(self) -> bool:
        """Whether there is more than one continuation."""
        return self._variations is not None and len(self._variations) > 1

    @property
    def next(self) -> Self | None:
        """The main continuation; None at the end of a line."""
        if self._tail:
            self._expand()
        return self._variations[0] if self._variations else None

    def add_line(self, texts: Sequence[str]) -> None:
        """Add a line of moves without annotations. Most games are a single line of this kind, and so need no
        object for each ply. Raises `ValueError` if this ply has a continuation.
        """
        if not self.is_last:
            raise ValueError("cannot add a line to a ply that already has a continuation")
        self._tail = texts

    def main_line(self) -> Iterator[Self]:
        """Yield the plies after this one along the main continuations."""
        ply = self.next
        while ply is not None:
            yield ply
            ply = ply.next

    def walk(self) -> Iterator[Self]:
        """Yield this ply and all its descendants, parents first and main continuations before others."""
        todo = [self]
        while todo:
            ply = todo.pop()
            yield ply
            if not ply.is_last:
                todo += reversed(ply.variations)

    def append(self, ply: Self) -> None:
        """Append a continuation."""
        if self._tail:
            self._expand()
        if self._variations is None:
            self._variations = [ply]  # takes less memory than a list that has grown
        else:
            self._variations.append(ply)

    def _expand(self) -> None:
        """Create the plies of the tail."""
        texts, self._tail = self._tail, ()
        ply = self
        for text in texts:
            ply = ply._follow(text)

    def _follow(self, text: str) -> Self:
        """Append a ply with this text; return it."""
        raise NotImplementedError

    # Annotations

    @property
    def is_bare(self) -> bool:
        """Whether there are no annotations."""
        notes = self._notes
        return notes is None or not (notes.comments or notes.nags or notes.marks or notes.evaluation)

    @property
    def comments(self) -> list[str]:
        """Comments on the move; at the root, comments on the game."""
        return self._noted().comments

    @comments.setter
    def comments(self, comments: list[str]) -> None:
        self._noted().comments = comments

    @property
    def nags(self) -> set[int]:
        """Numeric annotation glyphs, 1 to 255."""
        return self._noted().nags

    @nags.setter
    def nags(self, nags: set[int]) -> None:
        self._noted().nags = nags

    @property
    def marks(self) -> list[Mark]:
        """The marks on the board after the move."""
        return self._noted().marks

    @marks.setter
    def marks(self, marks: list[Mark]) -> None:
        self._noted().marks = marks

    @property
    def evaluation(self) -> MoveEvaluation | None:
        """The evaluation by an analysis; the player's own evaluation is part of the move."""
        return None if self._notes is None else self._notes.evaluation

    @evaluation.setter
    def evaluation(self, evaluation: MoveEvaluation | None) -> None:
        if evaluation is not None or self._notes is not None:
            self._noted().evaluation = evaluation

    def annotate(
        self, comments: Iterable[str] = (), nags: Iterable[int] = (), marks: Iterable[Mark] = ()
    ) -> None:
        """Add comments, glyphs and marks."""
        if comments or nags or marks:
            notes = self._noted()
            notes.comments += comments
            notes.nags.update(nags)
            notes.marks += marks

    def add_notes(self, other: TreePly) -> None:
        """Add the annotations of another ply; its evaluation, if any, replaces this one's."""
        if other.is_bare:
            return
        self.annotate(other.comments, other.nags, other.marks)
        self.evaluation = other.evaluation or self.evaluation

    def _noted(self) -> _Notes:
        if self._notes is None:
            self._notes = _Notes()
        return self._notes
