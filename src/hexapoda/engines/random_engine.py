"""The engine `random`: any legal move, all equally likely, in any game."""

from __future__ import annotations

import time

from hexapoda.engine import Engine, Limit, OnInfo, Option, SearchInfo, SearchResult
from hexapoda.engines.seeded_random import SEED, SeededRandom
from hexapoda.errors import EngineError
from hexapoda.games import Position

__all__ = ["RandomEngine"]


class RandomEngine(Engine):
    """Plays any legal move, all equally likely."""

    name = "random"
    options: tuple[Option, ...] = (SEED,)

    def __init__(self, seed: int = -1) -> None:
        """With the same `seed` it plays the same moves; -1 draws a new seed for each game."""
        self._random = SeededRandom(seed)

    def search(self, position: Position, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
        """Choose a move at once; ignores `limit`. Raises `EngineError` if the game is over."""
        began = time.perf_counter()
        moves = position.legal_moves
        if not len(moves):
            raise EngineError("random was asked for a move, but the game is over")
        move = self._random.choose(position, list(moves))
        info = SearchInfo(time=time.perf_counter() - began, pv=(move,))
        if on_info is not None:
            on_info(info)
        return SearchResult(move, info)

    def stop(self) -> None:
        """Do nothing: a search returns at once."""

    def new_game(self) -> None:
        """Draw a new seed, unless one is fixed."""
        self._random.new_game()
