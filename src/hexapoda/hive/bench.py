"""The benchmark of the Hive core: the speed of move generation and evaluation on one thread.

Perft counts leaves in bulk: the moves of the last ply are generated but not played. It uses neither a hash
table nor symmetry. Every row has a checksum of its results (moves, scores, keys or lengths of move lists),
which is the same on every machine.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from hexapoda._core import hive as _core
from hexapoda.hive.position import Position
from hexapoda.text.measurement import measure

__all__ = ["midgames", "run"]


def midgames() -> list[Position]:
    """Return 123 positions after 20 to 40 plies of games between human players."""
    text = (files("hexapoda.hive") / "data" / "midgames.txt").read_text("utf-8")
    return [Position.from_text(line) for line in text.splitlines() if not line.startswith("#")]


def run(seconds: float = 5.0) -> Iterator[dict[str, Any]]:
    """Measure each workload for at least `seconds` and yield a row of `hexapoda.text.measurement.measure`."""
    positions = midgames()
    sample = positions[::6]
    yield measure("perft Base depth 6", "leaves", seconds, lambda: _perft([Position("Base")], 6))
    yield measure("perft Base+MLP depth 6", "leaves", seconds, lambda: _perft([Position("Base+MLP")], 6))
    yield measure("perft midgames depth 4", "leaves", seconds, lambda: _perft(sample, 4))
    yield measure("move lists of midgames", "lists", seconds, lambda: _core.list_moves(positions, 2000))
    yield measure("evaluations of midgames", "scores", seconds, lambda: _scores(positions, 2000))
    yield measure("random play from Python", "plies", seconds, _random_games)
    yield measure("move objects of midgames, from Python", "lists", seconds, lambda: _objects(positions))


def _perft(positions: list[Position], depth: int) -> tuple[int, int]:
    total = checksum = 0
    for position in positions:
        leaves, part = _core.perft(position, depth)
        total += leaves
        checksum = (checksum * 31 + part) & 0xFFFF_FFFF_FFFF_FFFF
    return total, checksum


def _scores(positions: list[Position], repeats: int) -> tuple[int, int]:
    return repeats * len(positions), _core.evaluate_many(positions, repeats) & 0xFFFF_FFFF_FFFF_FFFF


def _random_games() -> tuple[int, int]:
    generator = random.Random(1)
    plies = checksum = 0
    for _ in range(200):
        position = Position("Base+MLP")
        for _ in range(80):
            moves = position.legal_moves
            if not moves:
                break
            position.push(generator.choice(moves))
        plies += position.ply
        checksum ^= position.key
    return plies, checksum


def _objects(positions: list[Position]) -> tuple[int, int]:
    checksum = 0
    for position in positions:
        moves = list(position.legal_moves)
        checksum = zlib.crc32(len(moves).to_bytes(2, "little"), checksum)
    return len(positions), checksum
