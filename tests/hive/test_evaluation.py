"""The evaluation: one score however it is asked for, the same from every side, right about plain cases."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

from hexapoda._core import hive as core
from hexapoda.hive import PIECES, VARIANTS, Cell, MoveKind, Piece, Position
from hexapoda.hive.bench import midgames
from hexapoda.hive.evaluation import evaluate
from hexapoda.hive.game import HiveGame
from tests.shared_data import SHARED


def random_positions(games: int = 12) -> list[Position]:
    """Positions along random games of all variants, all of them open."""
    found = []
    for number in range(games):
        chance = random.Random(number)
        position = Position(VARIANTS[number % len(VARIANTS)])
        while position.ply < 70 and position.outcome() is None:
            position.push(chance.choice(position.legal_moves))
            if position.ply % 3 == 2 and position.outcome() is None:
                found.append(position.copy())
    return found


def moved(
    position: Position,
    to: Callable[[Cell], Cell] = lambda cell: cell,
    piece: Callable[[Piece], Piece] = lambda piece: piece,
    plies: int = 0,
) -> Position:
    """The position with all cells and pieces mapped, so many plies later."""
    resting = position.resting
    return Position.from_pieces(
        position.variant,
        {piece(one): (to(cell), height) for one, (cell, height) in position.pieces().items()},
        ply=position.ply + plies,
        resting=None if resting is None else piece(resting),
        repetition=position.repetition,
    )


def other_color(piece: Piece) -> Piece:
    return PIECES[(piece.index + 14) % 28]


POSITIONS = random_positions() + midgames()[::4]


def test_a_score_is_the_sum_of_its_terms() -> None:
    for position in POSITIONS:
        evaluation = evaluate(position)
        assert evaluation.score == (-evaluation.white if position.turn else evaluation.white)
        assert evaluation.score == core.evaluate(position)
        assert abs(evaluation.score) < 15_000
    assert len({evaluate(position).score for position in POSITIONS}) > len(POSITIONS) / 2


def mixed(weights: np.ndarray, phase: float) -> np.ndarray:
    """The weights between those of the two phases, rounded to integers, halves away from zero."""
    steps = round(10 * phase)
    sums = (10 - steps) * weights[:, 0] + steps * weights[:, 1]
    return np.asarray(np.sign(sums) * ((abs(sums) + 5) // 10))


def test_a_score_is_weights_times_counts() -> None:
    weights = np.array([feature[4] for feature in core.evaluation_features()])  # [features, phases]
    phases = [core.evaluation_phase(position) for position in POSITIONS]
    assert phases == [min(max((len(at.pieces()) - 12) / 10, 0), 1) for at in POSITIONS]
    assert len(set(phases)) == 11 and len(core.evaluation_phases()) == 2
    counts = core.evaluation_counts(POSITIONS)
    assert counts.dtype == np.int8 and counts.shape == (len(POSITIONS), len(weights))
    scores = [int(row @ mixed(weights, phase)) for row, phase in zip(counts, phases, strict=True)]
    for score, position in zip(scores, POSITIONS, strict=True):
        found = evaluate(position)
        if found.white != score:  # the side to move is stuck
            assert found.score == 0 < (-score if position.turn else score)
            assert {move.kind for move in position.legal_moves} <= {MoveKind.PASS, MoveKind.THROW}
    assert core.evaluate_many(POSITIONS, 2) == 2 * sum(evaluate(position).score for position in POSITIONS)


@pytest.mark.shared("hive_binds")
def test_a_side_that_can_only_pass_is_not_ahead() -> None:
    bind = (SHARED / "hive_binds" / "positions.tsv").read_text("utf-8").splitlines()[2].split("\t")
    assert bind[0] == "pass"
    position = HiveGame().parse_position(bind[3])
    assert [move.kind for move in position.legal_moves] == [MoveKind.PASS]
    counts = core.evaluation_counts([position])[0]
    weights = np.array([feature[4] for feature in core.evaluation_features()])
    assert -(counts @ mixed(weights, core.evaluation_phase(position))) > 0, "it would be ahead"
    found = evaluate(position)
    assert found.score == found.white == 0 and {t.name: t.black for t in found.terms}["options"] < 0


def test_every_term_has_a_feature_and_every_feature_has_a_name() -> None:
    features = core.evaluation_features()
    assert {feature[3] for feature in features} == {term.name for term in evaluate(POSITIONS[0]).terms}
    names = [feature[:3] for feature in features]
    assert len(set(names)) == len(names)
    assert ("queen_filled", "waiting", "5") in names and ("piece", "ant-pinned", "3") in names


def test_turned_and_mirrored_positions_have_the_same_score() -> None:
    for position in POSITIONS:
        wanted = evaluate(position)
        turned = position
        for _ in range(6):
            turned = moved(turned, lambda cell: (-cell[1], cell[0] + cell[1]))
            assert evaluate(turned) == wanted
            assert evaluate(moved(turned, lambda cell: (cell[1], cell[0]))) == wanted
        assert evaluate(moved(position, lambda cell: (cell[0] + 1000, cell[1] - 77))) == wanted


def test_a_wide_hive_has_the_score_of_the_same_hive_in_a_small_window() -> None:
    bugs = [Piece(color + name) for name in ("S1", "A1", "Q", "B1", "G1", "A2", "S2", "B2") for color in "wb"]
    cells = [((number + 1) // 2, number // 2) for number in range(len(bugs))]
    position = Position.from_pieces("Base", dict(zip(bugs, ((c, 0) for c in cells), strict=True)), ply=16)
    turned = moved(position, lambda cell: (cell[0] + cell[1], -cell[0]))
    assert max(max(cell) for cell in cells) < 14 <= max(cell[0] for cell, _ in turned.pieces().values())
    assert evaluate(turned) == evaluate(position)


def test_colors_swapped_the_score_is_the_same() -> None:
    for position in POSITIONS:
        swapped = moved(position, piece=other_color, plies=1)
        assert evaluate(swapped).score == evaluate(position).score
        assert [(term.black, term.white) for term in evaluate(swapped).terms] == [
            (term.white, term.black) for term in evaluate(position).terms
        ]


def term(position: Position, name: str) -> tuple[int, int]:
    return next((term.white, term.black) for term in evaluate(position).terms if term.name == name)


@pytest.mark.parametrize(
    ("worse", "better"),
    [
        pytest.param(
            "Base White[6] - wQ@0,0 bQ@1,0 wS1@-1,0 bS1@2,0 bA1@-1,1 bA2@0,-1",
            "Base White[6] - wQ@0,0 bQ@1,0 wS1@-1,0 bS1@2,0 bA1@2,1 bA2@3,-1",
            id="an open queen",
        ),
        pytest.param(
            "Base White[6] - wQ@0,0 bQ@1,0 wA1@-1,0 bS1@2,0 bA1@-2,0",
            "Base White[6] - wQ@0,0 bQ@1,0 wA1@-1,0 bS1@2,0 bA1@3,0",
            id="a free ant",
        ),
        pytest.param(
            "Base White[6] - wQ@0,0 bQ@1,0 wB1@-1,0 bS1@2,0",
            "Base White[6] - wQ@0,0 bQ@1,0 wB1@1,0^1 bS1@2,0",
            id="a beetle on the queen",
        ),
    ],
)
def test_what_is_better_has_more(worse: str, better: str) -> None:
    assert evaluate(Position.from_text(better)).score > evaluate(Position.from_text(worse)).score
