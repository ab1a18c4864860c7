"""`RoomFolder`: the files of the games on the server, and the limits on unfinished games.

A game in which somebody has moved is never removed. When it is over, or when nobody has moved in it for a
month, its file moves from the folder `web` to `web/archive`, where it can still be opened. Only a game
in which nobody has moved is removed: after a day, or after a week if it is offered to others. The number of
files stays bounded because visitors with too many unfinished games are refused new ones.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Callable, Collection
from pathlib import Path

from hexapoda.errors import HexapodaError
from hexapoda.files.file_lock import take_lock
from hexapoda.play.session_json import read_saved
from hexapoda.record.given_moves import has_begun
from hexapoda.text.sentence import Sentence
from hexapoda.web.live.room_file import archive_folder, room_folder, room_path
from hexapoda.web.live.served_time import ServedTime
from hexapoda.web.live.unfinished import Unfinished
from hexapoda.web.owner import LOCAL
from hexapoda.web.problem import Problem
from hexapoda.web.settings import WebSettings
from hexapoda.web.visitor import Visitor

__all__ = ["OFFERED_SECONDS", "QUIET_SECONDS", "UNTOUCHED_SECONDS", "RoomFolder"]

UNTOUCHED_SECONDS = 24 * 3600.0
"""Seconds after which a game is removed if nobody has moved in it."""
OFFERED_SECONDS = 7 * 24 * 3600.0
"""Seconds after which an offered game is removed if nobody has accepted it."""
QUIET_SECONDS = 30 * 24 * 3600.0
"""Seconds without a move after which a visitor's unfinished game is archived. Games of the owner of the data
folder, and games with a running clock of days per move, are not archived.
"""
_DAY = 24 * 3600
_FINISHED, _EMPTY, _RUNNING = range(3)


class RoomFolder:
    """The game files of one server. Any thread may use it."""

    def __init__(self, settings: WebSettings, served: ServedTime | None = None) -> None:
        """`settings`: the limits on the number of files; `served`: the time by which clocks with days run."""
        self._settings = settings
        self._served = served or ServedTime()
        self._lock = threading.Lock()
        self._unfinished: dict[str, Unfinished] = {}
        self._archived = 0
        self._read = False

    @property
    def unfinished(self) -> int:
        """The number of unfinished games, as far as this server knows."""
        return len(self._unfinished)

    @property
    def archived(self) -> int:
        """The number of archived games, as far as this server knows."""
        return self._archived

    def admit(self, visitor: Visitor, over: Collection[str] = ()) -> None:
        """Raise `Problem` 429 or 503 if a visitor may not start another game. `over`: the ids of games that
        have ended since they were noted.
        """
        if not self._read:
            self.tidy()
        settings = self._settings
        with self._lock:
            known = [one for id, one in self._unfinished.items() if id not in over]
        own = sum(visitor.owner in one.owners for one in known)
        if own >= settings.games_per_owner:
            raise _too_many(
                Sentence("you have {count} unfinished games here: finish one of them first", count=own)
            )
        of_address = sum(one.network == visitor.network for one in known)
        if of_address >= settings.games_per_address:
            raise _too_many(
                Sentence(
                    "your address has {count} unfinished games here: finish one of them first",
                    count=of_address,
                )
            )
        if len(known) >= settings.files:
            raise _too_many(
                Sentence(
                    "{count} games are unfinished here, the most allowed: try again later", count=len(known)
                )
            )
        if self._archived >= settings.archived_games:
            raise Problem(503, Sentence("this server has reached its limit of saved games"))

    def admit_offer(self, visitor: Visitor) -> None:
        """Raise `Problem` 429 if a visitor may not offer another game."""
        settings = self._settings
        offers = [one for one in self.games().values() if one.open]
        if sum(visitor.owner in one.owners for one in offers) >= settings.offers_per_owner:
            raise Problem(
                429,
                Sentence(
                    "you already offer {count} games here: withdraw one first",
                    count=settings.offers_per_owner,
                ),
            )
        of_address = sum(one.network == visitor.network for one in offers)
        if len(offers) >= settings.offers or (
            not visitor.local and of_address >= settings.offers_per_address
        ):
            raise Problem(429, Sentence("too many games are offered here: accept one, or try again later"))

    def note(self, id: str, game: Unfinished) -> None:
        """Record the current state of an unfinished game."""
        with self._lock:
            self._unfinished[id] = game

    def network(self, id: str) -> str:
        """Return the network of a game's creator; empty if unknown."""
        with self._lock:
            known = self._unfinished.get(id)
        return "" if known is None else known.network

    def games(self) -> dict[str, Unfinished]:
        """Return all unfinished games, by their ids."""
        if not self._read:
            self.tidy()
        with self._lock:
            return dict(self._unfinished)

    def of(self, owner: str) -> list[str]:
        """Return the ids of an owner's unfinished games."""
        return sorted(id for id, one in self.games().items() if owner in one.owners)

    def forget(self, id: str) -> None:
        """Record that a game is over or was removed."""
        with self._lock:
            self._unfinished.pop(id, None)

    def archive(self, id: str) -> bool:
        """Move the file of a game to the archive, unless a server has the game open; return whether it was
        moved.
        """
        path = room_path(id)
        target = archive_folder() / path.name
        if not path.exists():  # already archived, or removed
            return False

        def move() -> None:
            target.parent.mkdir(parents=True, exist_ok=True)
            path.replace(target)

        if not _unlocked(path, move):
            return False
        with self._lock:
            self._unfinished.pop(id, None)
            self._archived += 1
        return True

    def tidy(self, *, keep: Collection[str] = (), now: float | None = None) -> None:
        """Read all files that are not archived. Archive the finished games, and visitors' games in which
        nobody has moved for a long time; remove old games in which nobody has ever moved.

        Skips games whose ids are in `keep`, and games that a server has open. `now`: seconds since 1970.
        """
        moment = time.time() if now is None else now
        found: dict[str, Unfinished] = {}
        for path in _files(room_folder()):
            with contextlib.suppress(OSError):
                kind, game = _read(path, self._served.now())
                quiet = moment - path.stat().st_mtime
                if path.stem not in keep:
                    patience = OFFERED_SECONDS if game.open else UNTOUCHED_SECONDS
                    if kind == _EMPTY and quiet > patience and _unlocked(path, path.unlink):
                        continue
                    late = kind == _RUNNING and not {*game.owners} & {LOCAL, ""} and quiet > QUIET_SECONDS
                    if (kind == _FINISHED or (late and game.due is None)) and self.archive(path.stem):
                        continue
                if kind != _FINISHED:
                    found[path.stem] = game
        archived = sum(1 for _ in _files(archive_folder()))
        with self._lock:
            # `found` lacks games created in the meantime, and the networks of creators, which are not saved.
            self._unfinished = {**found, **{id: one for id, one in self._unfinished.items() if _exists(id)}}
            self._archived, self._read = archived, True


def _too_many(text: Sentence) -> Problem:
    return Problem(429, text, retry_after=_DAY)


def _files(folder: Path) -> list[Path]:
    try:
        return [Path(entry.path) for entry in os.scandir(folder) if entry.name.endswith(".json")]
    except OSError:  # the folder does not exist yet
        return []


def _exists(id: str) -> bool:
    return room_path(id).exists()


def _read(path: Path, now: float) -> tuple[int, Unfinished]:
    """Return whether a game is finished, empty or running, and its summary. A damaged file counts as
    finished. A game without moves counts as running if moves were taken back, or if its clock with days runs.
    `now`: the time of `ServedTime`.
    """
    try:
        record, extra = read_saved(path.read_text(encoding="utf-8"))
        game = Unfinished.of_file(record, extra, now)
    except (ValueError, HexapodaError):
        return _FINISHED, Unfinished(("", ""))
    if record.finished:
        return _FINISHED, game
    return (_RUNNING if has_begun(record) or extra.get("undone") or game.due is not None else _EMPTY), game


def _unlocked(path: Path, act: Callable[[], object]) -> bool:
    """Call `act` with the file locked; return whether that succeeded. It fails if a server holds the lock or
    an `OSError` occurs.
    """
    lock_path = path.with_suffix(".lock")
    with contextlib.suppress(OSError):
        lock = take_lock(lock_path)
        if lock is None:
            return False
        try:
            act()
            lock_path.unlink(missing_ok=True)
        finally:
            lock.release()
        return True
    return False
