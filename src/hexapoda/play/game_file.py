"""Saving a game in progress to a file of the user's choice, and loading positions from game files.

The extension of a saved file determines its format: JSON, or one of the game's own formats.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.files.game_file import load
from hexapoda.games import Game
from hexapoda.play.session import Session
from hexapoda.play.session_json import dump_session, replay_record
from hexapoda.record import GameTree, format_game, scan_text
from hexapoda.record.journal import JOURNAL
from hexapoda.record.writing import writable

__all__ = ["file_positions", "file_text"]

_PLAIN = "gamestring"
"""The format for an unknown or missing extension."""


def file_text(session: Session, path: Path) -> str:
    """Return the contents of a file for a game, in the format of the path's extension.

    `.json` keeps everything, including clocks and undone moves. For other extensions, raises `UsageError` if
    the game has no format but `.json`, or if the format cannot represent this game.
    """
    if path.suffix.lower() == ".json":
        return dump_session(session)
    formats = {row.name: row for row in writable(session.game.name) if row is not JOURNAL}
    if not formats:
        raise UsageError(f"cannot write {str(path)!r}: {session.game.title} has no format but .json")
    suffix = path.suffix.lower()
    format = next((name for name, row in formats.items() if suffix in row.endings), _PLAIN)
    try:
        return format_game(GameTree(session.game, session.record()), format)
    except InvalidGameError as error:
        raise UsageError(f"cannot write {str(path)!r}: {error}; a .json file takes any game") from error


def file_positions(game: Game, path: Path) -> list[Any]:
    """Read a game file of any format. Each item is a game's final position, or its `InvalidGameError`.

    Raises `UsageError` if the file cannot be read or contains no record of this game.
    """
    if game.records is None:
        raise UsageError(f"cannot read {str(path)!r}: {game.title} has no format but .json")
    try:
        found = scan_text(load(path), str(path), game.name)
    except InvalidGameError:
        raise UsageError(f"{str(path)!r} contains no game of {game.title}") from None
    return [read.error or replay_record(read.tree.to_record())[1] for read in found]
