"""Files of games that engines played themselves, one JSON object a line: played on, and read.

What stands in a line is up to who plays. Owns that a run which was ended goes on where it stood.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

Task = TypeVar("Task")


def play_on(
    path: Path, play_game: Callable[[Task], dict[str, Any]], tasks: Sequence[Task], jobs: int
) -> None:
    """Play a game for each task, on so many processes, and append it; the first ones that are there are not
    played again, but one that was cut off is.
    """
    there = 0
    if path.exists():
        held = path.read_bytes()
        there = held.count(b"\n")
        os.truncate(path, held.rfind(b"\n") + 1)
    with multiprocessing.Pool(jobs) as pool, path.open("a", encoding="utf-8") as file:
        for number, game in enumerate(pool.imap(play_game, tasks[there:], chunksize=1), there + 1):
            file.write(json.dumps(game) + "\n")
            file.flush()
            print(f"\r{number} of {len(tasks)} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)


def games_of(paths: list[Path]) -> Iterator[dict[str, Any]]:
    """The games of such files; a line that was cut off is left out."""
    for path in paths:
        with path.open(encoding="utf-8") as lines:
            for line in lines:
                if line.endswith("\n"):
                    yield json.loads(line)
