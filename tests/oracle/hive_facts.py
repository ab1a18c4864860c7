"""Which facts hold in a position of Hive, decided on the plain oracle alone.

Defines `holds`, which decides any claim, and `all_claims`, which tries every claim about a position. It
imports nothing from hexapoda and is written from the definitions of the kinds alone, because the library's
facts are compared with it. A is the player who gains, V the other one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Final, Protocol

from tests.oracle.hive_rules import (
    PASS,
    Cell,
    Move,
    State,
    board_outcome,
    cell_of,
    common_neighbors,
    hand,
    is_connected,
    legal_moves,
    lifted,
    neighbors,
    placements,
    play,
    position_key,
    queen_in_hand,
    queen_moves,
    throws,
    walks,
)


class Fact(Protocol):
    """What `holds` reads of a fact."""

    @property
    def kind(self) -> str: ...
    @property
    def gains(self) -> int: ...
    @property
    def pieces(self) -> Sequence[str]: ...
    @property
    def cells(self) -> Sequence[Cell]: ...
    @property
    def count(self) -> int | None: ...


@dataclass(frozen=True)
class Claim:
    """A fact as plain data."""

    kind: str
    gains: int
    pieces: tuple[str, ...] = ()
    cells: tuple[Cell, ...] = ()
    count: int | None = None


def holds(state: State, fact: Fact, earlier: Sequence[State] = ()) -> bool:
    """Whether a fact is true of a position; for many facts of one position, ask one `Judge`."""
    return Judge(state, earlier).holds(fact)


def all_claims(state: State, earlier: Sequence[State] = ()) -> set[Claim]:
    """Every claim that holds."""
    judge = Judge(state, earlier)
    return {claim for claim in judge.candidates() if judge.holds(claim)}


def wins(turn: State, move: Move) -> bool:
    """Whether a legal move surrounds the other queen alone."""
    return board_outcome(play(turn, move)) == (turn.ply % 2, "QUEEN_SURROUNDED")


class Side:
    """What one side can do with its next move; nothing if it is not known.

    Attributes:
        turn: the position in which the side is to move, or None.
    """

    def __init__(self, turn: State | None) -> None:
        self.turn = turn

    @cached_property
    def moves(self) -> set[Move]:
        return set() if self.turn is None else legal_moves(self.turn)

    @cached_property
    def walks(self) -> set[Move]:
        return set() if self.turn is None or queen_in_hand(self.turn) else walks(self.turn)

    @cached_property
    def throws(self) -> set[Move]:
        return set() if self.turn is None or queen_in_hand(self.turn) else throws(self.turn)


class Judge:
    """Decides facts about one position; what the sides can do is listed once."""

    def __init__(self, state: State, earlier: Sequence[State] = ()) -> None:
        """`earlier`: the positions before, from the first one that is known."""
        self.state = state
        self.earlier = earlier
        self.board = state.board
        self.over = board_outcome(state) is not None
        self.queens = tuple(cell_of(state.board, queen) for queen in QUEENS)
        self.sides = Side(self.turn_of(0)), Side(self.turn_of(1))

    def turn_of(self, player: int) -> State | None:
        """The position in which a player is to move: this one, or the one after a pass, which counts as none
        of the three passes that end a game. The first two plies must place a piece, so none can be passed.
        """
        state = self.state
        if state.ply % 2 == player:
            return state
        return None if state.ply < 2 else replace(state, ply=state.ply + 1, resting=None, passes=0)

    def holds(self, fact: Fact) -> bool:
        decide = KINDS.get(fact.kind)
        if decide is None or fact.gains not in (0, 1) or self.over:
            return False
        if len(set(fact.cells)) != len(fact.cells) or len(set(fact.pieces)) != len(fact.pieces):
            return False
        if (fact.kind == "repetition") != self.repeated:
            return False
        if fact.kind in COUNTED:
            if fact.count not in (0, len(fact.cells)):
                return False
        elif fact.kind not in OTHER_COUNTS and fact.count is not None:
            return False
        return decide(self, fact)

    @cached_property
    def repeated(self) -> bool:
        """Whether the position occurs for the third time."""
        return self.third((*self.earlier, self.state))

    def third(self, states: Sequence[State]) -> bool:
        """Whether the last of some positions occurs for the third time."""
        last = states[-1]
        alike = [
            each for each in states if each.ply % 2 == last.ply % 2 and len(each.board) == len(last.board)
        ]
        if len(alike) < 3:
            return False
        keys = [position_key(each, legal_moves(each)) for each in alike]
        return keys.count(keys[-1]) >= 3

    def candidates(self) -> Iterator[Claim]:
        """Every claim that may hold: all pieces and pairs of pieces, and all cells in and beside the hive."""
        placed = {piece: cell for cell, stack in self.board.items() for piece in stack}
        names = [*placed, *hand(self.state, "w"), *hand(self.state, "b")]
        near = sorted({n for cell in self.board for n in neighbors(cell)} | set(self.board))
        for gains in (0, 1):
            own, others = self.cells_of(gains), self.cells_of(1 - gains)
            yield from (Claim(kind, gains, (), others) for kind in ("must-pass", "no-placement"))
            yield Claim("repetition", gains, (), own)
            yield from (Claim("reserve", gains, (), own, count) for count in range(4))
            for piece, at in placed.items():
                for kind in ("queen-pinned", "queen-shut-in", "pinned", "shut-in"):
                    yield Claim(kind, gains, (piece,), (at,))
                for kind in ("queen-covered", "covered", "own-cover"):
                    yield from (Claim(kind, gains, (piece, other), (at,)) for other in placed)
            for queen in sorted(placed.keys() & QUEENS):
                for cell in neighbors(placed[queen]):
                    yield Claim("no-defense", gains, (queen,), (cell,))
                    yield from (Claim("last-cell", gains, (queen, other), (cell,)) for other in names)
                free = tuple(sorted(cell for cell in neighbors(placed[queen]) if cell not in self.board))
                yield Claim("shut-out", gains, (queen,), free)
                other = QUEENS[queen == "wQ"]
                yield from (Claim("race", gains, (queen, other), free, count) for count in range(1, 4))
                yield from self.thrown_in(gains, queen)
                climbers = [piece for piece in sorted(placed) if piece[1] in "BM"]
                for number in range(1, len(climbers) + 1):
                    for some in combinations(climbers, number):
                        yield Claim("queen-climb", gains, (queen, *some), (placed[queen],))
                for kind, proving in PROVING.items():
                    cells = tuple(each for each in near if proving(self, gains, each))
                    count = len(cells) if kind in COUNTED else None
                    cells = cells or (self.for_none(kind, gains) if kind in COUNTED else ())
                    yield from (Claim(kind, gains, pieces, cells, count) for pieces in ((), (queen,)))

    # Pieces

    def stack_of(self, piece: str) -> tuple[str, ...]:
        cell = cell_of(self.board, piece)
        return () if cell is None else self.board[cell]

    def alone(self, piece: str, fact: Fact) -> bool:
        """Whether the fact names this piece and its cell, and the piece is alone there."""
        return (
            tuple(fact.pieces) == (piece,)
            and self.stack_of(piece) == (piece,)
            and tuple(fact.cells) == (cell_of(self.board, piece),)
        )

    def splits(self, piece: str) -> bool:
        """Whether the hive is in two parts or more without a lone piece."""
        cell = cell_of(self.board, piece)
        return cell is not None and not is_connected(lifted(self.board, cell))

    def queen_pinned(self, fact: Fact) -> bool:
        queen = QUEENS[1 - fact.gains]
        return self.alone(queen, fact) and self.splits(queen)

    def queen_shut_in(self, fact: Fact) -> bool:
        queen, cell = QUEENS[1 - fact.gains], self.queens[1 - fact.gains]
        if cell is None or len(self.board) == 1 or not self.alone(queen, fact) or self.splits(queen):
            return False
        return not queen_moves(lifted(self.board, cell), cell)

    def pinned(self, fact: Fact) -> bool:
        piece = self.victim(fact)
        return piece is not None and self.alone(piece, fact) and self.splits(piece)

    def victim(self, fact: Fact) -> str | None:
        """The first piece of a fact if it is a piece of V, not the queen."""
        piece = fact.pieces[0] if fact.pieces else ""
        return piece if piece[:1] == "wb"[1 - fact.gains] and piece not in QUEENS else None

    def under(self, piece: str, fact: Fact, player: int) -> bool:
        """Whether a piece is covered by `pieces[1]` of a player, the top piece of the stack on `cells[0]`."""
        if len(fact.pieces) != 2 or fact.pieces[0] != piece or len(fact.cells) != 1:
            return False
        stack = self.board.get(fact.cells[0], ())
        return piece in stack[:-1] and stack[-1] == fact.pieces[1] and stack[-1][0] == "wb"[player]

    def queen_covered(self, fact: Fact) -> bool:
        return self.under(QUEENS[1 - fact.gains], fact, fact.gains)

    def covered(self, fact: Fact) -> bool:
        piece = self.victim(fact)
        return piece is not None and self.under(piece, fact, fact.gains)

    def own_cover(self, fact: Fact) -> bool:
        piece = fact.pieces[0] if fact.pieces else ""
        return piece[:1] == "wb"[1 - fact.gains] and self.under(piece, fact, 1 - fact.gains)

    # Moves

    def queen_climb(self, fact: Fact) -> bool:
        queen, cell = QUEENS[1 - fact.gains], self.queens[1 - fact.gains]
        if cell is None or self.board[cell][-1] != queen or tuple(fact.cells) != (cell,):
            return False
        first, *climbers = fact.pieces or ("",)
        able = {piece for piece, to in self.sides[fact.gains].walks if to == cell}
        return first == queen and bool(climbers) and able == set(climbers)

    def last_cell(self, fact: Fact) -> bool:
        queen, cell = QUEENS[1 - fact.gains], self.queens[1 - fact.gains]
        if cell is None or len(fact.pieces) != 2 or fact.pieces[0] != queen:
            return False
        if [n for n in neighbors(cell) if n not in self.board] != list(fact.cells):
            return False
        side, move = self.sides[fact.gains], (fact.pieces[1], fact.cells[0])
        return side.turn is not None and move in side.moves and wins(side.turn, move)

    def no_defense(self, fact: Fact) -> bool:
        """Whether A threatens V's queen, and V, to move, loses whatever it does."""
        queen, cell = QUEENS[1 - fact.gains], self.queens[1 - fact.gains]
        side = self.sides[fact.gains]
        if tuple(fact.pieces) != (queen,) or cell is None or side.turn is None:
            return False
        if [n for n in neighbors(cell) if n not in self.board] != list(fact.cells):
            return False
        if side.turn is self.state or not any(wins(side.turn, move) for move in side.moves):
            return False
        for move in legal_moves(self.state):
            after = play(self.state, move)
            if self.third((*self.earlier, self.state, after)):
                return False
            lost = board_outcome(after) == (fact.gains, "QUEEN_SURROUNDED")
            if not lost and not any(wins(after, reply) for reply in legal_moves(after)):
                return False
        return True

    def throw_in(self, fact: Fact) -> bool:
        """Whether a fact names all pieces that A can throw beside V's queen, and all cells."""
        queen = QUEENS[1 - fact.gains]
        return queen in fact.pieces[:1] and any(
            (claim.pieces, set(claim.cells)) == (tuple(fact.pieces), set(fact.cells))
            for claim in self.thrown_in(fact.gains, queen)
        )

    def thrown_in(self, gains: int, queen: str) -> Iterator[Claim]:
        cell = cell_of(self.board, queen)
        if cell is None or queen != QUEENS[1 - gains]:
            return
        ring = neighbors(cell)
        moves = {
            (piece, to)
            for piece, to in self.sides[gains].throws - self.sides[gains].walks
            if to in ring and piece not in QUEENS and cell_of(self.board, piece) not in ring
        }
        if moves:
            names = sorted({piece for piece, _ in moves}, key=order_of)
            yield Claim("throw-in", gains, (queen, *names), tuple(sorted({to for _, to in moves})))

    def shut_out(self, fact: Fact) -> bool:
        queen, cell = QUEENS[fact.gains], self.queens[fact.gains]
        side = self.sides[1 - fact.gains]
        if tuple(fact.pieces) != (queen,) or cell is None or side.turn is None:
            return False
        free = {n for n in neighbors(cell) if n not in self.board}
        if set(fact.cells) != free or len(free) not in (1, 2):
            return False
        return not any(to in free for move in side.moves if move != PASS for to in move[1:])

    def race(self, fact: Fact) -> bool:
        queens = QUEENS[1 - fact.gains], QUEENS[fact.gains]
        if tuple(fact.pieces) != queens or None in self.queens:
            return False
        target, own = (
            {n for n in neighbors(cell) if n not in self.board}
            for cell in (self.queens[1 - fact.gains], self.queens[fact.gains])
            if cell is not None
        )
        if set(fact.cells) != target or fact.count != len(own):
            return False
        if not (1 <= len(target) <= 3 and 1 <= len(own) <= 3):
            return False
        first = self.state.ply % 2 == fact.gains
        return len(target) < len(own) or (len(target) == len(own) and first)

    def shut_in(self, fact: Fact) -> bool:
        piece = self.victim(fact)
        if piece is None or piece[1] not in "SAP" or not self.alone(piece, fact) or self.splits(piece):
            return False
        rest = lifted(self.board, fact.cells[0])
        return any(n in rest for n in neighbors(fact.cells[0])) and not queen_moves(rest, fact.cells[0])

    def reserve(self, fact: Fact) -> bool:
        if (
            fact.pieces
            or set(fact.cells) != set(self.cells_of(fact.gains))
            or self.queens[fact.gains] is None
            or self.sides[fact.gains].turn is None
        ):
            return False
        return fact.count == len(hand(self.state, "wb"[fact.gains])) <= 3

    def repetition(self, fact: Fact) -> bool:
        own = set(fact.cells) == set(self.cells_of(fact.gains))
        return not fact.pieces and own and self.state.ply % 2 != fact.gains

    def behind_gate(self, gains: int, cell: Cell) -> bool:
        """Whether a cell beside A's queen is free, and each way into it on the ground too narrow."""
        queen = self.queens[gains]
        if queen is None or cell not in neighbors(queen) or cell in self.board:
            return False
        return not any(
            free not in self.board and not all(each in self.board for each in common_neighbors(cell, free))
            for free in neighbors(cell)
        )

    def no_placement(self, fact: Fact) -> bool:
        victim = 1 - fact.gains
        turn = self.sides[victim].turn
        if fact.pieces or turn is None or not hand(self.state, "wb"[victim]):
            return False
        if set(fact.cells) != set(self.cells_of(victim)):
            return False
        colors = {piece[0] for stack in self.board.values() for piece in stack}
        return colors == {"w", "b"} and not placements(turn)

    def must_pass(self, fact: Fact) -> bool:
        if fact.pieces or self.state.ply % 2 != 1 - fact.gains:
            return False
        if set(fact.cells) != set(self.cells_of(1 - fact.gains)):
            return False
        return legal_moves(self.state) == {PASS}

    # Cells

    def by_cells(self, fact: Fact) -> bool:
        """Whether the cells of a fact are all the cells that prove it."""
        if tuple(fact.pieces) != self.names(fact.kind, fact.gains):
            return False
        cells = {*self.board, *(n for cell in self.board for n in neighbors(cell)), *fact.cells}
        proving = {cell for cell in cells if PROVING[fact.kind](self, fact.gains, cell)}
        if fact.kind not in COUNTED:
            return proving == set(fact.cells) and bool(proving)
        if not self.counts(fact.kind, fact.gains) or fact.count != len(proving):
            return False
        return set(fact.cells) == (proving or set(self.for_none(fact.kind, fact.gains)))

    def for_none(self, kind: str, gains: int) -> tuple[Cell, ...]:
        """The cells of a fact that counts none: the queen's, or those of the one who cannot move."""
        if kind == "movable":
            return self.cells_of(gains)
        queen = self.queens[1 - gains]
        return () if queen is None else (queen,)

    def cells_of(self, player: int) -> tuple[Cell, ...]:
        """The cells on which a player has a piece."""
        return tuple(
            sorted(at for at, stack in self.board.items() if any(each[0] == "wb"[player] for each in stack))
        )

    def names(self, kind: str, gains: int) -> tuple[str, ...]:
        """The queen that a fact is about, if it is about one."""
        if kind == "movable":
            return ()
        return (QUEENS[gains if kind in ("throw-out", "gate") else 1 - gains],)

    def counts(self, kind: str, gains: int) -> bool:
        """Whether there is something to count, be it none."""
        can_move = self.queens[gains] is not None and self.sides[gains].turn is not None
        if kind == "movable":
            return can_move
        return self.queens[1 - gains] is not None and (kind == "ring" or can_move)

    def fills(self, gains: int, cell: Cell) -> bool:
        queen = self.queens[1 - gains]
        return queen is not None and cell in neighbors(queen) and cell in self.board

    def moves_from(self, gains: int, cell: Cell) -> bool:
        """Whether A's top piece of a cell can move by itself."""
        piece = self.board.get(cell, ("",))[-1]
        return any(mover == piece for mover, _ in self.sides[gains].walks)

    def throws_queen(self, gains: int, cell: Cell) -> bool:
        return (QUEENS[1 - gains], cell) in self.sides[gains].throws

    def throws_out(self, gains: int, cell: Cell) -> bool:
        """Whether A can throw its queen to a cell that she cannot reach by herself."""
        move = QUEENS[gains], cell
        return move in self.sides[gains].throws and move not in self.sides[gains].walks


def order_of(piece: str) -> tuple[int, int, str]:
    """The order of pieces: White's first, and by bug as the rules list them."""
    return "wb".index(piece[0]), "QSBGAMLP".index(piece[1]), piece


QUEENS: Final = ("wQ", "bQ")
OTHER_COUNTS: Final = frozenset({"race", "reserve"})
"""The kinds whose count is not that of their cells."""
COUNTED: Final = frozenset({"ring", "movable"})
PROVING: Final[dict[str, Callable[[Judge, int, Cell], bool]]] = {
    "ring": Judge.fills,
    "movable": Judge.moves_from,
    "throw-queen": Judge.throws_queen,
    "throw-out": Judge.throws_out,
    "gate": Judge.behind_gate,
}
"""For each kind whose cells are all those of which something is true: what is true of them."""
KINDS: Final[dict[str, Callable[[Judge, Fact], bool]]] = {
    "queen-pinned": Judge.queen_pinned,
    "queen-shut-in": Judge.queen_shut_in,
    "queen-covered": Judge.queen_covered,
    "queen-climb": Judge.queen_climb,
    "last-cell": Judge.last_cell,
    "no-defense": Judge.no_defense,
    "pinned": Judge.pinned,
    "covered": Judge.covered,
    "own-cover": Judge.own_cover,
    "no-placement": Judge.no_placement,
    "must-pass": Judge.must_pass,
    "throw-in": Judge.throw_in,
    "shut-out": Judge.shut_out,
    "race": Judge.race,
    "shut-in": Judge.shut_in,
    "reserve": Judge.reserve,
    "repetition": Judge.repetition,
    **dict.fromkeys(PROVING, Judge.by_cells),
}
