"""What a reader finds in a file before anything is played.

Owns `GameDraft`, the one form in which the readers of all formats hand games to `replay`, and `Ply`, its
tree. A draft holds texts and claims; nothing in it has been checked against the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from hexapoda.errors import InvalidGameError
from hexapoda.hex.cell import Cell

__all__ = ["FORMATS", "GameDraft", "Ply", "reading_error"]

FORMATS = ("sgf", "hexworld", "gamestring", "moves")
"""What the `format` of a game can be; `moves` is a list of moves that names no board."""


@dataclass(slots=True, eq=False)
class Ply:
    """One ply with what is written about it; the root, before the first move, has no text.

    Attributes:
        text: a cell, `swap-pieces`, `swap-sides`, `swap` where the text does not say which, or `pass`.
        color: the colour of the stone as the record has it, 0 Black or 1 White; None where it does not say.
        line: where it stands in the file.
        written: the text as it stands there.
        ply: plies from the root.
        variations: what follows, the main continuation first.
        is_main: whether it is of the main line; kept, since asking all plies before it makes long games slow.
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
        """A new last continuation."""
        child = Ply(text, color, line, written or text, self, self.ply + 1)
        child.is_main = self.is_main and not self.variations
        self.variations.append(child)
        return child

    def main_line(self) -> Iterator[Ply]:
        """The plies that follow when always the main continuation is taken."""
        ply = self
        while ply.variations:
            ply = ply.variations[0]
            yield ply

    @property
    def ends_main_line(self) -> bool:
        """Whether the ply is the last of the main line so far."""
        return self.is_main and not self.variations


@dataclass(frozen=True, slots=True)
class GameDraft:
    """One game as a file has it.

    Attributes:
        source, line: the file, and where the game starts, from 1.
        format: one of `FORMATS`.
        size: columns and rows; None where the record names none: the smallest usual board that fits is taken.
        root: the moves.
        swap: the rule that the record names; None where it names none.
        stones: what was set up before the first move, the colour by the cell.
        to_move: the colour that the record says begins.
        claimed: the player that the record says has won, 0 or 1.
        resigned: the colour whose side gave up, told as a move; "mover" for the side to move at the end.
        ending: how the record says the game ended: `resign`, `time` or `forfeit`; empty for anything else.
        black, white: the names of the players; Black begins, whatever stones are swapped.
        tags: whatever else the record says.
        error: what is wrong in the text behind the plies that could be read.
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
        """Pairs of plies played before and the comment that stands there, of the main line."""
        return tuple((ply.ply, text) for ply in (self.root, *self.root.main_line()) for text in ply.comments)


def reading_error(
    source: str, line: int, ply: int | None, reason: str, text: str | None = None
) -> InvalidGameError:
    """The error for text that is no part of a game, with its place, and the ply's text, in the message."""
    place = f"line {line}" + (f", ply {ply}" if ply is not None else "")
    place += "" if text is None else f" {text[:40]!r}"
    return InvalidGameError(f"{place}: {reason}", source=source, line=line, ply=ply)
