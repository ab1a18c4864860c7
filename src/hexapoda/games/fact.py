"""`Fact`: a claim about one position of a line of play that a function can decide, and what shared code may
ask of a game about facts.

Owns the form of facts and of their kinds. Each game finds and words its own; `hexapoda.coach` chooses which
of them explain a move. The tests decide every kind again with code that shares nothing with the finder.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from hexapoda.games.position import M_contra, P_contra
from hexapoda.text.sentence import Sentence

__all__ = ["NO_FACTS", "Fact", "FactKind", "Facts", "NoFacts", "Phrase"]

Phrase: TypeAlias = Literal["is", "does", "ends"]
"""The forms of a fact in words: a clause about the position, `the black queen is pinned`; what a move does,
`pins the black queen`; what a move ends, `unpins the black queen`."""


@dataclass(frozen=True, slots=True)
class FactKind:
    """A kind of fact.

    Attributes:
        id: a stable name for programs, such as `queen-pinned`.
        allowed: what a player has allowed whose move let the opponent gain it: `your queen was pinned`.
        missed: what a player has missed who could have gained it: `you could have pinned the queen`.
        lasting: whether a fact of this kind means more if it is still true two plies later. Threats and facts
            about one move are not lasting.
        counted: whether a fact has a count, and two lines are compared by it.
        proof: 1 if it proves that the one who gains wins, 2 if it says why nothing stops that, otherwise 0.
    """

    id: str
    allowed: Sentence
    missed: Sentence
    lasting: bool = True
    counted: bool = False
    proof: int = 0


@dataclass(frozen=True, slots=True)
class Fact:
    """A claim about the position after `ply` moves of a line.

    Attributes:
        kind: the `id` of its kind.
        gains: the player who gains by it, 0 or 1; the other one suffers.
        ply: the number of moves of the line before the position; 0 for the position before the line.
        pieces: the pieces that prove it, by name, the one that it is about first; a game without named pieces
            has none.
        cells: the cells that prove it, which are drawn.
        count: what it counts, if its kind is counted.
    """

    kind: str
    gains: int
    ply: int
    pieces: tuple[str, ...] = ()
    cells: tuple[tuple[int, int], ...] = ()
    count: int | None = None

    @property
    def key(self) -> tuple[str, int, str]:
        """What makes two facts of different positions the same: the kind, who gains, and the first piece."""
        return self.kind, self.gains, self.pieces[0] if self.pieces else ""


class Facts(Protocol[P_contra, M_contra]):
    """The facts of a game, usually the module `facts` of its package."""

    KINDS: Sequence[FactKind]
    """The kinds. Of those about one piece, the one that binds it more comes first."""

    def along(self, position: P_contra, line: Sequence[M_contra], /) -> Sequence[Sequence[Fact]]:
        """Return the facts about `position` and about the position after each move of a legal line: one list
        more than the line has moves. A list has at most one fact of each `key`.
        """

    def proofs(self, position: P_contra, winner: int, /) -> Sequence[Fact]:
        """Return facts about a position, of ply 0, that prove that `winner` wins, who is not to move. Takes
        longer than `along`, up to a second, and may find what that does not.
        """

    def phrase(self, fact: Fact, form: Phrase, you: int | None = None, /) -> str:
        """Return a fact in words. `you`: the player who is addressed as "you"; by default both are named."""

    def marked(self, fact: Fact, /) -> str:
        """Return the names of the cells that the words for a fact call marked; empty if they call none so."""


class NoFacts:
    """The facts of a game that finds none."""

    KINDS: Sequence[FactKind] = ()

    def along(self, position: object, line: Sequence[object], /) -> Sequence[Sequence[Fact]]:
        """Return no facts."""
        return [()] * (len(line) + 1)

    def proofs(self, position: object, winner: int, /) -> Sequence[Fact]:
        """Return no facts."""
        return ()

    def phrase(self, fact: Fact, form: Phrase, you: int | None = None, /) -> str:
        """Return no words."""
        return ""

    def marked(self, fact: Fact, /) -> str:
        """Return no words."""
        return ""


NO_FACTS = NoFacts()
