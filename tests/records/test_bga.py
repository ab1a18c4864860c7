"""Board Game Arena: action logs and exported game strings."""

from __future__ import annotations

import re

import pytest

from hexapoda.hive import PASS, VARIANTS
from hexapoda.hive.records import read_text
from hexapoda.hive.records.check import check_text
from hexapoda.hive.records.sniff import sniff
from tests.records.bga_writer import HEADER, bga_rows, bga_texts
from tests.records.fixtures import fixture, games_with_passes
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


def test_a_log_that_breaks_off_is_no_whole_game() -> None:
    """Wherever it breaks off: between two rows, or within the last one."""
    [original] = read_text("\n".join([HEADER, *bga_rows(random_game(5, plies=40), agreed=True)]))
    text = "\n".join([HEADER, *bga_rows(original.position(), agreed=True)])
    for end in range(len(HEADER) + 1, len(text) - len("\t\t${player_name} accepts")):
        [report] = check_text(text[:end], "file") if text[len(HEADER) : end].strip() else [None]
        if report is not None:
            assert report.error is not None and report.line == 2, text[:end][-60:]
            assert report.plies <= len(original.moves)


def test_a_log_that_says_a_queen_is_surrounded_has_all_moves() -> None:
    text = fixture("bga.tsv")
    last = "17\t25\ttokenPlayed\t[bQ bG3\\]\t\tplays\n"
    assert last in text
    bad, good = check_text(text.replace(last, ""), "file")
    assert bad.error is not None and re.match("line [0-9]+, ply 19: the log says .* none is", bad.error)
    assert good.ok


def test_a_log_is_known_by_its_columns() -> None:
    assert sniff(HEADER + "\n").format == "bga"
    assert sniff("move_number\tnotation\n").format is None
