"""Tidying the folder of games: `tidy_rooms`.

Owns which files go. A game that was created and never played goes after a day. If there are more files than
the server may keep, finished games go first, then games without moves, then the others; the oldest of each
first.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Collection
from pathlib import Path

from hexapoda.errors import HexapodaError
from hexapoda.file_lock import take_lock
from hexapoda.play.session_json import read_saved
from hexapoda.web.live.room_file import room_folder

__all__ = ["UNTOUCHED_SECONDS", "count_rooms", "tidy_rooms"]

UNTOUCHED_SECONDS = 24 * 3600.0
"""Seconds after which a game without moves goes."""
_FINISHED, _EMPTY, _RUNNING = 0, 1, 2


def tidy_rooms(most: int, *, keep: Collection[str] = (), now: float | None = None) -> int:
    """Delete files until at most `most` are left, and games without moves that are old; return how many.

    Games in `keep`, by id, and those that a server has open stay. `now`: the time, in seconds since 1970.
    """
    moment = time.time() if now is None else now
    found: list[tuple[int, float, Path]] = []
    with contextlib.suppress(OSError):
        for path in room_folder().glob("*.json"):
            with contextlib.suppress(OSError):
                found.append((_kind(path), path.stat().st_mtime, path))
    surplus = len(found) - most
    gone = 0
    for kind, saved, path in sorted(found):
        if path.stem in keep:
            continue
        if (gone < surplus or (kind == _EMPTY and saved < moment - UNTOUCHED_SECONDS)) and _delete(path):
            gone += 1
    return gone


def count_rooms() -> int:
    """Return the number of files."""
    return sum(1 for _ in room_folder().glob("*.json"))


def _kind(path: Path) -> int:
    """Whether a game is finished, empty or running. A damaged file counts as finished."""
    try:
        record, extra = read_saved(path.read_text(encoding="utf-8"))
    except (ValueError, HexapodaError):
        return _FINISHED
    if record.finished:
        return _FINISHED
    return _RUNNING if record.moves or extra.get("undone") else _EMPTY


def _delete(path: Path) -> bool:
    """Delete a file that nobody has open."""
    lock_path = path.with_suffix(".lock")
    with contextlib.suppress(OSError):
        lock = take_lock(lock_path)
        if lock is None:
            return False
        try:
            path.unlink(missing_ok=True)
            lock_path.unlink(missing_ok=True)
        finally:
            lock.release()
        return True
    return False
