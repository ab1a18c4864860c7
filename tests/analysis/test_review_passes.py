"""A review in two passes, its state, and the themes of errors."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from hexapoda.analysis.proof_engine import EngineProver, ProofEngine, proof_engine
from hexapoda.analysis.review import ReviewSettings
from hexapoda.analysis.review_input import read_game_text
from hexapoda.analysis.review_passes import PassesState, ReviewPasses
from hexapoda.analysis.review_state import state_from_json, state_json
from hexapoda.analysis.review_themes import PlayedReview, habits, themes
from hexapoda.coach import Fact, Remark
from hexapoda.engine import Engine, Limit
from hexapoda.errors import EngineError, InvalidGameError
from hexapoda.games import find_game
from hexapoda.registry import parse_engine

GAME = (
    "Base+MLP;InProgress;Black[6];wL;bG1 /wL;wQ wL-;bL /bG1;wA1 wQ/;bQ -bL;wA2 wA1-;bM -bG1;wS1 -wA1;bP -bM;"
    "wS1 \\bM"
)
SETTINGS = ReviewSettings("alphabeta:seed=0", Limit(nodes=100))


class Counting(Engine):
    """Counts the searches of an engine, and fails after `most`."""

    def __init__(self, most: int = 10_000) -> None:
        self.name = "counting"
        self.limits: list[Limit] = []
        self._most = most
        self._engine = parse_engine("alphabeta:seed=0").create()

    def search(self, position: Any, limit: Limit, on_info: Any = None) -> Any:
        if len(self.limits) == self._most:
            raise EngineError("enough")
        self.limits.append(limit)
        return self._engine.search(position, limit, on_info)


def passes(engine: Engine, state: PassesState) -> ReviewPasses:
    return ReviewPasses(read_game_text(GAME, "game"), engine, SETTINGS, Limit(nodes=400), state)


def test_the_second_pass_searches_deeper_where_it_matters() -> None:
    engine, state = Counting(), PassesState()
    review = passes(engine, state)
    assert [one.ply for one in review.first_pass()] == list(range(1, 12))
    assert {limit.nodes for limit in engine.limits} <= {100, 20}
    wanted, searches = review.left, len(engine.limits)
    assert wanted
    changed = list(review.second_pass())
    assert len(changed) > wanted and review.left == 0
    assert 400 in {limit.nodes for limit in engine.limits[searches:]}
    good = [move for move in state.moves.values() if move.ply not in state.deep]
    assert all(move.win_probability_loss < 0.04 or move.only or move.before.win_in for move in good)
    assert review.summary().complete


def test_it_goes_on_from_its_state() -> None:
    whole, straight = PassesState(), Counting()
    done = passes(straight, whole)
    list(done.first_pass())
    state = PassesState()
    interrupted = passes(Counting(4), state)
    with pytest.raises(EngineError, match="enough"):
        list(interrupted.first_pass())
    state = state_from_json(json.loads(json.dumps(state_json(state))))
    assert 0 < len(state.moves) < 11
    rest = Counting()
    list(passes(rest, state).first_pass())
    assert sorted(state.moves) == sorted(whole.moves)
    assert len(rest.limits) < len(straight.limits)


def test_a_failure_in_the_second_pass_leaves_no_gap() -> None:
    engine, state = Counting(), PassesState()
    list(passes(engine, state).first_pass())
    before = set(state.known)
    with pytest.raises(EngineError):
        list(passes(Counting(0), state).second_pass())
    assert set(state.known) == before and not state.deep


def test_the_state_as_json() -> None:
    state = PassesState()
    review = passes(Counting(), state)
    list(review.first_pass())
    next(review.second_pass())
    value = json.loads(json.dumps(state_json(state)))
    back = state_from_json(value)
    assert back.moves == state.moves and back.deep == state.deep
    assert state_json(back) == value
    for damaged in ({}, {**value, "deep": None}, {**value, "moves": [{}]}, {**value, "known": {"x": 1}}, 3):
        with pytest.raises(InvalidGameError, match="not the state of a review"):
            state_from_json(damaged)


def test_themes_and_habits() -> None:
    state = PassesState()
    review = passes(Counting(), state)
    list(review.first_pass())
    game = find_game("hive")
    for ply, move in state.moves.items():
        if move.judgment.is_error:
            facts = (Fact("queen-pinned", 1 - move.player, 1), Fact("ring", move.player, 2, count=3))
            said = tuple(Remark("Because.", fact, (), True) for fact in facts)
            state.moves[ply] = replace(move, remarks=said)
    found = {ply: themes(game, move) for ply, move in state.moves.items()}
    phrases = {phrase for one in found.values() for phrase in one}
    assert phrases == {
        "your queen was pinned",
        "you could have filled more cells around the enemy queen",
    }
    assert all(found[ply] == () for ply, move in state.moves.items() if not move.judgment.is_error)
    moves = [state.moves[ply] for ply in sorted(state.moves)]
    counted = habits([PlayedReview("a", game, 0, 11, moves), PlayedReview("b", game, 1, 11, moves)])
    errors = [move for move in moves if move.judgment.is_error and not move.only]
    assert counted.games == 2 and sum(part[0] for part in counted.parts) == len(errors)
    assert sum(part[1] for part in counted.parts) == counted.moves == sum(counted.counts.values())
    assert [len(places) for _, places in counted.missed] == sorted(
        (len(places) for _, places in counted.missed), reverse=True
    )
    assert counted.worst[0][2] == max(move.win_probability_loss for move in errors)


def test_the_prover_as_an_engine() -> None:
    game = find_game("hex")
    position = game.parse_position("3x3 b2 a1 b3")
    spec = proof_engine("hex")
    assert spec.given == {"game": "hex"}
    engine = spec.create()
    assert isinstance(engine, ProofEngine)
    proof = EngineProver(engine).prove(position, seconds=5.0)
    assert proof is not None and proof.win_in < 0 and proof.line[0] in position.legal_moves
    engine.stop()
    assert EngineProver(engine).prove(game.initial("11x11"), seconds=0.01) is None
