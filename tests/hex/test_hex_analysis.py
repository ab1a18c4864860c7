"""What Hex knows of its positions for reviews: the solver's proofs, and reasons in one plain sentence."""

from __future__ import annotations

import pytest

from hexapoda._core import StopToken
from hexapoda._core.hex import PositionCore, SolverCore
from hexapoda.games.analysis import Explanation
from hexapoda.hex import Move, Position
from hexapoda.hex.analysis import evaluation, explain, new_prover, stones_needed


def moves(position: Position, *texts: str) -> list[Move]:
    at = position.copy()
    found = []
    for text in texts:
        found.append(at.parse_move(text))
        at.push(found[-1])
    return found


@pytest.mark.parametrize(
    ("text", "black", "white"),
    [
        ("3x3", 3, 3),
        ("3x3 b2", 2, 3),
        ("3x3 b2 a3 b1 b3", 2, 1),
        ("3x2 a1 b1", 1, 2),
        ("2x2 a1 b1 a2", 0, None),
    ],
)
def test_the_stones_that_a_side_still_needs(text: str, black: int, white: int | None) -> None:
    position = Position.from_text(text)
    assert (stones_needed(position, 0), stones_needed(position, 1)) == (black, white)


def test_a_proof_says_who_wins_and_begins_with_a_move_that_does() -> None:
    prover = new_prover()
    assert prover is not None
    won = Position.from_text("5x5")
    proof = prover.prove(won, seconds=20)
    assert proof is not None and proof.win_in > 0 and proof.win_in % 2 == 1
    won.push(proof.line[0])
    lost = prover.prove(won, seconds=20)
    assert lost is not None and lost.win_in < 0 and lost.win_in % 2 == 0
    assert prover.prove(Position.from_text("3x3 b2"), seconds=20) is not None, "another board"


def test_nothing_is_proven_without_time_or_before_a_swap() -> None:
    prover = new_prover()
    assert prover is not None
    assert prover.prove(Position("11x11"), nodes=1) is None
    assert prover.prove(Position("5x5", swap="pieces"), seconds=5) is None
    assert prover.prove(Position.from_text("5x5 swap=pieces c3"), seconds=5) is None


def test_a_move_that_stops_a_threat() -> None:
    position = Position.from_text("5x5 b2 c3 c2 d1 a5 d3 c4")
    why = "stops Black from connecting, as only b1, c1, b3, a4 do"
    assert explain(position, moves(position, "c1"), moves(position, "e5")) == Explanation((why,))
    assert explain(position, moves(position, "c1")).text() == f"Good: {why}."
    assert "stops" not in explain(position, moves(position, "c1"), moves(position, "b3")).text(), "both do"


def test_finding_a_threat_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    class OutOfTime(SolverCore):
        """Rules no cell out, as when its time is over at once; without a limit it finds the threats."""

        def contenders(
            self, position: PositionCore, seconds: float = 0.0, stop: StopToken | None = None
        ) -> list[tuple[int, int]]:
            if not 0 < seconds <= 1:
                return super().contenders(position, seconds, stop)
            return [(column, row) for column in range(5) for row in range(5)]

    monkeypatch.setattr("hexapoda.hex.analysis.SolverCore", OutOfTime)
    position = Position.from_text("5x5 b2 c3 c2 d1 a5 d3 c4")
    assert "stops" not in explain(position, moves(position, "c1"), moves(position, "e5")).text()


def test_stones_less_are_good_and_more_a_cost() -> None:
    position = Position.from_text("5x5 c3 e5")
    found = explain(position, moves(position, "c2", "e1"), moves(position, "a1", "e1"), you=False)
    assert found == Explanation(("Black needs 3 stones to connect instead of 4",))
    yours = explain(position, moves(position, "c2", "e1"), moves(position, "a1", "e1"))
    assert yours == Explanation(("you need 3 stones to connect instead of 4",))
    assert explain(position, (), ()) == Explanation()
    swap = Position.from_text("5x5 swap=pieces c3")
    assert explain(swap, moves(swap, "swap-pieces"), moves(swap, "a1")) == Explanation()


def test_an_evaluation_is_a_proof_or_an_estimate() -> None:
    first = evaluation(Position("5x5"))
    assert first is not None and (first.win_probability, first.proven) == (1.0, True)
    likely = evaluation(Position("11x11"))
    assert likely is not None and 0 < likely.win_probability < 1 and not likely.proven
    assert evaluation(Position("14x14")) is None
