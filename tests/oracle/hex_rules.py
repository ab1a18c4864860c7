"""The rules of Hex in plain, slow Python, which the library is compared with.

Written from the rules; imports nothing from hexapoda. A board is a rhombus of columns (a, b, c ...) from left
to right and rows (1, 2, 3 ...) from top to bottom, each row half a cell further right than the one above.
Black moves first and joins top and bottom, white joins left and right. A stone never moves. The first player
with an unbroken chain between the edges of its color wins. With a swap rule, the second player may answer the
first stone with a swap: either the stone becomes white and is mirrored in the long diagonal from a1
("pieces"), or the second player takes over black and the opponent continues with white ("sides").
"""

from __future__ import annotations

from dataclasses import dataclass, replace

BLACK, WHITE = "black", "white"
OTHER = {BLACK: WHITE, WHITE: BLACK}
Cell = tuple[int, int]  # column and row, from 0
Stones = frozenset[tuple[Cell, str]]


@dataclass(frozen=True)
class State:
    """Everything that the rest of a game depends on, and the ply."""

    columns: int
    rows: int
    swap: str = "off"
    stones: Stones = frozenset()
    to_move: str = BLACK
    owner_of_black: int = 0
    ply: int = 0

    @property
    def player(self) -> int:
        return self.owner_of_black if self.to_move == BLACK else 1 - self.owner_of_black

    def cells_of(self, color: str) -> set[Cell]:
        return {cell for cell, its in self.stones if its == color}


def name(cell: Cell) -> str:
    return "abcdefghijklmnopqrstuvwxyz"[cell[0]] + str(cell[1] + 1)


def cell_of(text: str) -> Cell:
    return "abcdefghijklmnopqrstuvwxyz".index(text[0]), int(text[1:]) - 1


def neighbors(cell: Cell) -> set[Cell]:
    """Left and right in the row; above and above right; below and below left."""
    c, r = cell
    return {(c - 1, r), (c + 1, r), (c, r - 1), (c + 1, r - 1), (c, r + 1), (c - 1, r + 1)}


def all_cells(state: State) -> set[Cell]:
    return {(c, r) for c in range(state.columns) for r in range(state.rows)}


def edges(state: State, color: str) -> tuple[set[Cell], set[Cell]]:
    """The cells along the first and the second edge of a color."""
    cells = all_cells(state)
    if color == BLACK:
        return {x for x in cells if x[1] == 0}, {x for x in cells if x[1] == state.rows - 1}
    return {x for x in cells if x[0] == 0}, {x for x in cells if x[0] == state.columns - 1}


def chain_length(state: State, color: str) -> int | None:
    """How many stones the shortest chain between the color's edges has; None if there is no chain."""
    own = state.cells_of(color)
    first, last = edges(state, color)
    reached = wave = own & first
    length = 1
    while wave:
        if wave & last:
            return length
        wave = {beside for cell in wave for beside in neighbors(cell)} & own - reached
        reached = reached | wave
        length += 1
    return None


def winner(state: State) -> str | None:
    found = [color for color in (BLACK, WHITE) if chain_length(state, color) is not None]
    assert len(found) < 2, "no board lets both win"
    return found[0] if found else None


def may_swap(state: State) -> bool:
    lone_black = len(state.stones) == len(state.cells_of(BLACK)) == 1
    unswapped = state.owner_of_black == 0 and state.to_move == WHITE
    return state.swap != "off" and state.ply == 1 and lone_black and unswapped and winner(state) is None


def legal_moves(state: State) -> set[str]:
    if winner(state) is not None:
        return set()
    taken = {cell for cell, _ in state.stones}
    moves = {name(cell) for cell in all_cells(state) - taken}
    return moves | {f"swap-{state.swap}"} if may_swap(state) else moves


def play(state: State, move: str) -> State:
    after = replace(state, ply=state.ply + 1, to_move=OTHER[state.to_move])
    if move == "swap-pieces":
        [((column, row), _)] = state.stones
        return replace(after, stones=frozenset({((row, column), WHITE)}))
    if move == "swap-sides":
        return replace(after, owner_of_black=1 - state.owner_of_black, to_move=state.to_move)
    return replace(after, stones=state.stones | {(cell_of(move), state.to_move)})


def normalized(state: State) -> State:
    """Equal for states from which the same games can follow for the same players."""
    open_swap = may_swap(state) or (state.ply == 0 and not state.stones and state.to_move == BLACK)
    swap = state.swap if open_swap and state.owner_of_black == 0 else "off"
    return replace(state, swap=swap, ply=0)


def rotated(state: State) -> State:
    """Half a turn, which maps every edge to the opposite one of the same color."""
    c, r = state.columns - 1, state.rows - 1
    return replace(state, stones=frozenset(((c - x, r - y), color) for (x, y), color in state.stones))


def mirrored(state: State) -> State:
    """The mirror image of a square board in its long diagonal, with the colors exchanged, so that the edges
    match.
    """
    stones = frozenset(((y, x), OTHER[color]) for (x, y), color in state.stones)
    return replace(
        state, stones=stones, to_move=OTHER[state.to_move], owner_of_black=1 - state.owner_of_black
    )


def images(state: State) -> frozenset[State]:
    """All states that are equal to this one up to symmetry, normalized."""
    core = normalized(state)
    found = {core, rotated(core)}
    if state.columns == state.rows:
        found |= {mirrored(one) for one in set(found)}
    return frozenset(found)


def count_lines(state: State, depth: int, known: dict[tuple[State, int], int] | None = None) -> int:
    """Perft: the number of lines of `depth` legal moves."""
    if depth == 0:
        return 1
    known = {} if known is None else known
    key = (state, depth)
    if key not in known:
        known[key] = sum(count_lines(play(state, move), depth - 1, known) for move in legal_moves(state))
    return known[key]
