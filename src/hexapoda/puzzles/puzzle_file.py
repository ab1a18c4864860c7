"""Files of puzzles: JSON lines, one puzzle a line. Owns where those of the package and of the user are."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from importlib import resources
from pathlib import Path

from hexapoda.errors import HexapodaError, InvalidGameError
from hexapoda.files.data_folder import data_folder
from hexapoda.files.game_file import load
from hexapoda.files.output_file import write_texts
from hexapoda.puzzles.puzzle import Puzzle

__all__ = ["all_puzzles", "own_puzzles", "parse_puzzles", "read_puzzles", "write_puzzles"]

_OURS = "puzzles.jsonl"
_FOLDER = "puzzles"
"""The user's own files of puzzles are in this folder of the data folder."""


def parse_puzzles(text: str, source: str) -> Iterator[Puzzle]:
    """Yield the puzzles of a text. Raises `InvalidGameError`, which names the line, for the first bad one.
    Blank lines are skipped; of two puzzles with the same id, the second is a fault.
    """
    seen: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            puzzle = Puzzle.from_json(json.loads(line))
            if puzzle.id in seen:
                raise InvalidGameError(f"'id': {puzzle.id} is also on line {seen[puzzle.id]}")
        except InvalidGameError as error:
            raise InvalidGameError(f"{source}:{number}: {error}", source=source) from None
        except (ValueError, RecursionError) as error:  # also a number with more digits than Python reads
            raise InvalidGameError(f"{source}:{number}: not JSON: {error}", source=source) from None
        seen[puzzle.id] = number
        yield puzzle


def read_puzzles(path: str | Path) -> list[Puzzle]:
    """Return the puzzles of a file. Raises `UsageError` if it cannot be read, and what `parse_puzzles`
    raises.
    """
    return list(parse_puzzles(load(path), str(path)))


def write_puzzles(path: str | Path, puzzles: Iterable[Puzzle], *, force: bool = False) -> int:
    """Write puzzles into a file atomically; return their number. Raises what `write_texts` raises."""
    lines = (f"{json.dumps(puzzle.to_json(), ensure_ascii=True)}\n" for puzzle in puzzles)
    return write_texts(path, lines, force=force)


def own_puzzles() -> list[Path]:
    """Return the user's own files of puzzles, `puzzles/*.jsonl` in the data folder. Pipes and devices are no
    files; a broken link is, so that it is reported.
    """
    found = sorted((data_folder() / _FOLDER).glob("*.jsonl"))
    return [path for path in found if path.is_file() or not path.exists()]


def all_puzzles(on_fault: Callable[[HexapodaError], None] | None = None) -> list[Puzzle]:
    """Return the puzzles of the package, then those of the user's own files; each id once. A bad file of the
    user is left out and passed to `on_fault`; without that, raises what `read_puzzles` raises.
    """
    ours = resources.files("hexapoda.puzzles") / "data" / _OURS
    found = {puzzle.id: puzzle for puzzle in parse_puzzles(ours.read_text("utf-8"), _OURS)}
    for path in own_puzzles():
        try:
            for puzzle in read_puzzles(path):
                found.setdefault(puzzle.id, puzzle)
        except HexapodaError as error:
            if on_fault is None:
                raise
            on_fault(error)
    return list(found.values())
