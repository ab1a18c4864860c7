"""The Hex implementation of `hexapoda.games.analysis.GameAnalysis`: proofs, and a win probability."""

from __future__ import annotations

from hexapoda.games.analysis import PositionChance, Prover
from hexapoda.games.forced_wins import ForcedWins
from hexapoda.hex.evaluation import evaluate
from hexapoda.hex.forced_wins import HexForcedWins
from hexapoda.hex.game import HEX
from hexapoda.hex.position import Position
from hexapoda.hex.prover import HexProver

__all__ = [
    "COUNTS_PLIES",
    "OPENING",
    "POINT",
    "REVIEWS",
    "evaluation",
    "new_forced_wins",
    "new_prover",
]

POINT: float | None = None
COUNTS_PLIES: bool = False
REVIEWS: bool = True
OPENING: int = 0


def new_prover() -> Prover | None:
    """Return a new solver for Hex."""
    return HexProver()


def new_forced_wins() -> ForcedWins | None:
    """Return a new search for short forced wins in Hex."""
    return HexForcedWins()


def evaluation(position: Position, /) -> PositionChance | None:
    """Return the win probability that virtual connections prove, or else an estimate. None on boards that
    are too large for the network, unless the winner is proven.
    """
    found = evaluate(position)
    if found.win_probability is None:
        return None
    if position.is_game_over():
        return PositionChance(found.win_probability, True)
    if found.winner is not None:
        winner = HEX.players[found.winner]
        return PositionChance(
            found.win_probability, True, (f"virtual connections join {winner}'s edges, so {winner} wins",)
        )
    free = sum(move.cell is not None for move in position.legal_moves)  # without a swap
    left = len(found.must_play)
    return PositionChance(
        found.win_probability,
        False,
        (
            "the estimate of the network and of playouts",
            f"virtual connections prove no winner; {left} of {free} cells are in the must-play region",
        ),
    )
