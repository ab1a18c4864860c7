"""`keep_played`: adds a game that was played here to the store."""

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
"""The name of the owner of a game among the players."""
_NAMELESS = "human"
"""What a player is called who has given no name."""

_RECENT = 20
"""How many games of an owner are compared with one that may be in the store already."""


def keep_played(
    store: Store,
    record: GameRecord,
    owner: str,
    id: int | None = None,
    *,
    seats: tuple[bool, bool] = (True, True),
) -> int:
    """Keep a game of an owner, in the place of the one with this number, and return its number. A game that
    is there already, because a program was killed before it could note the number, is not added again.
    `seats`: for each player, whether it was the owner.
    """
    tree = GameTree(find_game(record.game), _named(record, seats))
    known = _same(store, record, owner) if id is None else id
    return store.save(tree, id=known, owner=owner)


def _named(record: GameRecord, seats: tuple[bool, bool]) -> GameRecord:
    """Return the record with names for the library: "you" for the owner, if only one player was the owner,
    and none for other people who have not given one.
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
    """Return the number of the game that began at the same second and has the same moves."""
    moves = [played.text for played in record.moves]
    wanted = GameFilter(
        game=record.game, variant=record.variant, min_plies=len(moves), max_plies=len(moves), owners=(owner,)
    )
    for found in store.search(wanted, limit=_RECENT, newest=True, damaged=[]):
        if found.record.date == record.date and [played.text for played in found.record.moves] == moves:
            return found.id
    return None
