"""The solver of Hex when it is stopped at any moment, and how the losing side of its lines defends."""

from __future__ import annotations

import math
import time
from random import Random

import pytest

from hexapoda._core import StopToken
from hexapoda._core import hex as core
from hexapoda.errors import UsageError
from hexapoda.hex import Cell, Position
from hexapoda.hex.network import network_weights
from hexapoda.hex.solve import HexSolver
from tests.hex.test_solver import free, random_position

FOREVER = 0.0
"""The core's word for no limit."""


@pytest.mark.parametrize(
    ("variant", "stones"), [("26x6", 0), ("26x5", 0), ("26x26", 0), ("26x26", 60), ("19x19", 40)]
)
@pytest.mark.parametrize("all_moves", [False, True])
def test_no_step_outlasts_the_time_on_a_big_board(variant: str, stones: int, all_moves: bool) -> None:
    """Proving, extracting the line, threats and fill-in; some took minutes when time was over."""
    position = random_position(Random(stones), variant, stones, stones) if stones else Position(variant)
    solver = HexSolver(variant)
    began = time.thread_time()
    found = solver.solve(position, time=0.05, all_moves=all_moves)
    assert time.thread_time() - began < 0.5, found


def test_every_question_ends_at_once_when_it_is_stopped() -> None:
    stop = StopToken()
    stop.stop()
    position = Position("26x26")
    solver = core.SolverCore(26, 26, [], 1, 512)
    began = time.thread_time()
    assert solver.winner(position, FOREVER, stop, None) == -1
    assert solver.best(position, FOREVER, stop) is None
    assert set(solver.contenders(position, FOREVER, stop)) == set(free(position))
    assert time.thread_time() - began < 0.5
    assert solver.nodes == 0


def test_a_search_that_was_stopped_anywhere_goes_on_to_the_same_answer() -> None:
    """A position whose evaluation was cut short leaves nothing wrong behind."""
    rng = Random(3)
    for _ in range(4):
        position = random_position(rng, "6x6", 0, 4)
        expected = HexSolver("6x6").winner(position)
        solver = core.SolverCore(6, 6, [], 1, 64, network_weights())
        found, slices = -1, 0
        while found < 0:
            slices += 1
            found = solver.winner(position, 1e-4 * slices, None, None)
        assert found == expected, position.text()


def test_a_long_search_pauses_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    position, pauses = Position.from_text("6x6 a3"), list[int]()
    monkeypatch.setattr("hexapoda.hex.solve._PAUSE", 0.01)
    solver = HexSolver("6x6")
    assert solver.winner(position, on_pause=lambda: pauses.append(len(solver.proofs()))) == 0
    assert len(pauses) > 1 and pauses[-1] > pauses[0]
    stop = StopToken()
    assert HexSolver("9x9").winner(Position("9x9"), stop=stop, on_pause=stop.stop) is None
    assert HexSolver("9x9").winner(Position("9x9"), time=0.05, on_pause=lambda: None) is None


def records(proofs: bytes, cells: int) -> list[bytes]:
    """The proofs, sorted: key, work, move, whether it is won, and the set of the cells that it needs."""
    size = 24 + 8 * math.ceil(cells / 64)
    return sorted(proofs[begin : begin + size] for begin in range(0, len(proofs), size))


@pytest.mark.parametrize("variant", ["6x6", "7x10", "9x9", "9x21"])
def test_a_solver_takes_over_the_proofs_of_another(variant: str) -> None:
    """Boards of one to three words of 64 cells, square and not."""
    columns, rows = Position(variant).columns, Position(variant).rows
    if variant == "6x6":
        position = Position.from_text("6x6 a3")
    else:
        position = random_position(Random(8), variant, columns * rows * 5 // 8, columns * rows * 5 // 8)
    one, other = (core.SolverCore(columns, rows, [], 1, 512, network_weights()) for _ in range(2))
    winner = one.winner(position, FOREVER, None, None)
    proofs = one.proofs(0)
    assert len(one.proofs(4)) < len(proofs)
    other.restore(proofs)
    assert records(other.proofs(0), columns * rows) == records(proofs, columns * rows)
    assert other.winner(position, FOREVER, None, None) == winner and other.nodes == 0
    assert other.best(position, FOREVER, None) == one.best(position, FOREVER, None)
    assert other.needed(position) == one.needed(position)


def test_what_cannot_be_proofs_of_the_board_is_refused() -> None:
    solver = HexSolver("6x6")
    assert solver.winner(Position.from_text("6x6 a3")) is not None
    proofs = solver.proofs()
    size = 32  # of a record
    for wrong in (
        proofs[:-1],
        proofs[: size - 12] + b"\x24\0" + proofs[size - 10 :],  # a move to cell 36
        proofs[: size - 10] + b"\2\0" + proofs[size - 8 :],
        proofs[: size - 1] + b"\x80" + proofs[size:],  # it needs cell 63
    ):
        with pytest.raises(UsageError, match="not proofs of a solver for this board"):
            HexSolver("6x6").restore(wrong)
    HexSolver("6x6").restore(b"")


def needless(position: Position, cell: Cell) -> bool:
    """Whether the opponent, who wins, may answer a stone there anywhere at all."""
    stones = [set(position.stones(0)), set(position.stones(1))]
    stones[position.color_to_move].add(cell)
    after = Position.from_stones(position.variant, *stones, color_to_move=position.color_to_move)
    return (
        core.SolverCore(position.columns, position.rows, [], 1, 16).winner(after, FOREVER, None, None)
        != position.color_to_move
    )


def test_the_losing_side_plays_what_has_to_be_answered() -> None:
    rng = Random(4)
    compared = 0
    while compared < 25:
        position = random_position(rng, "5x5", 1, 7)
        solver = core.SolverCore(5, 5, [], 1, 16)
        if solver.winner(position, FOREVER, None, None) == position.color_to_move:
            continue
        if all(needless(position, cell) for cell in free(position)):
            continue
        best = solver.best(position, FOREVER, None)
        assert best is not None
        assert not needless(position, best), (position.text(), best)
        compared += 1
