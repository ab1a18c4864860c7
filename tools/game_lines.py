"""Reads and writes files of self-play games, one JSON object per line, and continues interrupted runs.

The tools that play the games decide what a line contains.
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
    """Play one game for each task, in `jobs` processes, and append the games to the file. Games that are
    already in the file are not played again; an incomplete last line is.
    """
    done = 0
    if path.exists():
        content = path.read_bytes()
        done = content.count(b"\n")
        os.truncate(path, content.rfind(b"\n") + 1)
    with multiprocessing.Pool(jobs) as pool, path.open("a", encoding="utf-8") as file:
        for number, game in enumerate(pool.imap(play_game, tasks[done:], chunksize=1), done + 1):
            file.write(json.dumps(game) + "\n")
            file.flush()
            print(f"\r{number} of {len(tasks)} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)


def games_of(paths: list[Path]) -> Iterator[dict[str, Any]]:
    """The games in the files, without incomplete last lines."""
    for path in paths:
        with path.open(encoding="utf-8") as lines:
            for line in lines:
                if line.endswith("\n"):
                    yield json.loads(line)
