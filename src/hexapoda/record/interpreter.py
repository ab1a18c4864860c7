"""Interpreting drafts: turning the texts of a file into moves.

Each game with file formats of its own implements `Interpreter`. All other games use `PlainInterpreter`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Protocol

from hexapoda.games import Game
from hexapoda.record.draft import Draft, Ply
from hexapoda.record.game_record import GameRecord

__all__ = ["Interpreter", "PlainInterpreter"]


class Interpreter(Protocol):
    """Translates the texts of one draft into moves, in the order of play. Keeps the position, and remembers
    the file's names for the pieces.
    """

    header: GameRecord
    """The header of the draft, with the variant, the start and the rule switches that its moves imply."""
    position: Any
    """The position after the moves so far. Interpreters that find the rule switches play under the most
    permissive rules, which allow every record."""

    def play_line(self, texts: Sequence[str]) -> Sequence[str] | None:
        """Play a whole line from the start at once; return its canonical texts. Return None and play nothing
        if that is not possible: then the plies are played one by one.
        """

    def play(self, ply: Ply) -> str:
        """Play a ply; return its canonical text. Raises `HexapodaError` if it is not a legal move."""

    def undo(self) -> None:
        """Take the last ply back."""

    def play_missing(self) -> str | None:
        """If the only legal move is one that files leave out, such as a forced pass, play it and return its
        text. Otherwise return None.
        """

    def is_surplus(self, ply: Ply) -> bool:
        """Return whether a ply after the end of the game is meaningless, such as a pass."""

    def player_of(self, color: int) -> int:
        """Return the player who has a color at the end of the line."""

    def finish(self) -> int | None:
        """Called at the end of the main line: set the rule switches of `header` to those that the line needs.
        Return the first ply after which a position had occurred three times, or None.
        """


class PlainInterpreter:
    """An interpreter that parses texts as the game itself does. Raises the errors of `Game.initial` and
    `Game.parse_position`.
    """

    def __init__(self, game: Game, draft: Draft) -> None:
        header = draft.header
        self._game = game
        rules = dict(header.rules)
        if header.start is not None:
            self.position: Any = game.parse_position(header.start, rules)
        else:
            self.position = game.initial(header.variant or None, rules)
        self.header = replace(header, variant=self.position.variant)

    def play_line(self, texts: Sequence[str]) -> None:
        """Play nothing: the plies are played one by one."""

    def play(self, ply: Ply) -> str:
        """Play a ply; return its canonical text."""
        move = self._game.recorded_move(self.position, ply.text)
        text = self._game.format_move(self.position, move)
        self._game.push_recorded(self.position, move)
        return text

    def undo(self) -> None:
        """Take the last ply back."""
        self.position.pop()

    def play_missing(self) -> None:
        """Play nothing: files leave out no moves."""

    def is_surplus(self, ply: Ply) -> bool:
        """Return False: every ply means something."""
        return False

    def player_of(self, color: int) -> int:
        """Return `color`: colors are never exchanged."""
        return color

    def finish(self) -> None:
        """Change nothing: repetitions are not counted."""
