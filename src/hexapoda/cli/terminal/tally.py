"""What engines tell of their work at the terminal: the estimate and effort of a move, the means of a game.

Owns the wording. Whether it is told at all, and what the unit of work is called, is a game's custom.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hexapoda.analysis.score import value_text
from hexapoda.engine import SearchInfo

__all__ = ["Tally", "account"]


def account(info: SearchInfo, unit: str) -> str:
    """`54.4% to win, 61,250 playouts, 0.1 s`; nothing when the engine has not searched."""
    parts = [value_text(info)]
    if info.nodes is not None and info.nodes > 1 and info.win_in != 1:
        parts.append(f"{info.nodes:,} {unit}, {info.time:.1f} s")
    return ", ".join(part for part in parts if part)


@dataclass(slots=True)
class _Work:
    moves: int = 0
    nodes: int = 0
    seconds: float = 0.0


class Tally:
    """The work of the engines at one table, moves that were taken back included."""

    def __init__(self) -> None:
        self._work = (_Work(), _Work())

    def add(self, player: int, info: SearchInfo) -> None:
        """Count a search for a move of player 0 or 1."""
        work = self._work[player]
        work.moves += 1
        work.nodes += info.nodes or 0
        work.seconds += info.time

    def text(self, names: Mapping[int, str], unit: str) -> str:
        """`a move: Black 0.05 s, 35,548 playouts; White 0.00 s`, on average, of the engines that have moved.

        `names`: what the players are called of whom it is told.
        """
        told = [_text(name, self._work[player], unit) for player, name in names.items()]
        shares = "; ".join(text for text in told if text)
        return f"a move: {shares}" if shares else ""


def _text(name: str, work: _Work, unit: str) -> str:
    if not work.moves:
        return ""
    text = f"{name} {work.seconds / work.moves:.2f} s"
    if work.nodes > work.moves:  # it has searched
        text += f", {round(work.nodes / work.moves):,} {unit}"
    return text
