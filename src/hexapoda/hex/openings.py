"""Openings of Hex: what every first stone is worth, and the opening suite, for the usual square boards.

Owns the way to `data/openings.tsv`. Up to 7x7 the solver says who wins after a first stone; else, and for the
lines of the suite, it is how the engine `rave` sees Black's chances, which leans to half: it says more of who
is ahead than by how much. `tools/hex_openings.py` makes the file again; the searches hang on how a
processor rounds.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

from hexapoda.hex.cell import Cell, parse_cell, rotated
from hexapoda.hex.variant import board_size, parse_variant

__all__ = ["first_stones", "is_even", "opening_lines", "opening_variants"]


_EVEN = 0.0145
"""The chances are told to a thousandth: 0.486 to 0.514 count as even."""


def is_even(chances: float) -> bool:
    """Whether an opening is one for the suite: either side has about the same chances to win."""
    return abs(chances - 0.5) < _EVEN


def first_stones(variant: str) -> dict[Cell, float]:
    """Black's chances to win, 0 to 1, after each first stone of a board; empty for one not in the file.

    Raises `InvalidGameError` for what is no board.
    """
    found: dict[Cell, float] = {}
    for chances, moves in _rows(parse_variant(variant)):
        if len(moves) == 1:
            cell = parse_cell(moves[0])
            found[cell] = found[rotated(cell, *board_size(variant))] = chances
    return found


def opening_lines(variant: str) -> list[tuple[str, ...]]:
    """The suite of a board: lines of 1 to 3 plies that are about even; none for a board not in the file.

    Raises `InvalidGameError` for what is no board.
    """
    return [moves for chances, moves in _rows(parse_variant(variant)) if is_even(chances)]


def opening_variants() -> list[str]:
    """The boards that have a suite."""
    names = dict.fromkeys(line.split("\t")[0] for line in _lines())
    return [name for name in names if opening_lines(name)]


def _rows(variant: str) -> Iterator[tuple[float, tuple[str, ...]]]:
    for line in _lines():
        name, chances, _, moves = line.split("\t")
        if name == variant:
            yield float(chances), tuple(moves.split(" "))


def _lines() -> list[str]:
    text = (files("hexapoda.hex") / "data" / "openings.tsv").read_text("utf-8")
    return [line for line in text.splitlines() if not line.startswith("#")]
