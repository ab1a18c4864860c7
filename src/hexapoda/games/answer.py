"""`Answer`: a reply to a player about a position, as data for any front end.

Defines the structure of an answer, and arranges short texts in columns. Games write the text; front ends
display it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeAlias

from hexapoda.games.position import M
from hexapoda.text.span import Line

__all__ = ["Answer", "Block", "Cell", "columns"]

Cell: TypeAlias = tuple[int, int]
Block: TypeAlias = tuple[Sequence[Line], int]
"""Lines of text, and the number of rows to which they are cut or padded."""


@dataclass(frozen=True, slots=True)
class Answer(Generic[M]):
    """Lines to print, cells to mark, and the choices that the player can make by typing a number."""

    lines: tuple[str, ...] = ()
    entries: tuple[str, ...] = ()
    """Short texts, shown in columns above the lines."""
    label: str = ""
    """The text before the entries."""
    marks: Mapping[Cell, str] = field(default_factory=dict)
    alerts: tuple[Cell, ...] = ()
    """Cells that show why a move was refused."""
    choices: tuple[M | str, ...] = ()
    """What the numbers 1, 2, ... choose if the player types one next: a move to play, or a string to pass to
    `Dialogue.moves`.
    """
    page: tuple[str, ...] = ()
    """Lines shown on a separate page."""
    listing: tuple[str, ...] = ()
    """Short texts shown in columns on a separate page."""

    def rows(self, width: int) -> list[str]:
        """Return the entries in columns after the label, in lines of at most `width` characters."""
        indent = len(self.label)
        rows = columns(self.entries, width - indent)
        return [f"{' ' * indent if number else self.label}{row}" for number, row in enumerate(rows)]


def columns(texts: Sequence[str], width: int) -> tuple[str, ...]:
    """Arrange `texts` row by row in columns of equal width, and return the lines. A line is longer than
    `width` characters only if a single text is.
    """
    wide = max((len(text) for text in texts), default=1) + 2
    number = max(1, width // wide)
    rows = [texts[at : at + number] for at in range(0, len(texts), number)]
    return tuple("".join(f"{text:<{wide}}" for text in row).rstrip() for row in rows)
