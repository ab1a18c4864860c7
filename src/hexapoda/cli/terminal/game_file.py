"""Games written to and read from files at the terminal's `save` and `load`."""

from __future__ import annotations

from pathlib import Path

from hexapoda.cli.terminal.seat import Seat
from hexapoda.cli.terminal.session import Session
from hexapoda.data_folder import write_atomically
from hexapoda.errors import InvalidGameError, UsageError

__all__ = ["load", "save"]


def save(session: Session, name: str) -> Path:
    """Write the game: PGN for `.pgn`, everything that is known of it for `.json`, else a game string.

    Returns the path. Raises `UsageError` when the file cannot be written or the game cannot be in it.
    """
    path = _path(name)
    start = session.position.start
    ending = path.suffix.lower()
    if ending != ".json" and (start.ply or start.pieces()):
        raise UsageError(
            f"a game that does not begin from the start only goes into a .json file, not {name!r}"
        )
    try:
        if ending == ".json":
            write_atomically(path, session.dump())
        elif ending == ".pgn":
            _save_pgn(session, path)
        else:
            write_atomically(path, session.position.game_string() + "\n")
    except OSError as error:
        raise UsageError(f"cannot write {name!r}: {(error.strerror or str(error)).lower()}") from None
    return path


def load(name: str, number: int, seats: tuple[Seat, Seat]) -> tuple[Session, int]:
    """The `number`-th game (from 1) of a file of any format, and how many games the file has.

    The players stay in their `seats`. Raises `UsageError` when there is no such file or game,
    `InvalidGameError` when the game cannot be replayed.
    """
    path = _path(name)
    try:
        with path.open(encoding="utf-8") as file:
            is_ours = path.suffix.lower() == ".json" and file.read(1) == "{"
        if is_ours:
            return Session.restore(path.read_text(encoding="utf-8"), seats), 1
    except UnicodeDecodeError:
        pass  # the readers of records know more encodings
    except OSError as error:
        raise UsageError(f"cannot read {name!r}: {(error.strerror or str(error)).lower()}") from None
    from hexapoda.hive.records import scan_games

    games = list(scan_games(path))
    if not 1 <= number <= len(games):
        raise UsageError(
            f"{name!r} holds {len(games)} game{'' if len(games) == 1 else 's'}, not a number {number}"
        )
    game = games[number - 1]
    if isinstance(game, InvalidGameError):
        raise game
    return Session.begin(game.position(), seats), len(games)


def _save_pgn(session: Session, path: Path) -> None:
    from hexapoda.hive.records import RecordedGame, write_games

    position = session.position
    result = session.result()
    claimed = None
    if result is not None:
        claimed = "Draw" if result.winner is None else ("WhiteWins", "BlackWins")[result.winner]
    rules = ["opening"] if position.opening == "free" else []
    rules += [] if position.repetition else ["repetition"]
    outcome = position.board_outcome()
    state = ("InProgress" if position.ply else "NotStarted") if outcome is None else outcome.state
    game = RecordedGame(
        source=str(path),
        line=1,
        format="pgn",
        variant=position.variant,
        rules=tuple(rules),
        moves=tuple(position.moves),
        texts=tuple(session.texts),
        state=state,
        claimed=claimed,
        white=session.seats[0].name,
        black=session.seats[1].name,
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    write_games([game], path, "pgn")


def _path(name: str) -> Path:
    name = name.strip().strip("\"'")
    if "\0" in name:
        raise UsageError(f"{name!r} is no name of a file")
    if not name:
        raise UsageError("which file? write its name after the command: save game.pgn")
    return Path(name).expanduser()
