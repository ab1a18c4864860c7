"""Loading game files as text, for the readers of all games.

Selects the files of a folder, limits their size, and determines their encoding. The formats interpret the
text; `output_file` writes files.
"""

from __future__ import annotations

import codecs
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeVar

from hexapoda.errors import UsageError

__all__ = [
    "MAX_BYTES",
    "NUL",
    "Contents",
    "decode",
    "existing",
    "files_below",
    "games_in",
    "is_fault",
    "load",
    "load_bytes",
    "load_stdin",
    "marked_damage",
    "nul_line",
]

Draft = TypeVar("Draft", bound=Any)

MAX_BYTES = 1 << 29
"""The maximum size of a file, enough for about a million games."""

NUL = "a NUL byte: the file is damaged here"
"""The error message for a game that contains a NUL byte."""

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark is a prefix of this one
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_HEAD = 1 << 16
_SGF = re.compile(rb"\(\s*;\s*[A-Za-z]")
_ENCODING = re.compile(rb"(?<![A-Za-z])CA\s*\[\s*([A-Za-z0-9][A-Za-z0-9_.:-]{1,39})\s*\]")
_PROBE = "(;GM[11]CA[~\\])"
_WIDER = MappingProxyType({"shift_jis": "cp932", "gb2312": "gb18030", "gbk": "gb18030"})
"""For some encodings, the wider one that programs often use under the same name."""

_ENDINGS = frozenset({".pgn", ".sgf", ".hsgf", ".hexworld", ".gs", ".uhp", ".gamestring", ".gamestrings"})
"""Extensions that only game files have."""

_ANYTHING = frozenset({".txt", ".url", ".json", ".jsonl"})
"""Extensions that both game files and other files have."""


def existing(paths: Iterable[str | Path]) -> list[Path]:
    """Return the paths as `Path` objects. Raises `UsageError` for the first one that does not exist."""
    roots = [Path(path) for path in paths]
    for root in roots:
        if not root.exists():
            raise UsageError(f"no such file or folder: '{root}'")
    return roots


def files_below(root: Path) -> Iterator[Path]:
    """Yield the file itself, or all files below a folder in sorted order, except hidden files, pipes and
    devices.
    """
    if not root.is_dir():
        yield root
        return
    for folder, names, files in os.walk(root):
        names[:] = sorted(name for name in names if not name.startswith("."))
        for name in sorted(files):
            path = Path(folder, name)
            if not name.startswith(".") and (path.is_file() or not path.exists()):
                yield path  # even a broken link, so that it is reported


def load(path: str | Path) -> str:
    """Return the text of a file. A byte order mark, or the property `CA` of an SGF file, determines the
    encoding; otherwise it is UTF-8, or Latin-1 if the file is not valid UTF-8. Raises `UsageError` if the
    file cannot be read, is too large, or is not valid in the encoding of its byte order mark.
    """
    return decode(load_bytes(path), path)


def load_bytes(path: str | Path) -> bytes:
    """Return the content of a file. Raises `UsageError` if it cannot be read or exceeds `MAX_BYTES`."""
    try:
        with Path(path).open("rb") as file:
            size = min(os.fstat(file.fileno()).st_size, MAX_BYTES)
            data = file.read(size + 1)  # not MAX_BYTES + 1: `read` allocates as much as it is asked for
            if len(data) > size:  # a pipe, or a growing file
                data += file.read(MAX_BYTES + 1 - len(data))
    except OSError as error:
        raise UsageError(f"cannot read '{path}': {error.strerror or error}") from None
    except ValueError as error:  # a path with a NUL
        raise UsageError(f"cannot read {str(path)!r}: {error}") from None
    if len(data) > MAX_BYTES:
        raise UsageError(f"'{path}' is larger than {MAX_BYTES >> 20} MiB: expected a file of games")
    return data


def load_stdin() -> str:
    """Return the text on standard input, decoded as `load` does. Raises `UsageError` if standard input is
    closed or cannot be read, or exceeds `MAX_BYTES`.
    """
    if sys.stdin is None:
        raise UsageError("stdin is closed: expected the text there")
    data = bytearray()
    try:
        while len(data) <= MAX_BYTES and (part := sys.stdin.buffer.read(_HEAD)):
            data += part
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot read stdin: {error}") from None
    if len(data) > MAX_BYTES:
        raise UsageError(f"stdin is larger than {MAX_BYTES >> 20} MiB: expected games or a position")
    return decode(bytes(data), "stdin")


def decode(data: bytes, path: str | Path) -> str:
    """Return the text of a file with this content, as `load` does. `path` names it in messages."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            try:
                return data.decode(encoding)
            except UnicodeDecodeError as error:
                name = encoding.upper()
                raise UsageError(
                    f"'{path}' is damaged: it begins with the mark of {name}, but byte {error.start} is not "
                    f"valid {name}"
                ) from None
    for name in (_named_encoding(data), "utf-8"):
        try:
            return data.decode(name)
        except UnicodeError:
            continue
    return data.decode("latin-1")


def _named_encoding(data: bytes) -> str:
    """Return the encoding that an SGF file names in `CA`; UTF-8 for other files, and for an encoding that
    Python does not support or that does not extend ASCII.
    """
    if data.startswith(codecs.BOM_UTF8):
        return "utf-8"
    found = _ENCODING.search(data, 0, _HEAD)
    if found is None or _SGF.search(data, 0, found.start()) is None:
        return "utf-8"
    name = found[1].decode("ascii")
    try:
        # It must encode text, and agree with ASCII, in which `CA` was found: this excludes `hex` and UTF-16.
        same = _PROBE.encode(name) == _PROBE.encode("ascii")
    except (LookupError, UnicodeError):
        return "utf-8"
    return _WIDER.get(codecs.lookup(name).name, name) if same else "utf-8"


class Contents(NamedTuple):
    """The format of the games in a file, or why it has none."""

    format: str | None
    """The name of the format; None if there are no games."""
    reason: str
    """Why there are no games; empty if there are."""
    kind: Literal["games", "damaged", "unknown", "other"]
    """`damaged`: empty, truncated or not text; `unknown`: text in no known format; `other`: an intact file of
    another kind, such as a chess game.
    """


def games_in(format: str) -> Contents:
    """Return the `Contents` of a file that has games in `format`."""
    return Contents(format, "", "games")


def is_fault(path: str | Path, contents: Contents, *, named: bool) -> bool:
    """Return whether a file without games is an error: if the user `named` it, or if it is a damaged game
    file. Files of other kinds in a folder are skipped.
    """
    ending = Path(path).suffix.lower()
    damaged = contents.kind == "damaged" or (contents.kind == "unknown" and ending not in _ANYTHING)
    return contents.format is None and (named or (damaged and ending in _ENDINGS | _ANYTHING))


def nul_line(text: str) -> int | None:
    """Return the number, from 1, of the first line with a NUL byte; None if there is none."""
    at = text.find("\0")
    return None if at < 0 else text.count("\n", 0, at) + 1


def marked_damage(drafts: Iterable[Draft], text: str, damage: Callable[[int], Any]) -> Iterator[Draft]:
    """Yield the drafts (games before replay) that were read from `text`. If a draft contains a NUL byte and
    has no error yet, its error is `damage(line)`, where `line` is the number of the first line with a NUL
    byte.
    """
    lines = [number for number, line in enumerate(text.split("\n"), 1) if "\0" in line]
    waiting: Draft | None = None
    for draft in drafts:
        if waiting is not None:
            yield _marked(waiting, lines, draft.line, damage)
        waiting = draft
    if waiting is not None:
        yield _marked(waiting, lines, None, damage)


def _marked(draft: Draft, lines: list[int], end: int | None, damage: Callable[[int], Any]) -> Draft:
    """Return the draft, with an error if it contains any of the damaged `lines`. It ends before line `end`.
    Remove its lines from `lines`.
    """
    own = [line for line in lines if end is None or line < end or line == draft.line]
    del lines[: len(own)]
    if not own or draft.error is not None:
        return draft
    return replace(draft, error=damage(own[0]))
