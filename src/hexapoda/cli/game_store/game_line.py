"""A game of the store as one line of text, and as a JSON object without its moves."""

from __future__ import annotations

from typing import Any

from hexapoda.record import GameRecord

__all__ = ["game_line", "game_summary"]


def game_summary(number: int, record: GameRecord) -> dict[str, Any]:
    """Return a game as `games search --json` prints it."""
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
        "source": record.source,
    }


def game_line(number: int, record: GameRecord) -> str:
    """Return a line with number, date, players, result, variant, length and ending."""
    names = " - ".join(" ".join(player.name.split()) or "?" for player in record.players)
    date = f"{record.date[:10]}  " if record.date else ""
    return (
        f"{number:>6}  {date}{names}  {record.result}  {record.variant}, {record.plies} plies, "
        f"{record.ending.value}"
    )
