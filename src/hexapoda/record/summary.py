"""A game as a JSON object without its moves, as lists of games show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexapoda.record.game_record import GameRecord

if TYPE_CHECKING:
    from hexapoda.games.json_types import StoredRowJson

__all__ = ["game_summary"]


def game_summary(number: int, record: GameRecord) -> StoredRowJson:
    """Return the summary of a game; `number` is its number in the store."""
    return {
        "id": number,
        "game": record.game,
        "variant": record.variant,
        "players": [player.name for player in record.players],
        "result": record.result,
        "ending": record.ending.value,
        "plies": record.plies,
        "date": record.date,
        "event": record.event,
        "source": record.source_name,
    }
