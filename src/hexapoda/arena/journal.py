"""The journal of a match: a folder with its settings and every finished game, safe against kill -9.

The folder contains `settings.json` (written atomically) and `games.jsonl` (one `GameRecord` per line, flushed
to disk before the game counts). A process killed while it writes leaves a partial last line, which is
ignored, and removed before the next game is appended. Only one process at a time plays a match.
"""

from __future__ import annotations

import contextlib
import datetime
import json
import os
import re
import secrets
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

from hexapoda.arena.settings import MatchSettings
from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.files.data_folder import append_synced, data_folder, replacing, sync_folder, write_atomically
from hexapoda.files.file_lock import take_lock
from hexapoda.record import GameRecord
from hexapoda.text.sentence import reason_of

__all__ = ["Journal", "match_folder", "new_match_id"]

_SETTINGS, _GAMES, _LOCK = "settings.json", "games.jsonl", "lock"


def match_folder() -> Path:
    """Return the folder that contains the journals of all matches."""
    return data_folder() / "matches"


def new_match_id() -> str:
    """Return a unique name for a match: the time in UTC and four random hexadecimal digits."""
    now = datetime.datetime.now(datetime.UTC)
    return f"{now:%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"


class Journal:
    """The folder of one match, opened for reading; `writing()` opens it for playing."""

    def __init__(self, folder: Path) -> None:
        """`folder` is where the files of the journal are, or will be."""
        self.folder = folder
        self._file: IO[bytes] | None = None

    @property
    def id(self) -> str:
        """The name of the match."""
        return self.folder.name

    @classmethod
    def create(cls, matches: Path, settings: MatchSettings, match_id: str | None = None) -> Journal:
        """Create a journal in a new folder below `matches`. Raises `UsageError` if that is not possible."""
        name = match_id or new_match_id()
        if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}", name):
            raise UsageError(
                f"{name!r} is not a name for a match: expected up to 100 letters, digits, '.', '_' and '-', "
                "beginning with a letter or digit"
            )
        folder = matches / name
        try:
            folder.mkdir(parents=True)
            write_atomically(folder / _SETTINGS, _settings_text(settings))
        except FileExistsError:
            raise UsageError(f"match {name!r} already exists: resume it, or choose another name") from None
        except OSError as error:
            raise _cannot_write(folder, error) from None
        return cls(folder)

    @staticmethod
    def write(folder: Path, settings: MatchSettings, records: Iterable[GameRecord]) -> None:
        """Write the journal of a match that was played elsewhere, replacing any journal in the folder. Raises
        `UsageError` if that is not possible.
        """
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with replacing(folder / _GAMES) as file:
                file.writelines(map(_line, records))
            # Last, because a folder without settings is not a match.
            write_atomically(folder / _SETTINGS, _settings_text(settings))
        except OSError as error:
            raise _cannot_write(folder, error) from None

    def write_settings(self, settings: MatchSettings) -> None:
        """Write the settings of a new match, or replace those of an existing match; the new settings must be
        valid for the games already played. Call this only inside `locked`. Raises `UsageError` if that is not
        possible.
        """
        try:
            if not self.exists() and (self.folder / _GAMES).exists():
                raise UsageError(
                    f"{str(self.folder)!r} has {_GAMES!r} but no {_SETTINGS!r}: "
                    "restore it, or move the games away"
                )
            write_atomically(self.folder / _SETTINGS, _settings_text(settings))
        except OSError as error:
            raise _cannot_write(self.folder, error) from None

    @classmethod
    def open(cls, matches: Path, match_id: str) -> Journal:
        """Return the journal of a match. Raises `UsageError`, which names the last five matches in order of
        their names, if there is no such match.
        """
        folder = matches / match_id
        if match_id in ("", ".", "..") or Path(match_id).name != match_id or not cls(folder).exists():
            known = sorted(path.parent.name for path in matches.glob(f"*/{_SETTINGS}"))[-5:]
            names = f"the last ones by name are {', '.join(known)}"
            hint = names if known else f"there are none in {str(matches)!r}"
            raise UsageError(f"no match is called {match_id!r}: {hint}")
        return cls(folder)

    def exists(self) -> bool:
        """Return whether the folder contains a match."""
        return (self.folder / _SETTINGS).is_file()

    def settings(self) -> MatchSettings:
        """Return the settings of the match. Raises `InvalidGameError` for a damaged or unreadable file."""
        path = self.folder / _SETTINGS
        try:
            return MatchSettings.from_json(json.loads(path.read_text("utf-8")))
        except (OSError, ValueError, RecursionError) as error:
            raise InvalidGameError(f"{path}: {error}", source=str(path)) from None

    def records(self) -> Iterator[GameRecord]:
        """Yield the games in the order in which they ended; of games with the same number, only the first. A
        partial last line is skipped. Raises `InvalidGameError` for any other damage.
        """
        path = self.folder / _GAMES
        seen: set[int] = set()
        try:
            file = path.open("rb")
        except FileNotFoundError:
            return
        with file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    return  # partial: the process was killed while writing it
                try:
                    record = GameRecord.from_json(line.decode("utf-8"))
                except (InvalidGameError, UnicodeDecodeError) as error:
                    raise InvalidGameError(
                        f"{path}:{number}: {error}", source=str(path), line=number
                    ) from None
                if record.number not in seen:
                    seen.add(record.number)
                    yield record

    @contextlib.contextmanager
    def writing(self) -> Iterator[Journal]:
        """Lock the match for this process and open it for `append`. Raises `UsageError` if another process
        is playing it, or if it cannot be written.
        """
        # The game file is opened first: if the folder is gone, taking the lock would create it again.
        with self._open(_GAMES) as file, self.locked():
            try:
                _cut_partial_line(file)
                sync_folder(self.folder)
            except OSError as error:
                raise _cannot_write(self.folder / _GAMES, error) from None
            self._file = file
            try:
                yield self
            finally:
                self._file = None

    def discard(self) -> None:
        """Remove the journal of a match that has no games yet. Raises `UsageError` if it has games,
        and `InvalidGameError` if the first of them is damaged.
        """
        if next(self.records(), None) is not None:
            raise UsageError(f"match {self.id!r} already has games, so it cannot be removed")
        shutil.rmtree(self.folder, ignore_errors=True)

    def fault_logs(self) -> dict[int, Path]:
        """Return the log files of the games that an engine lost through a fault, by game number."""
        found = {}
        for path in (self.folder / "faults").glob("game-*.log"):
            number = path.stem.removeprefix("game-")
            if number.isdecimal():
                found[int(number)] = path
        return dict(sorted(found.items()))

    def append(self, record: GameRecord) -> None:
        """Write a game; it is on disk when this returns. Raises `UsageError` if it cannot be written."""
        if self._file is None:
            raise UsageError(f"match {self.id!r} is not open for writing")
        try:
            append_synced(self._file, _line(record))
        except OSError as error:
            raise _cannot_write(self.folder / _GAMES, error) from None

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other processes from playing the match during the block. Raises `UsageError` if another
        process is already playing it.
        """
        path = self.folder / _LOCK
        try:
            lock = take_lock(path)
        except OSError as error:
            raise _cannot_write(path, error) from None
        if lock is None:
            raise UsageError(f"another process is playing match {self.id!r}")
        try:
            yield
        finally:
            lock.release()

    def _open(self, name: str) -> IO[bytes]:
        """Open a file of the folder for appending. It is unbuffered: otherwise, closing the file would
        repeat a write that has failed.
        """
        try:
            return (self.folder / name).open("a+b", buffering=0)
        except OSError as error:
            raise _cannot_write(self.folder / name, error) from None


def _settings_text(settings: MatchSettings) -> str:
    return json.dumps(settings.to_json(), ensure_ascii=False) + "\n"


def _line(record: GameRecord) -> bytes:
    text = json.dumps(record.to_json(), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace") + b"\n"


def _cannot_write(path: Path, error: OSError) -> UsageError:
    return UsageError(f"cannot write {str(path)!r}: {reason_of(error)}")


def _cut_partial_line(file: IO[bytes]) -> None:
    size = file.seek(0, os.SEEK_END)
    keep = size
    while keep > 0:
        step = min(1 << 16, keep)
        file.seek(keep - step)
        found = file.read(step).rfind(b"\n")
        if found >= 0:
            keep += found + 1 - step
            break
        keep -= step
    if keep < size:
        file.truncate(keep)
    file.seek(0, os.SEEK_END)
