"""Keeps the board of an HTP engine in sync with ours.

Sends `boardsize`, `play` and `undo`, and sets whether the engine may swap. HTP has no command that sets up a
position, but stones may be played in any order of colors, so only the stones on the board matter. A swap is
never sent with `play`: some engines refuse it, and MoHex leaves its own board unchanged when it answers with
a swap. Instead, the stones after the swap are set up.
"""

from __future__ import annotations

from hexapoda.errors import UsageError
from hexapoda.hex import BLACK, WHITE, Cell, Move, MoveKind, Position
from hexapoda.hex.cell import format_cell, mirrored
from hexapoda.protocols.htp.connection import HtpConnection
from hexapoda.protocols.htp.line import COLORS

__all__ = ["HtpGame", "Stone", "stones_of"]

Stone = tuple[int, Cell]
"""A color and the cell of its stone."""
_MAX_UNDO = 4
"""The maximum number of plies to undo; to go further back, the board is set up again."""


class HtpGame:
    """The state of the engine's board."""

    def __init__(self, connection: HtpConnection) -> None:
        """Create the state of an unknown board. The first `go_to` sets the board up."""
        self._connection = connection
        self._variant = ""
        self._stones: list[Stone] | None = None
        self._swap: bool | None = None

    def go_to(self, position: Position) -> None:
        """Set the engine's board to `position`, in which the game must not be over.

        Raises `UsageError` if the engine does not play on this board, `EngineError` if it refuses a stone.
        """
        wanted = stones_of(position)
        if self._variant != position.variant or self._stones is None or not self._undo_to(wanted):
            self._begin(position)
        known = self._stones or []
        for color, cell in wanted[len(known) :]:
            self._connection.obey(f"play {COLORS[color]} {format_cell(cell)}")
        self._stones = wanted
        if self._connection.identity.swaps:
            # Allow the swap only while it is still possible: on an empty board, or as the next move.
            self._allow(position.swap_now is not None or (position.swap != "off" and not wanted))

    def moved(self, color: int, move: Move) -> None:
        """Record the answer to `genmove`, which the engine has played on its board."""
        if move.cell is not None and self._stones is not None:
            self._stones = [*self._stones, (color, move.cell)]
        elif (
            move.kind is MoveKind.SWAP_PIECES
            and self._stones
            and self._connection.identity.profile.swaps_board
        ):
            self._stones = _swapped(self._stones)
        else:
            self._stones = None  # the engine's board after a swap is unknown

    def _begin(self, position: Position) -> None:
        columns, rows = position.columns, position.rows
        command = f"boardsize {columns}" if columns == rows else f"boardsize {columns} {rows}"
        reply = self._connection.ask(command)
        if not reply.ok:
            raise UsageError(
                f"engine {self._connection.name!r} does not play on {position.variant}: {reply.first[:200]}"
            )
        self._connection.obey("clear_board")
        self._variant, self._stones = position.variant, []

    def _undo_to(self, wanted: list[Stone]) -> bool:
        """Undo the stones that `wanted` does not have. Return False if there are too many of them or the
        engine cannot undo.
        """
        known = self._stones or []
        common = 0
        while common < min(len(wanted), len(known)) and wanted[common] == known[common]:
            common += 1
        back = len(known) - common
        if back > _MAX_UNDO or (back and "undo" not in self._connection.identity.commands):
            return False
        for _ in range(back):
            if not self._connection.ask("undo").ok:
                return False
        self._stones = known[:common]
        return True

    def _allow(self, swap: bool) -> None:
        if self._swap != swap:
            self._swap = None
            self._connection.obey(f"param_game allow_swap {int(swap)}")
            self._swap = swap


def stones_of(position: Position) -> list[Stone]:
    """Return the stones of a position: first those of the start position, then the rest in order of play."""
    start = position.start
    stones: list[Stone] = [(color, cell) for color in (BLACK, WHITE) for cell in sorted(start.stones(color))]
    for move in position.moves:
        if move.cell is not None:
            stones.append((start.color_to_move, move.cell))
        elif move.kind is MoveKind.SWAP_PIECES:
            stones = _swapped(stones)
        if move.kind is MoveKind.PASS:
            start.push_pass()
        else:
            start.push(move)
    return stones


def _swapped(stones: list[Stone]) -> list[Stone]:
    return [(1 - color, mirrored(cell)) for color, cell in stones]
