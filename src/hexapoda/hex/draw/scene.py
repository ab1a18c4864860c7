"""The terminal view of a Hex game: with links if there is room, in a window if the board is too large.

This module decides whether to draw the links and which window to show. While the terminal keeps its size, the
window moves only when it does not contain the first marked cell or, without marks, the last stone. `diagram`
draws the board.
"""

from __future__ import annotations

from collections.abc import Iterable

from hexapoda.games.answer import Answer, Block
from hexapoda.games.game import Game
from hexapoda.games.scene import Scene
from hexapoda.hex import Cell, Position
from hexapoda.hex.board import Board, board_of, column_name
from hexapoda.hex.draw.diagram import Window, board_lines, chain_lines, diagram_size, legend_line
from hexapoda.text.span import Line, Span, Style

__all__ = ["HexScene"]

_FEWEST = 3
"""The minimum number of columns and rows of a window, however small the terminal is."""


class HexScene(Scene[Position]):
    """The scene of Hex. It keeps the same window on the board from move to move if possible."""

    def __init__(self, game: Game) -> None:
        """`game` is Hex."""
        super().__init__(game)
        self._window: Window | None = None

    def blocks(
        self, position: Position, answer: Answer, width: int, height: int, spacious: bool
    ) -> list[Block]:
        """Return one block: the board, and below it the edges of each side and the winning chain."""
        return [(self.lines(position, answer, width, height), height)]

    def printed(self, position: Position, answer: Answer) -> list[Line]:
        """Return the whole board, with its notes, for plain output."""
        return self.lines(position, answer, 80, None)

    def lines(self, position: Position, answer: Answer, width: int, height: int | None) -> list[Line]:
        """Return the board with its notes, in `width` columns and, unless it is None, `height` lines."""
        board = board_of(position)
        notes = [legend_line(width=width - 1), *chain_lines(board, width=width - 1)]
        marks = {cell: mark for cell, mark in answer.marks.items() if board.contains(cell)}
        alerts = [cell for cell in answer.alerts if board.contains(cell)]
        whole = Window.whole(board)
        below = max(2, len(notes))  # room for the winning chain: the board must not shrink at the end
        fits = [
            links
            for links in (True, False)
            if diagram_size(whole, links=links)[0] <= width
            and (height is None or diagram_size(whole, links=links)[1] + below <= height)
        ]
        window = whole
        if height is not None and not fits:
            focus = [*marks, *alerts] or [cell for cell in (board.last,) if cell is not None]
            window = self._window = self._moved(board, focus, width, height - below - 1)
            notes.insert(0, _shown(board, window, width))
        drawn = board_lines(
            board,
            links=bool(fits) and fits[0],
            marks=marks,
            alerts=alerts,
            last_move=True,
            window=window,
        )
        return [*drawn, *notes]

    def _moved(self, board: Board, focus: Iterable[Cell], width: int, height: int) -> Window:
        """Return the previous window if it has the right size and shows the first cell of `focus`, if any;
        otherwise one centered on that cell, as far as the edges of the board allow.
        """
        rows = min(board.rows, max(_FEWEST, height - 2))
        columns = min(board.columns, _FEWEST)
        while columns < board.columns and _fits(columns + 1, rows, width):
            columns += 1
        old = self._window
        cell = next(iter(focus), None)
        same = old is not None and (len(old.columns), len(old.rows)) == (columns, rows)
        if old is not None and same and (cell is None or old.contains(cell)):
            return old
        column, row = cell if cell is not None else (board.columns // 2, board.rows // 2)
        return Window(_around(column, columns, board.columns), _around(row, rows, board.rows))


def _fits(columns: int, rows: int, width: int) -> bool:
    # Assume two-digit row labels, because the window can move to such rows.
    return diagram_size(Window(range(columns), range(99 - rows, 99)), links=False)[0] <= width


def _around(center: int, number: int, total: int) -> range:
    """Return `number` consecutive numbers below `total`, centered on `center` if possible."""
    first = max(0, min(center - number // 2, total - number))
    return range(first, first + number)


def _shown(board: Board, window: Window, width: int) -> Line:
    columns, rows = window.columns, window.rows
    text = f"rows {rows[0] + 1} to {rows[-1] + 1} of {board.rows}"
    if len(columns) < board.columns:
        text = f"columns {column_name(columns[0])} to {column_name(columns[-1])}, {text}"
    more = ": a larger terminal shows all"
    return (Span(text + more if len(text + more) < width else text, Style.LABEL),)
