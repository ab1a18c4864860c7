"""Hive: positions and moves."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, overload

import numpy
import numpy.typing

import hexapoda._core
import hexapoda.hive.move
import hexapoda.hive.piece


def set_vocabulary(pieces: Sequence[hexapoda.hive.piece.Piece], kinds: Sequence[hexapoda.hive.move.MoveKind]) -> None:
    """
    Set the Python objects for the 28 pieces, by index, and for the kinds place, move, throw and pass.
    """

class Move:
    """
    A move: a piece and its destination, or the pass `Move.PASS`.

    Two moves are equal if they bring the same piece to the same cell, so a walk and a throw can
    be equal. `origin` and `kind` are set if the move comes from a position, and None if it was
    constructed with `Move(piece, to)`.
    """

    def __init__(self, piece: hexapoda.hive.piece.Piece, to: tuple[int, int]) -> None: ...

    @property
    def piece(self) -> hexapoda.hive.piece.Piece | None:
        """The piece that is placed, moved or thrown; None for a pass."""

    @property
    def to(self) -> tuple[int, int] | None:
        """Axial coordinates of the destination; None for a pass."""

    @property
    def origin(self) -> tuple[int, int] | None:
        """
        Axial coordinates of the cell that the piece leaves; None for a placement, a pass or a constructed move.
        """

    @property
    def kind(self) -> hexapoda.hive.move.MoveKind | None:
        """How the piece moves; None for a constructed move."""

    @property
    def is_pass(self) -> bool:
        """Whether this is the pass."""

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

    def __getstate__(self) -> tuple[int, int, int, int, int, int]: ...

    def __setstate__(self, arg: tuple[int, int, int, int, int, int], /) -> None: ...

    PASS: Final[Move] = ...
    """The pass."""

class LegalMoves:
    """
    The legal moves of a position: placements, then walks, then throws.

    A lightweight container that creates moves on demand. Moves played later in the position do not change it.
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
        The moves as int32 of shape [moves, 6], one row per move in the container's order: piece index (0..27,
        -1 for a pass), kind (0 place, 1 move, 2 throw, 3 pass), origin q, origin r, destination q,
        destination r. The origin of a placement is its destination; a pass has zeros.
        """

    def __repr__(self) -> str: ...

class PositionCore:
    """The compiled base class of hexapoda.hive.Position."""

    def __init__(self, expansions: int, tournament_opening: bool, repetition: bool) -> None: ...

    def _assign(self, arg: PositionCore, /) -> None: ...

    def _assign_board(self, arg: PositionCore, /) -> None: ...

    def _set_up(self, arg0: Sequence[tuple[int, int, int, int]], arg1: int, arg2: int, /) -> str | None:
        """
        Set up pieces (index, q, r, height; stacks bottom first) without a history. Returns an error or None.
        """

    @property
    def _expansions(self) -> int: ...

    @property
    def _tournament(self) -> bool: ...

    @property
    def repetition(self) -> bool:
        """Whether the third occurrence of a position ends the game in a draw."""

    @property
    def turn(self) -> int:
        """The side to move: 0 White, 1 Black."""

    @property
    def ply(self) -> int:
        """The number of half-moves since the start of the game."""

    @property
    def turn_number(self) -> int:
        """The number of the current turn of the side to move, from 1."""

    @property
    def legal_moves(self) -> LegalMoves:
        """
        The legal moves: only the pass if nothing else is legal, none if a queen is surrounded.
        A draw by repetition does not affect them.
        """

    def is_legal(self, move: Move) -> bool:
        """Whether the move is legal here."""

    def find_move(self, piece: hexapoda.hive.piece.Piece, to: tuple[int, int]) -> Move | None:
        """
        The legal move that brings a piece to a cell, with its kind and origin; None if there is none.
        """

    def _push(self, move: Move, /) -> bool: ...

    def _push_pass(self) -> None: ...

    def _pop(self) -> Move: ...

    @property
    def _played(self) -> int: ...

    @property
    def moves(self) -> list[Move]:
        """The moves since the start or the setup."""

    def _outcome(self, arg: bool, /) -> tuple[int, int]: ...

    def repetitions(self) -> int:
        """The number of times that this position has occurred, including now."""

    @property
    def key(self) -> int:
        """
        A 64-bit key, equal for equal positions: the same bugs and colors in the same stacks up to
        translation, the same side to move, and the same legal moves.
        """

    @property
    def canonical_key(self) -> int:
        """
        A 64-bit key that is also equal for positions that differ only by one of the twelve symmetries.
        """

    def _same_as(self, arg: PositionCore, /) -> bool: ...

    def _pieces(self) -> list[tuple[int, int, int, int]]: ...

    def _played_set(self) -> int: ...

    def _resting(self) -> int: ...

    @property
    def passes(self) -> int:
        """The number of consecutive passes that led to this position."""

    def cell_of(self, piece: hexapoda.hive.piece.Piece) -> tuple[int, int] | None:
        """The cell of a piece; None while it is in hand."""

    def height_of(self, piece: hexapoda.hive.piece.Piece) -> int | None:
        """The number of pieces below a piece; None while it is in hand."""

    def top(self, cell: tuple[int, int]) -> hexapoda.hive.piece.Piece | None:
        """The top piece on a cell; None if the cell is empty."""

    def height(self, cell: tuple[int, int]) -> int:
        """The number of pieces on a cell."""

    def stack(self, cell: tuple[int, int]) -> tuple[hexapoda.hive.piece.Piece, ...]:
        """The pieces on a cell, bottom first."""

    def pinned(self) -> frozenset[tuple[int, int]]:
        """
        The cells of uncovered ground pieces that are cut vertices: lifting one would split the hive.
        """

    def placements(self, color: int) -> frozenset[tuple[int, int]]:
        """The cells where a side may place a new piece, whatever it has in hand."""

    def moves_of(self, piece: hexapoda.hive.piece.Piece) -> list[Move]:
        """The legal moves of one piece."""

    def _play_uhp(self, texts: Sequence[str]) -> int:
        """
        Play strict UHP MoveStrings up to the first invalid or illegal one. Returns the number of moves played.
        """

    def _uhp_texts(self) -> list[str]:
        """The moves since the start or the setup, as canonical UHP MoveStrings."""

    def _canonical_keys(self) -> list[int]:
        """
        `canonical_key` of every position from the first to this one, as signed integers.
        """

def perft(position: PositionCore, depth: int, stop: hexapoda._core.StopToken | None = None) -> tuple[int, int]:
    """
    The number of leaves of the legal-move tree, and a checksum over the moves of the last ply.
    """

def perft_after(position: PositionCore, move: Move, depth: int, stop: hexapoda._core.StopToken | None = None) -> tuple[int, int]:
    """The perft of the position after one move."""

def list_moves(positions: Sequence[PositionCore], repeats: int) -> tuple[int, int]:
    """
    Generate the full move list of each position `repeats` times. Returns the number of lists and a checksum.
    """

def evaluate(position: PositionCore) -> int:
    """
    The evaluation from the side to move's point of view; one filled neighbor of a queen is worth about 100.
    """

def evaluation_terms(position: PositionCore) -> list[tuple[str, int, int]]:
    """For each term: its name, its value for White, and its value for Black."""

def evaluation_features() -> list[tuple[str, str, str, str, list[int]]]:
    """
    For each feature in order: its block, row and column, its term, and its weight in each phase.
    """

def evaluation_shapes() -> list[tuple[str, str, str]]:
    """
    For each feature that only the network has: its block, row and column. These features follow those of
    `evaluation_features`. The rows are bugs and states. The columns of `shape` are masks of the occupied cells
    around a piece, each the smallest among its rotations and reflections. The columns of `company` are pairs of
    counts, each capped at three: how many of these cells have an own piece on top, and how many an enemy piece.
    """

def evaluation_phases() -> list[str]:
    """The names of the phases."""

def evaluation_phase(position: PositionCore) -> float:
    """
    The share of the late game in the evaluation of a position, from 0 to 1; the opening has the rest.
    """

def evaluation_stuck(position: PositionCore) -> bool:
    """
    Whether the side to move has no piece to move or place, apart from throws; its evaluation is then at most 0.
    """

def evaluation_counts(positions: Sequence[PositionCore]) -> numpy.typing.NDArray[numpy.int8]:
    """
    White's count of every feature minus Black's, as int8 of shape [positions, features]. The dot product with
    the weights is the evaluation from White's point of view, without the cap at 0 for a stuck side. Each weight
    is interpolated between the two phases and rounded to an integer, halves away from zero.
    """

def evaluation_lists(positions: Sequence[PositionCore]) -> numpy.typing.NDArray[numpy.int16]:
    """
    The network's features for White and for Black, each as often as it occurs, as int16 of shape
    [positions, 2, 80]; -1 fills the rest of each list.
    """

class EvaluationNetwork:
    """A network over the features of the evaluation."""

    def __init__(self, weights: bytes) -> None:
        """
        `weights` are float32 in native byte order, laid out as in cpp/hive/evaluate/evaluation_network.hpp.
        Raises ValueError if their number is wrong, or if a weight is not finite or too large.
        """

    def evaluate(self, position: PositionCore) -> int:
        """
        The evaluation from the side to move's point of view, in the unit of `evaluate`.
        """

    INPUTS: Final[int] = ...
    """Inputs of the hidden layer for each side."""

    HIDDEN: Final[int] = ...
    """Units of the hidden layer."""

def evaluate_many(positions: Sequence[PositionCore], repeats: int) -> int:
    """
    Evaluate every position `repeats` times. Returns the sum of the scores.
    """

def minimax(position: PositionCore, depth: int, stop: hexapoda._core.StopToken | None = None) -> tuple[int, list[tuple[Move, int]], int]:
    """
    Search every line to a depth of 0 to 4. Returns the score, the score of each legal move, and the nodes. A
    leaf has the score of evaluate(). A draw, including one by repetition, scores 0, a win on the n-th ply
    32000 - n, and a loss the negative of that.
    """

def classic_evaluate(position: PositionCore) -> int:
    """
    The evaluation of the classic engines in hundredths, from the side to move's point of view.
    """

class ClassicSearch:
    """The search of the engine `classic`."""

    def __init__(self, position: PositionCore, seed: int) -> None: ...

    def iterate(self, depth: int, seconds: float, nodes: int, stop: hexapoda._core.StopToken | None = None) -> tuple[float, int, int, bool, int, list[Move]]:
        """
        Search `depth` plies deep, 1 to 32. Returns the score in hundredths, plies to a proven win (negative
        for a loss, 0 if neither is proven), selective depth, whether every move was searched to `depth`,
        nodes, and the line.
        """

    def root_moves(self) -> list[tuple[Move, float]]:
        """
        Each move with its value, in hundredths, from the last iteration that reached it, best first. If the last
        iteration is incomplete, the moves that it did not reach come last. In `ClassicSearch`, all values but
        the first are upper bounds.
        """

class ExpectimaxSearch:
    """The search of the engine `expectimax`."""

    def __init__(self, position: PositionCore, seed: int) -> None: ...

    def iterate(self, depth: int, seconds: float, nodes: int, stop: hexapoda._core.StopToken | None = None) -> tuple[float, int, int, bool, int, list[Move]]:
        """
        Search `depth` plies deep, 1 to 32. Returns the score in hundredths, plies to a proven win (negative
        for a loss, 0 if neither is proven), selective depth, whether every move was searched to `depth`,
        nodes, and the line.
        """

    def root_moves(self) -> list[tuple[Move, float]]:
        """
        Each move with its value, in hundredths, from the last iteration that reached it, best first. If the last
        iteration is incomplete, the moves that it did not reach come last. In `ClassicSearch`, all values but
        the first are upper bounds.
        """

class TreeSearch:
    """The search of the engine `mcts`."""

    def __init__(self, position: PositionCore, exploration: float, playout_plies: int, depth: int, seed: int) -> None: ...

    def grow(self, slice: float, seconds: float, nodes: int, playouts: int, stop: hexapoda._core.StopToken | None = None) -> tuple[float, int, int, bool, int, list[Move]]:
        """
        Run playouts until `slice` seconds have passed, a limit is reached (`seconds` or `nodes` for this call,
        or `playouts` for all calls together), or the outcome is proven. Returns the value from 0 to 1,
        plies to a proven win (negative for a loss, 0 if neither is proven), selective depth, whether the
        outcome is proven, the nodes of this call, and the line.
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

def solve(position: PositionCore, plies: int, seconds: float, nodes: int, stop: hexapoda._core.StopToken | None, progress: Callable[[int, int], None] | None) -> tuple[int, int, bool, int, list[Move], int, float]:
    """
    Search for a forced win, loss or draw for the side to move. A limit of 0 means no limit. Returns the
    result (0 unknown, 1 win, 2 loss, 3 draw), the plies to the end, whether they are proven to be the
    minimum, the depth that was searched completely, the line, the nodes and the seconds.
    `progress(searched, nodes)` is called at most ten times a second.
    """

def winning_moves(position: PositionCore, plies: int, most: int, but: Move | None, seconds: float, stop: hexapoda._core.StopToken | None) -> list[Move] | None:
    """
    Return at most `most` moves, other than `but`, that win within `plies`, counting the move itself. None if
    `seconds` (0: no limit) or `stop` ended the search first.
    """

def exhaustive_win(position: PositionCore, plies: int) -> int:
    """
    For tests: k if the side to move can force a win in k plies, -k if its loss in k plies is forced, 0 if neither
    is the case within `plies`. No line is pruned.
    """

def winning_move(position: PositionCore) -> Move | None:
    """
    For tests: a move that wins at once, found as in the searches; None if there is none.
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

def search_features() -> dict[str, int]:
    """
    The search features that can be switched off, each with its bit in `features`.
    """

class PlayStyle:
    """The style of a player: randomness, weaknesses and preferences."""

    def __init__(self, seed: int = 0, noise: int = 0, attack: int = 0, defense: int = 0, overlooked: int = 0) -> None:
        """
        `noise` is the maximum random change to an evaluation, `attack` the bonus for each filled cell beside the
        opponent's queen, and `defense` the penalty for each filled cell beside the player's own queen, all in
        hundredths of a point. `overlooked` is the share of moves that the player overlooks, in thousandths; it
        never overlooks a winning move.
        """

class SearchCore:
    """
    An alpha-beta search that keeps its table and what it has learned between searches.
    """

    def __init__(self, megabytes: int, network: EvaluationNetwork | None = None) -> None:
        """
        Evaluates positions with `network`, or with the feature weights if it is None.
        """

    def new_game(self) -> None:
        """
        Clear the table and what was learned, and allocate the memory for the table.
        """

    def search(self, position: PositionCore, seconds: float, soft_seconds: float, nodes: int, depth: int, threads: int, lines: int, features: int, style: PlayStyle, stop: hexapoda._core.StopToken | None = None, on_report: object | None = None) -> list[SearchReport]:
        """
        The best lines, best first. `on_report` is called with each line after every iteration.
        """
