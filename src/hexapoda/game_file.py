"""From a path to the texts of its files: the readers of all games begin here.

Owns which files of a folder are read, how large one may be, its encoding, and what format an ending stands
for. What a text holds is the readers' knowledge; `output_file` writes.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from types import MappingProxyType

from hexapoda.errors import UsageError

__all__ = ["MAX_BYTES", "existing", "files_below", "format_of", "load"]

MAX_BYTES = 1 << 29
"""Larger files are not read: a million games have a tenth of this."""

_FORMATS = MappingProxyType(
    {
        ".pgn": "pgn",
        ".sgf": "sgf",
        ".hsgf": "sgf",
        ".hexworld": "hexworld",
        ".url": "hexworld",
        ".txt": "gamestring",
        ".gs": "gamestring",
        ".uhp": "gamestring",
        ".gamestring": "gamestring",
        ".gamestrings": "gamestring",
        ".json": "json",
        ".jsonl": "json",
    }
)


def existing(paths: Iterable[str | Path]) -> list[Path]:
    """The paths. Raises UsageError for the first that is not there."""
    roots = [Path(path) for path in paths]
    for root in roots:
        if not root.exists():
            raise UsageError(f"no such file or folder: '{root}'")
    return roots


def files_below(root: Path) -> Iterator[Path]:
    """The file itself, or the files of a folder and its folders, sorted, hidden ones left out.

    So are the pipes and devices of a folder: reading one may never end.
    """
    if not root.is_dir():
        yield root
        return
    for folder, names, files in os.walk(root):
        names[:] = sorted(name for name in names if not name.startswith("."))
        for name in sorted(files):
            path = Path(folder, name)
            if not name.startswith(".") and (path.is_file() or not path.exists()):
                yield path  # a link that leads nowhere too: that it cannot be read is to be said


def load(path: str | Path) -> str:
    """The text of a file, in UTF-8 or else Latin-1.

    Raises UsageError when it cannot be read.
    """
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise UsageError(f"cannot read '{path}': {error.strerror or error}") from None
    if len(data) > MAX_BYTES:
        raise UsageError(f"'{path}' is larger than {MAX_BYTES >> 20} MiB: expected a file of games")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def format_of(path: Path, formats: Collection[str], given: str | None = None, *, game: str = "") -> str:
    """The format to write a file in, one of `formats`: the given one, or what the file's ending stands for.

    Raises UsageError, which names the game, when there is no such format.
    """
    of_game = f" of {game}" if game else ""
    format = _FORMATS.get(path.suffix.lower(), "") if given is None else given
    if format in formats:
        return format
    if given is None:
        endings = " ".join(ending for ending, meant in _FORMATS.items() if meant in formats)
        raise UsageError(f"cannot tell a format{of_game} from '{path.name}': expected an ending of {endings}")
    raise UsageError(f"cannot write games{of_game} as '{given[:40]}': expected one of {', '.join(formats)}")
