"""The engine `greedy`: a Hive player that looks one ply ahead with a short, readable heuristic.

Every legal move is played, the position after it is given a value by `evaluate`, and the move with the
highest value is chosen; a seed decides between equals. The heuristic is that of an early Hive program in
Prolog, played by exact rules; it is an honest opponent for beginners and a yardstick for other engines.
"""

from __future__ import annotations

import time

from hexapoda.engine import Limit, OnInfo, Option, SearchInfo, SearchResult
from hexapoda.engines.chance import SEED, Chance
from hexapoda.errors import EngineError
from hexapoda.hive import Bug, Move, Position
from hexapoda.hive.cell import neighbors

__all__ = ["DRAW", "LOSS", "WIN", "GreedyEngine", "evaluate"]

WIN = 500
DRAW = 5
LOSS = -500


def evaluate(position: Position, player: int) -> int:
    """The value of `position` for `player` (0 White, 1 Black), higher is better.

    `WIN`, `DRAW` (by repetition too, where the position counts them) or `LOSS` when the game is over, else

        10 * (neighbors of the opponent's queen - neighbors of the own queen)
         + 2 * (own free pieces - the opponent's)
         + 1 * (own pieces on the board - the opponent's)

    A queen's neighbors are the occupied cells beside its own, none while it is in hand. A piece is
    free when it is on the board and fewer than six cells beside it are occupied; a covered piece counts
    like the one on top of it, a pinned one too: the word says nothing about being able to move.
    """
    outcome = position.outcome()
    if outcome is not None:
        return DRAW if outcome.winner is None else WIN if outcome.winner == player else LOSS
    pieces = position.pieces()
    cells = {cell for cell, _ in pieces.values()}
    queens = free = board = 0
    for piece, (cell, _) in pieces.items():
        sign = 1 if piece.color == player else -1
        board += sign
        q, r = cell
        # Spelt out because this line is most of the engine's time, and most cells miss at the first look.
        surrounded = (
            (q + 1, r) in cells
            and (q, r + 1) in cells
            and (q - 1, r + 1) in cells
            and (q - 1, r) in cells
            and (q, r - 1) in cells
            and (q + 1, r - 1) in cells
        )
        if not surrounded:
            free += sign
        if piece.bug is Bug.QUEEN:
            queens -= sign * sum(beside in cells for beside in neighbors(cell))
    return 10 * queens + 2 * free + board


class GreedyEngine:
    """Looks one ply ahead: surround the opponent's queen, keep pieces free, place pieces."""

    name = "greedy"
    options: tuple[Option, ...] = (SEED,)

    def __init__(self, seed: int = -1) -> None:
        """`seed` decides between moves of equal value; -1 draws a new one for each game."""
        self._chance = Chance(seed)

    def search(self, position: Position, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
        """Evaluate every move once, which takes a millisecond or two; ignores `limit`."""
        began = time.perf_counter()
        best: list[Move] = []
        value = LOSS - 1
        moves = list(position.legal_moves)
        if not moves:
            raise EngineError(f"greedy was asked for a move, but the game is over: {position.state}")
        player = position.turn
        for move in moves:
            position.push(move)
            after = evaluate(position, player)
            position.pop()
            if after > value:
                value, best = after, [move]
            elif after == value:
                best.append(move)
        # The order of `legal_moves` is not guaranteed; the choice of a seed must not depend on it.
        best.sort(key=_order)
        move = self._chance.choose(position, best)
        info = SearchInfo(
            depth=1,
            nodes=len(moves),
            time=time.perf_counter() - began,
            pv=(move,),
            score=value,
            win_in={WIN: 1, LOSS: -1}.get(value),
        )
        if on_info is not None:
            on_info(info)
        return SearchResult(move, info)

    def stop(self) -> None:
        """Do nothing: a search is over in a millisecond or two."""

    def new_game(self) -> None:
        """Draw a new seed, unless one is fixed."""
        self._chance.new_game()


def _order(move: Move) -> tuple[int, int, int]:
    """A place in an order of moves that depends on the moves alone; a pass is the only one of its kind."""
    if move.piece is None or move.to is None:
        return (-1, 0, 0)
    return (move.piece.index, *move.to)
