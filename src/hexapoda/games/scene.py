"""`Scene`: the view of a game in a terminal, as lines of text.

The default shows the text of the position. A game that draws its board defines a subclass.
"""

from __future__ import annotations

import textwrap
from typing import Generic

from hexapoda.games.answer import Answer, Block
from hexapoda.games.game import Game
from hexapoda.games.position import P
from hexapoda.text.span import Line, Span, Style

__all__ = ["Scene"]


class Scene(Generic[P]):
    """The view of one game on one screen. A subclass may remember which part of the board is visible."""

    def __init__(self, game: Game[P]) -> None:
        """`game` is the game to show."""
        self.game = game

    def blocks(self, position: P, answer: Answer, width: int, height: int, spacious: bool) -> list[Block]:
        """Return the blocks to show, from top to bottom, `height` rows in total: the board and its notes.
        `spacious` is true on tall screens.
        """
        return [(self._lines(position, width), height)]

    def printed(self, position: P, answer: Answer) -> list[Line]:
        """Return the lines of the view for plain output, 80 columns wide, which is printed once and never
        redrawn.
        """
        return self._lines(position, 80)

    def _lines(self, position: P, width: int) -> list[Line]:
        text = self.game.format_position(position)
        rows = [part for line in text.splitlines() for part in textwrap.wrap(line, width - 1) or [""]]
        return [(Span(row, Style.PLAIN),) for row in rows]
