"""What a game can show on a board besides the pieces: threats, connections, what an evaluation sees.

Owns the types. A game lists its overlays and computes them; front ends draw the marks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from hexapoda.games.position import P_contra

__all__ = ["Overlay", "OverlayCell", "OverlayMarks", "Overlays", "Tone"]

Cell: TypeAlias = tuple[int, int]
Tone: TypeAlias = Literal["", "first", "second", "good", "bad", "mark", "dim"]
"""How a mark looks: in the color that begins the game, or the other one; good or bad for the side to move;
neutral; or faded. Empty for a mark without a tone.
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
    """What an overlay shows in one position.

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
        """Return what an overlay shows in a position, computed within about `seconds`. `cell` is the cell
        that the overlay is about, if it needs one; without it, nothing is marked. Raises `UsageError` for an
        unknown overlay.
        """
