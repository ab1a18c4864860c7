"""A game as read from a file, before it is replayed.

Owns `GameDraft`, the common result of all readers. A draft holds texts (or cells, if the format has
coordinates) and claims that have not been checked against the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hexapoda.errors import InvalidGameError
from hexapoda.hive.cell import Cell
from hexapoda.hive.piece import Piece
from hexapoda.sentence import Sentence

FORMATS = ("gamestring", "moves", "tsv", "pgn", "boardspace", "bga")
"""The formats of games; `moves` is a list of moves without a variant."""


@dataclass(frozen=True, slots=True)
class GameDraft:
    """One game as read from a file."""

    source: str
    line: int
    """Where the game starts, from 1."""
    format: str
    variant: str | None
    """None if the record does not name it: then it is the smallest variant that has all pieces."""
    texts: tuple[str, ...]
    """The plies as written: UHP MoveStrings, except in formats that fill `cells`."""
    lines: tuple[int, ...] = ()
    """The line of every ply; empty if all are on `line`."""
    cells: tuple[tuple[Piece, Cell] | None, ...] = ()
    """For formats with coordinates: the piece, as the record numbers it, and its cell; None for a pass."""
    claimed: str | None = None
    """The result that the record claims, one of the five states."""
    board_decides: bool = False
    """Whether the record says that the game ended but not who won; then the board shows the winner."""
    white: str | None = None
    black: str | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    comments: tuple[tuple[int, str], ...] = ()
    """The comments, each with the number of plies before it."""
    annotated: str = ""
    """The text of a PGN that has variations, glyphs or evaluations; otherwise empty. `pgn_tree` reads
    them."""
    error: InvalidGameError | None = None
    """The error that stopped reading; the plies before it are in `texts`."""
    unfinished: InvalidGameError | None = None
    """The error to report if the game is not over on the board after the last ply: the text was cut off."""

    def line_of(self, ply: int) -> int:
        """Return the line of a ply, counted from 1."""
        return self.lines[ply - 1] if 0 < ply <= len(self.lines) else self.line


def no_rows(source: str, line: int) -> InvalidGameError:
    """Return the error for a table without rows."""
    return reading_error(source, line, None, Sentence("no rows after the header: expected games"))


def reading_error(source: str, line: int, ply: int | None, reason: str) -> InvalidGameError:
    """Return the error for invalid text, with its place in the message."""
    if ply is None:
        text = Sentence("line {line}: {why}", line=line, why=reason)
    else:
        text = Sentence("line {line}, ply {ply}: {why}", line=line, ply=ply, why=reason)
    return InvalidGameError(text, source=source, line=line, ply=ply)
