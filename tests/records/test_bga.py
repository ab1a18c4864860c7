"""Board Game Arena: action logs and exported game strings."""

from __future__ import annotations

import json
import re

import pytest

from hexapoda.hive import PASS, VARIANTS
from hexapoda.record import GameReport, scan_text
from hexapoda.record.reading import sniff
from tests.records.bga_writer import HEADER, bga_json, bga_rows, bga_texts
from tests.records.fixtures import fixture, games_with_passes, moves_of, names_of, read_games_of
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
        "the log ends before the game does: the result is unknown"
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


@pytest.mark.parametrize("seed", range(8))
def test_logs_in_json(seed: int) -> None:
    played = random_game(seed, plies=70, opening="free")
    text = bga_json(played, seed=seed)
    for form in (text, json.dumps(json.loads(text)), json.dumps(json.loads(text), indent=1)):
        [game] = read_games_of(form)
        assert moves_of(game) == played.moves
        assert names_of(game) == ("Anna", "Ben")
        header = game.tree.header
        assert (header.date, header.tags) == ("2023-11-14T22:13:20Z", (("BgaGame", "798"),))
        assert game.report.format == "bga-json"
        assert header.finished  # on the board, or Anna or Ben concedes


def test_several_logs_in_one_json() -> None:
    games = [random_game(seed, plies=30) for seed in range(3)]
    found = read_games_of("[" + ",\n".join(map(bga_json, games)) + "]")
    assert [moves_of(game) for game in found] == [game.moves for game in games]
    assert [game.report.line for game in found] == sorted(game.report.line or 0 for game in found)


def test_names_without_a_list_of_players() -> None:
    played = random_game(3, plies=12)
    log = json.loads(bga_json(played))["data"]["logs"]
    [game] = read_games_of(json.dumps(log))
    assert moves_of(game) == played.moves
    assert names_of(game) == ("Anna", "Ben")


def test_a_log_in_json_that_is_cut_off_opens_up_to_there() -> None:
    played = random_game(5, plies=40)
    text = bga_json(played)
    plies = set()
    for end in range(700, text.index('], "players"'), 97):
        [game] = scan_text(text[:end])
        assert game.report.verdict == "bad"
        assert game.error is not None and "is cut off: expected a whole action" in str(game.error)
        assert moves_of(game) == played.moves[: game.report.plies]
        plies.add(game.report.plies)
    assert len(plies) > 20


def test_passes_in_other_languages() -> None:
    for played in games_with_passes()[:4]:
        text = bga_json(played).replace("can't move and has to pass", "kann nicht ziehen und muss passen")
        own = list(played.moves)
        while own and own[-1] == PASS:  # nothing shows that the last one is missing
            own.pop()
        [game] = read_games_of(text)
        assert moves_of(game) == own


def test_json_of_other_games_is_not_a_log_of_hive() -> None:
    for text in ('{"data": {"logs": []}}', '[{"type": "moveMade"}]'):
        assert sniff(text).format is None
