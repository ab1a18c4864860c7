"""Perft: the number of leaves of the legal-move tree."""

from __future__ import annotations

from hexapoda._core import StopToken
from hexapoda._core import hex as _core
from hexapoda.hex.move import Move
from hexapoda.hex.position import Position

__all__ = ["perft", "perft_divide"]


def perft(position: Position, depth: int, stop: StopToken | None = None) -> int:
    """Return the number of move sequences of `depth` plies from a position.

    A swap counts as a ply, and a finished game has no moves. The GIL is released; Ctrl+C, and `stop.stop()`
    from another thread, end the count with an error.
    """
    return _core.perft(position, depth, stop)[0]


def perft_divide(position: Position, depth: int, stop: StopToken | None = None) -> list[tuple[Move, int]]:
    """Return each legal move with the perft of `depth` - 1 after it. Raises `ValueError` if `depth` is below
    1.
    """
    if depth < 1:
        raise ValueError(f"cannot divide perft of depth {depth}: expected 1 or more")
    return [(move, _core.perft_after(position, move, depth - 1, stop)[0]) for move in position.legal_moves]
