"""Files that a user asks for: one writer and one policy for all commands.

A file is written at once or not at all. One that exists is replaced only with `force`, no folder is made,
and nothing to write means that nothing is written. Devices and pipes are written to as they are. The
program's own files below the data folder are `data_folder`'s.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from pathlib import Path

from hexapoda.data_folder import open_descriptor, replacing
from hexapoda.errors import FileInTheWayError, UsageError

__all__ = ["check_target", "is_stdout", "write_bytes", "write_text", "write_texts"]


def check_target(path: str | Path, *, force: bool = False) -> None:
    """Whether a file may be written at `path`: to be asked before the work whose result it takes.

    Raises `FileInTheWayError` when there is another file and `force` is not given, and `UsageError` when
    the path is a folder, has none, or cannot be read.
    """
    target = Path(path)
    if "\0" in str(target):
        raise UsageError(f"{str(target)!r} is not a file name")
    try:
        found = target.stat()
    except FileNotFoundError:
        if not Path(os.path.realpath(target)).parent.is_dir():
            raise UsageError(f"cannot write {str(target)!r}: there is no such folder") from None
        return
    except OSError as error:
        raise _cannot_write(target, error) from None
    if stat.S_ISDIR(found.st_mode):
        raise UsageError(f"cannot write {str(target)!r}: it is a folder")
    if stat.S_ISREG(found.st_mode) and not force and open_descriptor(target) is None:
        raise FileInTheWayError(
            f"{str(target)!r} already exists: expected another name, or --force to replace it"
        )


def write_texts(path: str | Path, texts: Iterable[str], *, force: bool = False) -> int:
    """Write texts, one behind the other, into a file at once or not at all; returns how many there were.

    Without a text nothing is written. What the iterable raises goes on, the file as it was. Raises as
    `check_target` does, and `UsageError` when the file cannot be written.
    """
    return _write(Path(path), (text.encode("utf-8", "backslashreplace") for text in texts), force)


def write_text(path: str | Path, text: str, *, force: bool = False) -> None:
    """Write one text into a file at once or not at all. Raises as `write_texts` does."""
    write_texts(path, (text,), force=force)


def write_bytes(path: str | Path, data: bytes, *, force: bool = False) -> None:
    """The same for bytes."""
    _write(Path(path), (data,), force)


def is_stdout(path: str | Path) -> bool:
    """Whether a path leads to where stdout goes, so that a summary printed there would be mixed into it."""
    try:
        return os.path.samestat(os.stat(path), os.fstat(1))  # noqa: PTH116
    except (OSError, ValueError):
        return False


def _write(target: Path, parts: Iterable[bytes], force: bool) -> int:
    check_target(target, force=force)
    parts = iter(parts)
    first = next(parts, None)
    if first is None:
        return 0
    count = 1
    try:
        with replacing(target) as file:
            file.write(first)
            for part in parts:
                file.write(part)
                count += 1
            if not force:
                check_target(target)  # another program may have written it meanwhile
    except OSError as error:
        if isinstance(error, BrokenPipeError) and is_stdout(target):
            raise  # as for every output: whoever read it has had enough
        raise _cannot_write(target, error) from None
    return count


def _cannot_write(target: Path, error: OSError) -> UsageError:
    return UsageError(f"cannot write {str(target)!r}: {(error.strerror or str(error)).lower()}")
