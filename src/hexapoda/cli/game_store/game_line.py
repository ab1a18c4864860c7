"""A game of the store as a line of text, and its moves as numbered text."""

from __future__ import annotations

from hexapoda.record import GameRecord, GameTree

__all__ = ["game_line", "numbered_moves"]


def game_line(number: int, record: GameRecord) -> str:
    """Return a line with the number, date, players, result, variant, length and ending of a game."""
    names = " - ".join(" ".join(player.name.split()) or "?" for player in record.players)
    date = f"{record.date[:10]}  " if record.date else ""
    return (
        f"{number:>6}  {date}{names}  {record.result}  {record.variant}, {record.plies} plies, "
        f"{record.ending.value}"
    )


def numbered_moves(tree: GameTree) -> str:
    """Return the moves of a game with their numbers: `1. wS1 bG1 wS1- 2. wQ wS1\\ bQ bG1/`."""
    first = tree.start.turn
    parts: list[str] = []
    shown = 0
    for node in tree.main_line():
        number = tree.game.turn_of(node.ply, first)
        parts.append(node.text if number == shown else f"{number}. {node.text}")
        shown = number
    return " ".join(parts)
