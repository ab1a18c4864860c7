"""Hex: positions and moves."""

from collections.abc import Callable, Iterator, Sequence
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

    def _push(self, move: Move, /) -> bool: ...

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

class SearchReport:
    """What a search reports about one of its best lines; the mover's view."""

    @property
    def rank(self) -> int:
        """Which of the best lines it is, 1 the best."""

    @property
    def depth(self) -> int:
        """
        Plies searched in full, or the length of the line where the tree is uneven.
        """

    @property
    def selective_depth(self) -> int:
        """Plies of the longest line searched."""

    @property
    def score(self) -> float:
        """The value in the engine's unit, higher is better."""

    @property
    def win_probability(self) -> float | None:
        """From 0 to 1; None where the search estimates none."""

    @property
    def end_in(self) -> int:
        """
        Plies to a proven win (positive) or loss (negative); 0 without a proof.
        """

    @property
    def visits(self) -> int:
        """Visits of the first move; 0 where they are not counted."""

    @property
    def nodes(self) -> int:
        """Positions or playouts of the whole search so far."""

    @property
    def seconds(self) -> float:
        """Seconds since the search began."""

    @property
    def line(self) -> list[Move]:
        """The moves of the line, the root's own first."""

def deals_of(free: int) -> float:
    """In how many ways brute force deals out so many free cells."""

def winning_moves(position: PositionCore) -> list[Move]:
    """The cells on which a stone wins at once."""

def black_wins(position: PositionCore, playouts: int, bridges: bool = False, seed: int = 0, stop: hexapoda._core.StopToken | None = None) -> int:
    """
    How many of so many random playouts black wins; with `bridges`, both sides save theirs.
    """

class BruteForceSearch:
    """The search of the engine `bruteforce`."""

    def __init__(self, position: PositionCore) -> None: ...

    def run(self, seconds: float, deals: int, threads: int, stop: hexapoda._core.StopToken | None = None) -> None:
        """
        Go on for so long, or until about so many deals have been made in all; at least a few.
        """

    def cells(self) -> list[tuple[Move, float, int]]:
        """
        Each free cell: its move, the sum over the deals that gave it to the side to move, and their number.
        """

    @property
    def complete(self) -> bool:
        """Whether every deal has been made."""

    @property
    def deals(self) -> int:
        """The deals made so far."""

class MonteCarloSearch:
    """The search of the engine `montecarlo`."""

    def __init__(self, position: PositionCore, deals: int, seed: int) -> None: ...

    def run(self, seconds: float, threads: int, stop: hexapoda._core.StopToken | None = None) -> None:
        """Go on for so long, or until all deals have been made."""

    def cells(self) -> list[tuple[Move, int, int, float, float]]:
        """
        Each free cell: its move, deals, how many of them the side to move has won, and the sums of the quality
        of the boards it has won and of those the other side has.
        """

    @property
    def complete(self) -> bool:
        """Whether every deal has been made."""

    @property
    def deals(self) -> int:
        """The deals made so far."""

class TreeSearch:
    """The search of the engine `mcts`."""

    def __init__(self, position: PositionCore, exploration: float, depth: int, threads: int, seed: int) -> None: ...

    def grow(self, seconds: float, playouts: int, stop: hexapoda._core.StopToken | None = None) -> tuple[float, int, int, list[Move]]:
        """
        Make playouts for so long, until there are so many in all, or until the outcome is proven. Returns the
        share of points 0 to 1, plies to the proven end or 0, plies of the longest path, the line.
        """

    def root_moves(self) -> list[tuple[Move, int, float, int]]:
        """
        Each move that was tried: visits, mean value 0 to 1, plies to the proven end or 0.
        """

    @property
    def playouts(self) -> int:
        """Playouts made; a look at a finished game counts as one."""

    @property
    def solved(self) -> bool:
        """Whether the outcome is proven."""

PATTERN_FEATURES: int = 535766

PATTERN_UNIT: float = 0.03125

def pattern_features(position: PositionCore, last: Move | None = None, previous: Move | None = None) -> list[tuple[Move, list[int]]]:
    """
    What each free cell shows after the opponent's last move and the own one before: as many numbers for every
    cell, each below PATTERN_FEATURES, the same for what half a turn or a mirror with the colours exchanged makes
    of it. Raises ValueError when the game is over.
    """

def likely_moves(position: PositionCore, patterns: bytes, last: Move | None = None, previous: Move | None = None) -> list[tuple[Move, float]]:
    """
    How likely each free cell is to be played, by the patterns' weights: one signed byte a feature, in units of
    PATTERN_UNIT, exponents of e. The numbers add up to 1.
    """

NETWORK_CHANNELS: int = 32

def network_look(position: PositionCore, network: bytes, last: Move | None = None) -> tuple[float, list[tuple[Move, float]]]:
    """
    What the network says after the opponent's last move: the chance that the side to move wins, and for each
    free cell the logarithm of how likely it is to be played, but for a summand that all have. `network` holds its
    weights as cpp/hex/rave/network.hpp lays them out, floats of this machine. Raises ValueError when the game is over,
    for weights of no network, and for a last move off the board.
    """

def rave_parts() -> dict[str, int]:
    """
    The parts of the strong search that can be switched off, each with its bit in `parts`.
    """

class RaveSettings:
    """What can be set about the strong search."""

    def __init__(self, threads: int = 1, parts: int = 255, seed: int = 0, overlooked: int = 0, sees_wins: bool = True) -> None: ...

class RaveCore:
    """
    Tree search with RAVE whose tree outlives a search. `patterns` are as likely_moves() says, `network` as
    network_look(); without bytes nothing is known of what they tell.
    """

    def __init__(self, megabytes: int, patterns: bytes = ..., network: bytes = ...) -> None: ...

    def clear(self) -> None:
        """Forget the tree."""

    def search(self, position: PositionCore, seconds: float, soft_seconds: float, playouts: int, lines: int, settings: RaveSettings, stop: hexapoda._core.StopToken | None = None, on_report: object | None = None) -> list[SearchReport]:
        """
        The best lines, best first. No bound on playouts is 0. `on_report` gets each of them now and then.
        Swaps are not considered.
        """

def solve_features() -> list[str]:
    """The names of what a solver can do without."""

def solver_megabytes(columns: int, rows: int, threads: int) -> int:
    """MiB that so many threads of a solver cannot do without."""

class SolverCore:
    """What hexapoda.analysis.hex_solve is built on."""

    def __init__(self, columns: int, rows: int, without: Sequence[str], threads: int, megabytes: int) -> None: ...

    def winner(self, position: PositionCore, seconds: float, stop: hexapoda._core.StopToken | None, progress: Callable[[int], None] | None) -> int:
        """
        The colour that wins, or -1 when the search was ended first. `progress(nodes)` is called ten times a second
        at most.
        """

    def best(self, position: PositionCore, seconds: float, stop: hexapoda._core.StopToken | None) -> tuple[int, int] | None:
        """
        A move that wins, if any does; otherwise the one that is hardest to refute. None when there is no move
        or the search was ended first.
        """

    def contenders(self, position: PositionCore, seconds: float = 0.0, stop: hexapoda._core.StopToken | None = None) -> list[tuple[int, int]]:
        """
        The cells where the side to move might win: what the opponent threatens refutes all others. More cells
        than necessary when the search was ended first.
        """

    @property
    def nodes(self) -> int:
        """Positions looked at since the solver was made."""

def connections(position: PositionCore, colour: int, without: Sequence[str]) -> list[tuple[tuple[int, int], tuple[int, int], list[tuple[int, int]], tuple[int, int] | None]]:
    """
    The virtual connections that are found for a colour: (node, node, carrier, key), key being None for a full
    one. A node is a cell, the lowest stone of a group, or (-1, 0) and (-1, 1) for the colour's two edges.
    """

def inferior_cells(position: PositionCore) -> tuple[list[tuple[int, int]], list[tuple[int, int]], list[tuple[int, int]], list[tuple[int, int]]]:
    """
    Dead cells, those captured by black and by white, one after the other, and the moves that are left when
    vulnerable and dominated ones are left out. Nobody has won.
    """

def exhaustive_wins(position: PositionCore) -> tuple[int, list[bool]]:
    """
    For tests: the colour that wins, and of each free cell, row by row, whether a stone there wins for the side to
    move; every line is played to its end.
    """

def exhaustive_connections(position: PositionCore, colour: int, connections: Sequence[tuple[tuple[int, int], tuple[int, int], Sequence[tuple[int, int]], tuple[int, int] | None]]) -> list[bool]:
    """
    For tests: of each connection, as connections() tells them, whether it holds when every line is played to its
    end.
    """
