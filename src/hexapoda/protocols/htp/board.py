"""The board of an HTP server: stones of any color in any order, swaps and undo.

`play` names the color, so clients can set up positions that no legal game reaches.
The rules are in `hexapoda.hex`; `HtpBoard.position` converts the board into a position for the engines.
"""

from __future__ import annotations

from dataclasses import dataclass

from hexapoda.errors import IllegalMoveError
from hexapoda.hex import BLACK, WHITE, Cell, Move, MoveKind, Position, Swap
from hexapoda.hex.cell import format_cell, mirrored
from hexapoda.hex.variant import variant_of

__all__ = ["BoardPly", "HtpBoard"]

_SWAPS = {"pieces": MoveKind.SWAP_PIECES, "sides": MoveKind.SWAP_SIDES}


@dataclass(frozen=True, slots=True)
class BoardPly:
    """A move with the color that made it."""

    color: int
    move: Move


class HtpBoard:
    """A board with the stones on it and the plies that put them there."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        self.plies: list[BoardPly] = []
        self._base: Position | None = None
        """The position before the first ply; None for an empty board."""
        self._stones: dict[Cell, int] = {}

    @property
    def variant(self) -> str:
        """The board's size as a variant of Hex, such as `11x11`."""
        return variant_of(self.columns, self.rows)

    @property
    def stones(self) -> dict[Cell, int]:
        """The color of each stone, by its cell."""
        return dict(self._stones)

    @property
    def free(self) -> list[Cell]:
        """The cells without a stone, row by row."""
        cells = ((column, row) for row in range(self.rows) for column in range(self.columns))
        return [cell for cell in cells if cell not in self._stones]

    @property
    def winner(self) -> int | None:
        """The color that has connected its edges; None if neither has."""
        return self._position_of_stones(BLACK, "off").winning_color

    @property
    def next_color(self) -> int:
        """The color to move, if the colors take turns."""
        if not self.plies:
            return BLACK if self._base is None else self._base.color_to_move
        last = self.plies[-1]
        return last.color if last.move.kind is MoveKind.SWAP_SIDES else 1 - last.color

    def play(self, color: int, move: Move, swap: Swap) -> None:
        """Place a stone, or swap by the rule `swap`. Raises `IllegalMoveError`, and leaves the board
        unchanged, if the cell is occupied or off the board, or if the swap is not allowed.
        """
        reason = self._why_not(color, move, swap)
        if reason:
            raise IllegalMoveError(reason, move=move)
        self._apply(BoardPly(color, move))

    def undo(self) -> bool:
        """Take back the last ply; return whether there was one."""
        if not self.plies:
            return False
        plies, self.plies = self.plies[:-1], []
        self._stones = {} if self._base is None else _stones_of(self._base)
        for ply in plies:
            self._apply(ply)
        return True

    def load(self, position: Position) -> None:
        """Set up a position, with the moves that led to it except passes."""
        start = position.start
        self.columns, self.rows = position.columns, position.rows
        self._stones = _stones_of(start)
        self._base = start if self._stones or start.color_to_move != BLACK else None
        self.plies = []
        for move in position.moves:
            color = start.color_to_move
            if move.kind is MoveKind.PASS:
                start.push_pass()
                continue
            start.push(move)
            self._apply(BoardPly(color, move))

    def position(self, color: int, swap: Swap) -> Position:
        """Return the position with `color` to move. It has a history if the plies form a legal game in which
        it is that color's turn.
        """
        position = Position(self.variant, swap=swap) if self._base is None else self._base.copy()
        for ply in self.plies:
            if ply.color != position.color_to_move or not position.is_legal(ply.move):
                return self._position_of_stones(color, swap)
            position.push(ply.move)
        return position if position.color_to_move == color else self._position_of_stones(color, swap)

    def _position_of_stones(self, color_to_move: int, swap: Swap) -> Position:
        """Return a position with the stones of the board and without a history."""
        black, white = (
            [cell for cell, owner in self._stones.items() if owner == color] for color in (BLACK, WHITE)
        )
        return Position.from_stones(self.variant, black, white, color_to_move=color_to_move, swap=swap)

    def _why_not(self, color: int, move: Move, swap: Swap) -> str:
        if move.cell is not None:
            column, row = move.cell
            if not (column < self.columns and row < self.rows):
                last = format_cell((self.columns - 1, self.rows - 1))
                return f"invalid: the cells of {self.variant} are a1 to {last}"
            return "occupied" if move.cell in self._stones else ""
        if move.kind is MoveKind.PASS:
            return "invalid: hex has no pass"
        if move.kind is not _SWAPS.get(swap):
            rule = "no swap rule" if swap == "off" else f"the rule swap-{swap}"
            return f"invalid: this game has {rule}"
        if color != WHITE or self._base is not None or [ply.color for ply in self.plies] != [BLACK]:
            return "invalid: only white can swap, right after black's first stone"
        return ""

    def _apply(self, ply: BoardPly) -> None:
        if ply.move.cell is not None:
            self._stones[ply.move.cell] = ply.color
        elif ply.move.kind is MoveKind.SWAP_PIECES:
            self._stones = {mirrored(cell): WHITE for cell in self._stones}
        self.plies.append(ply)


def _stones_of(position: Position) -> dict[Cell, int]:
    return {cell: color for color in (BLACK, WHITE) for cell in position.stones(color)}
