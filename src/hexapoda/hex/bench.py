"""The benchmark of the Hex core: the speed of playouts, searches and proofs on one thread.

Every row has a checksum: the number of leaves, of playouts that Black won, or of positions searched for a
proof; for the search, a hash of the principal variation. The checksums of the search and the proofs depend on
how the processor rounds.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterator
from typing import Any

from hexapoda._core import hex as _core
from hexapoda.hex.network import network_weights
from hexapoda.hex.patterns import pattern_weights
from hexapoda.hex.perft import perft
from hexapoda.hex.position import Position
from hexapoda.text.measurement import measure

__all__ = ["run"]


def run(seconds: float = 5.0) -> Iterator[dict[str, Any]]:
    """Measure each workload for at least `seconds`, and yield the row that `measure` returns for it."""
    yield measure("perft 11x11 depth 3", "leaves", seconds, _leaves)
    yield measure("playouts 11x11", "playouts", seconds, lambda: _playouts(100_000, bridges=False))
    yield measure("bridge playouts 11x11", "playouts", seconds, lambda: _playouts(10_000, bridges=True))
    yield measure("search of rave 11x11", "playouts", seconds, lambda: _search(5_000))
    yield measure("proof 6x6", "positions", seconds, lambda: _proof("6x6"))
    yield measure("proof 7x7", "positions", seconds, lambda: _proof("7x7"))


def _leaves() -> tuple[int, int]:
    leaves = perft(Position("11x11"), 3)
    return leaves, leaves


def _playouts(count: int, *, bridges: bool) -> tuple[int, int]:
    return count, _core.black_wins(Position("11x11"), count, bridges, seed=1)


def _search(playouts: int) -> tuple[int, int]:
    settings = _core.RaveSettings(parts=sum(_core.rave_parts().values()), seed=1)
    [best] = _core.RaveCore(64, pattern_weights(), network_weights()).search(
        Position("11x11"), math.inf, math.inf, playouts, 1, settings
    )
    return playouts, zlib.crc32(" ".join(map(str, best.line)).encode())


def _proof(variant: str) -> tuple[int, int]:
    position = Position(variant)
    solver = _core.SolverCore(position.columns, position.rows, [], 1, 64, network_weights())
    solver.winner(position, 0.0, None, None)
    return solver.nodes, solver.nodes
