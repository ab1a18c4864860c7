"""Patterns of likely moves: a cell shows the same in every image of a position, and weights say the rest."""

from __future__ import annotations

import gzip
import math
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from hexapoda._core import hex as core
from hexapoda.engine import Limit
from hexapoda.engines.hex.rave import RaveEngine
from hexapoda.errors import UsageError
from hexapoda.hex import Move, Position
from hexapoda.hex.cell import Cell, format_cell, mirrored, parse_cell, rotated
from hexapoda.hex.patterns import pattern_weights
from hexapoda.train.expert.game_lines import append_games, games_of
from hexapoda.train.expert.hex.games import RaveTerms, play_game
from tests.engines.test_hex_bruteforce import random_position
from tools import hex_patterns

BOARDS = ("11x11", "7x7", "6x6", "5x8", "3x3", "1x2", "26x20")


def shown(variant: str, played: list[Cell], first: int = 0, memory: int = 2) -> dict[Cell, tuple[int, ...]]:
    """What each free cell shows after these moves, of which `memory` are known; the color `first` began."""
    to_move = (first + len(played)) % 2
    position = Position.from_stones(variant, played[first::2], played[1 - first :: 2], color_to_move=to_move)
    moves: list[Move | None] = [Position(variant).parse_move(format_cell(cell)) for cell in played]
    last, previous = [*moves[-1 : -1 - memory : -1], None, None][:2]
    found = core.pattern_features(position, last, previous)
    return {parse_cell(str(cell)): tuple(sorted(seen)) for cell, seen in found}


def a_line(variant: str) -> list[Cell]:
    """Random moves, a third of the board, nobody winning."""
    columns, rows = map(int, variant.split("x"))
    position = random_position(variant, columns * rows // 3, seed=columns)
    return [parse_cell(str(move)) for move in position.moves]


@pytest.mark.parametrize("variant", BOARDS)
@pytest.mark.parametrize("memory", [0, 1, 2])
def test_a_cell_shows_the_same_in_every_image(variant: str, memory: int) -> None:
    line, (columns, rows) = a_line(variant), map(int, variant.split("x"))
    here = shown(variant, line, memory=memory)
    assert all(0 <= feature < core.PATTERN_FEATURES for seen in here.values() for feature in seen)
    turned = shown(variant, [rotated(cell, columns, rows) for cell in line], memory=memory)
    assert turned == {rotated(cell, columns, rows): seen for cell, seen in here.items()}
    swapped = shown(f"{rows}x{columns}", [mirrored(cell) for cell in line], 1, memory)
    assert swapped == {mirrored(cell): seen for cell, seen in here.items()}


def test_what_differs_shows_something_else() -> None:
    stones = [parse_cell(text) for text in ["f6", "h4", "e8"]]
    here = shown("11x11", stones)
    for other, cell in (("f6 h4 e7", "e6"), ("e8 h4 f6", "g6"), ("h4 f6 e8", "f5"), ("f6 h4 e8 a11", "b11")):
        there = shown("11x11", [parse_cell(text) for text in other.split()])
        assert there[parse_cell(cell)] != here[parse_cell(cell)]
    assert shown("11x11", stones, memory=1)[parse_cell("g4")] != here[parse_cell("g4")]
    # The cell between the stones of a bridge, and the same cell once the other has been entered.
    bridge = [parse_cell(text) for text in ["f6", "a1", "g7", "b1"]]
    assert (
        shown("11x11", [*bridge[:2], bridge[2], parse_cell("g6")])[parse_cell("f7")]
        != (shown("11x11", bridge)[parse_cell("f7")])
    )


@pytest.mark.parametrize("variant", BOARDS)
def test_how_likely_a_move_is_follows_from_the_weights(variant: str) -> None:
    position = Position.from_stones(variant)
    weights = pattern_weights()
    signed = np.frombuffer(weights, np.int8)
    moves = [None, position.legal_moves[0]]
    for last in moves:
        powers = [
            math.exp(signed[seen].sum() * core.PATTERN_UNIT)
            for _, seen in core.pattern_features(position, last, None)
        ]
        found = [share for _, share in core.pattern_policy(position, weights, last)]
        assert found == pytest.approx([power / sum(powers) for power in powers], rel=1e-4)


def test_the_reply_that_saves_a_bridge_is_the_likeliest() -> None:
    position = Position("11x11", swap="off")
    for text in ["f6", "c9", "g7", "d4", "i3", "f7"]:  # White enters the bridge f6-g7
        position.push(position.parse_move(text))
    likely = dict(core.pattern_policy(position, pattern_weights(), position.moves[-1], position.moves[-2]))
    assert str(max(likely, key=likely.__getitem__)) == "g6"
    assert max(likely.values()) > 0.5


def test_weights_of_another_number_are_refused() -> None:
    with pytest.raises(ValueError, match="expected 535766 pattern weights, found 3"):
        core.RaveCore(16, b"abc")
    with pytest.raises(ValueError, match="expected 535766"):
        core.pattern_policy(Position("3x3"), b"abc")
    with pytest.raises(ValueError, match="the game is over"):
        core.pattern_features(Position.from_stones("1x1", [(0, 0)]))
    with pytest.raises(ValueError, match="off the board"):
        core.pattern_features(Position("3x3"), Position("5x5").parse_move("e5"))


def test_levels_below_full_strength_know_no_patterns() -> None:
    position = Position("9x9", swap="off")
    position.push(position.parse_move("c4"))
    whole, without = (
        RaveEngine(level=9, seed=1, without=part).search(position, Limit(nodes=500)).info
        for part in ("nothing", "patterns")
    )
    assert (whole.pv, whole.score) == (without.pv, without.score)


def test_weights_are_fitted(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    terms = RaveTerms(playouts=60, seed=3, without=("patterns", "network"))
    append_games(path, partial(play_game, terms, None), [0, 1], 1, lambda done, all: None)
    samples = hex_patterns.sample([path])
    searched = [tries for game in games_of([path]) for tries in game["visits"] if tries]
    assert len(samples) == len(searched)
    weights = hex_patterns.fit(samples, 6, 0.3, 1e-5)
    assert hex_patterns.loss(weights, samples) < hex_patterns.loss(weights * 0, samples) - 0.5
    assert hex_patterns.predicted(weights, samples).sum() == pytest.approx(len(samples))
    packed = hex_patterns.packed(weights)
    assert packed == hex_patterns.packed(weights.copy())
    core.RaveCore(16, gzip.decompress(packed))


def test_games_without_searches_are_told(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.touch()
    with pytest.raises(
        UsageError, match=r"no searches in .*games\.jsonl: expected games of `hexapoda train`"
    ):
        hex_patterns.sample([path])
    path.write_text('{"variant": "Base", "moves": []}\n', "utf-8")
    with pytest.raises(UsageError, match="game 1 of the file: unknown board 'Base'"):
        hex_patterns.sample([path])
