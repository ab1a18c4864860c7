"""Grading: how often each level of the game's strongest engine solves a puzzle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from hexapoda.engine import Engine, Limit
from hexapoda.errors import EngineError, UsageError
from hexapoda.games import Game, find_game
from hexapoda.games.forced_wins import ForcedWins
from hexapoda.puzzles.puzzle import HARDEST, Puzzle
from hexapoda.registry import EngineSpec, default_spec

__all__ = ["graded", "level_engine"]

_TRY = Limit(nodes=60_000, time=1.0)
"""The search limit of the highest level. The lower levels have smaller limits of their own."""
_SECONDS = 2.0
"""The time limit of each proof."""


def level_engine(game: Game, level: int, seed: int) -> EngineSpec:
    """Return a level of the game's strongest engine. Raises `UsageError` if it has no such level."""
    spec = default_spec(game.name)
    if not any(option.name == "level" for option in spec.options):
        raise UsageError(f"engine {spec.name!r} has no levels, so it cannot grade puzzles")
    return spec.with_values({"level": level}).with_seed(seed)


def graded(puzzle: Puzzle, wins: ForcedWins, tries: int, go_on: Callable[[], bool] = lambda: True) -> Puzzle:
    """Return the puzzle with the number of times that each level solved it. Each level tries `tries` times,
    with different seeds. `go_on` is called before each try; if it returns False, the puzzle is returned
    unchanged.
    """
    game = find_game(puzzle.game)
    judge = _Judge(game, puzzle, wins)
    solved = []
    for level in range(1, HARDEST + 1):
        count = 0
        for number in range(tries):
            if not go_on():
                return puzzle
            seed = (int(puzzle.id, 16) + 7919 * number) % (1 << 30)
            count += judge.solves(level_engine(game, level, seed).create())
        solved.append(count)
    return replace(puzzle, tries=tries, solved=tuple(solved))


class _Judge:
    """Runs engines on one puzzle, and caches the winning moves and the replies."""

    def __init__(self, game: Game, puzzle: Puzzle, wins: ForcedWins) -> None:
        self._game = game
        self._puzzle = puzzle
        self._wins = wins
        self._right: dict[tuple[str, ...], tuple[Any, ...]] = {}
        self._replies: dict[tuple[str, ...], Any] = {}

    def solves(self, engine: Engine) -> bool:
        """Return whether the engine finds every move against the best defense."""
        position = self._puzzle.position()
        texts: tuple[str, ...] = ()
        for left in range(self._puzzle.length - 1, -1, -1):
            try:
                move = engine.search(position, _TRY).move
            except EngineError:
                return False
            if move not in self._winning(texts, position, left + 1):
                return False
            texts += (position.format_move(move),)
            position.push(move)
            if position.outcome() is not None:
                return True
            reply = self._reply(texts, position, left)
            if reply is None:
                return False
            texts += (position.format_move(reply),)
            position.push(reply)
            if position.outcome() is not None:
                return True
        return False

    def _winning(self, texts: tuple[str, ...], position: Any, within: int) -> tuple[Any, ...]:
        if not texts:
            return (self._game.parse_move(position, self._puzzle.solution[0]),)
        if texts not in self._right:
            self._right[texts] = self._wins.winning_moves(position, within, seconds=_SECONDS) or ()
        return self._right[texts]

    def _reply(self, texts: tuple[str, ...], position: Any, within: int) -> Any:
        if texts not in self._replies:
            self._replies[texts] = self._wins.defense(position, within, seconds=_SECONDS)
        return self._replies[texts]
