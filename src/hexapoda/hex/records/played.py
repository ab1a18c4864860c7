"""Saving a game that was played, and loading games to continue."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.game_file import format_of
from hexapoda.hex.outcome import WINS
from hexapoda.hex.position import Position
from hexapoda.record import Ending, GameRecord

__all__ = ["file_positions", "file_text"]


def file_text(position: Position, record: GameRecord, path: Path) -> str:
    """Return SGF for `.sgf`, a HexWorld link for `.hexworld`, otherwise a game string. Raises
    `UsageError`.
    """
    from hexapoda.hex.records import WRITABLE, format_game, read_text

    [game] = read_text(position.game_string(), str(path))
    game = replace(
        game,
        black=record.players[0].name,
        white=record.players[1].name,
        claimed=None if record.winner is None else WINS[record.winner],
        ending="resign" if record.ending is Ending.RESIGN else "",
        tags={**game.tags, **({"DT": record.date[:10]} if record.date else {})},
    )
    try:
        format = format_of(path, WRITABLE)
    except UsageError:  # another ending, or none
        format = "gamestring"
    return format_game(game, format)


def file_positions(path: Path) -> list[Any]:
    """Return the final position of each game of a file in any format; for a bad game its error."""
    from hexapoda.hex.records import scan_games

    return [game if isinstance(game, InvalidGameError) else game.position() for game in scan_games(path)]
