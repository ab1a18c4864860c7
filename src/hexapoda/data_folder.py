"""Where the user's data lives: one folder, `$HEXAPODA_HOME`, by default the platform's data folder."""

from __future__ import annotations

import os
import sys
from pathlib import Path

__all__ = ["data_folder", "sync_folder", "write_atomically"]


def data_folder() -> Path:
    """The folder of all user data; it need not exist yet."""
    chosen = os.environ.get("HEXAPODA_HOME")
    if chosen:
        return Path(chosen).expanduser()
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
        return (Path(base) if base else Path.home() / "AppData" / "Local") / "hexapoda"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "hexapoda"
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "hexapoda"


def write_atomically(path: Path, text: str) -> None:
    """Replace the file at `path` by `text`: after a crash or power cut there is the old file or the new one,
    whole. Raises `OSError`.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(path: Path) -> None:
    """Put the names in a folder on the disk: a new file is safe only when its name is. Raises `OSError`."""
    if os.name == "posix":
        folder = os.open(path, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
