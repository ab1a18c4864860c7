"""`EngineWork`: how much the engines of a game searched, shown when the game ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hexapoda.engine import SearchInfo

__all__ = ["EngineWork"]


@dataclass(slots=True)
class _Work:
    moves: int = 0
    nodes: int = 0
    seconds: float = 0.0


class EngineWork:
    """The time and nodes of the engines in one game, including searches for moves that were later undone."""

    def __init__(self) -> None:
        self._work = (_Work(), _Work())

    def add(self, player: int, info: SearchInfo) -> None:
        """Count a search for a move of player 0 or 1."""
        work = self._work[player]
        work.moves += 1
        work.nodes += info.nodes or 0
        work.seconds += info.time

    def text(self, names: Mapping[int, str], unit: str) -> str:
        """Return the averages as text: `per move: Black 0.05 s, 35,548 playouts; White 0.00 s`.

        `names`: the names of the players to include. Players without a search are omitted.
        """
        parts = [_text(name, self._work[player], unit) for player, name in names.items()]
        shares = "; ".join(text for text in parts if text)
        return f"per move: {shares}" if shares else ""


def _text(name: str, work: _Work, unit: str) -> str:
    if not work.moves:
        return ""
    text = f"{name} {work.seconds / work.moves:.2f} s"
    if work.nodes > work.moves:  # one node per move means that nothing was searched
        text += f", {round(work.nodes / work.moves):,} {unit}"
    return text
