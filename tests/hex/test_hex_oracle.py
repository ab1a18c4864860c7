"""The library against the plain oracle of Hex: random games and set-ups on boards of all sizes."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexapoda.hex import Move, Position, format_cell, neighbors, perft, perft_divide
from tests.hex.side_by_side import KeyBook, SideBySide, check_geometry, move_of, position_of
from tests.oracle import hex_rules as oracle
from tests.oracle.hex_rules import BLACK, WHITE, State

sides = st.one_of(st.integers(1, 6), st.integers(1, 26))
seeds = st.integers(0, 2**32 - 1)


@st.composite
def starts(draw: st.DrawFn) -> State:
    """Empty boards, and set-ups with any stones, color, sides and ply."""
    columns, rows = draw(sides), draw(sides)
    swap = draw(st.sampled_from(("off", "sides", "pieces") if columns == rows else ("off", "sides")))
    state = State(columns, rows, swap)
    if draw(st.booleans()):
        return state
    rng = Random(draw(seeds))
    cells = sorted(oracle.all_cells(state))
    some = rng.sample(cells, rng.choice((0, 1, 1, 2, len(cells) // 3, len(cells) // 2)) % (len(cells) + 1))
    return State(
        columns,
        rows,
        swap,
        frozenset((cell, rng.choice((BLACK, BLACK, WHITE))) for cell in some),
        rng.choice((BLACK, WHITE)),
        rng.randrange(2),
        rng.choice((0, 1, 1, len(some))),
    )


def choose(rng: Random, pair: SideBySide) -> str:
    """A swap at once where there is one, half of the time; else a cell, rather beside an own stone."""
    position = pair.position
    if position.swap_now is not None and rng.random() < 0.5:
        return str(position.swap_now)
    own = sorted(position.stones(position.color_to_move))
    if own and rng.random() < 0.6:
        beside = [cell for cell in neighbors(rng.choice(own)) if position.is_legal(Move(cell))]
        if beside:
            return format_cell(rng.choice(beside))
    return str(rng.choice(position.legal_moves))


def play_game(start: State, seed: int, book: KeyBook) -> None:
    """One game to its end with detours that are taken back, then all the way back to its start."""
    rng = Random(seed)
    pair = SideBySide(start, book)
    pair.check_board()
    every = max(1, start.columns * start.rows // 8)
    often = min(0.2, 1 / every)  # detours take back 2.5 plies on average: more, and no game would end
    while pair.position.legal_moves:
        if len(pair.played) % every == 0:
            pair.check_moves()
        pair.push(choose(rng, pair))
        if rng.random() < often:
            pair.check_board()
            for _ in range(rng.randint(1, min(4, len(pair.played)))):
                pair.pop()
            pair.check_board()
            pair.check_tries(rng, 2)
            pair.check_symmetries()
    # Over now, and not a ply sooner: what has been joined stays joined.
    pair.check_moves()
    pair.check_board()
    pair.check_copies()
    pair.check_tries(rng, 2)
    if pair.played:
        pair.pop()
        pair.check_moves()
        pair.check_board()
    while pair.played:
        pair.pop()
        if rng.random() < often:
            pair.check_board()
    pair.check_board()
    pair.check_copies()


@settings(max_examples=60, deadline=None)
@given(starts(), seeds)
def test_random_games(start: State, seed: int) -> None:
    play_game(start, seed, KeyBook())


@pytest.mark.deep
@settings(max_examples=3000, deadline=None)
@given(starts(), seeds)
def test_many_random_games(start: State, seed: int) -> None:
    play_game(start, seed, KeyBook())


@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2)])
def test_every_position_of_small_boards(columns: int, rows: int) -> None:
    """All that can come about, under all swap rules; one book of keys, so that no two may be mixed up."""
    book = KeyBook()
    for swap in ("off", "sides", "pieces")[: 3 if columns == rows else 2]:
        start = State(columns, rows, swap)
        pair = SideBySide(start, book)
        seen: set[State] = set()

        def walk(pair: SideBySide = pair, seen: set[State] = seen) -> None:
            if pair.state in seen:
                return
            seen.add(pair.state)
            pair.check_board()
            for move in sorted(pair.check_moves()):
                pair.push(move)
                walk()
                pair.pop()

        walk()
        pair.check_board()


def states_of(variant: str, swap: str) -> State:
    columns, rows = map(int, variant.split("x"))
    return State(columns, rows, swap)


@pytest.mark.parametrize(
    ("variant", "swap", "depth"),
    [
        ("1x1", "pieces", 3),
        ("2x2", "sides", 6),
        ("2x3", "sides", 8),
        ("3x2", "off", 7),
        ("1x5", "off", 6),
        ("3x3", "pieces", 6),
        ("4x3", "off", 4),
        ("4x4", "off", 3),
    ],
)
def test_perft_is_the_oracles(variant: str, swap: str, depth: int) -> None:
    state = states_of(variant, swap)
    position = position_of(state)
    known: dict[tuple[State, int], int] = {}
    for plies in range(1, depth + 1):
        assert perft(position, plies) == oracle.count_lines(state, plies, known)
    for move, count in perft_divide(position, 3):
        assert count == oracle.count_lines(oracle.play(state, str(move)), 2, known)


@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (1, 7), (7, 1), (3, 5), (26, 26)])
def test_geometry(columns: int, rows: int) -> None:
    check_geometry(columns, rows)


def test_a_full_board_has_one_winner() -> None:
    """The theorem of Hex, on boards filled at random far beyond the end of the game."""
    rng = Random(5)
    for columns, rows in [(1, 1), (2, 9), (9, 2), (11, 11), (26, 26), (26, 3)] * 3:
        cells = [(c, r) for c in range(columns) for r in range(rows)]
        rng.shuffle(cells)
        half = rng.randint(0, len(cells))
        position = Position.from_stones(f"{columns}x{rows}", cells[:half], cells[half:])
        state = State(
            columns, rows, stones=frozenset((c, (BLACK, WHITE)[i >= half]) for i, c in enumerate(cells))
        )
        assert not position.legal_moves
        assert position.winning_color == (BLACK, WHITE).index(oracle.winner(state) or "")
        assert len(position.winning_chain()) == oracle.chain_length(state, oracle.winner(state) or "")


def test_moves_have_the_texts_of_the_oracle() -> None:
    assert {str(move) for move in Position("26x26").legal_moves} == oracle.legal_moves(State(26, 26))
    assert str(move_of("swap-sides")) == "swap-sides"
