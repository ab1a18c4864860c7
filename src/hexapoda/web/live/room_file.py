"""`RoomFile`: the file of a game that is played on pages.

The file is in the folder `web` of the data folder, or in its archive. It contains the saved game, the digests
of its keys, and the web server's own data. `RoomFolder` limits the number of files.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
from collections.abc import Mapping
from pathlib import Path

from hexapoda.errors import HexapodaError, InvalidGameError, UsageError
from hexapoda.files.data_folder import data_folder
from hexapoda.play import Autosave, Session
from hexapoda.play.session_json import read_saved
from hexapoda.record import GameRecord
from hexapoda.record.given_moves import has_begun
from hexapoda.text.sentence import Sentence

__all__ = [
    "GAME_ID",
    "RoomFile",
    "archive_folder",
    "digest_of",
    "open_seat_in",
    "owners_in",
    "rematch_in",
    "room_folder",
    "room_path",
    "unfiled_games",
]

GAME_ID = re.compile(r"[0-9a-f]{32}")
_OPEN_SEATS = ("first", "second", "random")


class RoomFile(Autosave):
    """The file of one game, kept even if the game has no moves or is over, because pages may be reloaded."""

    keeps_all = True

    def __init__(
        self,
        game: str,
        path: Path,
        keys: tuple[str, str],
        choices: Mapping[str, object] | None = None,
    ) -> None:
        """`keys`: the digests of the keys of both seats; `choices`: the web server's own data, as JSON."""
        super().__init__(game, path)
        self.keys = keys
        self.choices: Mapping[str, object] = choices or {}

    @property
    def rematch(self) -> str:
        """The id of the rematch of this game; empty if there is none."""
        return rematch_in(self.choices)

    @property
    def owners(self) -> tuple[str, str]:
        """The owners of both seats; empty strings for a game from a version without owners."""
        return owners_in(self.choices)

    @property
    def open_seat(self) -> str | None:
        """The seat that is open to anyone, `first`, `second` or `random`; None if there is none."""
        return open_seat_in(self.choices)

    @property
    def seen(self) -> frozenset[int]:
        """The seats whose players have opened the game at least once."""
        found = self.choices.get("seen")
        return frozenset(seat for seat in (0, 1) if isinstance(found, list | tuple) and seat in found)

    @property
    def apart(self) -> bool:
        """Whether two people play on separate pages."""
        return self.choices.get("apart") is True

    @property
    def stored(self) -> tuple[int, ...]:
        """The game's numbers in the library, one for each owner; empty if it is not in the library."""
        found = self.choices.get("stored")
        if not isinstance(found, list | tuple):
            return ()
        return tuple(id for id in found if isinstance(id, int) and not isinstance(id, bool))

    @property
    def more(self) -> Mapping[str, object]:
        """The fields added to the saved game: the digests of its keys, and `choices`."""
        return {"keys": self.keys, "web": self.choices}

    def save(self, session: Session) -> None:
        """Write the game. An unfinished game is moved out of the archive, where no clock could run out and no
        player would be reminded of their turn.
        """
        archived = self.path
        if session.result() is not None or archived.parent != archive_folder():
            super().save(session)
            return
        self.release()
        self.path = room_path(archived.stem)
        try:
            super().save(session)
            if self.path.parent == room_folder():  # no other server has locked it there
                archived.unlink(missing_ok=True)
        except OSError:
            self.release()
            self.path = archived
            raise

    @classmethod
    def load(cls, id: str) -> tuple[RoomFile, GameRecord, str]:
        """Lock and read the file of the game with this id; return the file, the record and the text.

        Raises `OSError`, `InvalidGameError` if the file is damaged, and `UsageError` if another server has
        the game open.
        """
        path = room_path(id)
        if not path.exists():
            path = archive_folder() / path.name
        path.stat()  # raises if there is no file, before a lock file is created
        file = cls("web", path, ("", ""))
        try:
            if file.path != path:
                raise UsageError(Sentence("another server has it open"))
            # Read only after locking: another server may have written the file until it released the lock.
            text = path.read_text(encoding="utf-8")
            record, extra = read_saved(text)
            keys = extra.get("keys")
            if not (isinstance(keys, list) and len(keys) == 2 and all(isinstance(key, str) for key in keys)):
                raise InvalidGameError("the saved game is damaged: it has no keys")
            file.keys = (keys[0], keys[1])
            choices = extra.get("web")
            file.choices = choices if isinstance(choices, dict) else {}
        except BaseException:
            file.release()
            raise
        return file, record, text


def unfiled_games() -> list[str]:
    """Return the ids of the finished games that are not in the library. Damaged files are skipped."""
    found = []
    for path in (*room_folder().glob("*.json"), *archive_folder().glob("*.json")):
        with contextlib.suppress(OSError, ValueError, HexapodaError):
            record, extra = read_saved(path.read_text(encoding="utf-8"))
            web = extra.get("web")
            stored = isinstance(web, dict) and web.get("stored")
            if record.finished and has_begun(record) and not stored:
                found.append(path.stem)
    return found


def room_folder() -> Path:
    """Return the folder of the game files."""
    return data_folder() / "web"


def owners_in(choices: object) -> tuple[str, str]:
    """Return the owners of both seats from the saved `choices` of a game; empty strings if unknown."""
    found = choices.get("owners") if isinstance(choices, Mapping) else None
    if not isinstance(found, list | tuple) or len(found) != 2:
        return "", ""
    return str(found[0]), str(found[1])


def rematch_in(choices: object) -> str:
    """Return the id of the rematch from the saved `choices` of a game; empty if there is none."""
    found = choices.get("rematch") if isinstance(choices, Mapping) else None
    return found if isinstance(found, str) and GAME_ID.fullmatch(found) else ""


def open_seat_in(choices: object) -> str | None:
    """Return the open seat from the saved `choices` of a game; None if there is none."""
    found = choices.get("open") if isinstance(choices, Mapping) else None
    return next((seat for seat in _OPEN_SEATS if seat == found), None)


def digest_of(key: str) -> str:
    """Return the digest that is stored in place of a key, so that files reveal no keys."""
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()


def archive_folder() -> Path:
    """Return the folder of the finished and abandoned games."""
    return room_folder() / "archive"


def room_path(id: str) -> Path:
    """Return the path of a game's file outside the archive."""
    return room_folder() / f"{id}.json"
