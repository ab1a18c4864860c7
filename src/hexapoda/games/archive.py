"""The interface between a game and the store: game files and position keys.

Owns the protocol `Archive`. Games without an archive can be stored too, but their positions are not indexed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from hexapoda.errors import InvalidGameError

__all__ = ["Archive", "ReadRecord"]

Record: TypeAlias = Any
"""A `hexapoda.record.GameRecord`, which is in a higher layer and cannot be imported here."""


class ReadRecord(NamedTuple):
    """A game read from a file: its record, the canonical texts of its moves, the keys of its positions."""

    record: Record
    texts: Sequence[str]
    keys: Sequence[int]


class Archive(Protocol):
    """How the store reads, writes and indexes games, usually the module `archive` of the game's `records`. A
    key is a signed 64-bit number; symmetric positions have the same key.
    """

    FORMATS: tuple[str, ...]
    """The formats of `record_text`."""

    def takes(self, text: str, /) -> bool:
        """Return whether the text of a variant, a position or an opening belongs to this game."""

    def parse_position(self, text: str, /) -> Any:
        """Parse a position, with rule switches that allow every game of the store."""

    def parse_opening(self, text: str, variant: str | None, /) -> tuple[str, list[str]]:
        """Return the variant and the moves of an opening. Raises `UsageError` and `InvalidGameError`."""

    def replay(self, record: Record, /) -> tuple[Sequence[str], Sequence[int]]:
        """Return the canonical texts of a game's moves, and the keys of all its positions, the start
        included.

        Raises `InvalidGameError` with the ply of a move that is not legal.
        """

    def opening_keys(self, variant: str, texts: Sequence[str], /) -> Sequence[int]:
        """Return the keys of an opening's positions, from the start on. Raises the errors of `replay`."""

    def position_key(self, position: Any, /) -> int:
        """Return the key of a position in the index."""

    def moves_by_key(self, position: Any, /) -> Mapping[int, list[str]]:
        """Return the texts of the legal moves by the key of the resulting position."""

    def read_records(self, text: str, source: str, /) -> Iterable[ReadRecord | InvalidGameError]:
        """Yield the games of a text; for a game that cannot be replayed, its error."""

    def record_text(self, record: Record, format: str, /) -> str:
        """Return a game in one of `FORMATS`, with a final newline. Raises `InvalidGameError`."""
