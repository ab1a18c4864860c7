"""The Hive solver as a `hexapoda.games.analysis.Prover`.

The core searches; the full interface is `hexapoda.hive.solve`.
"""

from __future__ import annotations

from hexapoda._core import StopToken
from hexapoda._core import hive as _core
from hexapoda.games.analysis import Proof
from hexapoda.hive.position import Position

__all__ = ["HiveProver"]

_WIN, _LOSS = 1, 2


class HiveProver:
    """A prover that searches for forced wins and losses, shortest first."""

    def prove(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        stop: StopToken | None = None,
    ) -> Proof | None:
        """Return the forced win or loss found within the limits, or None. Forced draws are not reported."""
        result, plies, _, _, line, _, _ = _core.solve(position, 0, seconds or 0.0, nodes or 0, stop, None)
        if result not in (_WIN, _LOSS):
            return None
        return Proof(plies if result == _WIN else -plies, tuple(line))
