"""`stored_tree`: a game of the store as a tree that can be replayed."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from hexapoda.errors import InvalidGameError
from hexapoda.games import Game, find_game
from hexapoda.page.record_json import tree_of
from hexapoda.record import GameRecord, GameTree

if TYPE_CHECKING:
    from hexapoda.storage import StoredGame

__all__ = ["stored_tree"]


def stored_tree(found: StoredGame) -> GameTree:
    """Return the tree of a stored game, with its variations and comments. If its moves are not legal under
    its rules, which files often do not name, another setting of one rule switch is used. If none fits, the
    tree ends before the first move that is not legal under any of them. Raises `InvalidGameError` if not even
    the start can be read.
    """
    if found.nodes is not None:
        with contextlib.suppress(InvalidGameError):
            return GameTree.from_json(found.tree().to_json())
    record = found.record
    game = find_game(record.game)
    best, plies = record, -1
    for rules in _settings(game, record):
        tried = replace(record, rules=rules)
        try:
            return GameTree(game, tried)
        except InvalidGameError as error:
            if error.ply is not None and error.ply > plies:
                best, plies = tried, error.ply
    return tree_of(best)


def _settings(game: Game, record: GameRecord) -> Iterator[tuple[tuple[str, str], ...]]:
    """Yield the rules of a record, and then those with one switch changed."""
    yield record.rules
    given = dict(record.rules)
    for switch in game.rules:
        for choice in switch.choices:
            if given.get(switch.name, switch.choices[0]) != choice:
                yield tuple({**given, switch.name: choice}.items())
