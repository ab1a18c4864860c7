"""`Scene`: a game as lines of text for a screen.

Owns the default, which shows the position's text. A game that can be drawn inherits from it.
"""

from __future__ import annotations

import textwrap
from typing import Any

from hexapoda.games.answer import Answer, Block
from hexapoda.games.game import Game
from hexapoda.span import Line, Span, Style

__all__ = ["Scene"]


class Scene:
    """One game on one screen. It may remember which part of the board it has shown."""

    def __init__(self, game: Game) -> None:
        """`game`: what is shown."""
        self.game = game

    def blocks(self, position: Any, answer: Answer, width: int, height: int, spacious: bool) -> list[Block]:
        """The board and what belongs to it, `height` rows in all; `spacious` where the screen is high."""
        return [(self._lines(position, width), height)]

    def printed(self, position: Any, answer: Answer) -> list[Line]:
        """The same where nothing is redrawn, for 80 columns."""
        return self._lines(position, 80)

    def _lines(self, position: Any, width: int) -> list[Line]:
        text = self.game.format_position(position)
        rows = [part for line in text.splitlines() for part in textwrap.wrap(line, width - 1) or [""]]
        return [(Span(row, Style.PLAIN),) for row in rows]
