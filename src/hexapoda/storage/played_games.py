"""`keep_played`: adds a game that was played in hexapoda to the store."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hexapoda.games import find_game
from hexapoda.record import GameRecord, GameTree
from hexapoda.storage.filter import GameFilter

if TYPE_CHECKING:
    from hexapoda.storage.store import Store

__all__ = ["keep_played"]

_YOU = "you"
"""The name given to the player who owns the game."""
_NAMELESS = "human"
"""The record's name for a player who gave none."""

_RECENT = 20
"""How many of the owner's newest games are compared with a game that may already be stored."""


def keep_played(
    store: Store,
    record: GameRecord,
    owner: str,
    id: int | None = None,
    *,
    seats: tuple[bool, bool] = (True, True),
) -> int:
    """Store a game of an owner, as a new version of the game `id` if that is given, and return its number. A
    game is not added again if the program stored it, but was killed before it noted the number. `seats`: for
    each player, whether it was the owner.
    """
    tree = GameTree(find_game(record.game), _named(record, seats))
    known = _same(store, record, owner) if id is None else id
    return store.save(tree, id=known, owner=owner)


def _named(record: GameRecord, seats: tuple[bool, bool]) -> GameRecord:
    """Return the record with names for the library: "you" for the owner, unless both players were the owner,
    and no name for anyone else who gave none.
    """
    people = [not player.engine for player in record.players]
    own = [person and seat for person, seat in zip(people, seats, strict=True)]
    first, second = (
        replace(player, name=_YOU if mine and not all(own) else _given(player.name)) if person else player
        for player, person, mine in zip(record.players, people, own, strict=True)
    )
    return replace(record, players=(first, second))


def _given(name: str) -> str:
    return "" if name == _NAMELESS else name


def _same(store: Store, record: GameRecord, owner: str) -> int | None:
    """Return the number of the owner's game with the same date and moves; None if there is none."""
    moves = [played.text for played in record.moves]
    wanted = GameFilter(
        game=record.game, variant=record.variant, min_plies=len(moves), max_plies=len(moves), owners=(owner,)
    )
    for found in store.search(wanted, limit=_RECENT, newest=True, damaged=[]):
        if found.record.date == record.date and [played.text for played in found.record.moves] == moves:
            return found.id
    return None
