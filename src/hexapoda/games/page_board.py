"""The SVG shapes from which a page draws a game's board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from hexapoda.record import GameRecord

__all__ = ["PageBoard"]


class PageBoard(Protocol):
    """The shapes of a game's board on a page, usually a module of the game's `draw` package."""

    def definitions(self, records: Iterable[GameRecord], /) -> str:
        """Return an invisible SVG element that defines the shapes for the boards of these games."""
