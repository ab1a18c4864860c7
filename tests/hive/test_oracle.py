"""The library against the plain oracle of tests/oracle: hard random games of all eight variants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexapoda.hive import perft, perft_divide
from tests.hive.side_by_side import KeyBook, SideBySide, position_of, to_oracle
from tests.oracle.hive_features import features
from tests.oracle.hive_hard_games import hard_moves
from tests.oracle.hive_random_positions import random_position
from tests.oracle.hive_rules import VARIANTS, State, legal_moves, play

EVERYWHERE = (
    "pass",
    "pinned",
    "gate",
    "stack of 2",
    "stack of 3",
    "stack of 4 or more",
    "height gate of a climber",
    "own piece covered by the opponent",
    "queen in hand by turn four",
    "hive wider than 14",
    "queen surrounded",
)
BY_EXPANSION = {
    "M": ("mosquito copies", "mosquito on a stack"),
    "L": ("height gate of a ladybug",),
    "P": (
        "throw",
        "throw of the opponent's piece",
        "throw by a pinned power",
        "covered pillbug",
        "resting power",
        "rest that matters",
        "height gate of a throw",
    ),
}

Record = Callable[[str, object], None]


FIRST_GAMES = ("height gates", "siege", "back and forth")
"""The policies of the first games, so that a few hundred positions have all features."""


def expected_features(variant: str) -> tuple[str, ...]:
    names = EVERYWHERE + tuple(name for bug in variant[5:] for name in BY_EXPANSION[bug])
    return (*names, "throw by a mosquito") if variant in ("Base+MP", "Base+MLP") else names


def play_hard_games(variant: str, seed: int, positions: int) -> Counter[str]:
    """Compare so many positions of hard games, with detours that are taken back; return what was met."""
    rng = Random(f"{variant} {seed}")
    met: Counter[str] = Counter()
    book = KeyBook()
    while met["positions"] < positions:
        start = State(variant, tournament=rng.random() < 0.8)
        pair = SideBySide(start, repetition=rng.random() < 0.7, book=book)
        policies = FIRST_GAMES[met["games"] :][:1]
        for move in hard_moves(rng, pair.game, rng.choice((40, 90, 140)), policies):
            pair.push(move)
            pair.check_moves()
            met["positions"] += 1
            met.update(features(pair.game.state, pair.game.legal))
            met["third occurrence"] += pair.game.repetitions() >= 3
            if rng.random() < 0.04:
                pair.check_board()
                pair.check_copies()
                pair.check_tries(rng, 60)
            if rng.random() < 0.02:
                for _ in range(rng.randint(1, min(12, len(pair.game.moves)))):
                    pair.pop()
                pair.check_board()
        pair.check_board()
        met["games"] += 1
        pair.unwind()
    return met


def compare_random_positions(variant: str, seed: int, positions: int) -> Counter[str]:
    """Compare so many positions that no game led to, each with a few moves played on from it."""
    rng = Random(f"{variant} {seed}")
    met: Counter[str] = Counter()
    book = KeyBook()
    for _ in range(positions):
        pair = SideBySide(random_position(rng, variant), book=book)
        pair.check_tries(rng, 20)
        met["positions"] += 1
        met.update(features(pair.game.state, pair.game.legal))
        for move in hard_moves(rng, pair.game, 4):
            pair.push(move)
            pair.check_moves()
            met["positions"] += 1
            met.update(features(pair.game.state, pair.game.legal))
        pair.unwind()
        pair.check_copies()
    return met


@pytest.mark.parametrize("variant", VARIANTS)
def test_hard_positions_agree_with_the_oracle(variant: str, record_property: Record) -> None:
    """Games of some 240 positions and 60 odd positions with four moves each: 4,700 over all types."""
    met = play_hard_games(variant, 1, 240) + compare_random_positions(variant, 1, 60)
    record_property("met", dict(met))
    assert met["positions"] >= 500, met
    assert not [name for name in (*expected_features(variant), "third occurrence") if met[name] == 0], met


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(100, 110))
@pytest.mark.parametrize("variant", VARIANTS)
def test_many_hard_positions_agree_with_the_oracle(variant: str, seed: int, record_property: Record) -> None:
    """As above over 200,000 positions."""
    met = play_hard_games(variant, seed, 1400) + compare_random_positions(variant, seed, 240)
    record_property("met", dict(met))
    assert met["positions"] >= 1500, met


@pytest.mark.parametrize("variant", VARIANTS)
def test_perft_of_hard_positions_agrees_with_the_oracle(variant: str) -> None:
    """Perft plays its moves another way than `push`: without keys, and the last ply is only listed."""
    rng = Random(f"perft {variant}")
    for _ in range(12):
        state = random_position(rng, variant)
        replies = {move: len(legal_moves(play(state, move))) for move in legal_moves(state)}
        position = position_of(state)
        assert {to_oracle(move): nodes for move, nodes in perft_divide(position, 2)} == replies
        assert perft(position, 1) == len(replies)
        assert perft(position, 2) == sum(replies.values())


@settings(max_examples=40, deadline=None)
@given(
    variant=st.sampled_from(VARIANTS),
    tournament=st.booleans(),
    length=st.integers(0, 70),
    choices=st.lists(st.integers(-3, 400), min_size=70, max_size=70),
)
def test_any_walk_agrees_with_the_oracle(
    variant: str, tournament: bool, length: int, choices: list[int]
) -> None:
    """A number picks the move at that place of the sorted list; a negative one takes so many back."""
    pair = SideBySide(State(variant, tournament=tournament))
    for choice in choices[:length]:
        if choice < 0:
            for _ in range(min(-choice, len(pair.game.moves))):
                pair.pop()
        elif pair.game.legal:
            moves = sorted(pair.game.legal)
            pair.push(moves[choice % len(moves)])
        pair.check_moves()
    pair.check_board()
    pair.unwind()
