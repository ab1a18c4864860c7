"""`Fact`: a claim about one position of a line of play that code can check; and `Facts`, the interface
through which shared code asks a game for its facts.

Defines facts and their kinds. Each game finds its own facts and puts them into words; `hexapoda.coach`
chooses those that explain a move. The tests check every kind of fact with independent code.
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
        allowed: the words for a player who let the opponent gain by the fact: `your queen was pinned`.
        missed: the words for a player who failed to gain by it: `you could have pinned the queen`.
        lasting: whether a fact of this kind counts only if it still holds two plies later. Threats and facts
            about a single move are not lasting.
        counted: whether its facts have a count, by which two lines are compared.
        proof: 1 if a fact proves that the player who gains by it wins, 2 if it says why nothing stops that
            win, otherwise 0.
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
        gains: the player who gains by it, 0 or 1; the opponent suffers.
        ply: the number of the line's moves before the position; 0 for the position before the line.
        pieces: the names of the pieces that prove it, first the one that it is about; empty in a game without
            named pieces.
        cells: the cells that prove it, which front ends mark.
        count: the number that it states, if its kind is counted.
    """

    kind: str
    gains: int
    ply: int
    pieces: tuple[str, ...] = ()
    cells: tuple[tuple[int, int], ...] = ()
    count: int | None = None

    @property
    def key(self) -> tuple[str, int, str]:
        """The values that facts about different positions must share to count as the same fact: the kind, the
        player who gains, and the first piece.
        """
        return self.kind, self.gains, self.pieces[0] if self.pieces else ""


class Facts(Protocol[P_contra, M_contra]):
    """The facts of a game, usually the module `facts` of its package."""

    KINDS: Sequence[FactKind]
    """All kinds. Among the kinds about one piece, those that restrict it more come first."""

    def along(self, position: P_contra, line: Sequence[M_contra], /) -> Sequence[Sequence[Fact]]:
        """Return the facts about `position` and about the position after each move of a legal line: a list
        for each position, so one more than the line has moves. A list has at most one fact with each `key`.
        """

    def proofs(self, position: P_contra, winner: int, /) -> Sequence[Fact]:
        """Return facts about a position, with ply 0, that prove that `winner`, who is not to move, wins.
        Takes longer than `along`, up to a second, but may find more.
        """

    def phrase(self, fact: Fact, form: Phrase, you: int | None = None, /) -> str:
        """Return a fact in words. `you`: the player who is addressed as "you"; by default both are named."""

    def marked(self, fact: Fact, /) -> str:
        """Return the names of the cells that the words for a fact call "marked"; empty if there are none."""


class NoFacts:
    """The `Facts` of a game that finds none."""

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
