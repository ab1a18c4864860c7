"""The static evaluation of a Hex position: what virtual connections prove, or else an estimate.

Neither needs a search. docs/experiments/hex-network.md shows how well the estimate predicts winners.
"""

from __future__ import annotations

from dataclasses import dataclass

from hexapoda._core import hex as _core
from hexapoda.hex.cell import Cell
from hexapoda.hex.network import MAX_NETWORK_SIDE, win_estimate
from hexapoda.hex.position import Position

__all__ = ["HexEvaluation", "evaluate"]


@dataclass(frozen=True, slots=True)
class HexEvaluation:
    """The value of a position, without a search."""

    win_probability: float | None
    """The probability that the side to move wins if nobody swaps: 0 or 1 if the winner is proven, otherwise
    `win_estimate`. None if there is no proof and the board is too large for the network.
    """
    winner: int | None
    """The proven winner, 0 for Black or 1 for White; None if no winner is proven."""
    must_play: frozenset[Cell]
    """The must-play region: if any move wins, a move on one of these cells does. Empty if the winner is
    proven."""


def evaluate(position: Position) -> HexEvaluation:
    """Return the static evaluation of a position.

    H-search (Anshelevich 2002) finds the connections, with dead and captured cells filled in. It takes 5 to
    200 milliseconds on 11x11, and about a second on the largest boards. Where it proves nothing, the estimate
    takes about 45 milliseconds on 11x11 and 150 on 19x19.
    """
    won = position.winning_color
    if won is not None:
        return HexEvaluation(float(won == position.color_to_move), won, frozenset())
    winner, must_play = _core.proof_by_connections(position)
    if winner >= 0:
        return HexEvaluation(float(winner == position.color_to_move), winner, frozenset())
    small = position.columns * position.rows <= MAX_NETWORK_SIDE**2
    return HexEvaluation(win_estimate(position) if small else None, None, frozenset(must_play))
