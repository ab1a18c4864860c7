"""The proofs that a color is connected from edge to edge: the solver decides each again inside its cells, and
plain Python does where it can.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from hexapoda._core.hex import SolverCore, solver_megabytes
from hexapoda.games.fact import Fact
from hexapoda.hex import Position
from hexapoda.hex.facts import along, proofs
from tests.hex.test_hex_facts import holds, random_lines, recorded_lines
from tests.oracle.hex_carrier import Cell


def holds_inside(position: Position, fact: Fact) -> bool:
    """Whether the color still wins, by the solver, if the opponent has all other cells and moves first."""
    color = ("black", "white").index(fact.pieces[0])
    own = position.stones(color)
    every: set[Cell] = {(column, row) for column in range(position.columns) for row in range(position.rows)}
    other = every - own - {*fact.cells}
    stones = (own, other) if color == 0 else (other, own)
    filled = Position.from_stones(
        f"{position.columns}x{position.rows}", *map(sorted, stones), color_to_move=1 - color
    )
    megabytes = solver_megabytes(position.columns, position.rows, 1)
    solver = SolverCore(position.columns, position.rows, [], 1, megabytes)
    return solver.winner(filled, 0.0, None, None) == color


@pytest.mark.shared("hex/sgf")
@pytest.mark.parametrize(("every", "random"), [(29, 60), pytest.param(9, 60, marks=pytest.mark.deep)])
def test_proofs_of_recorded_and_random_games(
    every: int, random: int, record_property: Callable[[str, object], None]
) -> None:
    met: Counter[str] = Counter()
    for position, _ in (*recorded_lines(every), *random_lines(5, random)):
        if position.is_game_over():
            continue
        for fact in proofs(position, 1 - position.turn):
            assert fact.kind == "connected" and fact.count == len(fact.cells) and fact.ply == 0
            assert fact.gains == 1 - position.turn and holds_inside(position, fact)
            if len(fact.cells) <= 30:
                decided = holds(position, [], fact)
                assert decided is not False
                met["undecided" if decided is None else "small"] += 1
            else:
                met["large"] += 1
    record_property("met", dict(met))
    assert met["small"] > 10 and met["large"] > 5 and met["undecided"] <= met["small"] / 5


def test_a_proof_without_a_cell_fails() -> None:
    position = Position.from_text("5x5 to-move=white black=c3")
    [fact] = proofs(position, position.player_of(0))
    assert holds_inside(position, fact)
    fewer = [
        Fact("connected", 0, 0, ("black",), tuple(c for c in fact.cells if c != cell)) for cell in fact.cells
    ]
    assert not all(holds_inside(position, each) for each in fewer)


def test_nothing_is_proven_of_the_side_to_move_or_before_a_swap() -> None:
    position = Position.from_text("5x5 to-move=white black=c3")
    assert proofs(position, 0) and not proofs(position, 1)
    swap = Position.from_text("5x5 swap=sides c3")
    assert not proofs(swap, 0) and not proofs(swap, 1)
    won = Position.from_text("2x2 to-move=white black=a1,a2")
    assert not proofs(won, 0) and along(won, [])[0]
