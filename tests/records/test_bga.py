"""Board Game Arena: action logs and exported game strings."""

from __future__ import annotations

import pytest

from hexapoda.hive import PASS, VARIANTS
from hexapoda.hive.records import read_text
from hexapoda.hive.records.sniff import sniff
from tests.records.bga_writer import HEADER, bga_rows, bga_texts
from tests.records.fixtures import games_with_passes
from tests.records.random_games import random_game


@pytest.mark.parametrize("variant", VARIANTS)
def test_logs_are_renumbered(variant: str) -> None:
    played = [random_game(seed, variant, 70, opening="free") for seed in range(6)]
    rows = [row for seed, game in enumerate(played) for row in bga_rows(game, str(seed), seed=seed)]
    games = list(read_text("\n".join([HEADER, *rows])))
    assert [list(game.moves) for game in games] == [game.moves for game in played]
    for game, original in zip(games, played, strict=True):
        early = any(str(move.piece)[1] == "Q" for move in original.moves[:2])
        assert ("opening" in game.rules) == early
        assert set(game.variant) <= set(variant)


def test_exported_strings_are_renumbered() -> None:
    for seed in range(12):
        played = random_game(seed, plies=70)
        text = ";".join([played.variant, played.state, played.turn_text, *bga_texts(played, seed)])
        [game] = read_text(text)
        assert list(game.moves) == played.moves


def test_a_pass_is_a_message_behind_the_move_it_follows_from() -> None:
    passes = 0
    for seed, played in enumerate(games_with_passes()):
        passes += played.moves.count(PASS)
        [game] = read_text("\n".join([HEADER, *bga_rows(played, seed=seed)]))
        assert list(game.moves) == played.moves
    assert passes >= 10


def test_a_log_without_a_game_column() -> None:
    played = random_game(5, plies=20)
    rows = [row.split("\t", 1)[1] for row in bga_rows(played)]
    [game] = read_text("\n".join(["move_number\ttype\tnotation\tcopied_type\tlog_template", *rows]))
    assert list(game.moves) == played.moves


def test_a_log_is_known_by_its_columns() -> None:
    assert sniff(HEADER + "\n").format == "bga"
    assert sniff("move_number\tnotation\n").format is None
