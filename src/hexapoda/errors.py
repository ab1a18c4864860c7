"""The exceptions of the package, all derived from `HexapodaError`.

There are three errors for a bad move: `InvalidMoveError` for text that is not a move, `IllegalMoveError`
(with the rule and the cells) for a move that is not legal, and `AmbiguousMoveError` for text that could mean
several moves. Messages are lower case, quote the offending text and say what was expected.
"""

from __future__ import annotations

from typing import Any

__all__ = [
    "AmbiguousMoveError",
    "CoreUnavailable",
    "EngineCrashed",
    "EngineError",
    "EngineFlooded",
    "EngineIllegalMove",
    "EnginePassed",
    "EngineResigned",
    "EngineRulesDiffer",
    "EngineStalled",
    "EngineTimeout",
    "EngineUnavailable",
    "FileInTheWayError",
    "HexapodaError",
    "IllegalMoveError",
    "InvalidGameError",
    "InvalidMoveError",
    "InvalidPositionError",
    "ProcessLost",
    "QueueFull",
    "StoreUnavailable",
    "UnknownEngineError",
    "UsageError",
]


class HexapodaError(Exception):
    """The base class of all errors that this package raises on purpose."""


class InvalidMoveError(HexapodaError, ValueError):
    """Text that is not a move.

    Attributes:
        text: the offending text.
        offset: where in the text the error is, counted from 0; None if unknown.
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
    """A move that the rules do not allow.

    Attributes:
        rule: the rule that the move breaks, a member of the game's `Rule` enum.
        cells: the cells that show the violation.
        pieces: the pieces that show the violation.
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
    """Text that matches more than one legal move."""


class InvalidPositionError(HexapodaError, ValueError):
    """Text, or a set of pieces, that is not a possible position."""


class InvalidGameError(HexapodaError, ValueError):
    """A game, a variant or a game file is invalid.

    Attributes:
        source: the file, if the game comes from one.
        line: the line of the error, counted from 1; None if unknown.
        ply: the ply of the error, counted from 1; None if unknown.
    """

    def __init__(
        self, message: str, *, source: str | None = None, line: int | None = None, ply: int | None = None
    ) -> None:
        super().__init__(message)
        self.source = source
        self.line = line
        self.ply = ply


class UnknownEngineError(HexapodaError, LookupError):
    """No engine with that name is registered."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class EngineError(HexapodaError, RuntimeError):
    """An engine failed, or its answer was not valid."""


class EngineCrashed(EngineError):
    """An engine raised an error, or its process ended before it answered.

    Attributes:
        output: the last lines that its process wrote to standard error.
    """

    def __init__(self, message: str, *, output: str = "") -> None:
        super().__init__(message)
        self.output = output


class EngineUnavailable(EngineCrashed):
    """The program of an engine cannot be started: it is missing, or not executable."""


class ProcessLost(EngineCrashed):
    """A process of the worker pool ended in the middle of a job.

    Attributes:
        code: its exit code; negative if a signal ended it.
        how: how it ended, in words.
    """

    def __init__(self, message: str, *, code: int = 0, how: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.how = how


class EngineStalled(EngineError):
    """An engine did not answer by its deadline and is considered hung."""


class EngineFlooded(EngineStalled):
    """An engine wrote more than can be read: endless lines, or one endless line."""


class EngineTimeout(EngineError):
    """An engine answered, but later than its clock allowed."""


class EngineIllegalMove(EngineError):
    """An engine answered with an illegal move, or with something that is not a move.

    Attributes:
        text: its answer.
    """

    def __init__(self, message: str, *, text: str = "") -> None:
        super().__init__(message)
        self.text = text


class EngineResigned(EngineError):
    """An engine resigned, which only some protocols allow."""


class EnginePassed(EngineError):
    """An engine passed instead of moving: it considers the game decided, without saying who wins."""


class EngineRulesDiffer(EngineError):
    """A game continues under our rules but is over under the engine's, or vice versa."""


class QueueFull(HexapodaError):
    """Too many jobs are already waiting.

    Attributes:
        own: true if this client has too many jobs waiting, false if all clients together do.
    """

    def __init__(self, message: str, *, own: bool = False) -> None:
        super().__init__(message)
        self.own = own


class UsageError(HexapodaError, ValueError):
    """An option, a value or a file name from the caller is invalid."""


class CoreUnavailable(HexapodaError, ImportError):
    """The compiled core cannot be loaded: it is missing, no build runs on this CPU, the build that
    `HEXAPODA_CPU` names does not exist or does not run, or this is a subinterpreter.
    """


class StoreUnavailable(UsageError):
    """The store cannot be opened or used at the moment, whatever the request."""


class FileInTheWayError(UsageError):
    """A file already exists, and the caller did not ask to replace it."""
