"""Hex positions set up by hand: the Hex implementation of `hexapoda.games.position_editor.PositionEditor`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexapoda.errors import InvalidPositionError, UsageError
from hexapoda.games.position_editor import EditedPosition, PieceOnBoard, TrayPiece
from hexapoda.hex.cell import Cell, by_row, format_cell
from hexapoda.hex.game import HEX
from hexapoda.hex.position import Position
from hexapoda.hex.text.board_json import board_json
from hexapoda.text.sentence import Sentence, message_of

__all__ = ["edited", "pieces_of"]


def pieces_of(position: Position, /) -> list[PieceOnBoard]:
    """Return the stones, Black's first, each color row by row."""
    return [
        PieceOnBoard(HEX.players[color], cell)
        for color in (0, 1)
        for cell in sorted(position.stones(color), key=by_row)
    ]


def edited(
    variant: str, rules: Mapping[str, str], pieces: Sequence[PieceOnBoard], player: int, /
) -> EditedPosition:
    """Return the position with these stones, or what is wrong with it; see `PositionEditor` in
    `hexapoda.games.position_editor`. If a cell has two stones, the board shows the first.
    """
    empty = HEX.initial(variant, rules)
    stones: dict[Cell, int] = {}
    problem: str = ""
    cells: tuple[Cell, ...] = ()
    for name, cell in pieces:
        if name not in HEX.players:
            raise UsageError(
                Sentence(
                    "no stone is called {name!r}: expected {players}",
                    name=name[:20],
                    players=" or ".join(HEX.players),
                )
            )
        if cell in stones and not problem:
            problem = Sentence("there are two stones on {cell}", cell=format_cell(cell))
            cells = (cell,)
        on_board = 0 <= cell[0] < empty.columns and 0 <= cell[1] < empty.rows
        if on_board:
            stones.setdefault(cell, HEX.players.index(name))
        elif not problem:
            problem = Sentence("a stone is off the board of {variant}", variant=empty.variant)
    black, white = ([cell for cell, color in stones.items() if color == each] for each in (0, 1))
    board = empty
    try:
        board = Position.from_stones(empty.variant, black, white, color_to_move=player, swap=empty.swap)
    except InvalidPositionError as error:
        problem = problem or message_of(error)
    tray = tuple(TrayPiece(name, color, None) for color, name in enumerate(HEX.players))
    return EditedPosition(None if problem else board, problem, cells, board_json(board), tray)
