"""Board Game Arena: action logs and exported game strings."""

from __future__ import annotations

import re

import pytest

from hexapoda.hive import PASS, VARIANTS
from hexapoda.record import GameReport, scan_text
from hexapoda.record.reading import sniff
from tests.records.bga_writer import HEADER, bga_rows, bga_texts
from tests.records.fixtures import fixture, games_with_passes, moves_of, read_games_of
from tests.records.random_games import random_game


def check_text(text: str) -> list[GameReport]:
    return [game.report for game in scan_text(text)]


@pytest.mark.parametrize("variant", VARIANTS)
def test_logs_are_renumbered(variant: str) -> None:
    played = [random_game(seed, variant, 70, opening="free") for seed in range(6)]
    rows = [row for seed, game in enumerate(played) for row in bga_rows(game, str(seed), seed=seed)]
    games = read_games_of("\n".join([HEADER, *rows]))
    assert [moves_of(game) for game in games] == [game.moves for game in played]
    for game, original in zip(games, played, strict=True):
        early = any(str(move.piece)[1] == "Q" for move in original.moves[:2])
        assert ("opening=free" in game.report.rules) == early
        assert set(game.report.variant or "?") <= set(variant)


def test_exported_strings_are_renumbered() -> None:
    for seed in range(12):
        played = random_game(seed, plies=70)
        text = ";".join([played.variant, played.state, played.turn_text, *bga_texts(played, seed)])
        [game] = read_games_of(text)
        assert moves_of(game) == played.moves


def test_a_pass_is_a_message_behind_the_move_it_follows_from() -> None:
    passes = 0
    for seed, played in enumerate(games_with_passes()):
        passes += played.moves.count(PASS)
        [game] = read_games_of("\n".join([HEADER, *bga_rows(played, seed=seed)]))
        assert moves_of(game) == played.moves
    assert passes >= 10


def test_a_log_without_a_game_column() -> None:
    played = random_game(5, plies=20)
    rows = [row.split("\t", 1)[1] for row in bga_rows(played)]
    [game] = read_games_of("\n".join(["move_number\ttype\tnotation\tcopied_type\tlog_template", *rows]))
    assert moves_of(game) == played.moves


def test_a_log_that_breaks_off_is_no_whole_game() -> None:
    """Wherever it breaks off: within a row that is a fault, and between two rows the result is unknown."""
    played = random_game(5, plies=40)
    text = "\n".join([HEADER, *bga_rows(played, agreed=True)])
    verdicts = set()
    for end in range(len(HEADER) + 2, len(text) - len("\t\t${player_name} accepts")):
        [report] = check_text(text[:end])
        assert report.verdict != "good" and report.line == 2, text[:end][-60:]
        assert report.plies <= played.ply and report.claimed is None
        verdicts.add(report.verdict)
    assert verdicts == {"bad", "repaired"}


def test_the_log_of_a_running_game_opens() -> None:
    played = random_game(5, plies=40)
    rows = bga_rows(played, agreed=True)[:-1]
    [game] = read_games_of("\n".join([HEADER, *rows]))
    assert moves_of(game) == played.moves
    assert not game.tree.header.finished
    assert [str(repair.text) for repair in game.tree.repairs] == [
        "the log ends before the game: the result is unknown"
    ]


def test_a_log_that_says_a_queen_is_surrounded_has_all_moves() -> None:
    text = fixture("bga.tsv")
    last = "17\t25\ttokenPlayed\t[bQ bG3\\]\t\tplays\n"
    assert last in text
    bad, good = check_text(text.replace(last, ""))
    assert bad.error is not None and re.match("line [0-9]+, ply 19: the log says .* none is", bad.error)
    assert good.ok


def test_a_log_is_known_by_its_columns() -> None:
    assert sniff(HEADER + "\n").contents.format == "bga"
    assert sniff("move_number\tnotation\n").format is None
