"""The terminal view of a game of Hive: the board, the stacks and the hands. The board moves as little as
possible.
"""

from __future__ import annotations

from hexapoda.games.answer import Answer, Block
from hexapoda.games.game import Game
from hexapoda.games.scene import Scene
from hexapoda.hive.draw.diagram import board_lines, hand_lines, stack_lines
from hexapoda.hive.draw.viewport import Viewport
from hexapoda.hive.position import Position
from hexapoda.text.span import Line

__all__ = ["HiveScene"]


class HiveScene(Scene[Position]):
    """A view that shows the same part of the board from move to move, if possible."""

    def __init__(self, game: Game) -> None:
        """`game`: the game of Hive."""
        super().__init__(game)
        self._view: Viewport | None = None

    def blocks(
        self, position: Position, answer: Answer, width: int, height: int, spacious: bool
    ) -> list[Block]:
        """Return the visible part of the board, the stacks and the hands."""
        # Room for full hands, so that the board does not move as they become empty.
        hands = 2 * -(-56 // (width - 9))
        stacks = 2 if spacious else 1
        board = self._board(position, answer, width, height - hands - stacks)
        return [
            (board, len(board)),
            (stack_lines(position, width=width), stacks),
            (hand_lines(position, width=width), hands),
        ]

    def printed(self, position: Position, answer: Answer) -> list[Line]:
        """Return the board (at most 80 columns of it), the stacks and the hands."""
        shown = {cell for cell, _ in position.pieces().values()} | {*answer.marks, *answer.alerts}
        last = position.moves[-1] if position.moves else None
        view = Viewport.fitting(shown, width=80)
        board = board_lines(position, view, marks=answer.marks, last_move=last, alerts=answer.alerts)
        return [*board, *stack_lines(position), *hand_lines(position)]

    def _board(self, position: Position, answer: Answer, width: int, height: int) -> tuple[Line, ...]:
        cells = {cell for cell, _ in position.pieces().values()}
        marked = {*answer.marks, *answer.alerts}
        last = position.moves[-1] if position.moves else None
        focus = last.to if last is not None else None
        view = self._view
        if view is None or (view.width, view.height) != (width, height):
            view = Viewport.around(cells, width=width, height=height, focus=focus)
        view = view.follow(cells, focus=focus)
        if not all(view.contains(cell) for cell in marked):
            view = view.follow(cells | marked, focus=focus)
        self._view = view
        return board_lines(position, view, marks=answer.marks, last_move=last, alerts=answer.alerts)
