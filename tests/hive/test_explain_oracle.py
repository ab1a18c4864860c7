"""Why-not against the plain oracle: every illegal try near the hive breaks the rule that is named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from hexapoda.hive import PIECES, Position
from hexapoda.hive.explain import Explainer
from hexapoda.hive.rule import Rule
from tests.hive.refusal_evidence import Evidence
from tests.hive.refusal_goldens import GOLDENS
from tests.hive.side_by_side import position_of, state_of, to_hexapoda
from tests.oracle.hive_broken import RuleChecker
from tests.oracle.hive_game import OracleGame
from tests.oracle.hive_hard_games import hard_moves
from tests.oracle.hive_random_positions import random_position
from tests.oracle.hive_rules import PASS, VARIANTS, Cell, Move, State, legal_moves, neighbors

POSITIONS = 90  # of one test
MANY = 625  # of a deep one
SAMPLE = 0.03  # of the common refusals, whose cells and pieces are checked too; all of these are:
ALWAYS = frozenset({Rule.GATE, Rule.HEIGHT_GATE, Rule.RESTING, Rule.NOTHING_TO_COPY, Rule.MUST_PASS})

Record = Callable[[str, object], None]


def tried_cells(rng: Random, state: State) -> list[Cell]:
    """The hive, all cells that touch it, two of the next ring and one far away."""
    near = set(state.board) | {n for cell in state.board for n in neighbors(cell)} or {(0, 0)}
    ring = sorted({n for cell in near for n in neighbors(cell)} - near)
    far = (rng.randint(-900, 900), rng.choice((-1, 1)) * rng.randint(100, 900))
    return [*sorted(near), *rng.sample(ring, 2), far]


def check_position(rng: Random, position: Position, state: State, legal: set[Move]) -> Counter[str]:
    """Every try of every piece on these cells; returns how often each rule was named."""
    met = Counter({"positions": 1})
    explainer = Explainer(position)
    checker = RuleChecker(state, legal)
    cells = tried_cells(rng, state)
    for piece in PIECES:
        name = str(piece)
        for cell in cells:
            refusal = explainer.why_not(piece, cell)
            if refusal is None:
                assert (name, cell) in legal, f"no reason against {name} to {cell} in {position.text()}"
                continue
            assert refusal.rule is not None
            rule = refusal.rule.name
            broken = checker.broken_rules(name, cell)
            assert rule in broken, f"{refusal} but {broken}: {name} to {cell} in {position.text()}"
            met[rule] += 1
            if refusal.rule in ALWAYS or rng.random() < SAMPLE:
                Evidence(state, piece, cell, refusal).check()
    refusal = explainer.why_not_pass()
    assert (refusal is None) == (PASS in legal)
    if refusal is not None:
        assert refusal.rule is not None
        assert refusal.rule.name in checker.broken_rules(*PASS)
        assert all((str(piece), refusal.cells[0]) in legal for piece in refusal.pieces if legal)
        met[refusal.rule.name] += 1
    return met


def explain_hard_games(variant: str, seed: int, positions: int) -> Counter[str]:
    """Explain so many positions, half of them of hard games; returns how often each rule was named. The first
    game aims at height gates, which few games meet.
    """
    rng = Random(f"why not {variant} {seed}")
    met: Counter[str] = Counter()
    while met["positions"] < positions // 2:
        first = not met
        tournament = first or rng.random() < 0.8
        game = OracleGame(State(variant, tournament=tournament), repetition=False)
        position = Position(variant, opening="tournament" if tournament else "free", repetition=False)
        met += check_position(rng, position, game.state, game.legal)
        plies, policies = (50, ("height gates",)) if first else (rng.choice((30, 60, 90)), ())
        for move in hard_moves(rng, game, plies, policies):
            position.push(to_hexapoda(move))
            game.play(move)
            met += check_position(rng, position, game.state, game.legal)
    while met["positions"] < positions:
        state = random_position(rng, variant)
        met += check_position(rng, position_of(state), state, legal_moves(state))
    return met


def finished_game(rng: Random, variant: str) -> Position:
    """A random game that has come to its end on the board."""
    while True:
        position = Position(variant, repetition=False)
        for _ in range(300):
            position.push(rng.choice(position.legal_moves))
            if position.board_outcome() is not None:
                return position


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_reason_is_confirmed_by_the_oracle(variant: str, record_property: Record) -> None:
    met = explain_hard_games(variant, 1, POSITIONS)
    record_property("met", dict(met))
    absent = {Rule.GAME_OVER, Rule.MUST_PASS, Rule.NOTHING_TO_COPY}  # rare, and not in every type's games
    if "P" not in variant:
        absent |= {Rule.NOT_A_THROW, Rule.RESTING}
    if variant == "Base+MLP":
        absent |= {Rule.NOT_IN_VARIANT}
    assert not [rule.name for rule in Rule if rule not in absent and not met[rule.name]], met


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_reason_in_a_finished_game_is_its_end(variant: str) -> None:
    rng = Random(f"ends {variant}")
    for _ in range(3):
        position = finished_game(rng, variant)
        met = check_position(rng, position, state_of(position), set())
        assert set(met) == {Rule.GAME_OVER.name, "positions"}


def test_every_golden_is_confirmed_by_the_oracle() -> None:
    rng = Random("goldens")
    for golden in GOLDENS:
        position = Position.from_text(golden.position)
        state = state_of(position)
        assert golden.refusal.rule is not None
        assert golden.refusal.rule.name in RuleChecker(state).broken_rules(str(golden.piece), golden.to), (
            golden
        )
        Evidence(state, golden.piece, golden.to, golden.refusal).check()
        check_position(rng, position, state, legal_moves(state))


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(100, 110))
@pytest.mark.parametrize("variant", VARIANTS)
def test_many_more_reasons_are_confirmed(variant: str, seed: int, record_property: Record) -> None:
    record_property("met", dict(explain_hard_games(variant, seed, MANY)))
