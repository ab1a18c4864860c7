"""`position_tree`: the game that led to a position."""

from __future__ import annotations

from hexapoda.record import GameTree
from hexapoda.web.position_fields import NamedPosition

__all__ = ["position_tree"]


def position_tree(named: NamedPosition, names: tuple[str, str] = ("", "")) -> GameTree:
    """Return the game that led to a position. `names`: of the players."""
    return GameTree.from_position(named.position, names)
