"""Reads and writes the files of the terminal commands `save` and `load`."""

from __future__ import annotations

from pathlib import Path

from hexapoda.cli.output import counted
from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.files.data_folder import expanded
from hexapoda.files.output_file import write_text
from hexapoda.play import Session
from hexapoda.play.game_file import file_positions, file_text
from hexapoda.play.session_json import restore_session
from hexapoda.text.sentence import reason_of

__all__ = ["load", "save"]


def save(session: Session, name: str, *, force: bool = False) -> Path:
    """Write the game in the format of the file's extension and return the path.

    Raises `FileInTheWayError` if the file exists and `force` is false, and `UsageError` if the file cannot be
    written or the format cannot represent the game.
    """
    path = _path(name)
    write_text(path, file_text(session, path), force=force)
    return path


def load(name: str, number: int, session: Session) -> tuple[Session, int]:
    """Load the `number`-th game (from 1) of a file of any format. Also returns the number of games in it.

    The file must be for the same game (Hive or Hex) as `session`, whose players take over the loaded game.
    Raises `UsageError` if there is no such file or game, and `InvalidGameError` if the game cannot be
    replayed.
    """
    path = _path(name)
    try:
        with path.open(encoding="utf-8") as file:
            is_session = path.suffix.lower() == ".json" and file.read(1) == "{"
        if is_session:
            restored = restore_session(path.read_text(encoding="utf-8"), session.players)
            if restored.game.name != session.game.name:
                found, wanted = restored.game.name, session.game.name
                raise UsageError(f"{name!r} contains a game of {found}: expected a game of {wanted}")
            return restored, 1
    except UnicodeDecodeError:
        pass  # the readers of records support more encodings
    except OSError as error:
        raise UsageError(f"cannot read {name!r}: {reason_of(error)}") from None
    games = file_positions(session.game, path)
    if not 1 <= number <= len(games):
        raise UsageError(f"{name!r} contains {counted(len(games), 'game')}, so no game {number}")
    game = games[number - 1]
    if isinstance(game, InvalidGameError):
        raise game
    return Session.begin(session.game, game, session.players), len(games)


def _path(name: str) -> Path:
    name = name.strip().strip("\"'")
    if "\0" in name:
        raise UsageError(f"{name!r} is not a file name")
    if not name:
        raise UsageError("expected a file name after the command, such as save game.pgn")
    return expanded(name)
