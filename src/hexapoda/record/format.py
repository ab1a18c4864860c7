"""`RecordFormat`: a format of game files, as a row of a game's table of formats.

A format is a module with `detect`, `read` and, if it can be written, `write`, and a row in the `FORMATS` of
the game's `records`. This module defines the row, and `Head`, from which a format is detected.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from hexapoda.files.game_file import Contents
from hexapoda.record.draft import Draft
from hexapoda.record.tree import GameTree

__all__ = ["Head", "RecordFormat"]

_CHARS = 1 << 16
_LINES = 200


@dataclass(frozen=True, slots=True)
class Head:
    """The beginning of a text.

    Attributes:
        text: its first 65,536 characters, without NUL bytes.
        lines: its first 200 lines without the blank lines.
    """

    text: str
    lines: tuple[str, ...] = field(default=())

    @classmethod
    def of(cls, text: str) -> Head:
        """Return the head of a text."""
        head = text[:_CHARS].replace("\0", "")
        lines = (line for line in head.split("\n")[:_LINES] if line.strip())
        return cls(head, tuple(lines))

    def most(self, *patterns: re.Pattern[str]) -> bool:
        """Return whether most lines match one of the patterns."""
        hits = sum(any(pattern.match(line) for pattern in patterns) for line in self.lines)
        return hits * 2 > len(self.lines)


Detect: TypeAlias = Callable[[Head], "bool | Contents"]


@dataclass(frozen=True, slots=True)
class RecordFormat:
    """A format of game files.

    Attributes:
        name: the name in reports, and for `--format`.
        detect: returns whether text is in this format. For an intact file of another game, or a damaged file,
            it can return a `Contents` instead, which says why there are no games.
        read: yields the games in text. Its second argument names the file.
        write: returns one game as text with a final newline. If its second argument is true, it leaves out
            what some programs cannot read. Raises `InvalidGameError` for a game that the format cannot
            represent. None if the format cannot be written.
        endings: the extensions of files in this format, with their dots.
        between: the text that separates two games in a file.
        whole: whether the format keeps variations, comments, marks and evaluations.
        title: the name for users.
    """

    name: str
    detect: Detect
    read: Callable[[str, str], Iterator[Draft]]
    write: Callable[[GameTree, bool], str] | None = None
    endings: tuple[str, ...] = ()
    between: str = ""
    whole: bool = False
    title: str = ""
