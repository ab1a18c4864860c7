"""Saving a game that was played, and loading games to continue."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.hive.position import Position
from hexapoda.record import GameRecord

__all__ = ["file_positions", "file_text"]


def file_text(position: Position, record: GameRecord, path: Path) -> str:
    """Return PGN for `.pgn`, otherwise a game string. Raises `UsageError` for a custom initial position."""
    if record.start is not None:
        raise UsageError(f"a game from a custom position can only be saved as .json, not as {str(path)!r}")
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
    """Return the final position of each game of a file in any format; for a bad game its error."""
    from hexapoda.hive.records import scan_games

    return [game if isinstance(game, InvalidGameError) else game.position() for game in scan_games(path)]
