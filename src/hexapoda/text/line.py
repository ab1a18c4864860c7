"""Lines of play in any game: playing them, and formatting each move in the position where it is played.

A line is cut before its first illegal move, because the lines that engines report may contain errors. How a
single move is formatted is up to the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

__all__ = ["MAX_PLIES", "line_texts", "numbered_line", "play_line"]

MAX_PLIES = 200
"""The maximum number of plies in a line."""

_Position = TypeVar("_Position", bound=Any)


def play_line(
    position: _Position, moves: Iterable[Any], write: Callable[[Any, Any], str] | None = None
) -> tuple[_Position, list[str]]:
    """Return the position after the legal part of a line, and the texts of its moves. That part ends before
    the first illegal move, at the end of the game, or after `MAX_PLIES` plies. `write(position, move)`
    formats a move; the default is `position.format_move`.
    """
    after = position.copy()
    texts: list[str] = []
    for move in moves:
        if len(texts) == MAX_PLIES or after.outcome() is not None or not _is_legal(after, move):
            break
        texts.append(after.format_move(move) if write is None else write(after, move))
        after.push(move)
    return after, texts


def line_texts(
    position: Any, moves: Iterable[Any], write: Callable[[Any, Any], str] | None = None
) -> list[str]:
    """Return the texts of the moves of a line from `position`, as `play_line` does."""
    return play_line(position, moves, write)[1]


def numbered_line(
    position: Any,
    moves: Iterable[Any],
    write: Callable[[Any, Any], str] | None = None,
    *,
    plies_a_turn: int = 2,
) -> str:
    """Return a line with move numbers: `5. wA1 -bQ, bG1 /bA1  6. wQ -wS1`.

    `plies_a_turn` is the number of plies that share a move number.
    """
    turns: list[str] = []
    for ply, text in enumerate(line_texts(position, moves, write), position.ply):
        turn, place = divmod(ply, plies_a_turn)
        if not place:
            turns.append(f"{turn + 1}. {text}")
        elif turns:
            turns[-1] += f", {text}"
        else:
            turns.append(f"{turn + 1}. ... {text}")
    return "  ".join(turns)


def _is_legal(position: Any, move: Any) -> bool:
    try:
        return bool(position.is_legal(move))
    except TypeError:  # not a move at all
        return False
