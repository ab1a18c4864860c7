"""A game of letters whose facts are a table: for each line, what stands after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hexapoda.games.fact import Fact, FactKind, Phrase
from hexapoda.text.sentence import Sentence

KINDS = (
    FactKind("state", Sentence("allowed state"), Sentence("missed state")),
    FactKind("threat", Sentence("allowed threat"), Sentence("missed threat"), lasting=False),
    FactKind("count", Sentence("allowed count"), Sentence("missed count"), counted=True),
    FactKind("won", Sentence("allowed win"), Sentence("missed win"), lasting=False, proof=1),
    FactKind("why", Sentence("allowed why"), Sentence("missed why"), proof=2),
)
MISSING = "x"
"""A move that is legal nowhere."""


class FakePosition:
    """The moves so far, as one text. Player 0 begins."""

    def __init__(self, moves: str = "") -> None:
        self.moves = moves

    @property
    def turn(self) -> int:
        return len(self.moves) % 2

    def copy(self) -> FakePosition:
        return FakePosition(self.moves)

    def push(self, move: str) -> None:
        self.moves += move

    def outcome(self) -> None:
        return None

    def is_legal(self, move: str) -> bool:
        return move != MISSING


class FakeGame:
    """A game with the facts of a table: `kind gains [count]`, separated by commas, by the moves so far;
    after a plus those that take longer to find.
    """

    package = "tests.coach"

    def __init__(self, table: Mapping[str, str]) -> None:
        self.facts: Any = FakeFacts(table)

    def format_move(self, position: FakePosition, move: str) -> str:
        return move


class FakeFacts:
    """See `FakeGame`. The first cell of a fact is the number of its ply."""

    KINDS = KINDS

    def __init__(self, table: Mapping[str, str]) -> None:
        self._table = table

    def along(self, position: FakePosition, line: Sequence[str]) -> list[list[Fact]]:
        found = []
        for ply in range(len(line) + 1):
            words = self._table.get(position.moves + "".join(line[:ply]), "")
            found.append([self._fact(word.split(), ply) for word in words.split(",") if word])
        return found

    def proofs(self, position: FakePosition, winner: int) -> list[Fact]:
        words = self._table.get(f"{position.moves}+", "")
        return [self._fact(word.split(), 0) for word in words.split(",") if word]

    def phrase(self, fact: Fact, form: Phrase, you: int | None = None) -> str:
        side = "you" if fact.gains == you else f"player {fact.gains}"
        number = "" if fact.count is None else f" {fact.count}"
        return Sentence(
            "{form} {kind} for {side}{number}", form=form, kind=fact.kind, side=side, number=number
        )

    def marked(self, fact: Fact) -> str:
        return ""

    def _fact(self, words: list[str], ply: int) -> Fact:
        count = int(words[2]) if len(words) > 2 else None
        return Fact(words[0], int(words[1]), ply, cells=((ply, 0),), count=count)
