"""The solver of Hex against the plain truth: every line of small boards, and itself without what it knows."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from hexapoda._core import StopToken
from hexapoda._core import hex as core
from hexapoda.errors import UsageError
from hexapoda.hex import Cell, Position, format_cell
from hexapoda.hex.cell import mirrored, parse_cell, rotated
from hexapoda.hex.network import network_weights
from hexapoda.hex.solve import FEATURES, HexSolver

# Which first moves win, as solved by others.
OPENINGS = {
    "3x3": "c1 a2 b2 c2 a3",
    "4x4": "d1 c2 b3 a4",
    "5x5": "e1 b2 c2 d2 e2 b3 c3 d3 a4 b4 c4 d4 a5",
}


def random_position(rng: Random, variant: str, fewest: int, most: int) -> Position:
    """A position that is not over, with about as many stones of either color, either to move."""
    while True:
        columns, rows = size(variant)
        cells = [(column, row) for row in range(rows) for column in range(columns)]
        chosen = rng.sample(cells, min(rng.randint(fewest, most), len(cells)))
        black = [
            cell for i, cell in enumerate(chosen) if (rng.random() < 0.5 if rng.random() < 0.2 else i % 2)
        ]
        white = [cell for cell in chosen if cell not in black]
        position = Position.from_stones(variant, black, white, color_to_move=rng.randrange(2))
        if position.winning_color is None:
            return position


def size(variant: str) -> tuple[int, int]:
    columns, rows = variant.split("x")
    return int(columns), int(rows)


def free(position: Position) -> list[Cell]:
    cells = ((column, row) for row in range(position.rows) for column in range(position.columns))
    return [cell for cell in cells if position.color_at(cell) is None]


def truth(position: Position) -> tuple[int, set[Cell]]:
    """Who wins, and the moves that win."""
    winner, wins = core.exhaustive_wins(position)
    return winner, {cell for cell, win in zip(free(position), wins, strict=True) if win}


def with_stones(position: Position, added: tuple[list[Cell], list[Cell]], color: int) -> Position:
    stones = [{*position.stones(side), *added[side]} for side in (0, 1)]
    return Position.from_stones(position.variant, *stones, color_to_move=color)


def compare_with_truth(variant: str, seed: int, count: int, fewest: int, most: int) -> None:
    rng = Random(seed)
    solver = HexSolver(variant)
    for _ in range(count):
        position = random_position(rng, variant, fewest, most)
        winner, wins = truth(position)
        found = solver.solve(position, all_moves=True, line=False)
        assert found.winning_moves is not None and found.wins is not None
        assert (found.winner, set(found.winning_moves)) == (winner, wins), position.text()
        assert set(found.wins) == set(free(position))


@pytest.mark.parametrize(
    ("variant", "count", "fewest", "most"),
    [("3x3", 1000, 0, 8), ("4x4", 250, 4, 14), ("3x4", 200, 2, 10), ("5x3", 150, 3, 12), ("1x4", 20, 0, 3)],
)
def test_winner_and_winning_moves_are_those_of_exhaustive_play(
    variant: str, count: int, fewest: int, most: int
) -> None:
    compare_with_truth(variant, 1, count, fewest, most)


@pytest.mark.deep
@pytest.mark.parametrize(
    ("variant", "count", "fewest"),
    [("3x3", 5000, 0), ("4x4", 1000, 5), ("4x3", 2000, 0), ("2x7", 1000, 0), ("5x4", 300, 10)],
)
def test_many_winning_moves_are_those_of_exhaustive_play(variant: str, count: int, fewest: int) -> None:
    compare_with_truth(variant, 2, count, fewest, 19)


def symmetric(position: Position) -> Position | None:
    """The position with each stone also half a turn away; None if two colors meet, or it is over."""
    stones = [
        {*side, *(rotated(cell, position.columns, position.rows) for cell in side)}
        for side in (position.stones(0), position.stones(1))
    ]
    if stones[0] & stones[1]:
        return None
    found = Position.from_stones(position.variant, *stones, color_to_move=position.color_to_move)
    return found if found.winning_color is None else None


def give_what_is_not_needed(position: Position, solver: core.SolverCore) -> int:
    """Give the loser all cells that the winner does not need. It must win all the same. Count the cells."""
    needed = solver.needed(position)
    assert needed is not None
    color = solver.winner(position, 0, None, None)
    others = [cell for cell in free(position) if cell not in needed]
    given = with_stones(position, ([], others) if color == 0 else (others, []), position.color_to_move)
    winner = core.exhaustive_wins(given)[0] if given.winning_color is None else given.winning_color
    assert winner == color, (position.text(), needed)
    return len(others)


def compare_needed(
    variant: str, seed: int, count: int, fewest: int, most: int, without: tuple[str, ...], turned: bool
) -> int:
    """Check what the winners of random positions need, and of those one move later that are solved, too."""
    rng, given = Random(seed), 0
    for _ in range(count):
        drawn = random_position(rng, variant, fewest, most)
        position = symmetric(drawn) if turned else drawn
        if position is None:
            continue
        solver = core.SolverCore(*size(variant), list(without), 1, 64, network_weights())
        assert solver.needed(position) is None
        solver.winner(position, 0, None, None)
        given += give_what_is_not_needed(position, solver)
        for cell in free(position):
            after = position.copy()
            after.push(after.parse_move(format_cell(cell)))
            if after.winning_color is None and solver.needed(after) is not None:
                given += give_what_is_not_needed(after, solver)
    return given


@pytest.mark.parametrize(
    ("without", "count", "fewest", "most", "turned"),
    [
        ((), 100, 3, 9, False),
        (("or-rule",), 100, 3, 9, False),
        (("connections", "fill-in"), 100, 3, 9, False),
        (("connections", "fill-in", "dominated"), 150, 2, 4, True),
    ],
)
def test_a_winner_needs_only_some_cells(
    without: tuple[str, ...], count: int, fewest: int, most: int, turned: bool
) -> None:
    assert compare_needed("4x4", 3, count, fewest, most, without, turned) > 100


@pytest.mark.deep
@pytest.mark.parametrize("without", [(), ("or-rule",), ("connections",), ("dominated",), ("symmetry",)])
@pytest.mark.parametrize(("fewest", "most", "turned"), [(6, 12, False), (3, 6, True)])
def test_winners_of_thousands_of_positions_need_only_some_cells(
    without: tuple[str, ...], fewest: int, most: int, turned: bool
) -> None:
    assert compare_needed("5x4", 4, 500, fewest, most, without, turned) > 500


@pytest.mark.parametrize("variant", OPENINGS)
def test_opening_maps(variant: str) -> None:
    found = HexSolver(variant).solve(Position(variant), all_moves=True)
    assert found.winner == 0 and found.nodes > 0 and found.seconds > 0
    assert found.winning_moves == tuple(parse_cell(text) for text in OPENINGS[variant].split())


def images(position: Position) -> Iterator[Position]:
    """The position turned by half a turn, mirrored with colors exchanged, and both."""
    columns, rows = position.columns, position.rows
    stones = [list(position.stones(color)) for color in (0, 1)]
    turned = [[rotated(cell, columns, rows) for cell in side] for side in stones]
    color = position.color_to_move
    yield Position.from_stones(position.variant, *turned, color_to_move=color)
    if columns == rows:
        for black, white in (stones, turned):
            yield Position.from_stones(
                position.variant,
                [mirrored(cell) for cell in white],
                [mirrored(cell) for cell in black],
                color_to_move=1 - color,
            )


@pytest.mark.parametrize("without", [(), ("symmetry",)])
def test_images_have_the_same_winner(without: tuple[str, ...]) -> None:
    rng = Random(3)
    for variant, count in (("5x5", 60), ("6x4", 30)):
        solver = HexSolver(variant, without=without)
        for _ in range(count):
            position = random_position(rng, variant, 2, 12)
            winner = solver.winner(position)
            for number, image in enumerate(images(position)):
                exchanged = number > 0
                found = solver.winner(image)
                assert found is not None and winner == (1 - found if exchanged else found), position.text()


def compare_without(without: tuple[str, ...], count: int, fewest: int) -> int:
    """Positions of 5x5 solved with and without some features; what the latter solver looked at."""
    rng = Random(4)
    full, less = HexSolver("5x5"), HexSolver("5x5", without=without)
    nodes = 0
    for number in range(count):
        if number % 40 == 39:  # what the features spare takes memory
            less = HexSolver("5x5", without=without)
        position = random_position(rng, "5x5", fewest, 16)
        a = full.solve(position, all_moves=True, line=False)
        b = less.solve(position, all_moves=True, line=False)
        assert (a.winner, a.winning_moves) == (b.winner, b.winning_moves), position.text()
        assert a.wins is not None and b.wins is not None
        assert len(a.wins) == len(b.wins) == len(free(position))
        nodes += b.nodes
    return nodes


def test_answers_are_the_same_with_any_feature_switched_off() -> None:
    everything = compare_without((), 30, 6)
    for feature in FEATURES:
        nodes = compare_without((feature,), 30, 6)
        # It is really switched off. The first form of an image is met by chance, or not at all.
        assert nodes != everything or feature in ("symmetry", "captures"), feature


@pytest.mark.deep
@pytest.mark.parametrize("feature", FEATURES)
def test_thousands_of_answers_are_the_same_with_a_feature_switched_off(feature: str) -> None:
    compare_without((feature,), 2000, 8 if feature == "connections" else 4)


@pytest.mark.deep
def test_thousands_of_answers_are_the_same_with_nothing_but_the_search() -> None:
    compare_without(FEATURES, 1000, 11)


@pytest.mark.parametrize(
    "variant",
    ["8x3", "3x8", pytest.param("6x4", marks=pytest.mark.deep), pytest.param("4x6", marks=pytest.mark.deep)],
)
@pytest.mark.parametrize("bounds", [{}, {"thorough": True}, {"largest": 12}])
def test_connections_along_an_edge_hold(variant: str, bounds: dict[str, Any]) -> None:
    rng = Random(8)
    count = 0
    for _ in range(12):
        position = random_position(rng, variant, 3, 6)
        for color in (0, 1):
            found = core.connections(position, color, (), **bounds)
            found = [x for x in found if x[3] is None and 5 <= len(x[2]) <= 12]
            assert all(core.exhaustive_connections(position, color, found)), (position.text(), color)
            count += len(found)
    assert count > 250


@pytest.mark.deep
def test_every_virtual_connection_of_thousands_of_positions_holds() -> None:
    rng = Random(6)
    for variant, count, fewest in (("3x3", 1000, 0), ("4x4", 300, 2), ("4x3", 500, 0), ("5x3", 200, 2)):
        for _ in range(count):
            position = random_position(rng, variant, fewest, 10)
            for color in (0, 1):
                found = core.connections(position, color, (), thorough=True)
                assert all(core.exhaustive_connections(position, color, found)), (position.text(), color)


def test_what_is_no_connection_is_told_apart() -> None:
    # Two stones in one line with two cells between them, and a bridge without one of its cells.
    position = Position.from_stones("4x4", [(1, 0), (1, 3)], [(2, 1)])
    far = ((1, 0), (1, 3), [(1, 1), (1, 2)], None)
    assert core.exhaustive_connections(position, 0, [far]) == [False]
    bridge = ((1, 3), (2, 1), [(1, 2)], None)
    assert core.exhaustive_connections(position, 0, [bridge]) == [False]
    assert core.exhaustive_connections(position, 0, [((-1, 0), (1, 0), [], None)]) == [True]
    bare = Position.from_stones("4x4", [], [(2, 1)])
    second_row = ((1, 2), (-1, 1), [(0, 3), (1, 3)], None)
    assert core.exhaustive_connections(bare, 0, [second_row]) == [True]
    third_row = ((1, 1), (-1, 1), [(0, 2), (1, 2), (0, 3), (1, 3)], (1, 2))
    assert core.exhaustive_connections(bare, 0, [third_row, (*third_row[:3], None)]) == [True, False]


def confirm_inferior(position: Position, winner_of: HexSolver | None) -> int:
    """Filling cells changes no winner, and a winning side has a winning move among those left."""

    def winner(at: Position) -> int:
        if at.winning_color is not None:
            return at.winning_color
        if winner_of is None:
            return core.exhaustive_wins(at)[0]
        found = winner_of.winner(at)
        assert found is not None
        return found

    dead, black, white, left = core.inferior_cells(position)
    filled = len(dead) + len(black) + len(white)
    for color in (0, 1):
        expected = winner(with_stones(position, ([], []), color))
        for side in (0, 1):
            added: tuple[list[Cell], list[Cell]] = ([*black], [*white])
            added[side].extend(dead)
            assert winner(with_stones(position, added, color)) == expected, position.text()
    if winner(position) == position.color_to_move:
        after = [
            with_stones(position, ([cell], []) if position.color_to_move == 0 else ([], [cell]), 1 - color)
            for color in (position.color_to_move,)
            for cell in left
        ]
        assert any(winner(at) == position.color_to_move for at in after), position.text()
    return filled


@pytest.mark.parametrize(("variant", "count", "fewest"), [("3x3", 200, 0), ("4x4", 100, 6), ("3x5", 40, 6)])
def test_dead_captured_and_inferior_cells_change_no_winner(variant: str, count: int, fewest: int) -> None:
    rng = Random(7)
    filled = sum(confirm_inferior(random_position(rng, variant, fewest, 12), None) for _ in range(count))
    assert filled > count


@pytest.mark.parametrize("variant", ["4x4", "3x7", "7x7", "9x9", "17x12"])
def test_what_a_move_changes_is_filled_in(variant: str) -> None:
    rng = Random(9)
    for _ in range(20):
        position = random_position(rng, variant, 0, 3 * int(variant.partition("x")[0]))
        assert core.wrong_fills(position) == [], position.text()


@pytest.mark.deep
def test_inferior_cells_of_thousands_of_positions_change_no_winner() -> None:
    rng = Random(8)
    for variant, count, fewest in (("3x3", 3000, 0), ("4x4", 500, 5), ("4x3", 1000, 1)):
        for _ in range(count):
            confirm_inferior(random_position(rng, variant, fewest, 12), None)
    judge = HexSolver("5x5", without=("fill-in", "dominated", "must-play", "captures"))
    for _ in range(3000):
        confirm_inferior(random_position(rng, "5x5", 4, 18), judge)


def test_must_play_leaves_out_losing_moves_only() -> None:
    rng = Random(9)
    left_out = 0
    for variant, count in (("3x3", 200), ("4x4", 100)):
        side = int(variant[0])
        solver = core.SolverCore(side, side, [], 1, 64)
        for _ in range(count):
            position = random_position(rng, variant, 4, 12)
            contenders = set(solver.contenders(position))
            assert truth(position)[1] <= contenders <= set(free(position))
            left_out += len(free(position)) - len(contenders)
    assert left_out > 300


def test_lines_are_games_that_the_winner_wins() -> None:
    rng = Random(10)
    for variant in ("4x4", "5x5", "6x6", "4x6"):
        solver = HexSolver(variant)
        for position in (Position(variant), *(random_position(rng, variant, 3, 9) for _ in range(5))):
            found = solver.solve(position)
            end = position.copy()
            for cell in found.line:
                assert end.outcome() is None
                end.push(end.parse_move(format_cell(cell)))
                assert solver.winner(end) == found.winner
            assert end.winning_color == found.winner, position.text()


def test_a_game_that_is_over_has_its_winner() -> None:
    position = Position.from_stones("3x3", [(1, 0), (1, 1), (1, 2)], [(0, 0), (0, 1)])
    found = HexSolver("3x3").solve(position, all_moves=True)
    assert (found.winner, found.line, found.winning_moves) == (0, (), ())


def test_threads_prove_the_same() -> None:
    rng = Random(11)
    one, three = HexSolver("5x5"), HexSolver("5x5", threads=3)
    for _ in range(20):
        position = random_position(rng, "5x5", 1, 8)
        assert one.winner(position) == three.winner(position), position.text()
    assert HexSolver("7x7", threads=2).winner(Position("7x7")) == 0


def test_known_moves_are_taken_as_they_are_and_others_are_told() -> None:
    told: dict[Cell, bool] = {}
    known = {(0, 0): True, (1, 1): False}
    found = HexSolver("3x3").solve(Position("3x3"), all_moves=True, known=known, on_move=told.__setitem__)
    assert found.wins == {**told, **known} and not told.keys() & known.keys() and len(told) == 7


def test_who_wins_is_proven_before_the_moves() -> None:
    """Where the side to move loses, its moves take no search, and a known win leaves the winner proven."""
    position = Position.from_stones("5x5", [(2, row) for row in range(4)], [], color_to_move=1)
    solver = HexSolver("5x5", memory=64)
    asked: list[Position] = []
    search = solver.winner

    def counted(at: Position, **rest: Any) -> int | None:
        asked.append(at)
        return search(at, **rest)

    solver.winner = counted  # type: ignore[method-assign, assignment]
    found = solver.solve(position, all_moves=True, line=False)
    assert found.winner == 0 and found.complete and asked == [position]
    assert found.wins == dict.fromkeys(free(position), False)
    asked.clear()
    known = {cell: cell == (1, 1) for cell in free(Position("3x3"))}
    small = HexSolver("3x3")
    small.winner = counted  # type: ignore[method-assign, assignment]
    done = small.solve(Position("3x3"), all_moves=True, known=known, line=False)
    assert (done.winner, done.complete, asked) == (0, True, [])


def test_a_search_ends_when_it_is_told_to() -> None:
    big = Position("8x8")
    stop = StopToken()
    threading.Timer(0.05, stop.stop).start()
    assert HexSolver("8x8").solve(big, stop=stop, all_moves=True).winner is None
    calls: list[int] = []
    found = HexSolver("8x8").solve(big, time=0.2, on_progress=calls.append)
    assert (found.winner, found.line, found.wins) == (None, (), None)
    assert calls == sorted(calls) and calls[-1] <= found.nodes


def test_a_win_that_the_network_rates_low_is_found_soon() -> None:
    """Connections find it after a hundred positions, also if the search was stopped while it built them."""
    moves = (
        "a6 g6 f6 f3 d4 e5 d9 g4 g5 i3 h4 h3 c6 c7 d6 e7 f7 e6 d7 d8 c8 c9 a10 b9 a9 b8 a8 c5 d5 c10 a11 b7 "
        "a7 d3 c3 b5 c2 c1 c4 b6 a5 b4 a4 b3 a3 b1"
    )
    position = Position("11x11", swap="off")
    for text in moves.split():
        position.push_text(text)
    for seconds in (1e-6, *(k / 500 for k in range(1, 30))):
        solver = core.SolverCore(11, 11, [], 1, 64, network_weights())
        solver.winner(position, seconds, None, None)
        assert solver.winner(position, 20.0, None, None) == position.color_to_move
        assert solver.nodes < 250


def test_a_full_memory_forgets_what_took_least_work() -> None:
    small, large = (HexSolver("6x6", memory=memory, without=("or-rule", "must-play")) for memory in (1, 64))
    of_small, of_large = (solver.solve(Position("6x6"), line=False) for solver in (small, large))
    assert of_small.winner == of_large.winner == 0
    assert of_small.nodes != of_large.nodes  # so it has forgotten something
    assert small.solve(Position("6x6"), line=False).nodes == 0  # but not what was asked
    with pytest.raises(UsageError, match="cannot search 26x26 in 50 MiB: expected at least 71 MiB"):
        HexSolver("26x26", memory=50)
    with pytest.raises(UsageError, match="MiB for 16 threads"):
        HexSolver("26x26", threads=16)


def test_what_the_progress_raises_ends_all_threads() -> None:
    def fail(nodes: int) -> None:
        raise RuntimeError(f"enough after {nodes}")

    with pytest.raises(RuntimeError, match="enough after"):
        HexSolver("8x8", threads=2).winner(Position("8x8"), on_progress=fail)


def test_refusals() -> None:
    with pytest.raises(UsageError, match="no feature 'luck': expected one of fill-in"):
        HexSolver("5x5", without=["luck"])
    with pytest.raises(UsageError, match="0 threads"):
        HexSolver("5x5", threads=0)
    with pytest.raises(UsageError, match="0 MiB"):
        HexSolver("5x5", memory=0)
    with pytest.raises(UsageError, match="for 5x5, not for 5x4"):
        HexSolver("5x5").winner(Position("5x4"))
    with pytest.raises(UsageError, match="-1 seconds"):
        HexSolver("5x5").winner(Position("5x5"), time=-1)


def test_a_solver_does_one_thing_at_a_time() -> None:
    solver = core.SolverCore(7, 7, [], 1, 16)
    position = Position("7x7")

    def ask_again(_: int) -> None:
        solver.winner(position, 1.0, None, None)

    with pytest.raises(RuntimeError, match="already searching"):
        solver.winner(position, 10.0, None, ask_again)


def test_a_color_is_black_or_white() -> None:
    with pytest.raises(ValueError, match=r"color: expected 0 \(Black\) or 1 \(White\)"):
        core.connections(Position("3x3"), 7, [])
