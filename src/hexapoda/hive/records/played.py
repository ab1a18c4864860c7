"""A game that was just played as the text of a file, and the games of a file to go on with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.hive.position import Position
from hexapoda.record import GameRecord

__all__ = ["file_positions", "file_text"]


def file_text(position: Position, record: GameRecord, path: Path) -> str:
    """PGN for `.pgn`, else a game string. Raises `UsageError` for a game that began with pieces set up."""
    if record.start is not None:
        raise UsageError(
            f"a game that does not begin from the start only goes into a .json file, not {str(path)!r}"
        )
    if path.suffix.lower() != ".pgn":
        return position.game_string() + "\n"
    from hexapoda.hive.records import RecordedGame, write_pgn

    claimed = None
    if record.finished:
        claimed = "Draw" if record.winner is None else ("WhiteWins", "BlackWins")[record.winner]
    rules = ["opening"] if position.opening == "free" else []
    rules += [] if position.repetition else ["repetition"]
    outcome = position.board_outcome()
    state = ("InProgress" if position.ply else "NotStarted") if outcome is None else outcome.state
    date = record.date[:10].replace("-", ".")
    return write_pgn(
        RecordedGame(
            source=str(path),
            line=1,
            format="pgn",
            variant=position.variant,
            rules=tuple(rules),
            moves=tuple(position.moves),
            texts=tuple(move.text for move in record.moves),
            state=state,
            claimed=claimed,
            white=record.players[0].name,
            black=record.players[1].name,
            tags={"Date": date} if date else {},
        )
    )


def file_positions(path: Path) -> list[Any]:
    """The games of a file of any format, each a position at its end or the error that it led to."""
    from hexapoda.hive.records import scan_games

    return [game if isinstance(game, InvalidGameError) else game.position() for game in scan_games(path)]
