"""The shapes that the board of a game on a page is drawn with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, TypeAlias

__all__ = ["PageBoard"]

Record: TypeAlias = Any
"""A `hexapoda.record.GameRecord`. It belongs to a higher layer and cannot be imported here."""


class PageBoard(Protocol):
    """The shapes of a game's board on a page, usually a module of the game's `draw` package."""

    def definitions(self, records: Iterable[Record], /) -> str:
        """Return an invisible SVG that defines the shapes on the boards of these games."""
