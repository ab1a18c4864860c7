"""How a game is drawn on a page without a script."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, TypeAlias

from hexapoda.games.position import P

__all__ = ["PageBoard"]

Record: TypeAlias = Any
"""A `hexapoda.record.GameRecord`. It belongs to a higher layer and cannot be imported here."""


class PageBoard(Protocol[P]):
    """How a game is drawn on a page without a script, usually a module of the game's `draw` package."""

    def definitions(self, records: Iterable[Record], /) -> str:
        """Return an invisible SVG that defines the shapes on the boards of these games."""

    def position_of(self, record: Record, texts: Iterable[str], /) -> P | None:
        """Return the position after the first moves of a game; None if they are not legal."""

    def thumbnail(self, position: P, label: str, /) -> str:
        """Return a small picture of a position, built from the definitions. `label` is escaped HTML."""
