"""A position as text for terminals: the board in plain ASCII with marks, the stacks and the hands.

Fills the cells of a `Viewport` and adds the lines below the board; `viewport` defines the geometry, `span`
the colors. `diagram` returns text; the other public functions return lines of styled spans.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, TypedDict

from hexapoda.hive.cell import Cell
from hexapoda.hive.draw.viewport import MIN_HEIGHT, Viewport
from hexapoda.hive.piece import Piece
from hexapoda.text.span import Line, Span, Style, ansi, plain

if TYPE_CHECKING:
    from hexapoda.hive.move import Move
    from hexapoda.hive.position import Position

_PIECE_STYLE = (Style.WHITE, Style.BLACK)
_MARGIN = 4  # columns of the row numbers
_GAP = (1, 2)  # blanks between single pieces and between stacks


class DiagramOptions(TypedDict, total=False):
    """The options of `diagram`."""

    width: int | None
    height: int | None
    color: bool
    marks: Mapping[Cell, str] | None
    last_move: Move | bool | None
    alerts: Collection[Cell]
    focus: Cell | None
    coordinates: bool
    roomy: bool | None
    hands: bool


def diagram(
    position: Position,
    *,
    width: int | None = None,
    height: int | None = None,
    color: bool = False,
    marks: Mapping[Cell, str] | None = None,
    last_move: Move | bool | None = None,
    alerts: Collection[Cell] = (),
    focus: Cell | None = None,
    coordinates: bool = False,
    roomy: bool | None = None,
    hands: bool = False,
) -> str:
    """Return the board and its stacks, and optionally the hands, as text of at most `width` columns and
    `height` lines.

    If the hive does not fit, a window around `focus` is shown; `<`, `>`, `^` and `v` at its edges show where
    the hive continues.

    Args:
        position: the position to draw.
        width: the maximum number of columns; None for no limit.
        height: the maximum number of lines; None for no limit.
        color: whether to write ANSI escapes.
        marks: marks of one or two characters, by cell.
        last_move: a move to highlight as `[wA1]`, with its origin in parentheses; True for the last move
            played.
        alerts: cells to warn about, shown as `!bQ !`.
        focus: the cell to keep in view; by default the destination of `last_move`, or else the center of the
            hive.
        coordinates: whether to number the rows (r) and, above the first row, its cells (q).
        roomy: whether to outline the hexagons instead of using one line per row; by default, if the outlines
            fit.
        hands: whether to list the hands below the board.

    Raises `UsageError` if the limits are too small.
    """
    wide = width if width is not None else 80
    notes = [*stack_lines(position, width=wide)]
    if hands:
        notes += hand_lines(position, width=wide)
    board_width, board_height = width, height
    if coordinates:
        board_width = None if width is None else width - _MARGIN
    if height is not None:
        board_height = height - len(notes) - int(coordinates)
        if board_height < MIN_HEIGHT <= height - int(coordinates):
            notes = notes[: height - int(coordinates) - MIN_HEIGHT]
            board_height = MIN_HEIGHT
    shown = {cell for cell, _ in position.pieces().values()} | {*(marks or ()), *alerts}
    move = _last(position, last_move)
    shown |= {cell for cell in (move.to, move.origin) if cell is not None} if move else set()
    if focus is None and move:
        focus = move.to
    view = Viewport.fitting(shown, width=board_width, height=board_height, roomy=roomy, focus=focus)
    board = board_lines(position, view, marks=marks, last_move=move, alerts=alerts, coordinates=coordinates)
    lines = (*board, *notes)
    return ansi(lines) if color else plain(lines)


def board_lines(
    position: Position,
    viewport: Viewport,
    *,
    marks: Mapping[Cell, str] | None = None,
    last_move: Move | bool | None = None,
    alerts: Collection[Cell] = (),
    coordinates: bool = False,
) -> tuple[Line, ...]:
    """Return `viewport.height` lines of `viewport.width` columns; coordinates add a line and 4 columns.

    A mark has one or two characters. On an empty cell it is in the middle; on an occupied cell it is in the
    lower corner of the hexagon or, if there is no room, replaces the name, as in `^12`. `alerts` are, for
    example, the cells of a refused move, shown as `!bQ !`, or as `! ! !` if the cell is empty.
    """
    canvas = _Canvas(viewport)
    stacks = _stacks(position)
    marks = marks or {}
    move = _last(position, last_move)
    origin, destination = (move.origin, move.to) if move else (None, None)
    cells = {*stacks, *marks, *alerts} | {cell for cell in (origin, destination) if cell is not None}
    for cell in cells or {(0, 0)}:
        canvas.outline(cell)
    for cell, stack in stacks.items():
        canvas.stack(cell, stack[-1], len(stack), alert=cell in alerts)
    if origin is not None:
        canvas.brackets(origin, "()", Style.ORIGIN)
        if origin not in stacks:
            canvas.name(origin, " . ", Style.ORIGIN)
    if destination is not None:
        canvas.brackets(destination, "[]", Style.LAST)
    for cell in alerts:
        canvas.brackets(cell, "!!", Style.ALERT)
        if cell not in stacks:
            canvas.name(cell, " ! ", Style.ALERT)
    for cell, mark in marks.items():
        canvas.mark(cell, mark, occupied=cell in stacks)
    canvas.edges(stacks)
    lines = canvas.lines()
    return _with_coordinates(viewport, lines) if coordinates else lines


def stack_lines(position: Position, *, width: int = 80) -> tuple[Line, ...]:
    """Return `Stacks: wB1 on bQ  ...`, each stack from the top down, wrapped at `width`; () if there are no
    stacks.
    """
    items = []
    for _, stack in sorted(_stacks(position).items(), key=lambda item: (item[0][1], item[0][0])):
        if len(stack) > 1:
            items.append(tuple(_name(piece) for piece in reversed(stack)))
    return _wrapped("Stacks: ", items, width) if items else ()


def hand_lines(position: Position, *, width: int = 80) -> tuple[Line, ...]:
    """Return White's hand, such as `> White: wS1 wB1 ...`, then Black's; `>` marks the side to move."""
    lines: list[Line] = []
    for player, side in enumerate(("White", "Black")):
        items = [(_name(piece),) for piece in position.hand(player)]
        caption = f"{'>' if position.turn == player else ' '} {side}: "
        lines += _wrapped(caption, items or [(Span("-", Style.LABEL),)], width)
    return tuple(lines)


class _Canvas:
    """The styled characters of a viewport, by line and column."""

    def __init__(self, viewport: Viewport) -> None:
        self._view = viewport
        self._cells: dict[tuple[int, int], tuple[str, Style]] = {}

    def _put(self, line: int, column: int, text: str, style: Style) -> None:
        for k, char in enumerate(text):
            self._cells[line, column + k] = (char, style)

    def outline(self, cell: Cell) -> None:
        if not self._view.roomy or not self._view.contains(cell):
            return
        column, line = self._view.place(cell)
        for at, first, second in ((line - 1, "/", "\\"), (line + 1, "\\", "/")):
            self._put(at, column + 1, first, Style.OUTLINE)
            self._put(at, column + 3, second, Style.OUTLINE)
        self._put(line, column, "|", Style.OUTLINE)
        self._put(line, column + 4, "|", Style.OUTLINE)

    def name(self, cell: Cell, text: str, style: Style) -> None:
        if self._view.contains(cell):
            column, line = self._view.place(cell)
            self._put(line, column + 1, text, style)

    def stack(self, cell: Cell, top: Piece, height: int, *, alert: bool) -> None:
        name = str(top)
        self.name(cell, f"{name:<3}", Style.ALERT if alert else _PIECE_STYLE[top.color])
        if height < 2 or not self._view.contains(cell):
            return
        column, line = self._view.place(cell)
        if self._view.roomy:
            self._put(line - 1, column + 2, str(height), Style.STACK)
        else:
            self._put(line, column + 1 + len(name), "+", Style.STACK)

    def brackets(self, cell: Cell, pair: str, style: Style) -> None:
        if self._view.contains(cell):
            column, line = self._view.place(cell)
            self._put(line, column, pair[0], style)
            self._put(line, column + 4, pair[1], style)

    def mark(self, cell: Cell, mark: str, *, occupied: bool) -> None:
        if not self._view.contains(cell):
            return
        column, line = self._view.place(cell)
        if not occupied:
            self._put(line, column + 1, f"{mark[:3]:^3}", Style.MARK)
        elif self._view.roomy and len(mark) == 1:
            self._put(line + 1, column + 2, mark, Style.MARK)
        else:
            self._put(line, column + 1, f"{'^' + mark[:2]:<3}", Style.MARK)

    def edges(self, cells: Iterable[Cell]) -> None:
        """Mark where the hive continues outside the window, and how many cells are above and below it."""
        view, above, below = self._view, 0, 0
        rows = [r for _, r in view.cells()]
        for cell in cells:
            if view.contains(cell):
                continue
            column, line = view.place(cell)
            if not rows or cell[1] < rows[0]:
                above += 1
            elif cell[1] > rows[-1]:
                below += 1
            elif column < view.wide:
                self._put(line, 0, "<", Style.EDGE)
            else:
                self._put(line, view.width - 1, ">", Style.EDGE)
        for line, char, count in ((0, "^", above), (view.height - 1, "v", below)):
            if count:
                text = f"{char} {count} more {char}" if view.width >= 14 else char
                self._put(line, (view.width - len(text)) // 2, text, Style.EDGE)

    def lines(self) -> tuple[Line, ...]:
        blank = (" ", Style.PLAIN)
        return tuple(
            _spans(self._cells.get((line, column), blank) for column in range(self._view.width))
            for line in range(self._view.height)
        )


def _spans(chars: Iterable[tuple[str, Style]]) -> Line:
    spans: list[Span] = []
    for char, style in chars:
        if spans and spans[-1].style == style:
            spans[-1] = Span(spans[-1].text + char, style)
        else:
            spans.append(Span(char, style))
    return tuple(spans)


def _with_coordinates(view: Viewport, lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Add row numbers on the left and, above the first row of cells, the q of each cell."""
    first = next((r for r in range(view.top, view.top + view.height)), view.top)
    header = [" "] * view.width
    numbers = {}
    for q, r in view.cells():
        column, line = view.place((q, r))
        numbers[line] = r
        if r == first:
            text = str(q)
            start = column + 2 - len(text) // 2
            if all(0 <= k < view.width and header[k] == " " for k in range(start - 1, start + len(text))):
                header[start : start + len(text)] = text
    labeled: list[Line] = [(Span(" r\\q" + "".join(header), Style.LABEL),)]
    for at, content in enumerate(lines):
        text = f"{numbers[at]:>3} " if at in numbers else " " * _MARGIN
        labeled.append((Span(text, Style.LABEL), *content))
    return tuple(labeled)


def _wrapped(caption: str, items: Iterable[Line], width: int) -> tuple[Line, ...]:
    """Return `caption` and the items, with line breaks between items or before " on "."""
    indent = len(caption) if len(caption) + len(" on wA1") <= width else 1
    lines: list[Line] = []
    line: list[Span] = [Span(caption, Style.LABEL)]
    used, blank = len(caption), True  # blank: the line has no item yet
    for item in items:
        for k, name in enumerate(item):
            glue = (
                Span(" on ", Style.LABEL)
                if k
                else Span(" " * (0 if blank else _GAP[len(item) > 1]), Style.PLAIN)
            )
            if used + len(glue.text) + len(name.text) > width:
                lines.append(tuple(line))
                glue = Span(glue.text.lstrip(), glue.style)
                line, used = [Span(" " * indent, Style.LABEL)], indent
            line += [glue, name] if glue.text else [name]
            used, blank = used + len(glue.text) + len(name.text), False
    lines.append(tuple(line))
    return tuple(lines)


def _name(piece: Piece) -> Span:
    return Span(str(piece), _PIECE_STYLE[piece.color])


def _stacks(position: Position) -> dict[Cell, tuple[Piece, ...]]:
    return {cell: position.stack(cell) for cell, _ in position.pieces().values()}


def _last(position: Position, last_move: Move | bool | None) -> Move | None:
    if last_move is True:
        return position.moves[-1] if position.moves else None
    return last_move or None
