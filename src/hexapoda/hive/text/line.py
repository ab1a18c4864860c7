"""Reading and writing lines of play in the notations of Hive.

`hexapoda.text.line` decides where a line ends; `hexapoda.hive.text.notation` formats single moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hexapoda.errors import HexapodaError
from hexapoda.hive.move import Move
from hexapoda.hive.position import Position
from hexapoda.hive.text.notation import format_move, parse_move
from hexapoda.text import line
from hexapoda.text.line import MAX_PLIES

__all__ = ["MAX_PLIES", "line_texts", "numbered_line", "play_line", "read_line"]


def play_line(position: Position, moves: Iterable[Move], notation: str = "uhp") -> tuple[Position, list[str]]:
    """Play the legal moves at the start of a line. Return the final position and the texts of the moves."""
    return line.play_line(position, moves, _writer(notation))


def line_texts(position: Position, moves: Iterable[Move], notation: str = "uhp") -> list[str]:
    """Return the texts of the moves of a line from `position`, up to the first illegal one."""
    return line.line_texts(position, moves, _writer(notation))


def numbered_line(position: Position, moves: Iterable[Move], notation: str = "uhp") -> str:
    """Return a line with turn numbers: `5. wA1 -bQ, bG1 /bA1  6. wQ -wS1`."""
    return line.numbered_line(position, moves, _writer(notation))


def read_line(position: Position, texts: Iterable[str]) -> tuple[Move, ...]:
    """Return the moves of a line of UHP MoveStrings up to the first illegal one, but at most `MAX_PLIES`."""
    after = position.copy()
    moves: list[Move] = []
    for text in texts:
        try:
            move = parse_move(after, text, "uhp")
        except HexapodaError:
            break
        moves.append(move)
        if len(moves) == MAX_PLIES:
            break
        after.push(move)
    return tuple(moves)


def _writer(notation: str) -> Callable[[Position, Move], str]:
    return lambda position, move: format_move(position, move, notation)
