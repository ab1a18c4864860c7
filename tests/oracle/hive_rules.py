"""The rules of Hive in plain Python: slow, short, and written from the rules table alone.

Finds the legal moves of a position and its outcome on the board. It imports nothing from hexapoda, because
the library is compared with it. A cell is an axial pair (q east, r south-east), a piece is its UHP name
(`wQ`, `bA1`), a stack is the tuple of its pieces from bottom to top, and a board maps each occupied cell to
its stack.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Final

Cell = tuple[int, int]
Move = tuple[str, Cell]
Board = dict[Cell, tuple[str, ...]]

PASS: Final[Move] = ("pass", (0, 0))
DIRECTIONS: Final = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
COPIES: Final = {"Q": 1, "S": 2, "B": 2, "G": 3, "A": 3, "M": 1, "L": 1, "P": 1}
VARIANTS: Final = ("Base", "Base+M", "Base+L", "Base+P", "Base+ML", "Base+MP", "Base+LP", "Base+MLP")


@dataclass(frozen=True)
class State:
    """A position. `resting` is the piece that moved in the ply before, by itself or thrown."""

    variant: str = "Base"
    board: Board = field(default_factory=dict)
    ply: int = 0
    resting: str | None = None
    passes: int = 0
    tournament: bool = True

    @property
    def side(self) -> str:
        return "wb"[self.ply % 2]

    @property
    def turn_number(self) -> int:
        return self.ply // 2 + 1


# The plane


@cache
def neighbors(cell: Cell) -> tuple[Cell, ...]:
    q, r = cell
    return tuple((q + dq, r + dr) for dq, dr in DIRECTIONS)


def common_neighbors(a: Cell, b: Cell) -> tuple[Cell, Cell]:
    """The two cells that touch both of two adjacent cells."""
    ring = neighbors(a)
    i = ring.index(b)
    return ring[i - 1], ring[(i + 1) % 6]


# The board


def height(board: Board, cell: Cell) -> int:
    return len(board.get(cell, ()))


def top(board: Board, cell: Cell) -> str | None:
    return board[cell][-1] if cell in board else None


def touches_hive(board: Board, cell: Cell) -> bool:
    return any(n in board for n in neighbors(cell))


def lifted(board: Board, cell: Cell) -> Board:
    """The board without the top piece of a cell."""
    rest = dict(board)
    rest[cell] = rest[cell][:-1]
    if not rest[cell]:
        del rest[cell]
    return rest


def cell_of(board: Board, piece: str) -> Cell | None:
    return next((cell for cell, stack in board.items() if piece in stack), None)


def is_connected(board: Board) -> bool:
    if not board:
        return True
    todo = [next(iter(board))]
    seen = set(todo)
    while todo:
        for n in neighbors(todo.pop()):
            if n in board and n not in seen:
                seen.add(n)
                todo.append(n)
    return len(seen) == len(board)


def is_pinned(board: Board, cell: Cell) -> bool:
    """Whether the piece is alone on its cell and lifting it would split the hive."""
    if len(board[cell]) > 1:
        return False
    beside = [n in board for n in neighbors(cell)]
    if sum(beside[i] and not beside[i - 1] for i in range(6)) <= 1:
        return False  # its neighbors stay connected without it
    return not is_connected(lifted(board, cell))


# Steps, on a board from which the moving piece is lifted


def slides(board: Board, cell: Cell) -> list[Cell]:
    """Cells one slide away: empty, and exactly one of the two common neighbors occupied."""
    ring = neighbors(cell)
    full = [n in board for n in ring]
    return [ring[i] for i in range(6) if not full[i] and full[i - 1] != full[(i + 1) % 6]]


def height_gate(board: Board, start: Cell, to: Cell) -> bool:
    """Whether both common neighbors are higher than the start (without the piece) and the destination."""
    level = max(height(board, start), height(board, to))
    return all(height(board, n) > level for n in common_neighbors(start, to))


# The destinations of each bug, on a board from which it is lifted; `start` is the cell where it was


def queen_moves(board: Board, start: Cell) -> set[Cell]:
    return set(slides(board, start))


def ant_moves(board: Board, start: Cell) -> set[Cell]:
    seen = {start}
    todo = [start]
    while todo:
        for n in slides(board, todo.pop()):
            if n not in seen:
                seen.add(n)
                todo.append(n)
    return seen - {start}


def spider_moves(board: Board, start: Cell) -> set[Cell]:
    found: set[Cell] = set()
    for one in slides(board, start):
        for two in slides(board, one):
            if two != start:
                found.update(three for three in slides(board, two) if three not in (start, one))
    return found


def beetle_moves(board: Board, start: Cell) -> set[Cell]:
    on_ground = start not in board
    found = {n for n in neighbors(start) if not height_gate(board, start, n)}
    if on_ground:
        found = {n for n in found if n in board} | set(slides(board, start))
    return found


def grasshopper_moves(board: Board, start: Cell) -> set[Cell]:
    found = set()
    for dq, dr in DIRECTIONS:
        q, r = start[0] + dq, start[1] + dr
        if (q, r) in board:
            while (q, r) in board:
                q, r = q + dq, r + dr
            found.add((q, r))
    return found


def ladybug_moves(board: Board, start: Cell) -> set[Cell]:
    def steps(cell: Cell, onto_pieces: bool) -> list[Cell]:
        return [n for n in neighbors(cell) if (n in board) == onto_pieces and not height_gate(board, cell, n)]

    return {
        down for up in steps(start, True) for across in steps(up, True) for down in steps(across, False)
    } - {start}


BUG_MOVES: Final[dict[str, Callable[[Board, Cell], set[Cell]]]] = {
    "Q": queen_moves,
    "S": spider_moves,
    "B": beetle_moves,
    "G": grasshopper_moves,
    "A": ant_moves,
    "L": ladybug_moves,
    "P": queen_moves,
}


def acting_bugs(board: Board, cell: Cell) -> set[str]:
    """The bugs that the top piece of a cell can move as: its own, or for a mosquito those that it copies."""
    bug = board[cell][-1][1]
    if bug != "M":
        return {bug}
    if len(board[cell]) > 1:
        return {"B"}
    return {board[n][-1][1] for n in neighbors(cell) if n in board} - {"M"}


# Legal moves


def hand(state: State, color: str) -> list[str]:
    """The pieces of a side that are not placed yet, each bug in the order of its numbers."""
    played = {piece for stack in state.board.values() for piece in stack}
    names = []
    for bug, copies in COPIES.items():
        if bug in "MLP" and bug not in state.variant.partition("+")[2]:
            continue
        names += [f"{color}{bug}{number + 1 if copies > 1 else ''}" for number in range(copies)]
    return [name for name in names if name not in played]


def queen_in_hand(state: State) -> bool:
    return cell_of(state.board, f"{state.side}Q") is None


def placement_cells(state: State) -> set[Cell]:
    board = state.board
    if not board:
        return {(0, 0)}
    cells = {n for cell in board for n in neighbors(cell)} - set(board)
    if sum(map(len, board.values())) == 1:
        return cells  # Black's first piece may touch White's
    allowed = set()
    for cell in cells:
        colors = {board[n][-1][0] for n in neighbors(cell) if n in board}
        if colors == {state.side}:
            allowed.add(cell)
    return allowed


def placements(state: State) -> set[Move]:
    in_hand = hand(state, state.side)
    queen = f"{state.side}Q"
    lowest = {name[:2]: name for name in reversed(in_hand)}
    if queen in in_hand and state.turn_number >= 4:
        lowest = {queen: queen}
    elif state.tournament and state.turn_number == 1:
        lowest.pop(queen, None)
    cells = placement_cells(state)
    return {(piece, cell) for piece in lowest.values() for cell in cells}


def walks(state: State) -> set[Move]:
    found: set[Move] = set()
    for cell, stack in state.board.items():
        piece = stack[-1]
        if piece[0] != state.side or piece == state.resting or is_pinned(state.board, cell):
            continue
        rest = lifted(state.board, cell)
        for bug in acting_bugs(state.board, cell):
            found.update((piece, to) for to in BUG_MOVES[bug](rest, cell))
    return found


def powers(state: State) -> list[Cell]:
    """Cells of the side's pieces that can throw: uncovered, on the ground; also those that are resting."""
    found = []
    for cell, stack in state.board.items():
        if len(stack) == 1 and stack[0][0] == state.side and "P" in acting_bugs(state.board, cell):
            found.append(cell)
    return found


def throw_blocked(board: Board, start: Cell, power: Cell, to: Cell) -> bool:
    """Whether a height gate stops the throw of the piece on `start` (not yet lifted) over `power` to `to`."""
    rest = lifted(board, start)
    return height_gate(rest, start, power) or height_gate(rest, power, to)


def throws(state: State) -> set[Move]:
    board = state.board
    found: set[Move] = set()
    for power in powers(state):
        if board[power][0] == state.resting:
            continue
        empty = [n for n in neighbors(power) if n not in board]
        for start in neighbors(power):
            if height(board, start) != 1 or board[start][0] == state.resting or is_pinned(board, start):
                continue
            found.update((board[start][0], to) for to in empty if not throw_blocked(board, start, power, to))
    return found


def legal_moves(state: State) -> set[Move]:
    """All legal (piece, cell) pairs; `{PASS}` if nothing else is legal; empty if the game is over."""
    if board_outcome(state) is not None:
        return set()
    moves = placements(state)
    if not queen_in_hand(state):
        moves |= walks(state) | throws(state)
    return moves or {PASS}


def play(state: State, move: Move) -> State:
    """The position after a legal move."""
    if move == PASS:
        return replace(state, ply=state.ply + 1, resting=None, passes=state.passes + 1)
    piece, to = move
    start = cell_of(state.board, piece)
    board = dict(state.board) if start is None else lifted(state.board, start)
    board[to] = (*board.get(to, ()), piece)
    return replace(state, board=board, ply=state.ply + 1, resting=None if start is None else piece, passes=0)


# The end


def is_surrounded(board: Board, queen: str) -> bool:
    cell = cell_of(board, queen)
    return cell is not None and all(n in board for n in neighbors(cell))


def board_outcome(state: State) -> tuple[int | None, str] | None:
    """The winner (0 White, 1 Black, None for a draw) and the name of the termination, without repetition."""
    white, black = is_surrounded(state.board, "wQ"), is_surrounded(state.board, "bQ")
    if white and black:
        return None, "BOTH_SURROUNDED"
    if white or black:
        return (1 if white else 0), "QUEEN_SURROUNDED"
    if state.passes >= 3:
        return None, "NO_MOVES"
    return None


def position_key(state: State, legal: set[Move]) -> object:
    """Equal for positions that are the same by the rules: the same bugs and colors (numbers are ignored) in
    the same stacks up to translation, the same side to move, and the same set of legal moves.
    """
    q0 = min((q for q, _ in state.board), default=0)
    r0 = min((r for _, r in state.board), default=0)

    def relative(cell: Cell) -> Cell:
        return cell[0] - q0, cell[1] - r0

    stands = {piece: relative(cell) for cell, stack in state.board.items() for piece in stack}
    stacks = frozenset(
        (relative(cell), tuple(piece[:2] for piece in stack)) for cell, stack in state.board.items()
    )
    moves = frozenset((piece[:2], stands.get(piece), relative(to)) for piece, to in legal - {PASS})
    return state.variant, state.side, stacks, moves
