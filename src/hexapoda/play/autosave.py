"""Unfinished games on disk: saved after every move, and offered again at the next start.

Manages the folder `unfinished` in the data folder. Each game has one file, replaced atomically after every
move, and a lock file next to it while the game is played. The operating system releases the lock when the
process dies, however it dies. A locked game is being played somewhere; an unlocked one can be resumed.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hexapoda.errors import HexapodaError
from hexapoda.files.data_folder import data_folder, write_atomically
from hexapoda.files.file_lock import take_lock
from hexapoda.games import find_game
from hexapoda.play.session import Session
from hexapoda.play.session_json import dump_session, read_saved
from hexapoda.record import GameRecord

if TYPE_CHECKING:
    from filelock import BaseFileLock

__all__ = ["Autosave", "UnfinishedGame", "unfinished_games"]


@dataclass(frozen=True, slots=True)
class UnfinishedGame:
    """A game that can be resumed."""

    path: Path
    record: GameRecord
    saved: float
    """When the game was last saved, in seconds since 1970."""

    @property
    def text(self) -> str:
        """One line for a list: `Hive, you against alphabeta level 3, move 7, 5 minutes ago`."""
        game = find_game(self.record.game)
        variant = self.record.variant
        what = game.title + ("" if variant == game.variants[0] else f" {variant}")
        turn = game.turn_of(self.record.plies + 1)
        return f"{what}, {self._players()}, move {turn}, {_age(time.time() - self.saved)}"

    def delete(self) -> None:
        """Delete the file of the game. Raises `OSError` if it cannot be deleted."""
        self.path.unlink(missing_ok=True)

    def _players(self) -> str:
        engines = [player.name for player in self.record.players if player.engine]
        if not engines:
            return "two people"
        return f"you against {engines[0]}" if len(engines) == 1 else " against ".join(engines)


class Autosave:
    """The file of one game. Nothing is written before the first `save`."""

    keeps_all = False
    """Whether to keep the file even if the game cannot be resumed, because it is over or has no moves."""

    def __init__(self, game: str, path: Path | None = None) -> None:
        """`path`: the file of a resumed game, which is locked immediately; None for a new file.

        If another process holds the lock, the game is saved to a new file instead.
        """
        self.resumed = path is not None
        self.path = path or _new_path(game)
        self._game = game
        self._lock: BaseFileLock | None = None
        if path is not None:
            with contextlib.suppress(OSError):  # `save` reports it
                self._lock_file()

    def save(self, session: Session) -> None:
        """Write a game to disk atomically. Raises `OSError`."""
        self._lock_file()
        write_atomically(self.path, dump_session(session, self.more))

    @property
    def more(self) -> Mapping[str, object]:
        """Further fields of the file, which subclasses can add."""
        return {}

    def discard(self) -> None:
        """Delete the file and release its lock. Raises `OSError` if the file cannot be deleted."""
        try:
            self.path.unlink(missing_ok=True)
        except OSError:
            if os.path.lexists(self.path):
                raise
        finally:
            self.release()

    def release(self) -> None:
        """Release the lock, so that any process can resume the game."""
        if self._lock is not None:
            _release(self._lock)
            self._lock = None

    def _lock_file(self) -> None:
        """Lock the file. If another process holds the lock, switch to a new file."""
        if self._lock is not None:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        for _ in range(10):
            self._lock = take_lock(_lock_path(self.path))
            if self._lock is not None:
                break
            time.sleep(0.01)  # a process that lists the games holds each lock for a moment
        else:
            self.path = _new_path(self._game)
            self._lock = take_lock(_lock_path(self.path))
        # Delete the partial files of a process that was killed while it saved.
        for part in self.path.parent.glob(f".{self.path.name}.*.part"):
            part.unlink(missing_ok=True)


def unfinished_games(games: Collection[str]) -> list[UnfinishedGame]:
    """Return the unlocked unfinished games of the named `games`, latest first. Skips damaged files."""
    found = []
    for path in _folder().glob("*.json"):
        try:
            record, _ = read_saved(path.read_text(encoding="utf-8"))
            if record.game not in games:
                continue
            entry = UnfinishedGame(path, record, path.stat().st_mtime)
        except (OSError, ValueError, HexapodaError):
            continue
        try:
            lock = take_lock(_lock_path(path))
        except OSError:  # the folder is read-only, so no process is playing the game
            found.append(entry)
            continue
        if lock is not None:
            _release(lock)
            found.append(entry)
    return sorted(found, key=lambda entry: entry.saved, reverse=True)


def _folder() -> Path:
    return data_folder() / "unfinished"


def _new_path(game: str) -> Path:
    return _folder() / f"{game}-{time.strftime('%Y%m%d-%H%M%S')}-{os.urandom(3).hex()}.json"


def _lock_path(path: Path) -> Path:
    return path.with_suffix(".lock")


def _release(lock: BaseFileLock) -> None:
    with contextlib.suppress(OSError):
        Path(lock.lock_file).unlink()
    lock.release()  # only after unlinking, or the lock file of another process could be deleted


def _age(seconds: float) -> str:
    if seconds < 90:
        return "just now"
    for size, name in ((86400, "day"), (3600, "hour"), (60, "minute")):
        number = int(seconds // size)
        if number:
            return f"{number} {name}{'' if number == 1 else 's'} ago"
    return "just now"
