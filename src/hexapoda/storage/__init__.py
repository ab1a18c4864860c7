"""The game store: a database of games, searchable by players, results and positions."""

from hexapoda.storage.answers import (
    Added,
    DeletedGame,
    Exploration,
    GameVersion,
    Meetings,
    PlayedMove,
    PlayerTotal,
    Rating,
    StoredGame,
    Totals,
)
from hexapoda.storage.filter import RESULTS, GameFilter
from hexapoda.storage.indexing import IndexedGame, index, opening_keys, position_key
from hexapoda.storage.opened_backup import open_backup
from hexapoda.storage.store import MAX_LIMIT, Store
from hexapoda.storage.verification import StoreFault

__all__ = [
    "MAX_LIMIT",
    "RESULTS",
    "Added",
    "DeletedGame",
    "Exploration",
    "GameFilter",
    "GameVersion",
    "IndexedGame",
    "Meetings",
    "PlayedMove",
    "PlayerTotal",
    "Rating",
    "Store",
    "StoreFault",
    "StoredGame",
    "Totals",
    "index",
    "open_backup",
    "opening_keys",
    "position_key",
]
