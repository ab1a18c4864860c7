"""Hex: positions and moves."""

from collections.abc import Iterator, Sequence
from typing import Final, overload

import numpy
import numpy.typing

import hexapoda._core
import hexapoda.hex.move


def set_vocabulary(kinds: Sequence[hexapoda.hex.move.MoveKind]) -> None:
    """
    Hand over Python's values for the kinds place, swap-pieces, swap-sides, pass.
    """

class Move:
    """
    A move: a stone on a cell, `Move((column, row))` with both counted from 0, or one of
    `Move.SWAP_PIECES`, `Move.SWAP_SIDES` and `Move.PASS`. A small hashable value that names its
    cell whatever the board.
    """

    def __init__(self, cell: tuple[int, int]) -> None: ...

    @property
    def cell(self) -> tuple[int, int] | None:
        """
        Column and row, from 0, of the stone that is placed; None for the other kinds.
        """

    @property
    def kind(self) -> hexapoda.hex.move.MoveKind:
        """What kind of move it is."""

    @property
    def is_placement(self) -> bool:
        """Whether it places a stone."""

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __getstate__(self) -> tuple[int, int, int]: ...

    def __setstate__(self, arg: tuple[int, int, int], /) -> None: ...

    SWAP_PIECES: Final[Move] = ...
    """The one stone is mirrored over the long diagonal and becomes white."""

    SWAP_SIDES: Final[Move] = ...
    """The players exchange their colours."""

    PASS: Final[Move] = ...
    """No stone: never legal, but some records have it."""

class LegalMoves:
    """
    The legal moves of a position: the empty cells row by row, then a swap.

    A light container: moves are made when asked for. It stays what it was when the position
    goes on.
    """

    def __len__(self) -> int: ...

    def __bool__(self) -> bool: ...

    @overload
    def __getitem__(self, arg: int, /) -> Move: ...

    @overload
    def __getitem__(self, arg: slice, /) -> list[Move]: ...

    @overload
    def __contains__(self, arg: Move, /) -> bool: ...

    @overload
    def __contains__(self, arg: object | None, /) -> bool: ...

    def __iter__(self) -> Iterator[Move]: ...

    @property
    def count(self) -> int:
        """How many there are."""

    def to_numpy(self) -> numpy.typing.NDArray[numpy.int32]:
        """
        The moves as int32 of shape [moves, 3], one row a move in the container's order: kind (0 place,
        1 swap-pieces, 2 swap-sides), column and row (0 unless a stone is placed).
        """

    def __repr__(self) -> str: ...

class PositionCore:
    """What hexapoda.hex.Position is built on."""

    def __init__(self, columns: int, rows: int, swap: int) -> None: ...

    def _assign(self, arg: PositionCore, /) -> None: ...

    def _set_up(self, arg0: Sequence[tuple[int, int]], arg1: Sequence[tuple[int, int]], arg2: int, arg3: bool, arg4: int, /) -> None:
        """Set up stones (column, row) without a history."""

    @property
    def columns(self) -> int:
        """How many columns the board has."""

    @property
    def rows(self) -> int:
        """How many rows the board has."""

    @property
    def _swap(self) -> int: ...

    @property
    def turn(self) -> int:
        """The player to move: 0 has begun with black."""

    @property
    def ply(self) -> int:
        """Moves played since the start of the game, swaps included."""

    @property
    def colour_to_move(self) -> int:
        """The colour to move: 0 Black, 1 White."""

    @property
    def sides_swapped(self) -> bool:
        """Whether the players have exchanged their colours: player 0 has white."""

    def player_of(self, colour: int) -> int:
        """The player who has a colour now."""

    @property
    def legal_moves(self) -> LegalMoves:
        """
        The legal moves; none when the game is over. A pass is never among them.
        """

    def is_legal(self, move: Move) -> bool:
        """Whether the move is legal here."""

    def _push(self, arg: Move, /) -> bool: ...

    def _push_pass(self) -> None: ...

    def _pop(self) -> Move: ...

    @property
    def _played(self) -> int: ...

    @property
    def moves(self) -> list[Move]:
        """
        The moves played since the start, or since the position that was set up.
        """

    @property
    def swap_now(self) -> Move | None:
        """The swap that is legal now, or None."""

    @property
    def winning_colour(self) -> int | None:
        """The colour that has joined its edges, or None."""

    def _winning_chain(self) -> list[tuple[int, int]]: ...

    def _stones(self, arg: int, /) -> list[tuple[int, int]]: ...

    def colour_at(self, cell: tuple[int, int]) -> int | None:
        """
        The colour of the stone on a cell; None when it is empty or off the board.
        """

    @property
    def key(self) -> int:
        """
        64-bit key, equal for equal positions: the same board and stones, the same colour and player to
        move, and the same swap that may still come.
        """

    @property
    def canonical_key(self) -> int:
        """
        64-bit key that is also the same after half a turn of the board and, on a square one, after
        mirroring it over a diagonal with black and white exchanged.
        """

    def _same_as(self, arg: PositionCore, /) -> bool: ...

def perft(position: PositionCore, depth: int, stop: hexapoda._core.StopToken | None = None) -> tuple[int, int]:
    """
    Leaves of the legal-move tree and a checksum over the moves of the last lists.
    """

def perft_after(position: PositionCore, move: Move, depth: int, stop: hexapoda._core.StopToken | None = None) -> tuple[int, int]:
    """perft of the position after one move."""
