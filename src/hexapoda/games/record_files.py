"""What shared code may ask of a game about game files: its formats, and how a file's texts become moves."""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

__all__ = ["RecordFiles"]

RecordFormat: TypeAlias = Any
"""A `hexapoda.record.format.RecordFormat`, which is in a higher layer and cannot be imported here."""
Draft: TypeAlias = Any
"""A `hexapoda.record.draft.Draft`."""
Interpreter: TypeAlias = Any
"""A `hexapoda.record.replay.Interpreter`."""


class RecordFiles(Protocol):
    """The record files of a game, usually its package `records`."""

    FORMATS: tuple[RecordFormat, ...]
    """The formats in the order in which they are tried. The first that can be written keeps whole trees."""

    def interpreter(self, draft: Draft, /) -> Interpreter:
        """Return what finds the moves of a draft, at the start of its game."""
