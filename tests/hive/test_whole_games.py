"""Whole games in one call of the core: the same texts and keys as one ply at a time in Python."""

from __future__ import annotations

import pytest

from hexapoda.hive import Position
from hexapoda.hive.text.game_string import move_texts
from hexapoda.hive.variant import VARIANTS
from tests.records.random_games import random_game

SIGN = 1 << 63


def keys_by_ply(game: Position) -> list[int]:
    past = game.copy()
    keys = [past.canonical_key]
    for _ in game.moves:
        past.pop()
        keys.append(past.canonical_key)
    return [(key ^ SIGN) - SIGN for key in reversed(keys)]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(4))
def test_texts_and_keys_are_those_of_python(variant: str, seed: int) -> None:
    game = random_game(seed, variant, 120, opening="free")
    texts = game._uhp_texts()
    assert texts == move_texts(game)
    assert game._canonical_keys() == keys_by_ply(game)
    again = Position(variant, opening="free", repetition=False)
    assert again._play_uhp(texts) == len(texts)
    assert again.moves == game.moves
    assert again == game


def test_a_game_without_moves() -> None:
    start = Position()
    assert start._uhp_texts() == []
    assert start._canonical_keys() == keys_by_ply(start)
    assert start._play_uhp([]) == 0


def test_games_from_a_text_position() -> None:
    position = Position.from_text("Base White[3] - wS1@0,0 bS1@1,0 wQ@-1,0 bQ@2,0")
    assert position._play_uhp(["wA1 -wQ", "bA1 bQ-"]) == 2
    assert position._uhp_texts() == ["wA1 -wQ", "bA1 bQ-"]
    assert len(position._canonical_keys()) == 3


@pytest.mark.parametrize(
    "text",
    ["", " ", "w", "wS", "wS3", "wS0", "xS1", "wZ1", "wS1 ", "wS1  bG1-", "wG1 bS1", "wG1 /bS1/", "wG1 bS1--",
     "wG1 bS1 ", "wG1 *bS1", "wG1 wS1-", "wG2 -wS1", "wQ1 -wS1", "pass", "PASS", "wG1", "wG1 -bA1",
     "wG1 -", "wM -wS1", "wG1 \\", "wg1 -wS1", "wG1 -wS1\0", "wG1 \N{HEXAGRAM FOR PEACE}"],
)  # fmt: skip
def test_what_is_no_legal_move_is_not_played(text: str) -> None:
    position = Position.from_game_string("Base;InProgress;White[2];wS1;bS1 wS1-")
    assert position._play_uhp([text, "wG1 -wS1"]) == 0
    assert position.ply == 2
    assert position._play_uhp(["wG1 -wS1", text, "bG1 bS1-"]) == 1
    assert position.ply == 3
