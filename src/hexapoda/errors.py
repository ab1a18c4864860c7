"""The exceptions of the package, one tree under `HexapodaError`.

A bad move has three errors: `InvalidMoveError` for text that is not a move, `IllegalMoveError` (with the rule
and the cells) for a move that is not legal, `AmbiguousMoveError` for text that could mean several moves.
Messages are lower case, quote the offending text and say what was expected.
"""

from __future__ import annotations

from typing import Any

__all__ = [
    "AmbiguousMoveError",
    "CoreUnavailable",
    "EngineCrashed",
    "EngineError",
    "EngineIllegalMove",
    "EngineResigned",
    "EngineStalled",
    "EngineTimeout",
    "EngineUnavailable",
    "FileInTheWayError",
    "HexapodaError",
    "IllegalMoveError",
    "InvalidGameError",
    "InvalidMoveError",
    "InvalidPositionError",
    "UnknownEngineError",
    "UsageError",
]


class HexapodaError(Exception):
    """The base of every error this package raises on purpose."""


class InvalidMoveError(HexapodaError, ValueError):
    """A text that is not a move.

    Attributes:
        text: the offending text.
        offset: the index of the wrong character, if known.
        expected: what was expected there.
    """

    def __init__(
        self, message: str, *, text: str = "", offset: int | None = None, expected: str = ""
    ) -> None:
        super().__init__(message)
        self.text = text
        self.offset = offset
        self.expected = expected


class IllegalMoveError(HexapodaError, ValueError):
    """A move against the rules.

    Attributes:
        rule: the rule it breaks, a member of the game's `Rule` enum.
        cells: the cells that show it.
        pieces: the pieces that show it.
        move: the move that was tried.
    """

    def __init__(
        self,
        message: str,
        *,
        rule: Any = None,
        cells: tuple[tuple[int, int], ...] = (),
        pieces: tuple[Any, ...] = (),
        move: Any = None,
    ) -> None:
        super().__init__(message)
        self.rule = rule
        self.cells = cells
        self.pieces = pieces
        self.move = move


class AmbiguousMoveError(HexapodaError, ValueError):
    """A text that could mean more than one move."""


class InvalidPositionError(HexapodaError, ValueError):
    """A text or a set of pieces that cannot be a position."""


class InvalidGameError(HexapodaError, ValueError):
    """A game, a game type or a file of games that cannot be read.

    Attributes:
        source: the file, if there is one.
        line: its line, counted from 1.
        ply: the half-move that fails, counted from 1.
    """

    def __init__(
        self, message: str, *, source: str | None = None, line: int | None = None, ply: int | None = None
    ) -> None:
        super().__init__(message)
        self.source = source
        self.line = line
        self.ply = ply


class UnknownEngineError(HexapodaError, LookupError):
    """No engine of that name is registered."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class EngineError(HexapodaError, RuntimeError):
    """An engine failed, or its answer is invalid."""


class EngineCrashed(EngineError):
    """An engine raised an error, or its process ended while an answer was awaited.

    Attributes:
        output: the end of what its process wrote to standard error, line by line.
    """

    def __init__(self, message: str, *, output: str = "") -> None:
        super().__init__(message)
        self.output = output


class EngineUnavailable(EngineCrashed):
    """An engine's program cannot be started: it does not exist or is not executable."""


class EngineStalled(EngineError):
    """An engine did not answer by its deadline."""


class EngineTimeout(EngineError):
    """An engine answered, but later than its clock allowed."""


class EngineIllegalMove(EngineError):
    """An engine answered with an illegal move, or with something that is not a move.

    Attributes:
        text: what it answered.
    """

    def __init__(self, message: str, *, text: str = "") -> None:
        super().__init__(message)
        self.text = text


class EngineResigned(EngineError):
    """An engine resigned."""


class UsageError(HexapodaError, ValueError):
    """A wrong option, value or file name from the outside."""


class CoreUnavailable(HexapodaError, ImportError):
    """No build of the compiled core can be loaded on this CPU, or not the one that `HEXAPODA_CPU` names."""


class FileInTheWayError(UsageError):
    """A file exists and may not be replaced."""
