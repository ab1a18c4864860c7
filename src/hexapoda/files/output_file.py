"""Writing the user's files: one policy for all commands.

Files are written atomically. An existing file is replaced only with `force`. Folders are never created. If
there is nothing to write, no file is created. Devices and pipes are written directly. Files in the data
folder are the responsibility of `data_folder`.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from pathlib import Path

from hexapoda.errors import FileInTheWayError, UsageError
from hexapoda.files.data_folder import open_descriptor, replacing
from hexapoda.text.sentence import Sentence, reason_of

__all__ = ["check_target", "is_stdout", "write_bytes", "write_text", "write_texts"]


def check_target(path: str | Path, *, force: bool = False) -> None:
    """Check that a file may be written at `path`; call this before a long computation. Raises
    `FileInTheWayError` if the file exists and `force` is not given, and `UsageError` if the path is a folder,
    its folder does not exist, or it cannot be accessed.
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
            f"{str(target)!r} already exists: choose another name, or use --force to replace it"
        )


def write_texts(path: str | Path, texts: Iterable[str], *, force: bool = False) -> int:
    """Write strings to a file atomically, and return their number. If there are none, no file is written. If
    the iterable raises, the file is unchanged. Raises the errors of `check_target`, and `UsageError` if the
    file cannot be written.
    """
    return _write(Path(path), (text.encode("utf-8", "backslashreplace") for text in texts), force)


def write_text(path: str | Path, text: str, *, force: bool = False) -> None:
    """Write a string to a file atomically. Raises the errors of `write_texts`."""
    write_texts(path, (text,), force=force)


def write_bytes(path: str | Path, data: bytes, *, force: bool = False) -> None:
    """Write bytes to a file atomically. Raises the errors of `write_texts`."""
    _write(Path(path), (data,), force)


def is_stdout(path: str | Path) -> bool:
    """Return whether a path is the file that stdout writes to. A printed summary would then be mixed with the
    data.
    """
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
                check_target(target)  # another program may have created the file since the first check
    except OSError as error:
        if isinstance(error, BrokenPipeError) and is_stdout(target):
            raise  # the reader of the pipe is gone
        raise _cannot_write(target, error) from None
    return count


def _cannot_write(target: Path, error: OSError) -> UsageError:
    return UsageError(Sentence("cannot write '{path}': {why}", path=target, why=reason_of(error)))
