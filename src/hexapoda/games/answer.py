"""`Answer`: what a person who plays is told about a position, as data that any front end can show.

Owns the shape of an answer and the setting of short texts in columns. Its words are the games'; how it looks
is the front end's business.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from hexapoda.span import Line

__all__ = ["Answer", "Block", "Cell", "Choice", "columns"]

Cell: TypeAlias = tuple[int, int]
Choice: TypeAlias = Any
"""A move to play, or a text to ask `Dialogue.moves` about."""
Block: TypeAlias = tuple[Sequence[Line], int]
"""Lines of a picture and the number of rows that they are cut or filled up to."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Lines to say, cells to mark, and what the numbers mean from now on."""

    lines: tuple[str, ...] = ()
    entries: tuple[str, ...] = ()
    """Short texts to be set in columns above the lines."""
    label: str = ""
    """What stands before the entries."""
    marks: Mapping[Cell, str] = field(default_factory=dict)
    alerts: tuple[Cell, ...] = ()
    """Cells that show what is wrong."""
    choices: tuple[Choice, ...] = ()
    """What number 1, 2, ... stands for."""
    page: tuple[str, ...] = ()
    """Lines that need a page of their own."""
    listing: tuple[str, ...] = ()
    """Short texts that need a page of their own, to be set in columns."""

    def rows(self, width: int) -> list[str]:
        """The entries in columns behind the label, no line longer than `width`."""
        indent = len(self.label)
        rows = columns(self.entries, width - indent)
        return [f"{' ' * indent if number else self.label}{row}" for number, row in enumerate(rows)]


def columns(texts: Sequence[str], width: int) -> tuple[str, ...]:
    """`texts` side by side in columns of equal width, row by row, no line longer than `width`."""
    wide = max((len(text) for text in texts), default=1) + 2
    number = max(1, width // wide)
    rows = [texts[at : at + number] for at in range(0, len(texts), number)]
    return tuple("".join(f"{text:<{wide}}" for text in row).rstrip() for row in rows)
