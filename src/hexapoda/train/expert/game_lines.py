"""Files of self-play games, one JSON object per line: read, and gone on with after an interruption.

The engine that plays the games decides what a line contains. A process that is killed while it writes leaves
a partial last line, which is removed before the next game is appended.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from hexapoda.data_folder import append_synced, sync_folder
from hexapoda.errors import UsageError
from hexapoda.file_lock import take_lock
from hexapoda.train.expert.game_workers import results_of

__all__ = ["append_games", "cut_last_line", "games_of", "play_on"]

Task = TypeVar("Task")


def play_on(
    path: Path,
    play_game: Callable[[Task], dict[str, Any]],
    tasks: Sequence[Task],
    processes: int,
    on_game: Callable[[int, int], None],
) -> None:
    """`append_games` while no other process does so. Raises `UsageError` if another one does, and for a path
    that is not that of a file.
    """
    path = path.resolve()  # a link to the file has no lock of its own
    if not path.parent.is_dir():
        raise UsageError(f"{str(path.parent)!r} is not a folder")
    if path.exists() and not path.is_file():
        raise UsageError(f"{str(path)!r} is not a regular file")
    lock = take_lock(path.with_name(f"{path.name}.lock"))
    if lock is None:
        raise UsageError(f"{path}: another process is playing games into this file")
    try:
        append_games(path, play_game, tasks, processes, on_game)
    finally:
        lock.release()


def append_games(
    path: Path,
    play_game: Callable[[Task], dict[str, Any]],
    tasks: Sequence[Task],
    processes: int,
    on_game: Callable[[int, int], None],
) -> int:
    """Play one game for each task, in so many processes, and append the games to the file. Games that are
    already in it are not played again; one whose line is incomplete is. Calls `on_game(done, all)` at once
    and after each game, when it is on the disk. Returns how many games were in the file before.

    `play_game` is a function of a module. Raises `UsageError` if the file is not one of games or has too
    many, and `EngineError` if a game cannot be played.
    """
    before = _begun(path) if path.exists() else 0
    if before > len(tasks):
        raise UsageError(f"{path} has {before} games: expected at most {len(tasks)}")
    on_game(before, len(tasks))
    with (
        # Without a buffer: what could not be written must not be tried again when the file is closed.
        path.open("ab", buffering=0) as file,
        contextlib.closing(results_of(play_game, tasks[before:], processes)) as games,
    ):
        sync_folder(path.parent)
        for number, game in enumerate(games, before + 1):
            try:
                append_synced(file, json.dumps(game).encode() + b"\n")
            except OSError as error:
                raise UsageError(f"cannot write {str(path)!r}: {error.strerror}") from None
            on_game(number, len(tasks))
    return before


def games_of(paths: Sequence[Path]) -> Iterator[dict[str, Any]]:
    """The games in the files, without incomplete last lines. Raises `UsageError` that names a line which is
    not a game.

    A last line without an end counts as incomplete only if it begins as the line before it does: a file of
    something else must not be taken for one of games, and be cut.
    """
    for path in paths:
        beginning = ""  # of the line before, up to its first colon
        with path.open(encoding="utf-8", errors="replace") as lines:
            for number, line in enumerate(lines, 1):
                try:
                    game = json.loads(line)
                except (ValueError, RecursionError) as error:  # also a number with too many digits
                    said = getattr(error, "msg", "")
                    cut = not line.endswith("\n") and said != "Extra data"
                    if cut and beginning and line[: len(beginning)] == beginning[: len(line)]:
                        break
                    raise UsageError(f"{path}:{number}: {error}") from None
                if not isinstance(game, dict) or "moves" not in game:
                    raise UsageError(f"{path}:{number}: expected a game")
                beginning = line[: line.index(":") + 1]
                yield game


def cut_last_line(path: Path) -> None:
    """Remove what follows the last line end of a file, if it exists. For files that a run has made itself:
    not even the first line needs to be whole.
    """
    if path.exists():
        os.truncate(path, path.read_bytes().rfind(b"\n") + 1)


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
