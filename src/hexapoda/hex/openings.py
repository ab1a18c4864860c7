"""Hex openings for the usual square boards: the value of every first stone, and the opening suite.

This module reads `data/openings.tsv`. Up to 7x7, the values of first stones are exact: the solver proved
them. The values on larger boards, and those of the suite's lines, are estimates by the engine `rave`, which
are biased toward 50%: they show who is ahead rather than by how much. `tools/hex_openings.py` writes the
file; the results of its searches depend on how the processor rounds.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

from hexapoda.hex.cell import Cell, parse_cell, rotated
from hexapoda.hex.variant import board_size, parse_variant

__all__ = ["CONTINUES", "first_stones", "is_even", "opening_lines", "opening_variants"]

CONTINUES = False
_EVEN = 0.0145
"""Values have three decimals: 0.486 to 0.514 count as even."""


def is_even(value: float) -> bool:
    """Return whether an opening with this win probability is balanced enough for the suite."""
    return abs(value - 0.5) < _EVEN


def first_stones(variant: str) -> dict[Cell, float]:
    """Return Black's win probability after each first stone of a board; empty for a board not in the file.

    Raises `InvalidGameError` for text that is not a board.
    """
    found: dict[Cell, float] = {}
    for value, moves in _rows(parse_variant(variant)):
        if len(moves) == 1:
            cell = parse_cell(moves[0])
            found[cell] = found[rotated(cell, *board_size(variant))] = value
    return found


def opening_lines(variant: str) -> list[tuple[str, ...]]:
    """Return the suite of a board: balanced lines of 1 to 3 plies; empty for a board not in the file.

    Raises `InvalidGameError` for text that is not a board.
    """
    return [moves for value, moves in _rows(parse_variant(variant)) if is_even(value)]


def opening_variants() -> list[str]:
    """Return the boards that have a suite."""
    names = dict.fromkeys(line.split("\t")[0] for line in _lines())
    return [name for name in names if opening_lines(name)]


def _rows(variant: str) -> Iterator[tuple[float, tuple[str, ...]]]:
    for line in _lines():
        name, value, _, moves = line.split("\t")
        if name == variant:
            yield float(value), tuple(moves.split(" "))


def _lines() -> list[str]:
    text = (files("hexapoda.hex") / "data" / "openings.tsv").read_text("utf-8")
    return [line for line in text.splitlines() if not line.startswith("#")]
