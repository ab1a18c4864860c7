"""The position editor of Hive.

Implements `hexapoda.games.position_editor.PositionEditor`. The core decides whether a position is valid; this
module finds the cells that show why it is not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from hexapoda.errors import InvalidMoveError, InvalidPositionError, UsageError
from hexapoda.games.position_editor import EditedPosition, PieceOnBoard, TrayPiece
from hexapoda.hive.cell import Cell, neighbors
from hexapoda.hive.game import HIVE
from hexapoda.hive.piece import Bug, Piece
from hexapoda.hive.position import Position
from hexapoda.hive.text.board_json import board_json
from hexapoda.text.sentence import Sentence, message_of

if TYPE_CHECKING:
    from hexapoda.hive.text.json_types import HiveBoardJson

__all__ = ["edited", "pieces_of"]

_QUEEN_BY = 4
"""The turn by which the queen must be placed."""
Standing = tuple[Piece, Cell, int]


def pieces_of(position: Position, /) -> list[PieceOnBoard]:
    """Return the pieces on the board, those on the ground first."""
    rows = sorted(position.pieces().items(), key=lambda item: (item[1][1], item[0].index))
    return [PieceOnBoard(str(piece), cell) for piece, (cell, _) in rows]


def edited(
    variant: str, rules: Mapping[str, str], pieces: Sequence[PieceOnBoard], player: int, /
) -> EditedPosition:
    """Return the edited position; see `hexapoda.games.position_editor.PositionEditor`."""
    empty = HIVE.initial(variant, rules)
    rows: list[Standing] = []
    heights: Counter[Cell] = Counter()
    for name, cell in pieces:
        rows.append((_piece(name), cell, heights[cell]))
        heights[cell] += 1
    position, problem, cells = None, *_problem(empty, rows)
    if not problem:
        try:
            position = Position.from_pieces(
                empty.variant,
                rows,
                ply=_ply(rows, player),
                opening=empty.opening,
                repetition=empty.repetition,
            )
        except InvalidPositionError as error:
            problem = message_of(error)
    taken = {piece for piece, _, _ in rows}
    tray = tuple(
        TrayPiece(str(piece), color, int(piece not in taken))
        for color in (0, 1)
        for piece in empty.hand(color)
    )
    board = board_json(empty if position is None else position)
    if position is None:
        board = _with_pieces(board, empty, rows, player)
    ring = {cell for _, at, _ in rows for cell in (at, *neighbors(at))} or {(0, 0)}
    return EditedPosition(position, problem, cells, board, tray, tuple(sorted(ring)))


def _problem(empty: Position, rows: Sequence[Standing]) -> tuple[str, tuple[Cell, ...]]:
    """Return a description of the problem and the cells that show it; an empty string if none is found here.
    The core may still find a problem.
    """
    known = {piece for color in (0, 1) for piece in empty.hand(color)}
    where: dict[Piece, Cell] = {}
    for piece, cell, height in rows:
        if piece not in known:
            text = Sentence("{piece} is not part of {variant}", piece=piece, variant=empty.variant)
            return text, (cell,)
        if piece in where:
            return Sentence("{piece} is on the board twice", piece=piece), (where[piece], cell)
        if height and piece.bug not in (Bug.BEETLE, Bug.MOSQUITO):
            text = Sentence("{piece} stands on another piece: only beetles and mosquitoes can", piece=piece)
            return text, (cell,)
        where[piece] = cell
    for color, name in enumerate(HIVE.players):
        own = [piece for piece in where if piece.color == color]
        if len(own) >= _QUEEN_BY and all(piece.bug is not Bug.QUEEN for piece in own):
            text = Sentence(
                "{side} has {count} pieces and no queen: it must be among the first four",
                side=name,
                count=len(own),
            )
            return text, ()
        for piece in own:
            lower = next(
                (
                    one
                    for one in known - where.keys()
                    if (one.color, one.bug) == (color, piece.bug) and one < piece
                ),
                None,
            )
            if lower is not None:
                text = Sentence(
                    "{piece} is on the board, but {other} is not: place it first", piece=piece, other=lower
                )
                return text, (where[piece],)
    parts = _parts(set(where.values()))
    if len(parts) > 1:
        rest = sorted(cell for part in parts[1:] for cell in part)
        return Sentence("the hive is not in one piece"), tuple(rest)
    return "", ()


def _parts(cells: set[Cell]) -> list[set[Cell]]:
    """Return the connected parts of the hive, the largest first."""
    parts = []
    left = set(cells)
    while left:
        part, edge = set[Cell](), [left.pop()]
        while edge:
            cell = edge.pop()
            part.add(cell)
            ring = left.intersection(neighbors(cell))
            left -= ring
            edge += ring
        parts.append(part)
    return sorted(parts, key=lambda part: (-len(part), min(part)))


def _ply(rows: Sequence[Standing], player: int) -> int:
    """Return the earliest ply at which these pieces can be on the board with the player to move."""
    white, black = (sum(piece.color == color for piece, _, _ in rows) for color in (0, 1))
    least = max(2 * white - 1, 2 * black, 0)
    return least if least % 2 == player else least + 1


def _with_pieces(
    board: HiveBoardJson, empty: Position, rows: Sequence[Standing], player: int
) -> HiveBoardJson:
    """Return a copy of `board` with the fields that follow from the pieces and the player to move."""
    taken = {piece for piece, _, _ in rows}
    return {
        **board,
        "player": player,
        "turn": HIVE.players[player],
        "ply": _ply(rows, player),
        "pieces": [
            {"piece": str(piece), "cell": list(cell), "height": height}
            for piece, cell, height in sorted(rows, key=lambda row: (row[2], row[0].index))
        ],
        "hands": {
            name: [str(piece) for piece in empty.hand(color) if piece not in taken]
            for color, name in enumerate(HIVE.players)
        },
    }


def _piece(name: str) -> Piece:
    try:
        return Piece(name)
    except InvalidMoveError as error:
        raise UsageError(message_of(error)) from None
