"""The board as text for terminals: a rhombus of letters, with or without lines between the cells.

       a   b   c           a b c
     1 . - B - . 1       1 . B . 1
        \\ / \\ / \\        2 . W . 2
       2 . - W - . 2         a b c
          a   b   c

This module defines the layout; `hexapoda.text.span` defines how the styles look. Stones are upper-case
letters, or lower-case ones in the winning chain, so the diagram works without color.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import product
from typing import TypedDict

from hexapoda.errors import UsageError
from hexapoda.hex.board import Board, Colors, column_name, player_names
from hexapoda.hex.cell import Cell, format_cell
from hexapoda.text.span import Line, Span, Style, ansi, plain

__all__ = ["DiagramOptions", "Window", "board_lines", "chain_lines", "diagram", "diagram_size", "legend_line"]

_MARGIN = 3  # a row number of two digits and a blank
_STYLES: Mapping[str, tuple[Style, Style]] = {
    "black-white": (Style.BLACK, Style.WHITE),
    "red-blue": (Style.RED, Style.BLUE),
}


@dataclass(frozen=True, slots=True)
class Window:
    """The part of a board that is drawn."""

    columns: range
    rows: range

    @classmethod
    def whole(cls, board: Board) -> Window:
        """Return the window that shows the whole board."""
        return cls(range(board.columns), range(board.rows))

    def contains(self, cell: Cell) -> bool:
        """Return whether the cell is drawn."""
        return cell[0] in self.columns and cell[1] in self.rows


class DiagramOptions(TypedDict, total=False):
    """The options of `diagram`."""

    width: int | None
    links: bool | None
    color: bool
    colors: Colors
    marks: Mapping[Cell, str] | None
    alerts: Collection[Cell]
    last_move: bool
    chain: bool
    legend: bool


def diagram(
    board: Board,
    *,
    width: int | None = None,
    links: bool | None = None,
    color: bool = False,
    colors: Colors = "black-white",
    marks: Mapping[Cell, str] | None = None,
    alerts: Collection[Cell] = (),
    last_move: bool = False,
    chain: bool = False,
    legend: bool = False,
) -> str:
    """Return the board as text.

    `links` draws the lines between adjacent cells; by default, they are drawn unless they would make the
    board wider than `width` columns.
    `marks` maps cells to single characters, `alerts` are cells to warn about (`!B!`), `last_move` shows the
    last stone as `[B]`. `chain` lists the winning chain below the board, `legend` names the edges of each
    side. ANSI escapes are written only with `color`. Raises `UsageError` for a cell off the board, a mark
    that is not a single character, and unknown `colors`.
    """
    lines = board_lines(
        board, width=width, links=links, colors=colors, marks=marks, alerts=alerts, last_move=last_move
    )
    if chain:
        lines += chain_lines(board, width=width or 80, colors=colors)
    if legend:
        lines += (legend_line(colors),)
    return ansi(lines) if color else plain(lines)


def board_lines(
    board: Board,
    *,
    width: int | None = None,
    links: bool | None = None,
    colors: Colors = "black-white",
    marks: Mapping[Cell, str] | None = None,
    alerts: Collection[Cell] = (),
    last_move: bool = False,
    window: Window | None = None,
) -> tuple[Line, ...]:
    """Return the lines of the board, or of a window on it, with labels, as `diagram` describes them."""
    marks = marks or {}
    window = window or Window.whole(board)
    board.check((*marks, *alerts))
    if links is None:
        links = width is None or diagram_size(window, links=True)[0] <= width
    canvas = _Canvas(window, links)
    letters = [name[0] for name in player_names(colors)]
    styles = _STYLES[colors]
    won = set(board.chain)
    for cell in board.cells():
        stone = board.stones.get(cell)
        if stone is None:
            canvas.put(cell, ".", Style.PLAIN)
        elif cell in won:
            canvas.put(cell, letters[stone].lower(), Style.CHAIN)
        else:
            canvas.put(cell, letters[stone], styles[stone])
    if last_move and board.last is not None:
        canvas.brackets(board.last, "[]", Style.LAST)
    for cell in alerts:
        canvas.brackets(cell, "!!", Style.ALERT)
    for cell, mark in marks.items():
        if len(mark) != 1:
            raise UsageError(f"the mark {mark!r} does not fit into a cell, expected one character")
        canvas.put(cell, mark, Style.MARK)
    return canvas.lines()


def chain_lines(board: Board, *, width: int = 80, colors: Colors = "black-white") -> tuple[Line, ...]:
    """Return `Black's chain: a7 b6 ...`, wrapped at `width`; () if no color has won."""
    if not board.chain:
        return ()
    winner = player_names(colors)[board.stones[board.chain[0]]]
    caption = f"{winner}'s chain:"
    lines: list[list[Span]] = [[Span(caption, Style.LABEL)]]
    used = len(caption)
    for cell in board.chain:
        name = format_cell(cell)
        if used + 1 + len(name) > width:
            lines.append([Span(" ", Style.LABEL)])
            used = 1
        lines[-1].append(Span(f" {name}", Style.PLAIN))
        used += 1 + len(name)
    return tuple(tuple(line) for line in lines)


def legend_line(colors: Colors = "black-white", *, width: int = 80) -> Line:
    """Return a line that says which edges each color joins, with the letter of its stones. A short form is
    used if the line would exceed `width`.
    """
    first, second = player_names(colors)
    one, two = _STYLES[colors]
    texts = (f" {first} joins top and bottom, ", f" {second} left and right")
    if 2 + sum(map(len, texts)) > width:
        texts = (" top to bottom, ", " left to right")
    return (
        Span(first[0], one),
        Span(texts[0], Style.LABEL),
        Span(second[0], two),
        Span(texts[1], Style.LABEL),
    )


def diagram_size(window: Window, *, links: bool) -> tuple[int, int]:
    """Return the width and the height of the text that shows a window, labels included."""
    step = 4 if links else 2
    columns, rows = len(window.columns), len(window.rows)
    width = _MARGIN + step * (columns - 1) + step // 2 * (rows - 1) + 2 + len(str(window.rows.stop))
    return width, 2 + rows + (rows - 1) * links


class _Canvas:
    """Styled characters, line by line; each row is shifted by half a cell. Ignores cells off the window."""

    def __init__(self, window: Window, links: bool) -> None:
        self._window = window
        self._step = 4 if links else 2
        self._links = links
        self._chars: list[dict[int, tuple[str, Style]]] = [
            {} for _ in range(diagram_size(window, links=links)[1])
        ]
        if links:
            self._draw_links()
        columns, rows = window.columns, window.rows
        for row in rows:
            line, first = self._place((columns[0], row))
            _, last = self._place((columns[-1], row))
            self._write(line, first - _MARGIN, f"{row + 1:>2}", Style.LABEL)
            self._write(line, last + 2, str(row + 1), Style.LABEL)
        for column in columns:
            _, top = self._place((column, rows[0]))
            _, bottom = self._place((column, rows[-1]))
            self._write(0, top, column_name(column), Style.LABEL)
            # Column names below the board continue the lines of their columns.
            self._write(-1, bottom + 1, column_name(column), Style.LABEL)

    def put(self, cell: Cell, text: str, style: Style) -> None:
        """Write a character into a cell."""
        if self._window.contains(cell):
            self._write(*self._place(cell), text, style)

    def brackets(self, cell: Cell, pair: str, style: Style) -> None:
        """Put a character on each side of a cell."""
        if not self._window.contains(cell):
            return
        line, column = self._place(cell)
        self._write(line, column - 1, pair[0], style)
        self._write(line, column + 1, pair[1], style)

    def lines(self) -> tuple[Line, ...]:
        """Return the finished lines."""
        return tuple(_spans(chars) for chars in self._chars)

    def _place(self, cell: Cell) -> tuple[int, int]:
        column, row = cell[0] - self._window.columns[0], cell[1] - self._window.rows[0]
        line = 1 + row * (2 if self._links else 1)
        return line, _MARGIN + self._step * column + self._step // 2 * row

    def _write(self, line: int, column: int, text: str, style: Style) -> None:
        for k, char in enumerate(text):
            self._chars[line][column + k] = (char, style)

    def _draw_links(self) -> None:
        columns, rows = self._window.columns, self._window.rows
        for column, row in product(columns, rows):
            line, at = self._place((column, row))
            if column != columns[0]:
                self._write(line, at - 2, "-", Style.OUTLINE)
            if row != rows[-1]:
                self._write(line + 1, at + 1, "\\", Style.OUTLINE)
                if column != columns[0]:
                    self._write(line + 1, at - 1, "/", Style.OUTLINE)


def _spans(chars: Mapping[int, tuple[str, Style]]) -> Line:
    """Return a line as spans: gaps become spaces, and adjacent characters of one style are joined."""
    spans: list[Span] = []
    at = 0
    for column in sorted(chars):
        char, style = chars[column]
        if column > at:
            spans.append(Span(" " * (column - at), Style.PLAIN))
        if spans and spans[-1].style == style:
            spans[-1] = Span(spans[-1].text + char, style)
        else:
            spans.append(Span(char, style))
        at = column + 1
    return tuple(spans)
