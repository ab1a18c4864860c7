"""`stored_tree`: a game of the store as a tree that can be replayed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from hexapoda.errors import InvalidGameError
from hexapoda.games import Game, find_game
from hexapoda.record import GameRecord, GameTree

__all__ = ["stored_record_json", "stored_tree"]


def stored_tree(record: GameRecord) -> GameTree:
    """Return the tree of a stored game. If its moves are not legal under its rules, which files often do not
    name, another setting of one rule switch is used. Raises `InvalidGameError` if none fits.
    """
    game = find_game(record.game)
    trouble: InvalidGameError | None = None
    for rules in _settings(game, record):
        try:
            return GameTree(game, replace(record, rules=rules))
        except InvalidGameError as error:
            trouble = trouble or error
    assert trouble is not None
    raise trouble


def stored_record_json(record: GameRecord) -> dict[str, Any]:
    """Return a stored game with all its positions. Raises `InvalidGameError`."""
    tree = stored_tree(record)
    game, position = tree.game, tree.start
    nodes: list[dict[str, Any]] = [{"id": 0, "parent": None, "board": game.board_json(position)}]
    for id, node in enumerate(tree.main_line(), 1):
        move = game.parse_move(position, node.text)
        shown = game.move_json(position, move)
        position.push(move)
        nodes.append({"id": id, "parent": id - 1, "move": shown, "board": game.board_json(position)})
    headers = {"date": record.date, "event": record.event, "ending": record.ending.value, **dict(record.tags)}
    return {
        "game": record.game,
        "variant": record.variant,
        "rules": dict(game.rules_of(position)),
        "start": record.start,
        "names": [player.name for player in record.players],
        "result": record.result if record.finished else None,
        "headers": {name: text for name, text in headers.items() if text},
        "nodes": nodes,
    }


def _settings(game: Game, record: GameRecord) -> Iterator[tuple[tuple[str, str], ...]]:
    """Yield the rules of a record, and then those with one switch changed."""
    yield record.rules
    given = dict(record.rules)
    for switch in game.rules:
        for choice in switch.choices:
            if given.get(switch.name, switch.choices[0]) != choice:
                yield tuple({**given, switch.name: choice}.items())
