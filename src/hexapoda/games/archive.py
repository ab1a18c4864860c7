"""The interface between a game and the index of the store: the keys of positions.

Games without an `Archive` can be stored too, but their positions are not indexed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from hexapoda.games.position import P

if TYPE_CHECKING:
    from hexapoda.record import GameRecord

__all__ = ["Archive"]


class Archive(Protocol[P]):
    """How the store indexes games, usually the module `archive` of the game's package `records`. A key is a
    signed 64-bit number; symmetric positions have the same key.
    """

    def takes(self, text: str, /) -> bool:
        """Return whether the text of a variant, a position or an opening belongs to this game."""

    def parse_position(self, text: str, /) -> P:
        """Parse a position. If the text names no rules, use rules under which every stored game is legal."""

    def parse_opening(self, text: str, variant: str | None, /) -> tuple[str, list[str]]:
        """Return the variant and the moves of an opening. Raises `UsageError` and `InvalidGameError`."""

    def replay(self, record: GameRecord, /) -> tuple[Sequence[str], Sequence[int]]:
        """Return the canonical texts of a game's moves, and the keys of all its positions, the start
        included.

        Raises `InvalidGameError`, with the ply, if a move is not legal.
        """

    def opening_keys(self, variant: str, texts: Sequence[str], /) -> Sequence[int]:
        """Return the keys of an opening's positions, the start included. Raises the errors of `replay`."""

    def position_key(self, position: P, /) -> int:
        """Return the key of a position in the index."""

    def moves_by_key(self, position: P, /) -> Mapping[int, list[str]]:
        """Return the texts of the legal moves, grouped by the key of the resulting position."""

    def game_keys(self, position: P, /) -> Sequence[int]:
        """Return the keys of all positions of the game that led to a position, the start included."""
