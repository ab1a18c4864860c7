"""The protocols `Position`, `Moves` and `Outcome`, which the classes of every game implement.

The classes do not inherit from the protocols. In shared code, the players are 0 and 1, because White moves
first in Hive and Black in Hex. A move is a small hashable value that is opaque to shared code.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeAlias, runtime_checkable

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    # In shared code, positions and moves are `Any`.
    P = TypeVar("P", bound="Position[Any]", default=Any)
    P_contra = TypeVar("P_contra", bound="Position[Any]", contravariant=True, default=Any)
    M = TypeVar("M", default=Any)
    M_co = TypeVar("M_co", covariant=True, default=Any)
    M_contra = TypeVar("M_contra", contravariant=True, default=Any)
else:
    from typing import TypeVar

    P, M = TypeVar("P"), TypeVar("M")
    P_contra, M_co = TypeVar("P_contra", contravariant=True), TypeVar("M_co", covariant=True)
    M_contra = TypeVar("M_contra", contravariant=True)

__all__ = ["M", "M_co", "M_contra", "Move", "Moves", "Outcome", "P", "P_contra", "Position"]

Move: TypeAlias = Any
"""The type of moves in shared code."""


class Moves(Protocol[M_co]):
    """The legal moves of a position: a sequence that tests membership quickly."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[M_co]: ...

    def __getitem__(self, index: int, /) -> M_co: ...

    def __contains__(self, move: object, /) -> bool: ...


class Outcome(Protocol):
    """How a game ended."""

    @property
    def winner(self) -> int | None:
        """The player who won, or None for a draw."""

    @property
    def termination(self) -> enum.Enum:
        """Why the game is over."""


@runtime_checkable
class Position(Protocol[M]):
    """A position with its history, changed in place by `push` and `pop`."""

    @property
    def variant(self) -> str:
        """The canonical name of the variant."""

    @property
    def turn(self) -> int:
        """The player to move, 0 or 1."""

    @property
    def ply(self) -> int:
        """Half-moves since the start of the game, passes included."""

    @property
    def moves(self) -> list[M]:
        """The moves played since the start of the game, or since the position was parsed from text."""

    @property
    def key(self) -> int:
        """A 64-bit hash of the position without its history; the same in every run."""

    @property
    def legal_moves(self) -> Moves[M]:
        """The legal moves, each once; empty if the game is over on the board. After a draw by repetition
        there are still legal moves: call `outcome()` to find out whether the game is over.
        """

    def is_legal(self, move: M, /) -> bool:
        """Return whether `move` is one of the legal moves."""

    def push(self, move: M, /) -> None:
        """Play a move. Raises `IllegalMoveError`, and changes nothing, if the move is not legal."""

    def pop(self) -> M:
        """Undo the last move and return it. Raises `IndexError` if there is none."""

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None if it is not over."""

    def copy(self) -> Self:
        """Return an independent copy with the same history."""

    def text(self) -> str:
        """Return the position, without its history, as one line that the game can parse."""

    def parse_move(self, text: str, /) -> M:
        """Parse a legal move in any notation of the game. Raises `InvalidMoveError` if the text is not a
        move, `IllegalMoveError` if the move is not legal, and `AmbiguousMoveError` if the text matches
        several moves.
        """

    def format_move(self, move: M, /) -> str:
        """Return a legal move in canonical notation."""
