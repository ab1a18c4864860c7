"""Files of puzzles: JSON lines, one puzzle per line; compressed with gzip if the name ends in `.gz`.

Defines where the puzzle files of the package and of the user are.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import resources
from pathlib import Path

from hexapoda.errors import HexapodaError, InvalidGameError
from hexapoda.files.data_folder import data_folder
from hexapoda.files.game_file import load, load_bytes
from hexapoda.files.output_file import write_bytes, write_texts
from hexapoda.games import game_names
from hexapoda.puzzles.puzzle import Puzzle

__all__ = [
    "all_puzzles",
    "own_puzzles",
    "package_puzzles",
    "parse_puzzles",
    "puzzle_folder",
    "read_puzzles",
    "write_puzzles",
]

_PACKED = ".gz"
_FOLDER = "puzzles"
"""The folder of the user's own puzzle files, inside the data folder."""


def parse_puzzles(text: str, source: str, *, replayed: bool = True) -> Iterator[Puzzle]:
    """Yield the puzzles of a file's `text`. Raises `InvalidGameError`, which names `source` and the line, for
    the first bad puzzle. Blank lines are skipped; a repeated id is an error. `replayed`: as in
    `Puzzle.from_json`.
    """
    seen: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            puzzle = Puzzle.from_json(json.loads(line), replayed=replayed)
            if puzzle.id in seen:
                raise InvalidGameError(f"'id': {puzzle.id} is also on line {seen[puzzle.id]}")
        except InvalidGameError as error:
            raise InvalidGameError(f"{source}:{number}: {error}", source=source) from None
        except (ValueError, RecursionError) as error:  # also for an integer with too many digits
            raise InvalidGameError(f"{source}:{number}: not JSON: {error}", source=source) from None
        seen[puzzle.id] = number
        yield puzzle


def read_puzzles(path: str | Path) -> list[Puzzle]:
    """Return the puzzles of a file. Raises `UsageError` if it cannot be read, and the errors of
    `parse_puzzles`.
    """
    text = load(path) if Path(path).suffix != _PACKED else _unpacked(load_bytes(path), str(path))
    return list(parse_puzzles(text, str(path)))


def write_puzzles(path: str | Path, puzzles: Iterable[Puzzle], *, force: bool = False) -> int:
    """Write puzzles to a file atomically and return their number. Raises the errors of `write_texts`."""
    lines = [f"{json.dumps(puzzle.to_json(), ensure_ascii=True)}\n" for puzzle in puzzles]
    if lines and Path(path).suffix == _PACKED:
        write_bytes(path, gzip.compress("".join(lines).encode(), 9, mtime=0), force=force)
        return len(lines)
    return write_texts(path, lines, force=force)


def puzzle_folder() -> Path:
    """Return the folder of the user's own puzzle files. Raises `OSError`, as `data_folder` does."""
    return data_folder() / _FOLDER


def own_puzzles() -> list[Path]:
    """Return the user's own puzzle files, `puzzles/*.jsonl` in the data folder. Anything that is not a file,
    such as a pipe, is skipped. Broken links are kept, so that reading them reports the fault.
    """
    found = sorted(puzzle_folder().glob("*.jsonl"))
    return [path for path in found if path.is_file() or not path.exists()]


def package_puzzles(game: str) -> list[Puzzle]:
    """Return the puzzles of a game that come with the package; empty if there are none."""
    return list(_package_puzzles(game))


@cache
def _package_puzzles(game: str) -> tuple[Puzzle, ...]:
    file = resources.files("hexapoda.puzzles") / "data" / f"{game}.jsonl.gz"
    if not file.is_file():
        return ()
    # The tests prove these puzzles, so they are not replayed here.
    return tuple(parse_puzzles(_unpacked(file.read_bytes(), file.name), file.name, replayed=False))


def all_puzzles(on_fault: Callable[[HexapodaError], None] | None = None) -> list[Puzzle]:
    """Return the puzzles of the package, then those of the user's own files, each id once. The error of a bad
    file goes to `on_fault`, and the file is skipped; without `on_fault`, the error is raised.
    """
    found = {puzzle.id: puzzle for game in game_names() for puzzle in package_puzzles(game)}
    for path in own_puzzles():
        try:
            for puzzle in read_puzzles(path):
                found.setdefault(puzzle.id, puzzle)
        except HexapodaError as error:
            if on_fault is None:
                raise
            on_fault(error)
    return list(found.values())


def _unpacked(data: bytes, source: str) -> str:
    try:
        return gzip.decompress(data).decode()
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise InvalidGameError(f"{source}: not a file compressed with gzip: {error}", source=source) from None
