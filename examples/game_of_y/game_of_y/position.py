"""Positions of Y: the board, the moves, how a game ends, and all of it as text.

The board has rows of 1, 2, ... n cells. Players take turns placing a stone, and the first to join all three
sides with one group wins. With the rule `pass`, a player may pass, and two passes in a row are a draw. Cells
are written `row.place`, both from 1: `3.2`.
"""

from __future__ import annotations

import enum
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from hexapoda.errors import IllegalMoveError, InvalidGameError, InvalidMoveError, InvalidPositionError
from hexapoda.text.sentence import Sentence

__all__ = ["PASS", "SIZES", "YMove", "YOutcome", "YPosition", "YTermination", "cells", "parse_position"]

SIZES = {"triangle-4": 4, "triangle-3": 3, "triangle-7": 7}
"""The number of rows of each board."""
_CELL = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})")


class YMove(NamedTuple):
    """A stone on a cell, both numbers from 0; or `PASS`."""

    row: int
    place: int

    @property
    def cell(self) -> tuple[int, int]:
        """The cell as the page counts them: q to the right, r to the lower right."""
        return self.place - self.row, self.row

    def __str__(self) -> str:
        return "pass" if self == PASS else f"{self.row + 1}.{self.place + 1}"


PASS = YMove(-1, -1)


class YTermination(enum.Enum):
    """Why a game is over."""

    JOINED = Sentence("three sides are joined")
    PASSED = Sentence("both players passed")


@dataclass(frozen=True, slots=True)
class YOutcome:
    """How a game ended."""

    winner: int | None
    termination: YTermination
    cells: tuple[YMove, ...] = ()
    """The group that joins the sides."""


class YPosition:
    """A position with its history. The board is computed from the moves whenever it is needed."""

    def __init__(self, variant: str = "triangle-4", *, passes: bool = False) -> None:
        """Return the empty board. Raises `InvalidGameError` for an unknown one."""
        if variant not in SIZES:
            raise InvalidGameError(f"no board is called {variant!r}: expected one of {', '.join(SIZES)}")
        self.variant = variant
        self.passes = passes
        self.moves: list[YMove] = []

    @property
    def size(self) -> int:
        """The number of rows."""
        return SIZES[self.variant]

    @property
    def turn(self) -> int:
        """The player to move."""
        return len(self.moves) % 2

    @property
    def ply(self) -> int:
        """The number of moves."""
        return len(self.moves)

    @property
    def key(self) -> int:
        """A hash of the stones, the player to move and whether the last move was a pass."""
        state = self.variant, self.turn, self.passes, self.moves[-1:] == [PASS], sorted(self.stones.items())
        return zlib.crc32(repr(state).encode())

    @property
    def stones(self) -> dict[YMove, int]:
        """The player of each stone, in the order of play."""
        return {move: ply % 2 for ply, move in enumerate(self.moves) if move != PASS}

    @property
    def legal_moves(self) -> list[YMove]:
        """The free cells, and a pass if the rules allow one; nothing after the end of the game."""
        if self.outcome() is not None:
            return []
        taken = set(self.moves)
        return [*(cell for cell in cells(self.size) if cell not in taken), *([PASS] if self.passes else [])]

    @property
    def state(self) -> str:
        """The state of the game in a word, as UHP names it."""
        outcome = self.outcome()
        if outcome is None:
            return "InProgress" if self.moves else "NotStarted"
        return "Draw" if outcome.winner is None else ("FirstWins", "SecondWins")[outcome.winner]

    def is_legal(self, move: YMove) -> bool:
        """Return whether a move is legal."""
        return move in self.legal_moves

    def push(self, move: YMove) -> None:
        """Play a move. Raises `IllegalMoveError`."""
        if not self.is_legal(move):
            raise IllegalMoveError(self._refusal(move), move=move)
        self.moves.append(move)

    def pop(self) -> YMove:
        """Undo the last move. Raises `IndexError` if there is none."""
        return self.moves.pop()

    def outcome(self) -> YOutcome | None:
        """Return how the game ended, or None."""
        if self.moves[-2:] == [PASS, PASS]:
            return YOutcome(None, YTermination.PASSED)
        for player in (0, 1):
            stones = {cell for cell, owner in self.stones.items() if owner == player}
            while stones:
                group, edge = set(), [stones.pop()]
                while edge:
                    cell = edge.pop()
                    group.add(cell)
                    edge += [near for near in _neighbors(cell) if near in stones]
                    stones -= set(edge)
                if self._joins(group):
                    return YOutcome(player, YTermination.JOINED, tuple(sorted(group)))
        return None

    def parse_move(self, text: str) -> YMove:
        """Parse a legal move. Raises `InvalidMoveError` and `IllegalMoveError`."""
        word = text.strip().lower()
        if word == "pass":
            move = PASS
        elif cell := _CELL.fullmatch(word):
            move = YMove(int(cell[1]) - 1, int(cell[2]) - 1)
        else:
            raise InvalidMoveError(
                Sentence("not a move: {text!r}; expected a cell such as 3.2", text=text[:20]), text=text
            )
        if not self.is_legal(move):
            raise IllegalMoveError(self._refusal(move), move=move)
        return move

    def format_move(self, move: YMove) -> str:
        """Return the text of a move."""
        return str(move)

    def copy(self) -> YPosition:
        """Return a copy with the same history."""
        other = YPosition(self.variant, passes=self.passes)
        other.moves = list(self.moves)
        return other

    def text(self) -> str:
        """Return the board, the rule if it is not the default, and the moves, for `parse_position`."""
        return " ".join([self.variant, *(["pass=on"] if self.passes else []), *map(str, self.moves)])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, YPosition) and self.text() == other.text()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<YPosition {self.text()}>"

    def _refusal(self, move: YMove) -> Sentence:
        if move == PASS and not self.passes:
            return Sentence("a player may pass only under the rule pass=on")
        return Sentence("{move} is occupied, off the board, or the game is over", move=str(move))

    def _joins(self, group: set[YMove]) -> bool:
        left = any(cell.place == 0 for cell in group)
        right = any(cell.place == cell.row for cell in group)
        return left and right and any(cell.row == self.size - 1 for cell in group)


def parse_position(text: str, *, passes: bool = False) -> YPosition:
    """Return the position that `YPosition.text` wrote. `passes`: the rule if the text names none. Raises
    `InvalidPositionError`, and the errors of the moves.
    """
    variant, *words = text.split() or [""]
    if variant not in SIZES:
        raise InvalidPositionError(f"not a position: {text[:40]!r}; expected a board and its moves")
    position = YPosition(variant, passes=passes or "pass=on" in words[:1])
    for move in words[words[:1] == ["pass=on"] :]:
        position.push(position.parse_move(move))
    return position


def cells(size: int) -> Iterator[YMove]:
    """Yield the cells of a board, row by row."""
    return (YMove(row, place) for row in range(size) for place in range(row + 1))


def _neighbors(cell: YMove) -> list[YMove]:
    row, place = cell
    around = [(0, -1), (0, 1), (-1, -1), (-1, 0), (1, 0), (1, 1)]
    return [YMove(row + down, place + right) for down, right in around]
