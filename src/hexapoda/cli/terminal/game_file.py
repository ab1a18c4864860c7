"""Games written to and read from files at the terminal's `save` and `load`."""

from __future__ import annotations

from pathlib import Path

from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.output_file import write_text
from hexapoda.play import Session
from hexapoda.play.game_file import file_positions, file_text
from hexapoda.play.session_json import restore_session

__all__ = ["load", "save"]


def save(session: Session, name: str, *, force: bool = False) -> Path:
    """Write the game: all that is known of it for `.json`, else what its game writes for the ending.

    Returns the path. Raises `FileInTheWayError` when there is such a file and `force` is not given,
    `UsageError` when it cannot be written or the game cannot be in it.
    """
    path = _path(name)
    write_text(path, file_text(session, path), force=force)
    return path


def load(name: str, number: int, session: Session) -> tuple[Session, int]:
    """The `number`-th game (from 1) of a file of any format, and how many games the file has.

    The players are those of `session`, and so is the game. Raises `UsageError` when there is no such file
    or game, `InvalidGameError` when the game cannot be replayed.
    """
    path = _path(name)
    try:
        with path.open(encoding="utf-8") as file:
            is_ours = path.suffix.lower() == ".json" and file.read(1) == "{"
        if is_ours:
            restored = restore_session(path.read_text(encoding="utf-8"), session.players)
            if restored.game.name != session.game.name:
                found, wanted = restored.game.name, session.game.name
                raise UsageError(f"{name!r} holds a game of {found}: expected one of {wanted}")
            return restored, 1
    except UnicodeDecodeError:
        pass  # the readers of records know more encodings
    except OSError as error:
        raise UsageError(f"cannot read {name!r}: {(error.strerror or str(error)).lower()}") from None
    games = file_positions(session.game, path)
    if not 1 <= number <= len(games):
        raise UsageError(
            f"{name!r} holds {len(games)} game{'' if len(games) == 1 else 's'}, not a number {number}"
        )
    game = games[number - 1]
    if isinstance(game, InvalidGameError):
        raise game
    return Session.begin(session.game, game, session.players), len(games)


def _path(name: str) -> Path:
    name = name.strip().strip("\"'")
    if "\0" in name:
        raise UsageError(f"{name!r} is not a file name")
    if not name:
        raise UsageError("which file? write its name after the command: save game.pgn")
    return Path(name).expanduser()
