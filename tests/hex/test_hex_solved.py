"""Small boards solved by trying everything: the oracle of Hex against what is known, and the library."""

from __future__ import annotations

import pytest

from hexapoda.hex import Position
from tests.oracle.hex_rules import BLACK, WHITE, State, chain_length, legal_moves, neighbors, play, winner

# The first moves with which black wins, by anyone who has solved these boards.
WINNING_OPENINGS = {
    "1x1": {"a1"},
    "2x2": {"b1", "a2"},
    "3x3": {"c1", "a2", "b2", "c2", "a3"},
    # Black has the shorter way on a broad board, and then wins wherever it begins; on a high one nowhere.
    "3x2": {"a1", "b1", "c1", "a2", "b2", "c2"},
    "2x3": set(),
    "4x3": {"a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2", "a3", "b3", "c3", "d3"},
}


def mover_wins(state: State, known: dict[State, bool]) -> bool:
    """Whether the player to move wins, by trying everything."""
    if state not in known:
        won = winner(state) is None
        known[state] = won and any(not mover_wins(play(state, move), known) for move in legal_moves(state))
    return known[state]


def library_mover_wins(position: Position, known: dict[int, bool]) -> bool:
    """The same on the library, one answer for all positions of a canonical key."""
    key = position.canonical_key
    if key not in known:
        known[key] = False
        for move in position.legal_moves:
            position.push(move)
            won = not library_mover_wins(position, known)
            position.pop()
            if won:
                known[key] = True
                break
    return known[key]


@pytest.mark.parametrize("variant", ["1x1", "2x2", "3x3", "3x2", "2x3"])
def test_winning_openings(variant: str) -> None:
    columns, rows = map(int, variant.split("x"))
    start, known = State(columns, rows), dict[State, bool]()
    found = {move for move in legal_moves(start) if not mover_wins(play(start, move), known)}
    assert found == WINNING_OPENINGS[variant]


@pytest.mark.parametrize("variant", WINNING_OPENINGS)
def test_winning_openings_of_the_library(variant: str) -> None:
    position, known = Position(variant), dict[int, bool]()
    found = set()
    for move in position.legal_moves:
        position.push(move)
        if not library_mover_wins(position, known):
            found.add(str(move))
        position.pop()
    assert found == WINNING_OPENINGS[variant]


@pytest.mark.parametrize("swap", ["pieces", "sides"])
def test_with_a_swap_the_second_player_wins(swap: str) -> None:
    assert not mover_wins(State(2, 2, swap), {})
    assert not library_mover_wins(Position.from_text(f"3x3 swap={swap}"), {})


def test_geometry() -> None:
    board = {(c, r) for c in range(3) for r in range(3)}
    touching = {cell: neighbors(cell) & board for cell in board}
    assert touching[0, 0] == {(1, 0), (0, 1)}, "an acute corner"
    assert touching[2, 0] == {(1, 0), (1, 1), (2, 1)}, "an obtuse corner"
    assert len(touching[1, 1]) == 6
    assert all(a in touching[b] for a in board for b in touching[a])


def test_chains() -> None:
    state = State(3, 3)
    for move in ("c1", "a3", "b2", "b3", "c2"):
        state = play(state, move)
    assert winner(state) is None and chain_length(state, WHITE) is None
    state = play(play(state, "a1"), "c3")
    assert winner(state) == BLACK and chain_length(state, BLACK) == 3 and legal_moves(state) == set()
