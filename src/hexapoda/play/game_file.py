"""Saving a game in progress to a file of the user's choice, and loading positions from game files.

Owns the choice of the format from the file's extension. The formats are JSON and those of the game's archive.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.game_file import format_of, load
from hexapoda.games import Game
from hexapoda.play.session import Session
from hexapoda.play.session_json import dump_session, replay_record

__all__ = ["file_positions", "file_text"]

_PLAIN = "gamestring"
"""The format of a file with an unknown extension, or none."""


def file_text(session: Session, path: Path) -> str:
    """Return the contents of a file for a game, in the format of the path's extension.

    `.json` keeps everything, including clocks and undone moves. Raises `UsageError` if the game has no format
    but `.json`, or if the format cannot represent this game.
    """
    if path.suffix.lower() == ".json":
        return dump_session(session)
    archive = session.game.archive
    if archive is None:
        raise UsageError(f"cannot write {str(path)!r}: {session.game.title} has no format but .json")
    try:
        format = format_of(path, archive.FORMATS)
    except UsageError:  # unknown extension, or none
        format = _PLAIN
    try:
        return archive.record_text(session.record(), format)
    except InvalidGameError as error:
        raise UsageError(f"cannot write {str(path)!r}: {error}; a .json file takes any game") from error


def file_positions(game: Game, path: Path) -> list[Any]:
    """Read a game file of any format. Each item is a game's final position, or its `InvalidGameError`.

    Raises `UsageError` if the file cannot be read or contains no record of this game.
    """
    if game.archive is None:
        raise UsageError(f"cannot read {str(path)!r}: {game.title} has no format but .json")
    found: list[Any] = []
    for read in game.archive.read_records(load(path), str(path)):
        try:
            found.append(read if isinstance(read, InvalidGameError) else replay_record(read.record)[1])
        except InvalidGameError as error:
            found.append(error)
    if not found:
        raise UsageError(f"{str(path)!r} contains no game of {game.title}")
    return found
