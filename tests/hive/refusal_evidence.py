"""Checks on the oracle's board that the cells and pieces of a refusal prove its rule, as `Rule` tells it."""

from __future__ import annotations

from hexapoda.hive import Piece
from hexapoda.hive.explain import Refusal
from hexapoda.hive.rule import Rule
from tests.oracle.hive_rules import (
    Cell,
    State,
    acting_bugs,
    cell_of,
    common_neighbors,
    hand,
    is_surrounded,
    lifted,
    neighbors,
    powers,
    queen_in_hand,
    touches_hive,
)

#: Rules whose text names every piece of the evidence.
SPOKEN = frozenset(
    {
        Rule.NOT_IN_VARIANT,
        Rule.NOT_YOUR_PIECE,
        Rule.PLACE_IN_ORDER,
        Rule.OCCUPIED,
        Rule.TOUCHES_OPPONENT,
        Rule.TOUCHES_NO_OWN,
        Rule.COVERED,
        Rule.RESTING,
        Rule.ONE_HIVE,
        Rule.GATE,
        Rule.HEIGHT_GATE,
    }
)


def parts(board: set[Cell]) -> list[set[Cell]]:
    """The connected parts of a set of cells."""
    left, found = set(board), []
    while left:
        todo = [left.pop()]
        part = set(todo)
        while todo:
            near = set(neighbors(todo.pop())) & left
            left -= near
            part |= near
            todo += near
        found.append(part)
    return found


class Evidence:
    """The evidence of one try in one position."""

    def __init__(self, state: State, piece: Piece, to: Cell, refusal: Refusal) -> None:
        self.state = state
        self.board = state.board
        self.piece = str(piece)
        self.to = to
        self.cells = refusal.cells
        self.names = tuple(map(str, refusal.pieces))
        self.refusal = refusal
        start = cell_of(state.board, self.piece)
        self.start = start
        movable = start is not None and state.board[start][-1] == self.piece
        self.lifted = lifted(state.board, start) if movable and start is not None else state.board

    def check(self) -> None:
        """Fail unless the text reads well and the data prove the rule."""
        text = self.refusal.text
        assert text.strip() == text and not text.endswith(".")
        assert "unknown" not in text and "None" not in text
        if self.refusal.rule in SPOKEN:
            assert all(name in text for name in self.names), self.refusal
        assert self.refusal.rule is not None
        assert getattr(self, f"_{self.refusal.rule.value}")(), (self.state, self.piece, self.to, self.refusal)

    def _tops(self, cells: tuple[Cell, ...]) -> tuple[str, ...]:
        return tuple(self.board[cell][-1] for cell in cells)

    def _around(self, cell: Cell) -> set[str]:
        return {self.board[n][-1] for n in neighbors(cell) if n in self.board}

    def _posts(self, height: int) -> bool:
        """Two stacks so high (the mover lifted) that face each other across a step."""
        left, right = self.cells
        between = set(neighbors(left)) & set(neighbors(right))
        tall = all(len(self.lifted.get(cell, ())) >= height for cell in self.cells)
        apart = len(between) == 2 and left not in neighbors(right)
        return tall and apart and self._tops(self.cells) == self.names

    def _own_queen_in_hand(self) -> bool:
        return queen_in_hand(self.state) and self.names == (f"{self.state.side}Q",) and not self.cells

    def _game_over(self) -> bool:
        return all(is_surrounded(self.board, name) for name in self.names) and self.cells == tuple(
            cell_of(self.board, name) for name in self.names
        )

    def _not_in_variant(self) -> bool:
        return self.names == (self.piece,) and self.cells == ()

    def _not_your_piece(self) -> bool:
        idle = {name for name in self.names[1:] if name[0] == self.state.side and name[1] in "MP"}
        beside = not idle or (self.start is not None and all(self._beside_start(name) for name in idle))
        cells = () if self.start is None else (self.start,)
        named = self.names[0] == self.piece and len(idle) == len(self.names) - 1
        return named and beside and self.cells == cells and self.piece[0] != self.state.side

    def _beside_start(self, name: str) -> bool:
        assert self.start is not None
        return cell_of(self.board, name) in neighbors(self.start)

    def _place_in_order(self) -> bool:
        waiting = [name for name in hand(self.state, self.piece[0]) if name[:2] == self.piece[:2]]
        return self.names == (waiting[0],) and waiting[0] < self.piece and self.cells == ()

    _tournament_opening = _queen_by_turn_four = _queen_not_placed = _own_queen_in_hand

    def _first_piece_at_origin(self) -> bool:
        return self.cells == ((0, 0),) and not self.board and self.names == ()

    def _occupied(self) -> bool:
        return self.cells == (self.to,) and self.names == self._tops(self.cells)

    def _no_contact(self) -> bool:
        cell, *sides = self.cells
        if not sides:
            return cell == self.to and not touches_hive(self.lifted, cell) and self.names == ()
        assert self.start is not None
        apart = set(sides) == set(common_neighbors(self.start, cell)) and not set(sides) & set(self.board)
        return cell == self.to and apart and self.names == ()

    def _touches_opponent(self) -> bool:
        foes = {name for name in self._around(self.to) if name[0] != self.state.side}
        return set(self.names) == foes and self._tops(self.cells) == self.names

    def _touches_no_own(self) -> bool:
        tops = self._around(self.to)
        return set(self.names) == tops and not any(name[0] == self.state.side for name in tops)

    def _same_cell(self) -> bool:
        return self.cells == (self.to,) == (self.start,) and self.names == (self.piece,)

    def _covered(self) -> bool:
        assert self.start is not None
        stack = self.board[self.start]
        return self.cells == (self.start,) and self.names == stack[stack.index(self.piece) + 1 :] != ()

    def _resting(self) -> bool:
        (name,) = self.names
        (cell,) = self.cells
        thrower = cell in powers(self.state) and {self.start, self.to} <= set(neighbors(cell))
        rests = name == self.state.resting and cell == cell_of(self.board, name)
        return rests and (name == self.piece or thrower)

    def _one_hive(self) -> bool:
        split = sorted(parts(set(self.lifted)), key=lambda part: sum(len(self.board[cell]) for cell in part))
        sizes = [sum(len(self.board[cell]) for cell in part) for part in split]
        lost = set(self.cells)
        kept = [part for part in split if not part & lost]
        whole = all(part <= lost or not part & lost for part in split)
        largest = len(kept) == 1 and sum(len(self.board[cell]) for cell in kept[0]) == sizes[-1]
        named = sorted(name for cell in lost for name in self.board[cell])
        return len(split) > 1 and whole and largest and named == list(self.names)

    def _gate(self) -> bool:
        return self._posts(1)

    def _height_gate(self) -> bool:
        return self._posts(2)

    def _out_of_reach(self) -> bool:
        assert self.start is not None
        (cell,) = self.cells
        copied = () if self.piece[1] != "M" or self.start in self.lifted else self.names
        bugs = {name[1] for name in copied}
        beside = set(copied) <= self._around(self.start)
        known = not copied or (beside and bugs == acting_bugs(self.board, self.start))
        return (cell == self.to or cell not in self.lifted) and known and copied == self.names

    def _nothing_to_copy(self) -> bool:
        assert self.start is not None
        around = self._around(self.start)
        return set(self.names) == around and all(name[1] == "M" for name in around) and self.piece[1] == "M"

    def _not_a_throw(self) -> bool:
        assert self.start is not None
        throwers = {self.board[cell][-1] for cell in powers(self.state) if cell in neighbors(self.start)}
        stacked = self.cells == (self.start,) and len(self.board[self.start]) > 1
        return set(self.names) == throwers != set() and (stacked or self.cells == (self.to,))

    def _must_pass(self) -> bool:
        return self.cells == () and self.names == ()
