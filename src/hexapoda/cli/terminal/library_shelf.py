"""`LibraryShelf`: puts games finished in the terminal into the user's library."""

from __future__ import annotations

from hexapoda.files.data_folder import DATA_OWNER
from hexapoda.record import GameRecord

__all__ = ["LibraryShelf"]


class LibraryShelf:
    """Writes to the store in the data folder. Imports the modules of the store only when a game ends."""

    def put(self, record: GameRecord, id: int | None) -> int:
        """Store a game and return its number; with `id`, replace the game with that number. Raises
        `HexapodaError`.
        """
        from hexapoda.storage import Store
        from hexapoda.storage.played_games import keep_played

        with Store.open() as store:
            return keep_played(store, record, DATA_OWNER, id)

    def remove(self, id: int) -> None:
        """Remove a game that is no longer over, because its end was undone. Raises `HexapodaError`."""
        from hexapoda.storage import Store

        with Store.open() as store:
            store.delete([id])
