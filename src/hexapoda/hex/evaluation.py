"""The static evaluation of a position of Hex: what virtual connections prove, or else the network's estimate.

Neither needs a search. docs/experiments/hex-network.md shows how well it predicts the winners of games.
"""

from __future__ import annotations

from dataclasses import dataclass

from hexapoda._core import hex as _core
from hexapoda.hex.cell import Cell
from hexapoda.hex.network import MAX_NETWORK_SIDE, network_estimate
from hexapoda.hex.position import Position

__all__ = ["HexEvaluation", "evaluate"]


@dataclass(frozen=True, slots=True)
class HexEvaluation:
    """The value of a position without search."""

    win_probability: float | None
    """The probability that the side to move wins, without a swap: 0 or 1 if the winner is proven; None
    without a proof on boards that are too large for the network."""
    winner: int | None
    """The color that wins for certain, 0 for Black or 1 for White; None if virtual connections do not say."""
    network: float | None
    """The win probability of the side to move that the network estimates: see `network_estimate`. None on
    boards that are too large for it, and once the game is over."""
    must_play: frozenset[Cell]
    """The cells of which one wins if any move does; empty if the winner is proven."""


def evaluate(position: Position) -> HexEvaluation:
    """Return the static evaluation of a position.

    The connections are those that H-search finds (Anshelevich 2002), after dead and captured cells have been
    filled in. Takes 5 to 200 milliseconds on 11x11, about a second on the largest boards.
    """
    won = position.winning_color
    if won is not None:
        return HexEvaluation(float(won == position.color_to_move), won, None, frozenset())
    network = None
    if position.columns * position.rows <= MAX_NETWORK_SIDE**2:
        network = network_estimate(position)
    winner, must_play = _core.proof_by_connections(position)
    if winner < 0:
        return HexEvaluation(network, None, network, frozenset(must_play))
    return HexEvaluation(float(winner == position.color_to_move), winner, network, frozenset())
