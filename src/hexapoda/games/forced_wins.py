"""What puzzles ask of a game: short forced wins, counted in moves of the winner.

Defines the protocol `ForcedWins` and its result types. Each game implements it with its own search.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeAlias

from hexapoda.games.position import M, M_co, P_contra

if TYPE_CHECKING:
    from hexapoda._core import StopToken

__all__ = ["ForcedWins", "Look", "Rebuttal"]

Look: TypeAlias = tuple[frozenset[Hashable], Hashable]
"""The pieces on their cells, and the first move, in one orientation of the board."""


@dataclass(frozen=True, slots=True)
class Rebuttal(Generic[M_co]):
    """Why a move is not the solution of a puzzle.

    Attributes:
        reply: the best reply; None if the game is over.
        wins_in: the number of moves in which the side that replies wins by force; 0 if the number is unknown;
            None if no forced win is known.
        slower: whether the move still wins, but too late for the puzzle.
    """

    reply: M_co | None
    wins_in: int | None = None
    slower: bool = False


class ForcedWins(Protocol[P_contra, M]):
    """Searches for short forced wins. In a win in n, the side to move plays n moves; the game ends with the
    last of them, or with the reply to it.

    Every method with `seconds` gives up after that time. `stop` ends its search early.
    """

    exact: bool
    """Whether `others_win` considers wins of any length, rather than only wins within `within` moves."""
    themes: Mapping[str, str]
    """The themes of the game's puzzles: a name for programs, and a title for users."""

    def length(
        self, position: P_contra, most: int, *, seconds: float, stop: StopToken | None = None
    ) -> int | None:
        """Return the smallest n up to `most` such that the side to move wins in n; None if none is found."""

    def only_move(self, position: P_contra, *, seconds: float, stop: StopToken | None = None) -> M | None:
        """Return the only move that wins at all; None if there is none, if that is undecided, or if the game
        is not `exact`.
        """

    def winning_moves(
        self, position: P_contra, within: int, *, seconds: float, stop: StopToken | None = None
    ) -> tuple[M, ...] | None:
        """Return all moves that win within `within` moves; None if some move is undecided."""

    def wins(
        self, position: P_contra, move: M, within: int, *, seconds: float, stop: StopToken | None = None
    ) -> bool | None:
        """Return whether a legal move wins within `within` moves, counting this move; None if undecided."""

    def others_win(
        self, position: P_contra, move: M, within: int, *, seconds: float, stop: StopToken | None = None
    ) -> bool | None:
        """Return whether a move other than `move` wins within `within` moves, or at all if the game is
        `exact`; None if that is undecided.
        """

    def defense(
        self, position: P_contra, within: int, *, seconds: float, stop: StopToken | None = None
    ) -> M | None:
        """Return the reply that holds out longest if the opponent of the side to move wins within `within`
        moves; None if no such reply is found.
        """

    def rebuttal(
        self, position: P_contra, within: int, *, seconds: float, stop: StopToken | None = None
    ) -> Rebuttal[M]:
        """Return why the move that led to `position` is not the solution. The player who made it has `within`
        moves left to win.
        """

    def themes_of(
        self, position: P_contra, solution: Sequence[M], *, seconds: float, stop: StopToken | None = None
    ) -> tuple[str, ...] | None:
        """Return the names of the themes of the puzzle with this solution, in the order of `themes`; None if
        one of them is undecided.
        """

    def looks(self, position: P_contra, first: M) -> Iterator[Look]:
        """Yield how a puzzle looks under each symmetry of the board. `first`: the first move of its
        solution.
        """
