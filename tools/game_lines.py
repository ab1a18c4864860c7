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

from hexapoda.file_lock import take_lock

Task = TypeVar("Task")


def play_on(
    path: Path, play_game: Callable[[Task], dict[str, Any]], tasks: Sequence[Task], jobs: int
) -> None:
    """Play one game for each task, in `jobs` processes, and append the games to the file. Games that are
    already in the file are not played again; one whose line is incomplete is. Raises `ValueError` if it is
    not a file of games, or if another process plays into it.
    """
    lock = take_lock(path.with_name(f"{path.name}.lock"))
    if lock is None:
        raise ValueError(f"{path}: another process is playing games into this file")
    try:
        _play_rest(path, play_game, tasks, jobs)
    finally:
        lock.release()


def _play_rest(
    path: Path, play_game: Callable[[Task], dict[str, Any]], tasks: Sequence[Task], jobs: int
) -> None:
    done = _begun(path) if path.exists() else 0
    with multiprocessing.Pool(jobs) as pool, path.open("a", encoding="utf-8") as file:
        for number, game in enumerate(pool.imap(play_game, tasks[done:], chunksize=1), done + 1):
            file.write(json.dumps(game) + "\n")
            file.flush()
            print(f"\r{number} of {len(tasks)} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)


def games_of(paths: list[Path]) -> Iterator[dict[str, Any]]:
    """The games in the files, without incomplete last lines. Raises `ValueError` that names a line which is
    not a game.
    """
    for path in paths:
        beginning = ""  # of every line
        with path.open(encoding="utf-8", errors="replace") as lines:
            for number, line in enumerate(lines, 1):
                try:
                    game = json.loads(line)
                except json.JSONDecodeError as error:
                    cut = not line.endswith("\n") and error.msg != "Extra data"
                    if cut and beginning and line[: len(beginning)] == beginning[: len(line)]:
                        break
                    raise ValueError(f"{path}:{number}: {error}") from None
                if not isinstance(game, dict) or "moves" not in game:
                    raise ValueError(f"{path}:{number}: expected a game")
                beginning = line[: line.index(":") + 1]
                yield game


def _begun(path: Path) -> int:
    """Return the number of games in a file, after removing an incomplete last line or ending a whole one."""
    games = sum(1 for _ in games_of([path]))
    content = path.read_bytes()
    if games > content.count(b"\n"):
        with path.open("ab") as file:
            file.write(b"\n")
    else:
        os.truncate(path, content.rfind(b"\n") + 1)
    return games
