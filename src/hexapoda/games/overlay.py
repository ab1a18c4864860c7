"""Overlays: what a game can mark on its board, such as threats, connections or an evaluation.

This module defines the types. A game lists its overlays and computes them; front ends draw the marks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from hexapoda.games.position import P_contra

__all__ = ["Overlay", "OverlayCell", "OverlayMarks", "Overlays", "Tone"]

Cell: TypeAlias = tuple[int, int]
Tone: TypeAlias = Literal["", "first", "second", "good", "bad", "mark", "dim"]
"""The look of a mark: `first` is the color that moves first, `second` the other color; `good` and `bad` are
from the point of view of the side to move; `mark` is neutral; `dim` is faded. Empty for a mark without a
tone.
"""


@dataclass(frozen=True, slots=True)
class Overlay:
    """An overlay that a game offers.

    Attributes:
        id: a stable name for programs.
        key: the letter of the key that shows it.
        name: the name for users.
        about: one sentence that says what it shows.
        of_cell: whether it is about a single cell, which the user chooses.
    """

    id: str
    key: str
    name: str
    about: str
    of_cell: bool = False


@dataclass(frozen=True, slots=True)
class OverlayCell:
    """A marked cell. With a `value` from 0 to 1 and no tone, it is part of a heat map."""

    cell: Cell
    tone: Tone = ""
    value: float | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class OverlayMarks:
    """The marks of an overlay in one position.

    Attributes:
        cells: the marked cells.
        lines: lines between cells.
        text: a summary in one or a few sentences.
        partial: whether time ran out before everything was found.
    """

    cells: tuple[OverlayCell, ...] = ()
    lines: tuple[tuple[Cell, Cell], ...] = ()
    text: str = ""
    partial: bool = False


class Overlays(Protocol[P_contra]):
    """The overlays of a game, usually the module `overlays` of its package."""

    OVERLAYS: tuple[Overlay, ...]
    """All overlays, the most useful first."""

    def show(self, position: P_contra, id: str, cell: Cell | None, seconds: float, /) -> OverlayMarks:
        """Return what an overlay shows in a position, computed within about `seconds`. For an overlay about a
        single cell, `cell` is that cell; if it is None, nothing is marked. Raises `UsageError` for an unknown
        overlay.
        """
