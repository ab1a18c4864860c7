"""The engine `greedy`: a Hive player that looks one ply ahead with a short, readable heuristic.

It tries every legal move, evaluates the position after it with `evaluate`, and chooses the move with the
highest value; a seed breaks ties. The heuristic comes from an early Hive program in Prolog, the rules from
the core. The engine is a fair opponent for beginners and a baseline for other engines.
"""

from __future__ import annotations

import time

from hexapoda.engine import Engine, Limit, OnInfo, Option, SearchInfo, SearchResult
from hexapoda.engines.hive.move_key import move_key
from hexapoda.engines.seeded_random import SEED, SeededRandom
from hexapoda.errors import EngineError
from hexapoda.hive import Bug, Move, Position
from hexapoda.hive.cell import neighbors

__all__ = ["DRAW", "LOSS", "WIN", "GreedyEngine", "evaluate"]

WIN = 500
DRAW = 5
LOSS = -500


def evaluate(position: Position, player: int) -> int:
    """Return the value of `position` for `player` (0 White, 1 Black); higher is better.

    `WIN`, `DRAW` (also by repetition, if that rule is on) or `LOSS` if the game is over, else

        10 * (neighbors of the opponent's queen - neighbors of the player's queen)
         + 2 * (the player's free pieces - the opponent's)
         + 1 * (the player's pieces on the board - the opponent's)

    A queen's neighbors are the occupied cells around it; a queen in hand has none. A piece is free if it is
    on the board and at least one of the six cells around it is empty. It need not be able to move: pinned
    and covered pieces can be free too.
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
        # Written out for speed: most of the time is spent here, and the first test fails for most cells.
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


class GreedyEngine(Engine):
    """Looks one ply ahead: surround the opponent's queen, keep pieces free, place pieces."""

    name = "greedy"
    options: tuple[Option, ...] = (SEED,)

    def __init__(self, seed: int = -1) -> None:
        """`seed` breaks ties between moves of equal value; -1 draws a new seed for each game."""
        self._random = SeededRandom(seed)

    def search(self, position: Position, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
        """Evaluate every move once, which takes a millisecond or two; ignores `limit`. Raises `EngineError`
        if the game is over.
        """
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
        best.sort(key=move_key)
        move = self._random.choose(position, best)
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
        self._random.new_game()
