"""What Hex knows of its positions for reviews: the solver's proofs, and a win probability."""

from __future__ import annotations

from hexapoda.hex import Position
from hexapoda.hex.analysis import evaluation, new_prover


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


def test_a_limit_on_nodes_is_no_limit_on_time() -> None:
    prover = new_prover()
    assert prover is not None
    proof = prover.prove(Position("5x5"), nodes=10**9)
    assert proof is not None and proof.win_in > 0 and proof.line


def test_nothing_is_proven_without_time_or_before_a_swap() -> None:
    prover = new_prover()
    assert prover is not None
    assert prover.prove(Position("11x11"), nodes=1) is None
    assert prover.prove(Position("5x5", swap="pieces"), seconds=5) is None
    assert prover.prove(Position.from_text("5x5 swap=pieces c3"), seconds=5) is None


def test_an_evaluation_is_a_proof_or_an_estimate() -> None:
    first = evaluation(Position("5x5"))
    assert first is not None and (first.win_probability, first.proven) == (1.0, True)
    likely = evaluation(Position("11x11"))
    assert likely is not None and 0 < likely.win_probability < 1 and not likely.proven
    assert evaluation(Position("20x20")) is None
