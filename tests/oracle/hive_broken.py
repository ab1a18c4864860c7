"""Why a move is illegal, according to the plain Hive oracle: the set of all rules that it breaks.

The library names one broken rule of an illegal move; it is right if that rule is in this set.
"""

from __future__ import annotations

from functools import cached_property

from tests.oracle.hive_rules import (
    PASS,
    Board,
    Cell,
    Move,
    State,
    acting_bugs,
    ant_moves,
    board_outcome,
    common_neighbors,
    grasshopper_moves,
    hand,
    height,
    height_gate,
    is_pinned,
    ladybug_moves,
    legal_moves,
    lifted,
    neighbors,
    powers,
    queen_in_hand,
    spider_moves,
    throw_blocked,
    touches_hive,
)


def loose_slides(board: Board, cell: Cell) -> list[Cell]:
    """Slides as if gates were open: to an empty cell, with at least one common neighbor occupied."""
    ring = neighbors(cell)
    full = [n in board for n in ring]
    return [ring[i] for i in range(6) if not full[i] and (full[i - 1] or full[(i + 1) % 6])]


def loose_ant_cells(board: Board, start: Cell) -> set[Cell]:
    seen = {start}
    todo = [start]
    while todo:
        for n in loose_slides(board, todo.pop()):
            if n not in seen:
                seen.add(n)
                todo.append(n)
    return seen


def loose_spider_cells(board: Board, start: Cell) -> set[Cell]:
    return {
        three
        for one in loose_slides(board, start)
        for two in loose_slides(board, one)
        for three in loose_slides(board, two)
        if two != start and three not in (start, one)
    }


def loose_ladybug_cells(board: Board, start: Cell) -> set[Cell]:
    """The cells that a ladybug could reach if there were no height gates."""
    return {
        down
        for up in neighbors(start)
        if up in board
        for across in neighbors(up)
        if across in board
        for down in neighbors(across)
        if down not in board
    } - {start}


class OwnMove:
    """The moves of the top piece of a cell by itself, not thrown: the rules that each of them breaks."""

    def __init__(self, board: Board, start: Cell) -> None:
        self.start = start
        self.board = lifted(board, start)
        self.bugs = acting_bugs(board, start)
        self.climber = "B" in self.bugs
        self.in_contact = {n for cell in self.board for n in neighbors(cell)}
        self.by_bug = {
            "Q": self.slide,
            "P": self.slide,
            "A": self.ant,
            "S": self.spider,
            "G": self.grasshopper,
            "L": self.ladybug,
        }

    @cached_property
    def ant_cells(self) -> set[Cell]:
        return ant_moves(self.board, self.start)

    @cached_property
    def spider_cells(self) -> set[Cell]:
        return spider_moves(self.board, self.start)

    @cached_property
    def grasshopper_cells(self) -> set[Cell]:
        return grasshopper_moves(self.board, self.start)

    @cached_property
    def ladybug_cells(self) -> set[Cell]:
        return ladybug_moves(self.board, self.start)

    @cached_property
    def loose_ant_cells(self) -> set[Cell]:
        return loose_ant_cells(self.board, self.start)

    @cached_property
    def loose_spider_cells(self) -> set[Cell]:
        return loose_spider_cells(self.board, self.start)

    @cached_property
    def loose_ladybug_cells(self) -> set[Cell]:
        return loose_ladybug_cells(self.board, self.start)

    def reasons(self, to: Cell) -> set[str]:
        if not self.bugs:
            return {"NOTHING_TO_COPY"}
        if to in self.board and not self.climber:
            return {"OCCUPIED"}
        found: set[str] = set()
        if to not in self.board and to not in self.in_contact:
            found.add("NO_CONTACT")
        for bug in self.bugs:
            if bug == "B":
                found |= self.beetle(to)
            elif to not in self.board:
                found |= self.by_bug[bug](to)
        return found

    def slide(self, to: Cell) -> set[str]:
        if to not in neighbors(self.start):
            return {"OUT_OF_REACH"}
        closed = sum(n in self.board for n in common_neighbors(self.start, to))
        return {"GATE"} if closed == 2 else {"NO_CONTACT"} if closed == 0 else set()

    def beetle(self, to: Cell) -> set[str]:
        if to not in neighbors(self.start):
            return {"OUT_OF_REACH"}
        if self.start not in self.board and to not in self.board:
            return self.slide(to)
        return {"HEIGHT_GATE"} if height_gate(self.board, self.start, to) else set()

    def ant(self, to: Cell) -> set[str]:
        if to in self.ant_cells or to not in self.in_contact:
            return set()
        return {"GATE"} if to in self.loose_ant_cells else {"OUT_OF_REACH"}

    def spider(self, to: Cell) -> set[str]:
        if to in self.spider_cells or to not in self.in_contact:
            return set()
        return {"OUT_OF_REACH", "GATE"} if to in self.loose_spider_cells else {"OUT_OF_REACH"}

    def grasshopper(self, to: Cell) -> set[str]:
        return set() if to in self.grasshopper_cells else {"OUT_OF_REACH"}

    def ladybug(self, to: Cell) -> set[str]:
        if to in self.ladybug_cells:
            return set()
        return {"HEIGHT_GATE"} if to in self.loose_ladybug_cells else {"OUT_OF_REACH"}


class RuleChecker:
    """Finds the rules that moves break in one position. Computes what depends only on the piece once."""

    def __init__(self, state: State, legal: set[Move] | None = None) -> None:
        self.state = state
        self.legal = legal_moves(state) if legal is None else legal
        self.over = board_outcome(state) is not None
        self.hands = {color: hand(state, color) for color in "wb"}
        self.queenless = queen_in_hand(state)
        self.powers = powers(state)
        self._facts: dict[str, set[str]] = {}
        self._own_moves: dict[Cell, OwnMove] = {}
        self._stands = {piece: at for at, stack in state.board.items() for piece in stack}

    def broken_rules(self, piece: str, cell: Cell) -> set[str]:
        """All rules that a move breaks; empty for a legal move. A pass is given as `*PASS`.

        Any move:

        - GAME_OVER: the game has ended on the board (queen surrounded, three passes in a row).
        - NOT_IN_VARIANT: the variant does not have the bug.
        - MUST_PASS: the move is not a pass, but only a pass is legal.
        - PASS_NOT_ALLOWED: the move is a pass, but a piece can move.
        - QUEEN_BY_TURN_FOUR: in the side's fourth turn or later its queen is in hand, and it uses another
          piece.

        A piece in hand:

        - NOT_YOUR_PIECE: the piece is the opponent's; then the rules below are not checked.
        - PLACE_IN_ORDER: a piece of the same bug with a lower number is in hand too.
        - TOURNAMENT_OPENING: a queen in its side's first turn, if the rule switch forbids that.
        - FIRST_PIECE_AT_ORIGIN: the board is empty and the cell is not (0, 0).
        - OCCUPIED: the cell is occupied.
        - NO_CONTACT: the cell is free, but has no occupied neighbor.
        - TOUCHES_OPPONENT: the cell is next to a top piece of the opponent. TOUCHES_NO_OWN: it is next to no
          own top piece. Neither applies to Black's first piece.

        A piece on the board:

        - QUEEN_NOT_PLACED: the side to move has its queen in hand.
        - RESTING: the piece moved in the ply before, or the power that could throw it did.
        - ONE_HIVE: the piece is alone on its cell, and without it the hive is split.
        - NOT_YOUR_PIECE: the piece is the opponent's, and no power of the side to move is next to it. A
          power is an own uncovered pillbug, or an own mosquito alone on its cell that copies one.
        - COVERED: another piece is on top of it. SAME_CELL: it is already on the cell. After either of these
          the rules below are not checked.
        - NOTHING_TO_COPY: a mosquito on the ground touches only mosquitoes.
        - OCCUPIED: the cell is occupied, and the piece cannot climb.
        - NO_CONTACT: without the piece the cell touches nothing, or a slide there loses contact with the
          hive on the way.
        - GATE: a slide between two occupied cells. An ant or a spider could get there if gates were open.
        - HEIGHT_GATE: a step, also one of a ladybug or a throw, between two cells that are both higher.
        - OUT_OF_REACH: the bug cannot get there, even with all gates open; for a spider, also if only gates
          prevent it.
        - NOT_A_THROW: the piece is the opponent's and next to a power, but it is in a stack, or the cell is
          not next to the power.
        """
        if (piece, cell) in self.legal:
            return set()
        if (piece, cell) == PASS:
            return {"GAME_OVER"} if self.over else {"PASS_NOT_ALLOWED"}
        if piece not in self._facts:
            self._facts[piece] = self._facts_of(piece)
        found = set(self._facts[piece])
        if piece in self._stands:
            self._add_move_rules(piece, cell, found)
        elif not found & {"NOT_IN_VARIANT", "NOT_YOUR_PIECE"}:
            found |= self._placement(cell)
        return found

    def _facts_of(self, piece: str) -> set[str]:
        """The rules that a piece breaks on any cell."""
        state = self.state
        found: set[str] = set()
        if self.over:
            found.add("GAME_OVER")
        if piece[1] in "MLP" and piece[1] not in state.variant.partition("+")[2]:
            return found | {"NOT_IN_VARIANT"}
        if self.legal == {PASS}:
            found.add("MUST_PASS")
        if self.queenless and state.turn_number >= 4 and piece != f"{state.side}Q":
            found.add("QUEEN_BY_TURN_FOUR")
        start = self._stands.get(piece)
        if start is None:
            if piece[0] != state.side:
                return found | {"NOT_YOUR_PIECE"}
            if next(name for name in self.hands[piece[0]] if name[:2] == piece[:2]) != piece:
                found.add("PLACE_IN_ORDER")
            if piece[1] == "Q" and state.tournament and state.turn_number == 1:
                found.add("TOURNAMENT_OPENING")
            return found
        if self.queenless:
            found.add("QUEEN_NOT_PLACED")
        if piece == state.resting:
            found.add("RESTING")
        if piece[0] != state.side and not self._reach(start):
            found.add("NOT_YOUR_PIECE")
        if state.board[start][-1] != piece:
            found.add("COVERED")
        elif is_pinned(state.board, start):
            found.add("ONE_HIVE")
        return found

    def _reach(self, start: Cell) -> list[Cell]:
        """The powers of the side to move that are next to a cell."""
        return [power for power in self.powers if power in neighbors(start)]

    def _placement(self, cell: Cell) -> set[str]:
        board, side = self.state.board, self.state.side
        if not board:
            return {"FIRST_PIECE_AT_ORIGIN"} if cell != (0, 0) else set()
        if cell in board:
            return {"OCCUPIED"}
        beside = {board[n][-1][0] for n in neighbors(cell) if n in board}
        if not beside:
            return {"NO_CONTACT"}
        found: set[str] = set()
        if sum(map(len, board.values())) > 1:
            if beside - {side}:
                found.add("TOUCHES_OPPONENT")
            if side not in beside:
                found.add("TOUCHES_NO_OWN")
        return found

    def _add_move_rules(self, piece: str, cell: Cell, found: set[str]) -> None:
        """Add the rules that a piece breaks by moving from its cell to another one."""
        board = self.state.board
        start = self._stands[piece]
        if cell == start:
            found.add("SAME_CELL")
        if found & {"COVERED", "SAME_CELL"}:
            return
        reach = self._reach(start) if self.powers else []
        if piece[0] == self.state.side:
            if start not in self._own_moves:
                self._own_moves[start] = OwnMove(board, start)
            found |= self._own_moves[start].reasons(cell)
        elif reach:
            found |= self._not_thrown(start, cell)
        for power in reach:
            if height(board, start) == 1 and cell in neighbors(power) and cell not in board:
                if throw_blocked(board, start, power, cell):
                    found.add("HEIGHT_GATE")
                elif board[power][-1] == self.state.resting:
                    found.add("RESTING")

    def _not_thrown(self, start: Cell, cell: Cell) -> set[str]:
        """The rules broken by moving an opponent's piece, next to a power, to a cell where it cannot be
        thrown.
        """
        board = self.state.board
        found: set[str] = set()
        if cell in board:
            found.add("OCCUPIED")
        elif not touches_hive(board, cell):
            found.add("NO_CONTACT")
        for power in self.powers:
            if power in neighbors(start) and (height(board, start) > 1 or cell not in neighbors(power)):
                found.add("NOT_A_THROW")
        return found


def broken_rules(state: State, piece: str, cell: Cell) -> set[str]:
    """`RuleChecker(state).broken_rules(piece, cell)`; keep a `RuleChecker` when asking more than once."""
    return RuleChecker(state).broken_rules(piece, cell)
