"""`JournalReader`: the journal of a match that another process may be writing, read as it grows.

Each `update` reads for a limited time. If a file was replaced, reading starts over; if it is damaged,
`trouble` says how. Each line is read once, to count its game, and again whenever the game is shown.
"""

from __future__ import annotations

import json
import os
import time
from dataclasses import replace
from pathlib import Path

from hexapoda.arena.match import SequentialTest
from hexapoda.arena.scoreboard import GameSummary, Scoreboard
from hexapoda.arena.settings import MatchSettings
from hexapoda.errors import HexapodaError, InvalidGameError
from hexapoda.record import GameRecord

__all__ = ["JournalReader"]

_SETTINGS, _GAMES = "settings.json", "games.jsonl"
_LARGEST = 64 * 1024**2
"""The largest settings file that is read, in bytes: 100,000 openings take 10 MB."""
_ENGINES = 64
"""The maximum number of engines in a match that is shown: more do not fit in a table."""
_BAD = (HexapodaError, ValueError, TypeError, KeyError, AttributeError, ArithmeticError, RecursionError)
"""The errors that damaged data raises, for example if a number is a string, too large, or missing."""


class JournalReader:
    """The settings and the games of one match. It is not thread-safe."""

    def __init__(self, folder: Path) -> None:
        """`folder`: the folder of the journal."""
        self.folder = folder
        self.settings: MatchSettings | None = None
        self.names: tuple[str, ...] = ()
        self.date = 0.0
        """When the match was created, in seconds since the epoch."""
        self.board = Scoreboard(())
        self.test: SequentialTest | None = None
        """The sequential test, if the match has one."""
        self.trouble = ""
        """What is wrong with the journal; empty if nothing is wrong."""
        self.share = 1.0
        """The fraction of the file of games that has been read, from 0 to 1."""
        self.changes = 0
        """Counts the changes of the attributes above."""
        self._places: dict[int, tuple[int, int]] = {}
        self._offset = 0
        self._lines = 0
        self._settings_state: os.stat_result | None = None
        self._games_state: os.stat_result | None = None

    def update(self, seconds: float) -> None:
        """Read new data for about `seconds`. The next call continues where this one ends."""
        state = _state(self.folder / _SETTINGS)
        if not _same(state, self._settings_state):
            self._settings_state = state
            self._read_settings(state)
            self._forget()
        if self.settings is not None:
            self._read_games(self.settings, time.monotonic() + seconds)

    def record(self, number: int) -> GameRecord | None:
        """Return a finished game, or None if it has not been read. Raises `InvalidGameError` if it is no
        longer in the file.
        """
        place = self._places.get(number)
        if place is None:
            return None
        path = self.folder / _GAMES
        try:
            with path.open("rb") as file:
                file.seek(place[0])
                record = GameRecord.from_json(file.read(place[1]).decode("utf-8"))
        except (OSError, ValueError, InvalidGameError) as error:
            raise InvalidGameError(f"{_GAMES}: {error}", source=str(path)) from None
        if record.number != number:
            raise InvalidGameError(f"{_GAMES}: game {number} is no longer there", source=str(path))
        return record

    def _read_settings(self, state: os.stat_result | None) -> None:
        self.settings, self.trouble = None, ""
        self.changes += 1
        try:
            if state is None:
                raise ValueError("there is no such file")
            self.date = state.st_mtime
            if state.st_size > _LARGEST:
                raise ValueError(f"the file has {state.st_size} bytes: expected at most {_LARGEST}")
            settings = MatchSettings.from_json(
                json.loads((self.folder / _SETTINGS).read_text("utf-8", "strict"))
            )
            if len(settings.engines) > _ENGINES:
                raise ValueError(f"{len(settings.engines)} engines: expected at most {_ENGINES}")
            self.names = settings.names
            self.test = None if settings.sprt is None else SequentialTest(settings)
            if settings.total < 1:
                raise ValueError("no games")
        except (OSError, *_BAD) as error:
            self.trouble = f"{_SETTINGS}: {_said(error)}"
        else:
            self.settings = settings

    def _read_games(self, settings: MatchSettings, until: float) -> None:
        path = self.folder / _GAMES
        state, before = _state(path), self._games_state
        if _same(state, before) and self.share == 1.0:
            return
        self._games_state = state
        size = 0 if state is None else state.st_size
        replaced = before is not None and state is not None and before.st_ino != state.st_ino
        if replaced or size < self._offset or (self.trouble and not _same(state, before)):
            self._forget()
        if self.trouble or size == self._offset:
            self.share = 1.0
            return
        try:
            with path.open("rb") as file:
                file.seek(self._offset)
                for line in file:
                    if not line.endswith(b"\n"):
                        size = self._offset  # this line is still being written
                        break
                    self._lines += 1
                    self._add(settings, line)
                    self._offset += len(line)
                    if time.monotonic() > until:
                        break
                else:
                    size = self._offset
        except (OSError, *_BAD) as error:
            self.trouble = f"{_GAMES}, line {self._lines}: {_said(error)}"
            size = self._offset
        self.share = self._offset / size if size > self._offset else 1.0
        self.changes += 1

    def _add(self, settings: MatchSettings, line: bytes) -> None:
        """Count a game, unless it has already been counted. Raises one of `_BAD`."""
        record = GameRecord.from_json(line.decode("utf-8"))
        number, players = record.number, (record.players[0].name, record.players[1].name)
        if number in self.board.games:
            return
        if not settings.has_game(number):
            raise ValueError(f"game {number} is not in the match")
        if record.game != settings.game:
            raise ValueError(f"a game of {record.game!r}: expected {settings.game!r}")
        strangers = [name for name in players if name not in self.names]
        if strangers:
            raise ValueError(f"the player {strangers[0]!r} is not an engine of the match")
        summary = GameSummary.of(record)
        # Use the strings of the settings, so that 10,000 games do not keep 20,000 copies of names.
        first, second = (self.names[self.names.index(name)] for name in players)
        self.board.add(replace(summary, names=(first, second)))
        self._places[number] = (self._offset, len(line))

    def _forget(self) -> None:
        """Forget all games, so that reading starts again with the first one."""
        self.board = Scoreboard(self.names)
        if self.settings is not None:
            self.trouble = ""
            self.test = None if self.settings.sprt is None else SequentialTest(self.settings)
        self._places = {}
        self._offset = self._lines = 0
        self._games_state = None
        self.share = 0.0
        self.changes += 1


def _state(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except (OSError, ValueError):
        return None


def _same(one: os.stat_result | None, other: os.stat_result | None) -> bool:
    if one is None or other is None:
        return one is other
    return (one.st_mtime_ns, one.st_size, one.st_ino) == (other.st_mtime_ns, other.st_size, other.st_ino)


def _said(error: BaseException) -> str:
    """Return the message of an error, without the path of the file."""
    text = (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
    return f"{text or type(error).__name__}"[:300]
