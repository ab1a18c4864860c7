"""The running games of a match, in a file beside its journal, so that other processes can show them.

Defines the content of `running.json`; `Heartbeat` writes the file.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from hexapoda.arena.game_runner import unfinished_record
from hexapoda.arena.heartbeat import Heartbeat, is_alive
from hexapoda.arena.settings import MatchSettings
from hexapoda.errors import InvalidGameError
from hexapoda.record import GameRecord, MoveRecord

__all__ = ["OnMoves", "RunningGame", "RunningGames", "RunningMatch", "read_running"]

_FILE = "running.json"
_VERSION = 1
_FAR = 1e11
"""An upper bound for times, in seconds since the epoch, and for numbers of games."""
_LARGEST = 16 * 1024**2
"""The maximum size of a file that is read, in bytes: enough for a thousand long games."""

OnMoves: TypeAlias = Callable[[int, int | None, tuple[MoveRecord, ...]], None]
"""A callback that takes the number of a game, the player whose engine works next, and the moves so far. The
player is None when the game begins.
"""


@dataclass(frozen=True, slots=True)
class RunningGame:
    """A game that is being played."""

    record: GameRecord
    """The game so far; it has no result."""
    player: int | None
    """The player whose engine is working; None before an engine begins to work."""
    since: float
    """When that engine began to work, in seconds since the epoch."""


@dataclass(frozen=True, slots=True)
class RunningMatch:
    """The state of a running match. All times are in seconds since the epoch."""

    written: float
    """When the state was written."""
    began: float
    """When this run of the match began."""
    played: int
    """How many games have ended in this run."""
    games: tuple[RunningGame, ...]
    """The games that are being played, sorted by number; empty if a cluster plays them."""


class RunningGames:
    """A context manager that writes the state of a running match, in a thread of its own."""

    def __init__(self, folder: Path, settings: MatchSettings) -> None:
        """`folder`: the folder of the journal. `settings`: the settings of the match."""
        self._settings = settings
        self._lock = threading.Lock()
        self._games: dict[int, tuple[int | None, float, tuple[MoveRecord, ...]]] = {}
        self._began = time.time()
        self._played = 0
        self._heartbeat = Heartbeat(folder / _FILE, self._content)

    def __enter__(self) -> RunningGames:
        self._began = time.time()
        self._heartbeat.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._heartbeat.__exit__()

    def on_moves(self, number: int, player: int | None, moves: tuple[MoveRecord, ...]) -> None:
        """Record that a game has begun or has new moves: see `OnMoves`."""
        with self._lock:
            self._games[number] = (player, time.time(), moves)
        self._heartbeat.tell()

    def on_end(self, number: int) -> None:
        """Record that a game has ended."""
        with self._lock:
            self._games.pop(number, None)
            self._played += 1
        self._heartbeat.tell()

    def _content(self) -> dict[str, Any]:
        with self._lock:
            games, played = sorted(self._games.items()), self._played
        return {
            "version": _VERSION,
            "began": self._began,
            "played": played,
            "games": [
                {
                    "player": player,
                    "since": since,
                    "record": unfinished_record(
                        self._settings.pairing(number), self._settings, moves
                    ).to_json(),
                }
                for number, (player, since, moves) in games
            ],
        }


def read_running(folder: Path) -> RunningMatch | None:
    """Return the state of the match whose journal is in `folder`; None if the match is not running. Raises
    `InvalidGameError` for a damaged file.
    """
    path = folder / _FILE
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST + 1)
        if len(content) > _LARGEST:
            raise ValueError(f"more than {_LARGEST} bytes")
        text = content.decode("utf-8")
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise InvalidGameError(f"{_FILE}: {error}", source=str(path)) from None
    try:
        value = json.loads(text)
        if value["version"] != _VERSION:
            raise ValueError(f"version {value['version']}, expected {_VERSION}")
        found = RunningMatch(
            written=_time(value["written"]),
            began=_time(value["began"]),
            played=_count(value["played"]),
            games=tuple(map(_game, value["games"])),
        )
    except (KeyError, TypeError, ValueError, ArithmeticError, RecursionError) as error:
        raise InvalidGameError(
            f"{_FILE}: not the running games of a match: {type(error).__name__}: {error}", source=str(path)
        ) from None
    return found if is_alive(found.written) else None


def _game(value: Any) -> RunningGame:
    player = value["player"]
    if player not in (None, 0, 1):
        raise ValueError(f"player {player!r}: expected 0, 1 or null")
    return RunningGame(GameRecord.from_json(value["record"]), player, _time(value["since"]))


def _time(value: Any) -> float:
    if not 0 <= (seconds := float(value)) < _FAR:
        raise ValueError(f"time {seconds}: expected seconds since the epoch")
    return seconds


def _count(value: Any) -> int:
    if not 0 <= (count := int(value)) < _FAR:
        raise ValueError(f"{str(value)[:40]} games: expected a number of games")
    return count
