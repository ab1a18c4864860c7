"""What is hard about a position of Hive: the features that random tests count to prove that they met them."""

from __future__ import annotations

from dataclasses import replace

from tests.oracle.hive_hard_games import span
from tests.oracle.hive_rules import (
    PASS,
    Move,
    State,
    acting_bugs,
    board_outcome,
    cell_of,
    common_neighbors,
    height_gate,
    is_pinned,
    legal_moves,
    lifted,
    neighbors,
    powers,
    queen_in_hand,
    throw_blocked,
)


def features(state: State, legal: set[Move]) -> set[str]:
    """The names of the features of one position; `legal` are its legal moves."""
    board = state.board
    found: set[str] = set()
    if not board:
        return found
    outcome = board_outcome(state)
    if outcome is not None:
        return {outcome[1].lower().replace("_", " ")}
    if legal == {PASS}:
        found.add("pass")
    for limit, name in ((2, "stack of 2"), (3, "stack of 3"), (4, "stack of 4 or more")):
        if any(len(stack) == limit or len(stack) > limit >= 4 for stack in board.values()):
            found.add(name)
    if span(board) > 14:
        found.add("hive wider than 14")
    found |= _blocked_pieces(state)
    if "P" in state.variant:
        found |= _power_features(state, legal)
    return found


def _blocked_pieces(state: State) -> set[str]:
    """Features of the pieces of the side to move; without a queen on the board only `queen in hand`."""
    board = state.board
    found: set[str] = set()
    if queen_in_hand(state):
        return {"queen in hand by turn four"} if state.turn_number >= 4 else found
    for cell, stack in board.items():
        if stack[-1][0] != state.side:
            if any(piece[0] == state.side for piece in stack):
                found.add("own piece covered by the opponent")
            continue
        if is_pinned(board, cell):
            found.add("pinned")
            continue
        rest = lifted(board, cell)
        bugs = acting_bugs(board, cell)
        if stack[-1][1] == "M":
            acts = "copies" if bugs else "stuck"
            found.add("mosquito on a stack" if cell in rest else f"mosquito {acts}")
        steps = [(n, n in rest) for n in neighbors(cell)]
        if cell not in rest and bugs & set("QAPSB"):
            gates = [n for n, full in steps if not full and all(c in rest for c in common_neighbors(cell, n))]
            if gates:
                found.add("gate")
        if "B" in bugs and any((cell in rest or full) and height_gate(rest, cell, n) for n, full in steps):
            found.add("height gate of a climber")
        if "L" in bugs and any(full and height_gate(rest, cell, n) for n, full in steps):
            found.add("height gate of a ladybug")
    return found


def _power_features(state: State, legal: set[Move]) -> set[str]:
    board = state.board
    found: set[str] = set()
    cells = powers(state)
    if state.resting is not None:
        at = cell_of(board, state.resting)
        near = state.resting[0] == state.side or any(at in neighbors(power) for power in cells)
        if near and legal_moves(replace(state, resting=None)) != legal:
            found.add("rest that matters")
    for cell, stack in board.items():
        if len(stack) > 1 and f"{state.side}P" in stack[:-1] and any(n in board for n in neighbors(cell)):
            found.add("covered pillbug")
    if queen_in_hand(state):
        return found
    for power in cells:
        piece = board[power][0]
        if piece == state.resting:
            found.add("resting power")
            continue
        around = neighbors(power)
        loads = [n for n in around if n in board and len(board[n]) == 1 and not is_pinned(board, n)]
        loads = [n for n in loads if board[n][0] != state.resting]
        empty = [n for n in around if n not in board]
        open_throws = {(n, to): not throw_blocked(board, n, power, to) for n in loads for to in empty}
        if not all(open_throws.values()):
            found.add("height gate of a throw")
        if any(open_throws.values()):
            found.add("throw")
            if piece[1] == "M":
                found.add("throw by a mosquito")
            if is_pinned(board, power):
                found.add("throw by a pinned power")
            if any(board[n][0][0] != state.side for (n, _), free in open_throws.items() if free):
                found.add("throw of the opponent's piece")
    return found
