"""A third game for the tests: Y on a small triangle, one module and one entry in the table of games.

The board has rows of 1, 2, ... n cells. Players take turns placing a stone, and the first to join all three
sides with one group wins; no game is a draw. Cells are written `row.place`, both from 1: `3.2`.
"""

from __future__ import annotations

import enum
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from hexapoda.errors import IllegalMoveError, InvalidGameError, InvalidMoveError, InvalidPositionError
from hexapoda.games.base import GameBase

__all__ = ["GAME_OF_Y", "GameOfY", "YMove", "YPosition"]

ENTRY = "tests.fakes.game_of_y:GAME_OF_Y"
"""The entry in the table of games."""
SIZES = {"triangle-4": 4, "triangle-3": 3}


class YMove(NamedTuple):
    """A stone on a cell."""

    row: int
    place: int

    def __str__(self) -> str:
        return f"{self.row + 1}.{self.place + 1}"


class YTermination(enum.Enum):
    """Why a game is over."""

    JOINED = "three sides are joined"


@dataclass(frozen=True, slots=True)
class YOutcome:
    """How a game ended."""

    winner: int | None
    termination: YTermination = YTermination.JOINED


class YPosition:
    """A position with its history. The board is computed from the moves whenever it is needed."""

    def __init__(self, variant: str = "triangle-4") -> None:
        if variant not in SIZES:
            raise InvalidGameError(f"no board is called {variant!r}: expected one of {', '.join(SIZES)}")
        self.variant = variant
        self.moves: list[YMove] = []

    @property
    def turn(self) -> int:
        return len(self.moves) % 2

    @property
    def ply(self) -> int:
        return len(self.moves)

    @property
    def key(self) -> int:
        stones = sorted((move, at % 2) for at, move in enumerate(self.moves))
        return zlib.crc32(repr((self.variant, self.turn, stones)).encode())

    @property
    def canonical_key(self) -> int:
        return self.key

    @property
    def legal_moves(self) -> list[YMove]:
        if self.outcome() is not None:
            return []
        taken = set(self.moves)
        return [cell for cell in self._cells() if cell not in taken]

    @property
    def state(self) -> str:
        outcome = self.outcome()
        if outcome is None:
            return "InProgress" if self.moves else "NotStarted"
        return ("FirstWins", "SecondWins")[outcome.winner or 0]

    def is_legal(self, move: YMove) -> bool:
        return move in self.legal_moves

    def push(self, move: YMove) -> None:
        if not self.is_legal(move):
            raise IllegalMoveError(f"{move} is occupied, off the board, or the game is over", move=move)
        self.moves.append(move)

    def pop(self) -> YMove:
        return self.moves.pop()

    def outcome(self) -> YOutcome | None:
        for player in (0, 1):
            stones = set(self.moves[player::2])
            while stones:
                group, edge = set(), [stones.pop()]
                while edge:
                    cell = edge.pop()
                    group.add(cell)
                    edge += [near for near in _neighbors(cell) if near in stones]
                    stones -= set(edge)
                if self._joins(group):
                    return YOutcome(player)
        return None

    def parse_move(self, text: str) -> YMove:
        row, dot, place = text.strip().partition(".")
        if not (dot and row.isdecimal() and place.isdecimal()):
            raise InvalidMoveError(f"not a move: {text[:20]!r}; expected a cell such as 3.2", text=text)
        move = YMove(int(row) - 1, int(place) - 1)
        if not self.is_legal(move):
            raise IllegalMoveError(f"{move} is occupied, off the board, or the game is over", move=move)
        return move

    def format_move(self, move: YMove) -> str:
        return str(move)

    def copy(self) -> YPosition:
        other = YPosition(self.variant)
        other.moves = list(self.moves)
        return other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, YPosition) and (self.variant, self.moves) == (other.variant, other.moves)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<YPosition {self.variant} {' '.join(map(str, self.moves))}>"

    def _cells(self) -> Iterator[YMove]:
        return (YMove(row, place) for row in range(SIZES[self.variant]) for place in range(row + 1))

    def _joins(self, group: set[YMove]) -> bool:
        last = SIZES[self.variant] - 1
        left = any(cell.place == 0 for cell in group)
        right = any(cell.place == cell.row for cell in group)
        return left and right and any(cell.row == last for cell in group)


def _neighbors(cell: YMove) -> list[YMove]:
    row, place = cell
    around = [(0, -1), (0, 1), (-1, -1), (-1, 0), (1, 0), (1, 1)]
    return [YMove(row + down, place + right) for down, right in around]


class GameOfY(GameBase):
    """Y: everything that `GameBase` has no default for."""

    name = "y"
    players = ("First", "Second")
    variants = tuple(SIZES)
    engines: Mapping[str, str] = {"random": "hexapoda.engines.random_engine:RandomEngine"}
    default_engine = "random"

    def parse_variant(self, text: str) -> str:
        return YPosition(text).variant

    def initial(self, variant: str | None = None, rules: Mapping[str, str] | None = None) -> YPosition:
        self.switches(rules)
        return YPosition(variant or self.variants[0])

    def parse_position(self, text: str, rules: Mapping[str, str] | None = None) -> YPosition:
        self.switches(rules)
        variant, *moves = text.split() or [""]
        if variant not in SIZES:
            raise InvalidPositionError(f"not a position: {text[:40]!r}; expected a board and its moves")
        position = YPosition(variant)
        for move in moves:
            position.push(position.parse_move(move))
        return position

    def format_position(self, position: YPosition) -> str:
        return " ".join([position.variant, *map(str, position.moves)])

    def board_json(self, position: YPosition) -> dict[str, Any]:
        return {
            "game": self.name,
            "variant": position.variant,
            "rules": {},
            "player": position.turn,
            "turn": self.players[position.turn],
            "ply": position.ply,
            "state": position.state,
            "moves": [str(move) for move in position.moves],
            "text": self.format_position(position),
        }

    def move_json(self, position: YPosition, move: YMove) -> dict[str, Any]:
        return {"move": str(move), "cell": [*move]}


GAME_OF_Y = GameOfY()
