"""The folder of a training run: its settings, its lock, and the names of files that other modules read.

Manages `settings.json` and the lock. The run decides what else is in the folder.
"""

from __future__ import annotations

import errno
import hashlib
import json
import re
import stat
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from hexapoda.errors import UsageError
from hexapoda.files.data_folder import data_folder, replacing, write_atomically
from hexapoda.files.file_lock import take_lock

__all__ = [
    "PROGRESS",
    "SETTINGS",
    "SHOWN",
    "RunFolder",
    "games_folder",
    "gate_name",
    "is_games_name",
    "may_hold_games",
    "network_name",
    "read_checked",
    "read_part",
    "runs_folder",
    "self_play_name",
    "write_checked",
]

SETTINGS, PROGRESS = "settings.json", "progress.jsonl"
SHOWN = 4
"""How many self-play games of an iteration are kept for users to look at."""
_NAME = re.compile(r"(?:match-[0-9]{5,12}(?:-[0-9]{5,12}|-engine-[0-9a-f]{8})?|self-play-[0-9]{5,12})")
_LOCK = "lock"
_NO_GAMES = (
    SETTINGS,
    PROGRESS,
    _LOCK,
    "gates.json",
    "generations.json",
    "running.json",
    ".pt",
    ".net",
    ".samples",
)
"""Names and endings of the files of a run that hold no games."""
_DIGEST = hashlib.sha256().digest_size
_EXPERT, _SELF_PLAY = "expert", "self_play"
"""Tables of the settings: expert runs have the first, all other runs the second."""


def may_hold_games(path: Path) -> bool:
    """Whether a file may be one of games: not if a run wrote it beside its games, as its progress."""
    own = path.name in _NO_GAMES or path.suffix in _NO_GAMES or path.with_suffix(".samples").is_file()
    return not (own and (path.parent / SETTINGS).is_file())


def runs_folder() -> Path:
    """Return the folder with all runs of this user. Raises `OSError`."""
    return data_folder() / "runs"


def games_folder(run: Path) -> Path:
    """Return the folder of a run's journals, whose names `gate_name` and `self_play_name` return."""
    return run / "matches"


def gate_name(iteration: int, other: int | str | None = None) -> str:
    """Return the name of the match after an iteration against the published network, or against `other`: the
    older network after an iteration, or an engine by its text.
    """
    if isinstance(other, str):
        return f"match-{iteration:05}-engine-{hashlib.sha256(other.encode()).hexdigest()[:8]}"
    return f"match-{iteration:05}" + (f"-{other:05}" if other is not None else "")


def network_name(iteration: int) -> str:
    """Return the name of the file with the network after an iteration."""
    return f"network-{iteration:05}.net"


def self_play_name(iteration: int) -> str:
    """Return the name of the journal of the self-play games that are kept from an iteration."""
    return f"self-play-{iteration:05}"


def is_games_name(name: str) -> bool:
    """Return whether a string is the name of a match or of self-play games."""
    return _NAME.fullmatch(name) is not None


def read_part(path: Path, largest: int) -> bytes:
    """Return the content of a file. Raises `ValueError` if it has more than `largest` bytes, and `OSError` if
    it cannot be read or is not a regular file: reading a pipe could block forever.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, "not a file", str(path))
    with path.open("rb") as file:
        content = file.read(largest + 1)
    if len(content) > largest:
        raise ValueError(f"more than {largest} bytes")
    return content


def write_checked(path: Path, content: bytes) -> None:
    """Write a file atomically: the SHA-256 of the content, then the content. Raises `OSError`."""
    with replacing(path) as file:
        file.write(hashlib.sha256(content).digest() + content)


def read_checked(path: Path) -> bytes | None:
    """Return the content of a file that `write_checked` wrote; None if it is damaged. Raises `OSError`."""
    data = path.read_bytes()
    content = data[_DIGEST:]
    return content if hashlib.sha256(content).digest() == data[:_DIGEST] else None


class RunFolder:
    """A folder in which only this process trains, until `close`."""

    def __init__(self, folder: Path) -> None:
        """Make the folder and lock it. Raises `UsageError` if the folder has contents other than a run, or
        if another process trains in it.
        """
        self.folder = folder
        self._path = folder / SETTINGS
        self._unwritten: Mapping[str, Any] | None = None
        self._check()
        self._lock = take_lock(folder / _LOCK)
        if self._lock is None:
            raise UsageError(f"another process is training in {str(folder)!r}")

    def close(self) -> None:
        """Unlock the folder."""
        if self._lock is not None:
            self._lock.release()

    def check_settings(
        self,
        settings: Mapping[str, Any],
        defaults: Mapping[str, Any],
        fixed: Callable[[Mapping[str, Any]], Mapping[str, Any]],
        *,
        begun: bool,
    ) -> None:
        """Write the settings of a new run, or check them against those of an existing run. Raises
        `UsageError` if these cannot be read, or if the run has `begun` and differs in `fixed(settings)`,
        which must not change. Settings that did not exist in the version that began the run have their
        `defaults`.
        """
        # As they are read again, with lists instead of tuples.
        settings, defaults = json.loads(json.dumps([settings, defaults]))
        if not self._path.exists():
            write_atomically(self._path, json.dumps(settings, indent=2))
        old = self._settings(defaults, _EXPERT in settings)
        before, now = fixed(old), fixed(settings)
        different = [name for name in now if now[name] != before[name]]
        if different and begun:
            expected = "expected the settings it began with, or another folder"
            raise UsageError(f"{str(self.folder)!r} has a run with a different {different[0]!r}: {expected}")
        self._unwritten = settings if old != settings else None

    def keep_settings(self) -> None:
        """Write the settings if `check_settings` found changes."""
        if self._unwritten is not None:
            write_atomically(self._path, json.dumps(self._unwritten, indent=2))

    def check_complete(self, name: str, there: int, once: int, noun: str) -> None:
        """Raise `UsageError` if a file has fewer entries (`there`) than `progress.jsonl` (`once`): the run
        was further along, and continuing would lose that progress.
        """
        if there < once:
            raise UsageError(
                f"{str(self.folder / name)!r} has {there} {noun}, but {PROGRESS!r} beside it has {once}: "
                f"expected the matching file; to continue anyway, remove {PROGRESS!r}"
            )

    def clear(self) -> None:
        """Remove the half-written files of a killed process."""
        for path in (*self.folder.glob(".*.part"), *games_folder(self.folder).glob("*/.*.part")):
            path.unlink(missing_ok=True)

    def _check(self) -> None:
        try:
            if self.folder.exists() and not self.folder.is_dir():
                raise UsageError(f"{str(self.folder)!r} is not a folder")
            self.folder.mkdir(parents=True, exist_ok=True)
            names = {entry.name for entry in self.folder.iterdir() if not entry.name.endswith(".part")}
        except OSError as error:
            raise UsageError(f"cannot use the folder {str(self.folder)!r}: {error.strerror}") from None
        foreign = (
            names - {_LOCK} if not self._path.exists() else not {_EXPERT, _SELF_PLAY} & self._begun().keys()
        )
        if foreign:
            raise UsageError(
                f"{str(self.folder)!r} is not empty and has no training run: choose another folder"
            )

    def _begun(self) -> dict[str, Any]:
        """Return the content of the settings file."""
        try:
            begun = json.loads(self._path.read_text("utf-8"))
        except (OSError, ValueError, RecursionError) as error:
            raise UsageError(f"cannot read {str(self._path)!r}: {error}") from None
        if not isinstance(begun, dict):
            raise UsageError(f"{str(self._path)!r} is damaged: expected the settings of a run")
        return begun

    def _settings(self, defaults: Mapping[str, Any], expert: bool) -> dict[str, Any]:
        """Return the settings in the folder, with `defaults` for those that are missing."""
        begun = self._begun()
        if (_EXPERT in begun) != expert:
            raise UsageError(f"{str(self.folder)!r} has a run of another kind: choose another folder")
        found = {}
        for name, default in defaults.items():
            value = begun.get(name, default)
            table = isinstance(default, dict)
            if table and not isinstance(value, dict):
                raise UsageError(f"{str(self._path)!r} is damaged: {name} is not a table")
            found[name] = {**default, **value} if table else value
        return found
