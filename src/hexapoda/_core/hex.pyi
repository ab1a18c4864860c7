"""Hex: positions and moves."""

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Final, overload

import numpy
import numpy.typing
from numpy.typing import NDArray

import hexapoda._core
import hexapoda.hex.move


def set_vocabulary(kinds: Sequence[hexapoda.hex.move.MoveKind]) -> None:
    """
    Set the Python objects for the kinds place, swap-pieces, swap-sides and pass.
    """

class Move:
    """
    A move: a stone on a cell, `Move((column, row))` with both counted from 0, or one of
    `Move.SWAP_PIECES`, `Move.SWAP_SIDES` and `Move.PASS`. A small hashable value that does not
    depend on the board.
    """

    def __init__(self, cell: tuple[int, int]) -> None: ...

    @staticmethod
    def from_text(text: str) -> Move:
        """
        Read a move, legal or not, from a text such as `c2` or `swap-pieces`. Raises `InvalidMoveError`.
        """

    @property
    def cell(self) -> tuple[int, int] | None:
        """
        Column and row of a placement, both counted from 0; None for other kinds of moves.
        """

    @property
    def kind(self) -> hexapoda.hex.move.MoveKind:
        """The kind of the move."""

    @property
    def is_placement(self) -> bool:
        """Whether this is a placement."""

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __getstate__(self) -> tuple[int, int, int]: ...

    def __setstate__(self, arg: tuple[int, int, int], /) -> None: ...

    SWAP_PIECES: Final[Move] = ...
    """
    The swap that mirrors the only stone over the long diagonal and makes it white.
    """

    SWAP_SIDES: Final[Move] = ...
    """The swap in which the players exchange their colors."""

    PASS: Final[Move] = ...
    """A pass: never legal, but some records contain one."""

class LegalMoves:
    """
    The legal moves of a position: the empty cells row by row, then the swap if it is legal.

    A lightweight container that creates moves on demand. Playing moves in the position does not change it.
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
        """The number of moves."""

    def to_numpy(self) -> numpy.typing.NDArray[numpy.int32]:
        """
        The moves as int32 of shape [moves, 3], one row per move in the container's order: kind (0 place,
        1 swap-pieces, 2 swap-sides), column and row (0 unless a stone is placed).
        """

    def __repr__(self) -> str: ...

class PositionCore:
    """The compiled base class of hexapoda.hex.Position."""

    def __init__(self, columns: int, rows: int, swap: int) -> None: ...

    def _assign(self, arg: PositionCore, /) -> None: ...

    def _assign_board(self, arg: PositionCore, /) -> None: ...

    def _set_up(self, arg0: Sequence[tuple[int, int]], arg1: Sequence[tuple[int, int]], arg2: int, arg3: bool, arg4: int, /) -> None:
        """Set up stones (column, row) without a history."""

    @property
    def columns(self) -> int:
        """The number of columns of the board."""

    @property
    def rows(self) -> int:
        """The number of rows of the board."""

    @property
    def _swap(self) -> int: ...

    @property
    def turn(self) -> int:
        """The player to move. Player 0 began as Black."""

    @property
    def ply(self) -> int:
        """The number of moves since the start of the game, including swaps."""

    @property
    def color_to_move(self) -> int:
        """The color to move: 0 Black, 1 White."""

    @property
    def sides_swapped(self) -> bool:
        """
        Whether the players have exchanged their colors, so that player 0 is White.
        """

    def player_of(self, color: int) -> int:
        """The player who currently has a color."""

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves; none when the game is over. A pass is never included."""

    def is_legal(self, move: Move) -> bool:
        """Whether the move is legal here."""

    def _push(self, move: Move, /) -> bool: ...

    def _push_pass(self) -> None: ...

    def _pop(self) -> Move: ...

    @property
    def _played(self) -> int: ...

    @property
    def moves(self) -> list[Move]:
        """The moves since the start or the setup."""

    @property
    def swap_now(self) -> Move | None:
        """The swap that is legal now, or None."""

    @property
    def winning_color(self) -> int | None:
        """The color that has joined its edges, or None."""

    def _winning_chain(self) -> list[tuple[int, int]]: ...

    def _stones(self, arg: int, /) -> list[tuple[int, int]]: ...

    def color_at(self, cell: tuple[int, int]) -> int | None:
        """
        The color of the stone on a cell; None if the cell is empty or off the board.
        """

    @property
    def key(self) -> int:
        """
        A 64-bit key, equal for equal positions: the same board and stones, the same color and player to
        move, and the same swap if one is still possible.
        """

    @property
    def canonical_key(self) -> int:
        """
        A 64-bit key that is also equal after a half-turn of the board and, on a square board, after
        mirroring it over a diagonal with the colors exchanged.
        """

    def _same_as(self, arg: PositionCore, /) -> bool: ...

def perft(position: PositionCore, depth: int, stop: hexapoda._core.StopToken | None = None) -> tuple[int, int]:
    """
    The number of leaves of the legal-move tree, and a checksum over the moves of the last ply.
    """

def perft_after(position: PositionCore, move: Move, depth: int, stop: hexapoda._core.StopToken | None = None) -> tuple[int, int]:
    """The perft of the position after one move."""

def deals_of(free: int) -> float:
    """The number of deals that brute force makes with this many free cells."""

def winning_moves(position: PositionCore) -> list[Move]:
    """The moves that win at once."""

def black_wins(position: PositionCore, playouts: int, bridges: bool = False, seed: int = 0, stop: hexapoda._core.StopToken | None = None) -> int:
    """
    The number of random playouts that Black wins. With `bridges`, both sides save their bridges.
    """

class BruteForceSearch:
    """The search of the engine `bruteforce`."""

    def __init__(self, position: PositionCore) -> None: ...

    def run(self, seconds: float, deals: int, threads: int, stop: hexapoda._core.StopToken | None = None) -> None:
        """
        Run for `seconds`, or until about `deals` deals have been made in total, but make at least a few.
        """

    def cells(self) -> list[tuple[Move, float, int]]:
        """
        For each free cell: its move, and the sum of the qualities and the number of the deals that gave it to
        the side to move.
        """

    @property
    def complete(self) -> bool:
        """Whether every deal has been made."""

    @property
    def deals(self) -> int:
        """The number of deals made so far."""

class MonteCarloSearch:
    """The search of the engine `montecarlo`."""

    def __init__(self, position: PositionCore, deals: int, seed: int) -> None: ...

    def run(self, seconds: float, threads: int, stop: hexapoda._core.StopToken | None = None) -> None:
        """Run for `seconds`, or until all deals have been made."""

    def cells(self) -> list[tuple[Move, int, int, float, float]]:
        """
        For each free cell: its move, the number of deals, the number that the side to move won, and the sums of
        the qualities of the boards won by the side to move and by the opponent.
        """

    @property
    def complete(self) -> bool:
        """Whether every deal has been made."""

    @property
    def deals(self) -> int:
        """The number of deals made so far."""

class TreeSearch:
    """The search of the engine `mcts`."""

    def __init__(self, position: PositionCore, exploration: float, depth: int, threads: int, seed: int) -> None: ...

    def grow(self, seconds: float, playouts: int, stop: hexapoda._core.StopToken | None = None) -> tuple[float, int, int, list[Move]]:
        """
        Run playouts for `seconds`, until there are `playouts` in total, or until the outcome is proven.
        Returns the value from 0 to 1, plies to a proven win (negative for a loss, 0 if neither is proven),
        the length of the longest path, and the line.
        """

    def root_moves(self) -> list[tuple[Move, int, float, int]]:
        """
        Each move with its visits, its mean value from 0 to 1, and plies to a proven win (negative for a loss,
        0 if neither is proven).
        """

    @property
    def playouts(self) -> int:
        """The number of playouts; a visit to a finished game counts as one."""

    @property
    def solved(self) -> bool:
        """Whether the outcome is proven."""

PATTERN_FEATURES: int = 535766

PATTERN_UNIT: float = 0.03125

def pattern_features(position: PositionCore, last: Move | None = None, previous: Move | None = None) -> list[tuple[Move, list[int]]]:
    """
    The features of each free cell. `last` is the opponent's last move, `previous` the move before it. Every
    cell has the same number of features, each below PATTERN_FEATURES. They do not change when the board is
    rotated by 180 degrees, or mirrored with the colors exchanged. Raises ValueError if the game is over.
    """

def pattern_policy(position: PositionCore, patterns: bytes, last: Move | None = None, previous: Move | None = None) -> list[tuple[Move, float]]:
    """
    The probability of each free cell: the softmax of the sums of the cells' feature weights. `patterns` holds
    one weight per feature, as a signed byte in units of PATTERN_UNIT.
    """

NETWORK_CHANNELS: int = 32

NETWORK_WEIGHTS: int = 3074

NETWORK_BLOCK_WEIGHTS: int = 16482

class PlanesNetwork:
    """
    The network on the board of a position, for env.Search with the observation
    `planes`.
    """

    def __init__(self, position: PositionCore, network: bytes, swap: bool) -> None:
        """
        `network` holds weights as in network_evaluate(); `swap` is whether the last action is a swap.
        """

    def evaluate(self, observations: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], logits: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')], values: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')], threads: int = 1) -> None:
        """
        Evaluate `observations`, float32 of shape [rows, size of an observation]. Writes `logits`, float32 of
        shape [rows, actions], and `values`, float32 of shape [rows]: -1 to 1 for the player to move.
        """

def network_evaluate(position: PositionCore, network: bytes, last: Move | None = None) -> tuple[float, list[tuple[Move, float]]]:
    """
    Evaluate a position with the network. Returns the win probability of the side to move and the policy logit of
    each free cell. `last` is the opponent's last move. `network` holds float32 weights in native byte order, laid
    out as in cpp/hex/rave/network_weights.hpp. Raises ValueError if the game is over, if the weights are invalid,
    or if the last move is off the board.
    """

def network_value(position: PositionCore, network: bytes) -> float:
    """
    The win probability of the side to move: the network's mean over the board and the board rotated by 180
    degrees, both with the last move. `network` holds weights as in network_evaluate(). Raises ValueError if the
    game is over, or if the weights are invalid.
    """

def policy_playouts(position: PositionCore, network: bytes, playouts: int, seed: int = 0, rotated: bool = False) -> float:
    """
    The mean share, 0 to 1, of playouts that Black wins. The policy of the network begins each of them, and
    bridge-saving playouts estimate how it ends: cpp/hex/rave/policy_playout.hpp. With `rotated`, the board is
    rotated by 180 degrees, which changes only the random choices. Raises ValueError if the game is over, or if
    `playouts` or the weights are invalid.
    """

class SearchReport:
    """
    A search's report on one of its best lines, from the side to move's point of view.
    """

    @property
    def rank(self) -> int:
        """The rank among the best lines; 1 is the best."""

    @property
    def depth(self) -> int:
        """
        Plies searched in full, or the length of the line if the tree is uneven.
        """

    @property
    def selective_depth(self) -> int:
        """Plies of the longest line searched."""

    @property
    def score(self) -> float:
        """The value in the engine's unit; higher is better."""

    @property
    def win_probability(self) -> float | None:
        """From 0 to 1; None if the search does not estimate it."""

    @property
    def end_in(self) -> int:
        """
        Plies to a proven win (positive) or loss (negative); 0 if neither is proven.
        """

    @property
    def visits(self) -> int:
        """Visits to the first move; 0 if they are not counted."""

    @property
    def nodes(self) -> int:
        """Positions or playouts in the whole search so far."""

    @property
    def seconds(self) -> float:
        """Seconds since the search began."""

    @property
    def line(self) -> list[Move]:
        """The moves of the line, the root move first."""

def rave_parts() -> dict[str, int]:
    """
    The parts of the engine `rave` that can be switched off, each with its bit in `parts`.
    """

class RaveSettings:
    """The settings of the engine `rave`."""

    def __init__(self, threads: int = 1, parts: int = 511, seed: int = 0, overlooked: int = 0, sees_wins: bool = True, playout_share: float = 0.0) -> None: ...

class RaveCore:
    """
    The tree search of the engine `rave`, which keeps its tree between searches. `patterns` and
    `network` hold weights as in pattern_policy() and network_evaluate(); empty bytes switch them
    off.
    """

    def __init__(self, megabytes: int, patterns: bytes = ..., network: bytes = ...) -> None: ...

    def clear(self) -> None:
        """Discard the tree."""

    def search(self, position: PositionCore, seconds: float, soft_seconds: float, playouts: int, lines: int, settings: RaveSettings, stop: hexapoda._core.StopToken | None = None, on_report: object | None = None) -> list[SearchReport]:
        """
        The best lines, best first. If `playouts` is 0, there is no limit on playouts. `on_report` is called with
        each line about once a second, and more often at first. Swaps are not considered.
        """

def solve_features() -> list[str]:
    """The names of the solver features that can be switched off."""

def solver_megabytes(columns: int, rows: int, threads: int) -> int:
    """The minimum memory of a solver with this many threads, in MiB."""

class SolverCore:
    """The compiled core of hexapoda.hex.solve."""

    def __init__(self, columns: int, rows: int, without: Sequence[str], threads: int, megabytes: int, network: bytes | None = None) -> None:
        """
        `network`: the weights of a network, which orders the moves and guesses how hard they are to refute.
        Without it a long search takes two to three times as many positions.
        """

    def winner(self, position: PositionCore, seconds: float, stop: hexapoda._core.StopToken | None, progress: Callable[[int], None] | None) -> int:
        """
        The color that wins, or -1 if the search was stopped first. `progress(nodes)` is called at most ten
        times a second.
        """

    def best(self, position: PositionCore, seconds: float, stop: hexapoda._core.StopToken | None) -> tuple[int, int] | None:
        """
        A winning move if there is one, else the move that is hardest to refute. None if there is no move or
        the search was stopped first.
        """

    def contenders(self, position: PositionCore, seconds: float = 0.0, stop: hexapoda._core.StopToken | None = None) -> list[tuple[int, int]]:
        """
        The cells on which the side to move may still win: all others are refuted by the opponent's threats.
        If the search was stopped first, the list may contain more cells than necessary.
        """

    def needed(self, position: PositionCore) -> list[tuple[int, int]] | None:
        """
        For tests: the cells within which the winner of a solved position wins, even if all other empty cells
        are the loser's. None if the position is not solved.
        """

    def proofs(self, work: int) -> bytes:
        """
        The proofs of positions for which at least `work` positions were evaluated, as bytes for restore() of a
        solver for the same board, with the same features, on a machine with the same byte order.
        """

    def restore(self, proofs: bytes) -> None:
        """
        Take over the proofs of another solver, as far as they fit into memory. Whether they are right is not
        checked. Raises ValueError if they cannot be those of a solver for this board.
        """

    @property
    def nodes(self) -> int:
        """The number of positions evaluated since the solver was created."""

def connections(position: PositionCore, color: int, without: Sequence[str], seconds: float = 0.0, groups: bool = False, thorough: bool = False, largest: int = 0) -> list[tuple[tuple[int, int], tuple[int, int], list[tuple[int, int]], tuple[int, int] | None]]:
    """
    The virtual connections of a color: (node, node, carrier, key). The key of a full connection is None. A node
    is an empty cell, the lowest stone of a group, or (-1, 0) or (-1, 1) for the two edges of the color. If
    `seconds` (0: no limit) run out, some connections may be missing. With `groups`, only connections between
    groups and edges are returned. `thorough` uses longer lists, which find more connections. `largest` (0: no
    limit) is the maximum number of cells in a carrier. It uses shorter lists and is faster; with `groups` it is
    much faster, because few connections between empty cells are examined.
    """

def proof_by_connections(position: PositionCore, thorough: bool = True) -> tuple[int, list[tuple[int, int]]]:
    """
    Try to prove the winner by virtual connections and fill-in, without a search. Returns the winner, or -1 and
    a set of cells: if any move wins, a move on one of them does. Neither side may have won yet. If the analysis
    that the searches use proves nothing, `thorough` repeats it with longer lists of connections.
    """

def inferior_cells(position: PositionCore) -> tuple[list[tuple[int, int]], list[tuple[int, int]], list[tuple[int, int]], list[tuple[int, int]]]:
    """
    The dead cells, the cells captured by Black, those captured by White, and the moves that are neither
    vulnerable nor dominated. Neither side may have won yet.
    """

def wrong_fills(position: PositionCore) -> list[tuple[int, int]]:
    """
    For tests: the moves after which filling in only what they change fills in other cells than filling in the
    whole board: none. Neither side may have won yet.
    """

def exhaustive_wins(position: PositionCore) -> tuple[int, list[bool]]:
    """
    For tests: the winning color, and for each free cell, row by row, whether the side to move wins by playing
    there. Every line is played to its end.
    """

def exhaustive_connections(position: PositionCore, color: int, connections: Sequence[tuple[tuple[int, int], tuple[int, int], Sequence[tuple[int, int]], tuple[int, int] | None]]) -> list[bool]:
    """
    For tests: whether each connection, in the form of connections(), holds when every line is played to its end.
    """

class ConnectionMap:
    """
    The virtual connections of a color in one position, found without ladders and without shared captured cells,
    on a board of at most 64 cells. The number of a cell is row * columns + column, and a set of cells is an
    integer with the bits of these numbers set. A node is the number of an empty cell or of the lowest stone of a
    group; the edges, with the stones joined to them, are columns * rows and columns * rows + 1.
    """

    def __init__(self, columns: int, rows: int) -> None: ...

    def build(self, own: int, other: int, color: int) -> None:
        """
        Find the connections of `color`, which has the stones `own`. Neither side may have won yet.
        """

    def fulls(self, a: int, b: int) -> list[int]:
        """
        The carriers of the full connections between two nodes, smallest first.
        """

    def semis(self, a: int, b: int) -> list[tuple[int, int]]:
        """
        The carriers and keys of the semi-connections between two nodes, smallest first.
        """

    def fill(self, own: int, other: int, color: int) -> tuple[int, int, int]:
        """
        The dead cells, the cells captured by `color`, and the cells captured by its opponent. The opponent is to
        move, and neither side may have won yet.
        """
