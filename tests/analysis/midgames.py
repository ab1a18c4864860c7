"""Random midgames with both queens in danger, some with positions that have stood on the board twice.

Makes them, and has a plain reference in Python; all chance comes from the `random.Random` handed in.
"""

from __future__ import annotations

from random import Random

from hexapoda.errors import InvalidPositionError
from hexapoda.hive import VARIANTS, Move, Piece, Position
from hexapoda.hive.cell import Cell, neighbors

QUEENS = (Piece("wQ"), Piece("bQ"))


def brought(rng: Random, variant: str, share: float) -> list[Piece]:
    """Pieces of both sides besides the queens, of each bug the lowest numbers, shuffled."""
    pieces = []
    for color in (0, 1):
        hand = Position(variant).hand(color)
        for bug in dict.fromkeys(piece.bug for piece in hand[1:]):
            same = [piece for piece in hand if piece.bug is bug]
            pieces += same[: sum(rng.random() < share for _ in same)]
    rng.shuffle(pieces)
    return pieces


def besieged(rng: Random, variant: str, repetition: bool) -> Position | None:
    """Two queens with three to five neighbors each and what else there is around them; None if it fails."""
    pieces = brought(rng, variant, rng.uniform(0.3, 0.95))
    white: Cell = (0, 0)
    black: Cell = rng.choice([(1, 0), (2, 0), (1, 1), (2, 1), (3, -1), (3, 0), (2, 2)])
    rows: list[tuple[Piece, Cell, int]] = [(QUEENS[0], white, 0), (QUEENS[1], black, 0)]
    heights = {white: 1, black: 1}
    for queen in (white, black):
        for cell in rng.sample(neighbors(queen), rng.choice((3, 4, 4, 5, 5))):
            if cell not in heights and pieces:
                rows.append((pieces.pop(), cell, 0))
                heights[cell] = 1
    for piece in pieces:
        if str(piece)[1] in "BM" and rng.random() < 0.3:
            cell = rng.choice(sorted(heights))
        else:
            edge = {cell for occupied in heights for cell in neighbors(occupied)} - set(heights)
            cell = rng.choice(sorted(edge - set(neighbors(white)) - set(neighbors(black))))
        rows.append((piece, cell, heights.get(cell, 0)))
        heights[cell] = heights.get(cell, 0) + 1
    try:
        position = Position.from_pieces(variant, rows, ply=rng.choice((20, 21)), repetition=repetition)
    except InvalidPositionError:
        return None
    return None if position.outcome() is not None else position


def back(position: Position, move: Move) -> Move | None:
    """The move that takes an earlier move of the same side back; None when it is not legal."""
    if move.piece is None or move.origin is None:
        return None
    return position.find_move(move.piece, move.origin)


def shuffled(rng: Random, position: Position, first: Move) -> Position:
    """A position equal to the given one, in whose game what `first` leads to has stood on the board twice.

    Both sides have taken a move back, twice over. The position itself where they cannot.
    """
    there = None if first.piece is None or first.to is None else position.find_move(first.piece, first.to)
    if there is None or there.origin is None:
        return position
    after = position.copy()
    after.push(there)
    if after.outcome() is not None:
        return position
    replies = list(after.legal_moves)
    for reply in rng.sample(replies, min(len(replies), 12)):
        game = Position.from_text(after.text(), repetition=position.repetition)
        for step in (reply, there, reply, there, reply, there, reply):
            move = back(game, step) if len(game.moves) % 4 in (1, 2) else step
            if move is None or game.outcome() is not None or not game.is_legal(move):
                break
            game.push(move)
        else:
            if game == position and game.outcome() is None:
                return game
    return position


def midgame(rng: Random, most_lines: int, plies: int) -> Position:
    """One position with not too many lines of `plies` plies."""
    while True:
        position = besieged(rng, rng.choice(VARIANTS), rng.random() < 0.6)
        if position is not None and len(position.legal_moves) ** plies <= most_lines:
            return position


def plain_win(position: Position, plies: int) -> int:
    """k when the side to move can force a win in k plies, -k when it is lost in k, 0 when neither is so."""
    outcome = position.outcome()
    if outcome is not None or plies == 0:
        return 0
    values = []
    for move in list(position.legal_moves):
        position.push(move)
        outcome = position.outcome()
        if outcome is None:
            value = plain_win(position, plies - 1)
            values.append(0 if value == 0 else -value + (1 if value < 0 else -1))
        else:
            winner = outcome.winner
            values.append(0 if winner is None else 1 if winner == 1 - position.turn else -1)
        position.pop()
    wins = [value for value in values if value > 0]
    if wins:
        return min(wins)
    return 0 if 0 in values else min(values)
