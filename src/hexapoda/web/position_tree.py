"""`position_tree`: the game that led to a position."""

from __future__ import annotations

from dataclasses import replace

from hexapoda.record import Ending, GameRecord, GameTree, MoveRecord, PlayerRecord
from hexapoda.web.position_fields import NamedPosition

__all__ = ["position_tree"]


def position_tree(named: NamedPosition, names: tuple[str, str] = ("", "")) -> GameTree:
    """Return the game that led to a position. `names`: of the players."""
    game, position = named.game, named.position
    rules = tuple(game.changed_rules(game.rules_of(position)).items())
    record = GameRecord(
        game.name,
        position.variant,
        (PlayerRecord(names[0]), PlayerRecord(names[1])),
        tuple(MoveRecord(text) for text in game.board_json(position)["moves"]),
        None,
        False,
        Ending.UNKNOWN,
        rules,
        named.start,
    )
    outcome = position.outcome()
    if outcome is not None:
        record = replace(record, winner=outcome.winner, finished=True, ending=Ending.NORMAL)
    return GameTree(game, record)
