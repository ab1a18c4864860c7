"""A game that is played as the text of a file, and the games of a file to go on with.

Owns which format an ending stands for. The formats themselves are those of the game's archive, and JSON.
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
"""The format of a file whose ending names none."""


def file_text(session: Session, path: Path) -> str:
    """The game as the text of a file: all that is known of it for `.json`, else what the ending names.

    Raises `UsageError` when the game has no such format, or does not fit into it.
    """
    if path.suffix.lower() == ".json":
        return dump_session(session)
    archive = session.game.archive
    if archive is None:
        raise UsageError(f"cannot write {str(path)!r}: {session.game.title} has no format but .json")
    try:
        format = format_of(path, archive.FORMATS)
    except UsageError:  # another ending, or none
        format = _PLAIN
    try:
        return archive.record_text(session.record(), format)
    except InvalidGameError as error:
        raise UsageError(f"cannot write {str(path)!r}: {error}; a .json file takes any game") from error


def file_positions(game: Game, path: Path) -> list[Any]:
    """The games of a file of any format: each a position at its end, or the `InvalidGameError` it led to.

    Raises `UsageError` when the file cannot be read, or holds no games of this game.
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
        raise UsageError(f"{str(path)!r} holds no game of {game.title}")
    return found
