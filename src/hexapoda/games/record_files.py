"""What shared code may ask of a game about game files: its formats, and how a file's texts become moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from hexapoda.record.draft import Draft
    from hexapoda.record.format import RecordFormat
    from hexapoda.record.interpreter import Interpreter

__all__ = ["RecordFiles"]


class RecordFiles(Protocol):
    """The record files of a game, usually its package `records`."""

    FORMATS: tuple[RecordFormat, ...]
    """The formats in the order in which they are tried. The first that can be written keeps whole trees."""

    def interpreter(self, draft: Draft, /) -> Interpreter:
        """Return what finds the moves of a draft, at the start of its game."""
