"""A game of the store as one line of text."""

from __future__ import annotations

from hexapoda.record import GameRecord

__all__ = ["game_line"]


def game_line(number: int, record: GameRecord) -> str:
    """Return a line with number, date, players, result, variant, length and ending."""
    names = " - ".join(" ".join(player.name.split()) or "?" for player in record.players)
    date = f"{record.date[:10]}  " if record.date else ""
    return (
        f"{number:>6}  {date}{names}  {record.result}  {record.variant}, {record.plies} plies, "
        f"{record.ending.value}"
    )
