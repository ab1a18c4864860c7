"""`RoomFile`: the file of a game that pages play.

Owns the folder `web` of the data folder: one file a game, with the saved game and the digests of its keys.
"""

from __future__ import annotations

import json
from pathlib import Path

from hexapoda.data_folder import data_folder
from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.play import Autosave
from hexapoda.play.session_json import read_saved
from hexapoda.record import GameRecord

__all__ = ["RoomFile"]


class RoomFile(Autosave):
    """A file that also holds games without moves, and finished ones: pages may be loaded again."""

    keeps_all = True

    def __init__(self, game: str, id: str, keys: tuple[str, str]) -> None:
        """`keys`: the digests of the keys of both seats."""
        super().__init__(game, _path(id))
        self.keys = keys

    def save(self, text: str) -> None:
        """Write the game with the digests."""
        super().save(json.dumps({**json.loads(text), "keys": self.keys}, ensure_ascii=False, indent=1) + "\n")

    @classmethod
    def load(cls, id: str) -> tuple[RoomFile, GameRecord, str]:
        """Return the file of the game with this id, which is locked now, its record and its text.

        Raises `OSError`, `InvalidGameError` if the file is damaged, and `UsageError` if another server has
        the game open.
        """
        text = _path(id).read_text(encoding="utf-8")
        record, extra = read_saved(text)
        keys = extra.get("keys")
        if not (isinstance(keys, list) and len(keys) == 2 and all(isinstance(key, str) for key in keys)):
            raise InvalidGameError("the saved game is damaged: it has no keys")
        file = cls(record.game, id, (keys[0], keys[1]))
        if file.path != _path(id):
            file.release()
            raise UsageError("another server has it open")
        return file, record, text


def _path(id: str) -> Path:
    return data_folder() / "web" / f"{id}.json"
