"""What a reader finds in a file before anything is played.

Owns `GameDraft`, the one form in which the readers of all formats hand games to `replay`. A draft holds texts
(or cells, where the format gives coordinates) and claims; nothing in it has been checked against the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hexapoda.errors import InvalidGameError
from hexapoda.hive.cell import Cell
from hexapoda.hive.piece import Piece

FORMATS = ("gamestring", "moves", "tsv", "pgn", "boardspace", "bga")
"""What the `format` of a game can be; `moves` is a list of moves that names no game type."""


@dataclass(frozen=True, slots=True)
class GameDraft:
    """One game as a file has it."""

    source: str
    line: int
    """Where the game starts, from 1."""
    format: str
    variant: str | None
    """None where the record names none: the smallest type that fits is taken."""
    texts: tuple[str, ...]
    """The plies as written: UHP MoveStrings, but for formats that fill `cells`."""
    lines: tuple[int, ...] = ()
    """The line of every ply; empty when all stand on `line`."""
    cells: tuple[tuple[Piece, Cell] | None, ...] = ()
    """For formats with coordinates: piece in the record's numbering and cell, None for a pass."""
    claimed: str | None = None
    """The result the record claims, one of the five states."""
    board_decides: bool = False
    """The record knows a result but not whose: the board says it when the game ended there."""
    white: str | None = None
    black: str | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    comments: tuple[tuple[int, str], ...] = ()
    """Pairs of plies played before and the comment that stands there."""
    annotated: str = ""
    """The text of a PGN that has more than a main line with comments; `pgn_tree` reads the rest of it."""
    error: InvalidGameError | None = None
    """What is wrong in the text behind the plies that could be read."""
    unfinished: InvalidGameError | None = None
    """What is wrong unless the game has ended on the board: the record breaks off before its end."""

    def line_of(self, ply: int) -> int:
        """The line on which a ply (from 1) stands."""
        return self.lines[ply - 1] if 0 < ply <= len(self.lines) else self.line


def no_rows(source: str, line: int) -> InvalidGameError:
    """The error for a table that ends behind the names of its columns."""
    return reading_error(source, line, None, "no row behind the names of the columns: expected games")


def reading_error(source: str, line: int, ply: int | None, reason: str) -> InvalidGameError:
    """The error for text that is no part of a game, with its place spelled out in the message."""
    place = f"line {line}" + (f", ply {ply}" if ply is not None else "")
    return InvalidGameError(f"{place}: {reason}", source=source, line=line, ply=ply)
