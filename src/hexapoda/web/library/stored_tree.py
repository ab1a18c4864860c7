"""`stored_tree`: a game of the store as a tree that can be replayed."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import replace

from hexapoda.errors import InvalidGameError
from hexapoda.games import Game, find_game
from hexapoda.record import GameRecord, GameTree
from hexapoda.web.record_json import tree_of

__all__ = ["stored_tree"]


def stored_tree(record: GameRecord) -> GameTree:
    """Return the tree of a stored game. If its moves are not legal under its rules, which files often do not
    name, another setting of one rule switch is used. If none fits, the tree ends before the move that is not
    legal. Raises `InvalidGameError` if not even the start can be read.
    """
    game = find_game(record.game)
    for rules in _settings(game, record):
        with contextlib.suppress(InvalidGameError):
            return GameTree(game, replace(record, rules=rules))
    return tree_of(record)


def _settings(game: Game, record: GameRecord) -> Iterator[tuple[tuple[str, str], ...]]:
    """Yield the rules of a record, and then those with one switch changed."""
    yield record.rules
    given = dict(record.rules)
    for switch in game.rules:
        for choice in switch.choices:
            if given.get(switch.name, switch.choices[0]) != choice:
                yield tuple({**given, switch.name: choice}.items())
