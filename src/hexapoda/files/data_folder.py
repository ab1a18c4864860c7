"""The data folder, which is `$HEXAPODA_HOME` or the platform's default, and atomic writes."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO

__all__ = [
    "DATA_OWNER",
    "append_synced",
    "data_folder",
    "expanded",
    "open_descriptor",
    "replacing",
    "sync_folder",
    "write_atomically",
]

DATA_OWNER = "local"
"""The owner of everything created in the terminal, or on a server that only this machine can reach."""


def data_folder() -> Path:
    """Return the folder of all user data; it may not exist yet. Raises `OSError` if `$HEXAPODA_HOME` begins
    with `~user` and there is no such user, or if the home folder is unknown.
    """
    from platformdirs import user_data_path  # imported late, because most commands need no data

    chosen = os.environ.get("HEXAPODA_HOME")
    try:
        return Path(chosen or user_data_path("hexapoda", appauthor=False)).expanduser()
    except RuntimeError:
        raise FileNotFoundError(errno.ENOENT, "this user has no known home folder", chosen or "~") from None


def expanded(text: str | Path) -> Path:
    """Return a path with `~` or `~user` replaced by the home folder; unchanged if there is no such user."""
    try:
        return Path(text).expanduser()
    except RuntimeError:
        return Path(text)


def append_synced(file: IO[bytes], content: bytes) -> None:
    """Append `content` to an unbuffered file, and flush it to the disk. Raises `OSError`."""
    data = memoryview(content)
    while data:  # a nearly full disk may take only a part of it
        data = data[file.write(data) :]
    os.fsync(file.fileno())


def write_atomically(path: Path, text: str) -> None:
    """Write `text` to the file at `path`, and create its folder if needed. After a crash or a power failure,
    the file has either the old or the new content. Raises `OSError`.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as file:
        file.write(text.encode("utf-8", "backslashreplace"))


@contextlib.contextmanager
def replacing(path: Path, *, sync: bool = True) -> Iterator[IO[bytes]]:
    """Yield a file that replaces the one at `path` if the block ends without an error. With `sync`, it is
    flushed to the disk first; otherwise a power failure may lose or damage it.

    Only regular files are replaced. If `path` is a symbolic link, its target is replaced and the link stays.
    The new file has the mode of the old one and, where the system allows it, its owner. Devices, pipes and
    open descriptors such as `/dev/stdout` are written directly. Raises `OSError`.
    """
    number = open_descriptor(path)
    if number is not None:  # opening the path itself could truncate the file behind the descriptor
        with os.fdopen(os.dup(number), "wb") as file:
            yield file
        return
    target = Path(os.path.realpath(path))
    try:
        old = target.stat()
    except FileNotFoundError:
        old = None
    if old is not None and stat.S_ISDIR(old.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if old is not None and not stat.S_ISREG(old.st_mode):
        with target.open("wb") as file:
            yield file
        return
    # The mode is set from the start, so that a private file is never readable by others.
    mode = 0o666 if old is None else stat.S_IMODE(old.st_mode)
    # A file name may have at most 255 bytes, and a character takes up to four.
    part = target.with_name(f".{target.name[:50]}.{os.getpid()}-{threading.get_ident()}.part")
    part.unlink(missing_ok=True)
    try:
        number = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
        with os.fdopen(number, "wb") as file:
            if old is not None:
                _copy_owner(number, old, mode)
            yield file
            if sync:
                file.flush()
                os.fsync(number)
        part.replace(target)
    except BaseException as error:
        part.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename is None:  # for example if the disk is full
            error.filename = str(path)
        raise
    if sync:
        with contextlib.suppress(OSError):  # some folders cannot be opened, and the file is already in place
            sync_folder(target.parent)


def sync_folder(path: Path) -> None:
    """Flush the entries of a folder to the disk, so that a new file in it survives a power failure. Does
    nothing on Windows. Raises `OSError`.
    """
    if os.name == "posix":
        folder = os.open(path, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


_DESCRIPTOR = re.compile(r"/(?:dev|proc/(?:self|[0-9]+))/fd/([0-9]+)|/dev/std(in|out|err)")
_STREAMS = {"in": 0, "out": 1, "err": 2}


def open_descriptor(path: Path) -> int | None:
    """Return the file descriptor that a path such as `/dev/stdout` or `/dev/fd/3` stands for, or None."""
    name = os.path.abspath(path)  # noqa: PTH100 - the links must not be followed
    for _ in range(40):
        found = _DESCRIPTOR.fullmatch(name)
        if found is not None:
            return _STREAMS[found[2]] if found[2] else int(found[1])
        try:
            name = os.path.normpath(Path(name).parent / os.readlink(name))  # noqa: PTH115
        except OSError:
            return None
    return None


def _copy_owner(number: int, old: os.stat_result, mode: int) -> None:
    """Give an open file the owner and the mode of the file that it replaces."""
    if os.name == "posix":
        for owner, group in ((old.st_uid, -1), (-1, old.st_gid)):
            with contextlib.suppress(OSError):  # only root may give files away
                os.fchown(number, owner, group)
        os.fchmod(number, mode)
