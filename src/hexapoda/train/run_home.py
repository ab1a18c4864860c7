"""`RunHome`: the folder of a run: its lock, the settings that it began with, and what must not get lost.

Owns `settings.json` and the lock. What else is in the folder, the run decides.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from hexapoda.errors import UsageError
from hexapoda.files.data_folder import write_atomically
from hexapoda.files.file_lock import take_lock
from hexapoda.train.progress import PROGRESS
from hexapoda.train.run_folder import games_folder

__all__ = ["RunHome"]

_SETTINGS, _LOCK = "settings.json", "lock"
_EXPERT = "expert"
"""The table that only runs of the networks of engines have."""
_SELF_PLAY = "self_play"
"""The table that only other runs have."""


class RunHome:
    """A folder that this process alone trains in, until `close`."""

    def __init__(self, folder: Path) -> None:
        """Make the folder and lock it. Raises `UsageError` if it has something else than a run, or another
        process trains in it.
        """
        self.folder = folder
        self._path = folder / _SETTINGS
        self._unwritten: dict[str, Any] | None = None
        self._check()
        self._lock = take_lock(folder / _LOCK)
        if self._lock is None:
            raise UsageError(f"another process trains in {str(folder)!r}")

    def close(self) -> None:
        """Let other processes train in the folder."""
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
        """Write the settings of a new run. Raises `UsageError` if they cannot be read; and if the run has
        `begun`, and `fixed(settings)`, which must not change, is not what it began with. Settings that the
        version of the run did not know had their defaults.
        """
        if not self._path.exists():
            write_atomically(self._path, json.dumps(settings, indent=2))
        old = self._settings(defaults, _EXPERT in settings)
        before, now = fixed(old), fixed(settings)
        different = [name for name in now if now[name] != before[name]]
        if different and begun:
            expected = "expected the settings it began with, or another folder"
            raise UsageError(f"{str(self.folder)!r} has a run with another {different[0]!r}: {expected}")
        self._unwritten = dict(settings) if old != settings else None

    def keep_settings(self) -> None:
        """Write the settings if they have changed."""
        if self._unwritten is not None:
            write_atomically(self._path, json.dumps(self._unwritten, indent=2))

    def check_nothing_is_lost(self, counts: Iterable[tuple[str, int, int, str]]) -> None:
        """Raise `UsageError` if the run was once further than its files say: to go on would wipe that. Each
        count is the name of a file, how many things it has, how many `progress.jsonl` knows, and their name.
        """
        for name, there, once, noun in counts:
            if there < once:
                raise UsageError(
                    f"{str(self.folder / name)!r} has {there} {noun}, {PROGRESS!r} beside it {once}: "
                    f"expected the file that belongs to it; to go on without, remove {PROGRESS!r}"
                )

    def clear(self) -> None:
        """Remove half-written files that a process which was killed has left."""
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
                f"{str(self.folder)!r} is not empty and has no training run: expected another folder"
            )

    def _begun(self) -> dict[str, Any]:
        """Return what is in the file of the settings."""
        try:
            begun = json.loads(self._path.read_text("utf-8"))
        except (OSError, ValueError, RecursionError) as error:
            raise UsageError(f"cannot read {str(self._path)!r}: {error}") from None
        if not isinstance(begun, dict):
            raise UsageError(f"{str(self._path)!r} is damaged: expected the settings of a run")
        return begun

    def _settings(self, defaults: Mapping[str, Any], expert: bool) -> dict[str, Any]:
        """Return the settings that the run began with."""
        begun = self._begun()
        if (_EXPERT in begun) != expert:
            raise UsageError(f"{str(self.folder)!r} has a run of another kind: expected another folder")
        found = {}
        for name, default in defaults.items():
            value = begun.get(name, default)
            table = isinstance(default, dict)
            if table and not isinstance(value, dict):
                raise UsageError(f"{str(self._path)!r} is damaged: {name} is no table")
            found[name] = {**default, **value} if table else value
        return found
