"""Lines of play: moves one after the other, each written and read in the position it is played in.

Owns where such a line ends: before the first move that is not legal there, because lines come from engines,
and not all engines are right. Single moves are `hexapoda.hive.notation`'s.
"""

from __future__ import annotations

from collections.abc import Iterable

from hexapoda.errors import HexapodaError
from hexapoda.hive.move import Move
from hexapoda.hive.notation import format_move, parse_move
from hexapoda.hive.position import Position

__all__ = ["MAX_PLIES", "line_texts", "numbered_line", "play_line", "read_line"]

MAX_PLIES = 200
"""No line is followed further."""


def play_line(position: Position, moves: Iterable[Move], notation: str = "uhp") -> tuple[Position, list[str]]:
    """The position after the legal part of a line, and the texts of its moves."""
    after = position.copy()
    texts: list[str] = []
    for move in moves:
        if len(texts) == MAX_PLIES or after.outcome() is not None:
            break
        if not isinstance(move, Move) or not after.is_legal(move):
            break
        texts.append(format_move(after, move, notation))
        after.push(move)
    return after, texts


def line_texts(position: Position, moves: Iterable[Move], notation: str = "uhp") -> list[str]:
    """The texts of the moves of a line that begins in `position`, as far as it is legal."""
    return play_line(position, moves, notation)[1]


def numbered_line(position: Position, moves: Iterable[Move], notation: str = "uhp") -> str:
    """A line with the numbers of its turns: `5. wA1 -bQ, bG1 /bA1  6. wQ -wS1`."""
    turns: list[str] = []
    for ply, text in enumerate(line_texts(position, moves, notation), position.ply):
        if ply % 2 == 0:
            turns.append(f"{ply // 2 + 1}. {text}")
        elif turns:
            turns[-1] += f", {text}"
        else:
            turns.append(f"{ply // 2 + 1}. ... {text}")
    return "  ".join(turns)


def read_line(position: Position, texts: Iterable[str]) -> tuple[Move, ...]:
    """The moves of a line of UHP texts, up to the first that is no legal move there."""
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
