"""The opening suite of a game: balanced lines from which matches start."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

__all__ = ["OpeningSuite"]


class OpeningSuite(Protocol):
    """The suite of a game, usually the module `openings` of its package."""

    CONTINUES: bool
    """Whether a match that repeats a line adds random plies to it, so that deterministic engines do not
    repeat their games. Carefully balanced lines should be played as they are.
    """

    def opening_lines(self, variant: str, /) -> Sequence[Sequence[str]]:
        """Return the lines of a variant, each a sequence of move texts; empty if there are none."""

    def opening_variants(self) -> Sequence[str]:
        """Return the variants that have lines."""
