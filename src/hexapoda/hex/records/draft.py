"""A game as read from a file, before it is replayed.

Owns `GameDraft`, the common result of all readers, and `Ply`, the nodes of its tree. The texts and claims of
a draft have not been checked against the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from hexapoda.errors import InvalidGameError
from hexapoda.hex.cell import Cell
from hexapoda.sentence import Sentence

__all__ = ["FORMATS", "MAX_LINE", "GameDraft", "Ply", "reading_error", "too_long"]

FORMATS = ("sgf", "hexworld", "gamestring", "moves")
"""The formats of games; `moves` is a list of moves without a board."""
MAX_LINE = 2_000
"""The most moves of a game without variations: the largest board has 676 cells. More are not read."""


@dataclass(slots=True, eq=False)
class Ply:
    """One ply with its annotations; the root, before the first move, has no text.

    Attributes:
        text: a cell, `swap-pieces`, `swap-sides`, `swap` if the record does not say which, or `pass`.
        color: the color of the stone in the record, 0 Black or 1 White; None if the record does not say.
        line: the line of the ply in the file.
        written: the text as written in the file.
        ply: plies from the root.
        variations: the continuations, the main one first.
        is_main: whether it belongs to the main line; stored, because computing it is slow in long games.
    """

    text: str = ""
    color: int | None = None
    line: int = 1
    written: str = ""
    parent: Ply | None = None
    ply: int = 0
    comments: list[str] = field(default_factory=list)
    nags: set[int] = field(default_factory=set)
    variations: list[Ply] = field(default_factory=list)
    is_main: bool = True

    def add(self, text: str, color: int | None = None, line: int = 1, written: str = "") -> Ply:
        """Append a continuation and return it."""
        child = Ply(text, color, line, written or text, self, self.ply + 1)
        child.is_main = self.is_main and not self.variations
        self.variations.append(child)
        return child

    def main_line(self) -> Iterator[Ply]:
        """Yield the plies of the main line after this one."""
        ply = self
        while ply.variations:
            ply = ply.variations[0]
            yield ply

    @property
    def ends_main_line(self) -> bool:
        """Whether this is the last ply of the main line so far."""
        return self.is_main and not self.variations


@dataclass(frozen=True, slots=True)
class GameDraft:
    """One game as read from a file.

    Attributes:
        source, line: the file, and the line where the game starts, from 1.
        format: one of `FORMATS`.
        size: columns and rows; None if the record does not say. The replay then uses the smallest usual board
            that fits.
        root: the moves.
        swap: the rule in the record, or None.
        stones: the stones before the first move: color by cell.
        to_move: the color to move first, according to the record.
        claimed: the winner according to the record, 0 or 1.
        resigned: the color whose resignation is among the moves; "mover" for the side to move at the end.
        ending: the termination in the record: `resign`, `time` or `forfeit`; otherwise empty.
        black, white: the names of the players; `black` is the one who moves first, even after a swap.
        tags: everything else in the record.
        error: the error that ended the reading; `root` has the plies before it.
    """

    source: str
    line: int
    format: str
    size: tuple[int, int] | None
    root: Ply
    swap: str | None = None
    stones: Mapping[Cell, int] = field(default_factory=dict)
    to_move: int | None = None
    claimed: int | None = None
    resigned: int | Literal["mover"] | None = None
    ending: str = ""
    black: str | None = None
    white: str | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    error: InvalidGameError | None = None

    @property
    def comments(self) -> tuple[tuple[int, str], ...]:
        """The comments of the main line, each with the number of plies before it."""
        return tuple((ply.ply, text) for ply in (self.root, *self.root.main_line()) for text in ply.comments)


def reading_error(
    source: str, line: int, ply: int | None, reason: str, text: str | None = None
) -> InvalidGameError:
    """Return the error for invalid text; its message has the place and the text of the ply."""
    named = {"line": line, "ply": ply, "text": None if text is None else repr(text[:40]), "why": reason}
    if ply is None and text is None:
        said = Sentence("line {line}: {why}", **named)
    elif text is None:
        said = Sentence("line {line}, ply {ply}: {why}", **named)
    elif ply is None:
        said = Sentence("line {line} {text}: {why}", **named)
    else:
        said = Sentence("line {line}, ply {ply} {text}: {why}", **named)
    return InvalidGameError(said, source=source, line=line, ply=ply)


def too_long(source: str, line: int) -> InvalidGameError:
    """Return the error for a game with more than `MAX_LINE` moves."""
    reason = Sentence("more than {most} moves: expected a game of Hex", most=MAX_LINE)
    return reading_error(source, line, MAX_LINE + 1, reason)
