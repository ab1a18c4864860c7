"""The evaluation of `classic` once more, from its description, and its search without any cut."""

from __future__ import annotations

import math

from hexapoda._core.hive import classic_evaluate
from hexapoda.hive import Bug, Piece, Position, neighbors
from hexapoda.hive.cell import Cell

WIN = 10_000_000


def value(position: Position) -> int:
    """Hundredths, from the view of the side to move; the game is not over."""
    return side_value(position, position.turn) - side_value(position, 1 - position.turn)


def side_value(position: Position, side: int) -> int:
    """What a position gives one side."""
    late = position.turn_number >= 5
    pieces = position.pieces()
    mobile = {color: destinations(position, color) for color in (0, 1)}
    own = [piece for piece in pieces if piece.color == side]
    total = -hundredths(2.5 * len(own) ** 1.1)
    for piece in mobile[side]:
        total += 2750 if late and piece.bug is Bug.QUEEN else 250
    queen = next((piece for piece in pieces if piece.color != side and piece.bug is Bug.QUEEN), None)
    if not late or queen is None:
        return total
    at = pieces[queen][0]
    top = position.top(at)
    weight = 1.0 if top is not None and top.color == side else 0.0
    for cell in neighbors(at):
        beside = position.top(cell)
        if beside is not None and beside.color == side:
            weight += 1
        elif beside is not None and beside in mobile[1 - side]:
            total += 1750
        elif beside is not None:
            weight += 0.8
    total += hundredths(25 * weight**1.5)
    ring = {at, *neighbors(at)}
    for piece in own:
        if piece.bug is not Bug.QUEEN and pieces[piece][0] not in ring:
            total += 1750 if ring & mobile[side].get(piece, set()) else -1750
    return total


def destinations(position: Position, side: int) -> dict[Piece, set[Cell]]:
    """Where the pieces on the board could go had `side` the turn and nothing moved before."""
    on_board = position.pieces()
    if len(on_board) < 2 or not any(piece.color == side and piece.bug is Bug.QUEEN for piece in on_board):
        return {}
    turned = position.copy()
    pieces = [(piece.index, *cell, level) for piece, (cell, level) in on_board.items()]
    problem = turned._set_up(sorted(pieces, key=lambda piece: piece[3]), 40 + side, -1)
    assert problem is None, problem
    found: dict[Piece, set[Cell]] = {}
    for move in turned.legal_moves:
        if move.origin is not None and move.piece is not None and move.piece in on_board:
            assert move.to is not None
            if move.piece.color == side:
                found.setdefault(move.piece, set()).add(move.to)
    return found


def hundredths(number: float) -> int:
    """The nearest hundredth; of two the one further from nothing."""
    return math.floor(100 * number + 0.5)


def search(position: Position, depth: int, ply: int = 0, extended: bool = False) -> int:
    """Minimax with the one extension that `classic` has, for positions after the second turn."""
    outcome = position.outcome()
    if outcome is not None:
        return 0 if outcome.winner is None else (WIN - ply) * (1 if outcome.winner == position.turn else -1)
    if depth == 0:
        if extended or not threatened(position):
            return classic_evaluate(position)
        depth, extended = 1, True
    best = -WIN
    for move in list(position.legal_moves):
        position.push(move)
        best = max(best, -search(position, depth - 1, ply + 1, extended))
        position.pop()
    return best


def threatened(position: Position) -> bool:
    """Whether a queen has five neighbors."""
    return any(
        sum(position.height(cell) > 0 for cell in neighbors(at)) == 5
        for piece, (at, _) in position.pieces().items()
        if piece.bug is Bug.QUEEN
    )
