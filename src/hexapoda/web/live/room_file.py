"""`RoomFile`: the file of a game that pages play.

Owns the folder `web` of the data folder and its archive: one file a game, with the saved game, the
digests of its keys, and what the web adds to a game. `room_folder` decides how many files there are.
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
    """A file that also holds games without moves, and finished ones: pages may be loaded again."""

    keeps_all = True

    def __init__(
        self,
        game: str,
        path: Path,
        keys: tuple[str, str],
        choices: Mapping[str, object] | None = None,
    ) -> None:
        """`keys`: the digests of the keys of both seats; `choices`: more of the game, as JSON."""
        super().__init__(game, path)
        self.keys = keys
        self.choices: Mapping[str, object] = choices or {}

    @property
    def rematch(self) -> str:
        """The id of the game that follows this one with the seats swapped; empty if there is none."""
        return rematch_in(self.choices)

    @property
    def owners(self) -> tuple[str, str]:
        """The owners of both seats; empty for a game of a version without owners."""
        return owners_in(self.choices)

    @property
    def open_seat(self) -> str | None:
        """The seat that is open to anyone: `first`, `second` or `random`; None if none is."""
        return open_seat_in(self.choices)

    @property
    def seen(self) -> frozenset[int]:
        """The seats whose players have come, once at least."""
        found = self.choices.get("seen")
        return frozenset(seat for seat in (0, 1) if isinstance(found, list | tuple) and seat in found)

    @property
    def apart(self) -> bool:
        """Whether two people play on two pages."""
        return self.choices.get("apart") is True

    @property
    def stored(self) -> tuple[int, ...]:
        """The numbers that the game has in the library, one for each owner; empty if it is not there."""
        found = self.choices.get("stored")
        if not isinstance(found, list | tuple):
            return ()
        return tuple(id for id in found if isinstance(id, int) and not isinstance(id, bool))

    @property
    def more(self) -> Mapping[str, object]:
        """The digests, and what else is known of the game."""
        return {"keys": self.keys, "web": self.choices}

    def save(self, session: Session) -> None:
        """Write the game. One that goes on leaves the archive, where no clock runs out and no player is told
        that it is their turn.
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
        """Return the file of the game with this id, which is locked now, its record and its text.

        Raises `OSError`, `InvalidGameError` if the file is damaged, and `UsageError` if another server has
        the game open.
        """
        path = room_path(id)
        if not path.exists():
            path = archive_folder() / path.name
        path.stat()  # a game that does not exist must not leave a lock
        file = cls("web", path, ("", ""))
        try:
            if file.path != path:
                raise UsageError(Sentence("another server has it open"))
            # Only now: the other server may have written the file until it let go of the lock.
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
    """Return the ids of the games that are over and not in the library. Damaged files are left out."""
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
    """Return the folder of the files."""
    return data_folder() / "web"


def owners_in(choices: object) -> tuple[str, str]:
    """Return the owners of both seats, as the file of a game has them."""
    found = choices.get("owners") if isinstance(choices, Mapping) else None
    if not isinstance(found, list | tuple) or len(found) != 2:
        return "", ""
    return str(found[0]), str(found[1])


def rematch_in(choices: object) -> str:
    """Return the id of the rematch of a game, as the file of the game has it; empty if there is none."""
    found = choices.get("rematch") if isinstance(choices, Mapping) else None
    return found if isinstance(found, str) and GAME_ID.fullmatch(found) else ""


def open_seat_in(choices: object) -> str | None:
    """Return the seat that is open to anyone, as the file of a game has it."""
    found = choices.get("open") if isinstance(choices, Mapping) else None
    return next((seat for seat in _OPEN_SEATS if seat == found), None)


def digest_of(key: str) -> str:
    """Return what is stored of a key, from which the key cannot be found."""
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()


def archive_folder() -> Path:
    """Return the folder of the games that are over or abandoned."""
    return room_folder() / "archive"


def room_path(id: str) -> Path:
    """Return where the file of a game is unless it is archived."""
    return room_folder() / f"{id}.json"
