"""Files of self-play games, one JSON object per line: reading them, and continuing after an interruption.

The engine that plays the games decides what a line contains. A process that is killed while writing leaves
a partial last line, which is removed before the next game is appended.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from hexapoda.errors import EngineError, ProcessLost, UsageError
from hexapoda.files.data_folder import append_synced, sync_folder
from hexapoda.host.calls import Calls, in_order
from hexapoda.host.lane import Lane
from hexapoda.host.worker_pool import WorkerPool

__all__ = [
    "HELD_OUT",
    "Guide",
    "append_games",
    "check_terms",
    "cut_last_line",
    "games_of",
    "taken_games",
]

HELD_OUT = 20
"""One game out of this many is held out from learning: in each file, the first, the 21st, and so on."""

Task = TypeVar("Task")
Game = TypeVar("Game")


class Guide(NamedTuple):
    """The network that guides the searches of games."""

    name: str
    """The name of its file, which records may mention."""
    weights: bytes
    """float32, in the order of the file."""


def append_games(
    path: Path,
    play_game: Callable[[Task], dict[str, Any]],
    tasks: Sequence[Task],
    processes: int,
    on_game: Callable[[int, int], None],
    cluster: Calls | None = None,
) -> int:
    """Play one game for each task, on a cluster or in this number of `processes` on this machine, and append
    the games to the file. Games that the file already has are not played again, except one whose line is
    incomplete. Calls `on_game(done, all)` at the beginning, and after each game is on disk. Returns how
    many games the file had before.

    `play_game` must be picklable. Games are written in the order of the tasks. Raises `UsageError` if the
    file does not contain games or contains too many, and `EngineError` if a game cannot be played.
    """
    if path.exists() and not path.is_file():
        raise UsageError(f"{str(path)!r} is not a regular file")
    before = _begun(path) if path.exists() else 0
    if before > len(tasks):
        raise UsageError(f"{path} has {before} games: expected at most {len(tasks)}")
    on_game(before, len(tasks))
    if before == len(tasks):
        return before
    with (
        # Unbuffered: a failed write must not be repeated when the file is closed.
        path.open("ab", buffering=0) as file,
        contextlib.nullcontext(cluster) if cluster else _processes(processes) as calls,
    ):
        sync_folder(path.parent)
        games = calls.calls(
            _play,
            play_game,
            enumerate(tasks[before:]),
            name=lambda placed: f"game {before + placed[0] + 1}",
        )
        for number, game in enumerate(in_order(games), before + 1):
            try:
                append_synced(file, json.dumps(game).encode() + b"\n")
            except OSError as error:
                raise UsageError(f"cannot write {str(path)!r}: {error.strerror}") from None
            on_game(number, len(tasks))
    return before


@contextlib.contextmanager
def _processes(count: int) -> Iterator[Calls]:
    """Yield a pool of processes on this machine. Raises `EngineError` if one is lost."""
    pool = WorkerPool(Lane(count))
    try:
        yield pool
    except ProcessLost as lost:
        raise EngineError(f"{lost}; the games before it are kept") from None
    finally:
        pool.close()


def _play(play_game: Callable[[Task], dict[str, Any]], placed: tuple[int, Task]) -> dict[str, Any]:
    return play_game(placed[1])


def games_of(paths: Sequence[Path]) -> Iterator[dict[str, Any]]:
    """Yield the games in the files, without incomplete last lines. Raises `UsageError` that names the line if
    a line is not a game.

    A last line without a line end counts as incomplete only if it begins like the line before it: a file with
    other content must not be mistaken for a file of games and truncated.
    """
    for path in paths:
        beginning = ""  # of the line before, up to its first colon
        with path.open(encoding="utf-8", errors="replace") as lines:
            for number, line in enumerate(lines, 1):
                try:
                    game = json.loads(line)
                except (ValueError, RecursionError) as error:  # including a number with too many digits
                    cut = not line.endswith("\n") and getattr(error, "msg", "") != "Extra data"
                    if cut and beginning and line[: len(beginning)] == beginning[: len(line)]:
                        break
                    raise UsageError(f"{path}:{number}: {error}") from None
                if not isinstance(game, dict) or "moves" not in game:
                    raise UsageError(f"{path}:{number}: expected a game")
                beginning = line[: line.index(":") + 1]
                yield game


def taken_games(paths: Sequence[Path], take: Callable[[int, dict[str, Any]], Game]) -> Iterator[Game]:
    """Yield `take(number, game)` for each game; `number` counts the games of each file from 0. Raises
    `UsageError` that names the game if `take` rejects it.
    """
    for path in paths:
        for number, game in enumerate(games_of([path])):
            try:
                taken = take(number, game)
            except (KeyError, TypeError, ValueError, AttributeError) as error:
                reason = f"{error} is missing" if isinstance(error, KeyError) else str(error)
                raise UsageError(f"{path}: game {number + 1} of the file: {reason}") from None
            yield taken


def check_terms(path: Path, terms: Mapping[str, Any]) -> None:
    """Raise `UsageError` if a file does not contain games, or if its first game was played on other terms."""
    played = next(games_of([path]), None) if path.exists() else None
    expected = json.loads(json.dumps(dict(terms)))
    if played is not None and played.get("terms", expected) != expected:
        found = played["terms"] if isinstance(played["terms"], dict) else {}
        other = [
            f"{name} {found.get(name)!r}, not {expected[name]!r}"
            for name in expected
            if found.get(name) != expected[name]
        ]
        raise UsageError(f"{path} has games with different terms: {'; '.join(other)}")


def cut_last_line(path: Path) -> None:
    """Remove an incomplete last line from a file, if the file exists. This is for files that the run itself
    wrote, where even the first line may be incomplete. Raises `UsageError` if the last line cannot be the
    beginning of a game.
    """
    if not path.exists():
        return
    content = path.read_bytes()
    end = content.rfind(b"\n") + 1
    if content[end : end + 1] not in (b"", b"{"):
        raise UsageError(f"{str(path)!r} is not a file of games")
    os.truncate(path, end)


def _begun(path: Path) -> int:
    """Remove an incomplete last line or add a missing line end, and return the number of games in a file."""
    games = sum(1 for _ in games_of([path]))
    content = path.read_bytes()
    if games > content.count(b"\n"):
        with path.open("ab") as file:
            file.write(b"\n")
    else:
        os.truncate(path, content.rfind(b"\n") + 1)
    return games
