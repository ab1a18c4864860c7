"""`RecordFiles`: the file formats of a game, and the interpreter that turns the text of a file into moves."""

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
    """The formats, in the order in which they are tried. The first format that can be written preserves whole
    game trees.
    """

    def interpreter(self, draft: Draft, /) -> Interpreter:
        """Return an interpreter of a draft's moves, at the start of its game."""
