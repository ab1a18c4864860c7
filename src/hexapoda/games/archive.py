"""What the store asks of a game: reading and writing its files, and the keys of its positions.

Owns `Archive`, a protocol, and what reading a file gives. A game without an archive can be stored too, but
its positions are not indexed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from hexapoda.errors import InvalidGameError

__all__ = ["Archive", "ReadRecord"]

Record: TypeAlias = Any
"""A `hexapoda.record.GameRecord`, which this module cannot import: it lies in a higher row."""


class ReadRecord(NamedTuple):
    """A game read from a file: its record, the canonical texts of its moves, the keys of its positions."""

    record: Record
    texts: Sequence[str]
    keys: Sequence[int]


class Archive(Protocol):
    """What the store asks of a game: usually the module `archive` of the game's `records` package.

    A key is a signed 64-bit number, the same for all positions that the symmetries of the board lead to.
    """

    FORMATS: tuple[str, ...]
    """The formats of `record_text`."""

    def takes(self, text: str, /) -> bool:
        """Whether the text of a variant, a position or an opening is one of this game."""

    def parse_position(self, text: str, /) -> Any:
        """The position of a text, under rules that allow what any game of the store may have."""

    def parse_opening(self, text: str, variant: str | None, /) -> tuple[str, list[str]]:
        """The variant and the moves of an opening. Raises `UsageError` and `InvalidGameError`."""

    def replay(self, record: Record, /) -> tuple[Sequence[str], Sequence[int]]:
        """The canonical texts of a game's moves, and the keys of its positions, the first one included.

        Raises `InvalidGameError` with the ply of a move that is not legal.
        """

    def opening_keys(self, variant: str, texts: Sequence[str], /) -> Sequence[int]:
        """The keys of the positions that a game with these first moves goes through. Raises as `replay`."""

    def position_key(self, position: Any, /) -> int:
        """The key under which a position is stored."""

    def moves_by_key(self, position: Any, /) -> Mapping[int, list[str]]:
        """The texts of the moves of a position by the key of the position they lead to."""

    def read_records(self, text: str, source: str, /) -> Iterable[ReadRecord | InvalidGameError]:
        """The games of a file's text; an error in the place of each one that cannot be replayed."""

    def record_text(self, record: Record, format: str, /) -> str:
        """A game in one of `FORMATS`, ending in a line end. Raises `InvalidGameError`."""
