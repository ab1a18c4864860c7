"""`OpeningBook`: the moves played in the first plies of the games in a file, for choosing a move.

A book is a file of games in any format, so it needs no format of its own. Positions are looked up by the keys
of the game store's index, which do not depend on symmetry or move order.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from hexapoda.errors import IllegalMoveError, UsageError
from hexapoda.games import Archive, Game, Position, game_of_position
from hexapoda.record.node import Node, plain_move
from hexapoda.record.reading import read_games
from hexapoda.record.tree import GameTree

__all__ = ["BookMove", "OpeningBook"]


class BookMove(NamedTuple):
    """A move of a book. Moves that lead to symmetric positions count as one."""

    texts: tuple[str, ...]
    """The equivalent legal moves, as text."""
    weight: int
    """How often the games reach the position after the move; lines of a game that share a node count once."""


class OpeningBook:
    """The first moves of games, variations included, each with the number of times that it occurs."""

    def __init__(self, games: Iterable[GameTree], plies: int = 20) -> None:
        """Take the first `plies` of all lines of `games`. Raises `UsageError` for a game whose positions have
        no keys.
        """
        self._weights: dict[tuple[str, str], Counter[int]] = {}
        for tree in games:
            archive = _archive(tree.game)
            weights = self._weights.setdefault((tree.game.name, tree.header.variant), Counter())
            known: set[Node] = set()
            for node in _ends(tree, plies):
                line = node.line()
                moves = tuple(plain_move(step.text) for step in line)
                _, keys = archive.replay(replace(tree.header, moves=moves))
                weights.update(key for step, key in zip(line, keys[1:], strict=True) if step not in known)
                known.update(line)

    @classmethod
    def read(cls, path: str | Path, plies: int = 20) -> OpeningBook:
        """Return the book of a file of games. Raises the errors of `read_games`."""
        return cls(read_games(path), plies)

    def moves(self, position: Position) -> list[BookMove]:
        """Return the book's moves in a position, the most played first; an empty list if there are none."""
        game = game_of_position(position)
        weights = self._weights.get((game.name, position.variant))
        if not weights or position.outcome() is not None:
            return []
        found = [
            BookMove(legal, weights[key])
            for key, texts in _archive(game).moves_by_key(position).items()
            if key in weights and (legal := tuple(text for text in texts if _is_legal(position, text)))
        ]
        return sorted(found, key=lambda move: (-move.weight, move.texts))

    def choice(self, position: Position, rng: random.Random | None = None) -> Any:
        """Return a move of the book in a position, drawn by weight; None if the book has none. `rng`: the
        random number generator, by default that of the module `random`.
        """
        found = self.moves(position)
        if not found:
            return None
        weights = [move.weight for move in found]
        [drawn] = (rng.choices if rng is not None else random.choices)(found, weights)
        return position.parse_move(drawn.texts[0])


def _archive(game: Game) -> Archive[Any]:
    archive: Archive[Any] | None = game.archive
    if archive is None:
        raise UsageError(f"{game.title} has no keys of positions: expected a game with an archive")
    return archive


def _ends(tree: GameTree, plies: int) -> Iterator[Node]:
    """Yield the last node of each line, cut off after `plies`."""
    todo = [tree.root]
    while todo:
        node = todo.pop()
        if node.ply < plies and node.variations:
            todo += node.variations
        elif node.ply:
            yield node


def _is_legal(position: Position, text: str) -> bool:
    """Return whether the position's rules allow a move: keys are computed under the most permissive rules."""
    try:
        position.parse_move(text)
    except IllegalMoveError:
        return False
    return True
