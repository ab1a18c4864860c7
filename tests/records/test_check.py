"""`check_paths`: expected states, switches, skipped files, and what it says of damaged records."""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from hexapoda.errors import UsageError
from hexapoda.files import game_file
from hexapoda.hive import Position
from hexapoda.hive.game import HIVE
from hexapoda.hive.records import FORMATS
from hexapoda.record import GameReport, GameTree, MoveRecord, check_paths
from hexapoda.record.replay import tree_of
from tests.records.fixtures import DATA, FINISHED, UNFINISHED, fixture


def reports_of(*paths: str | Path) -> list[GameReport]:
    return [report for _, report in check_paths(paths)]


def check_text(tmp_path: Path, text: str) -> list[GameReport]:
    path = tmp_path / "records"
    path.write_text(text, encoding="utf-8")
    return reports_of(path)


def test_the_fixtures() -> None:
    reports = reports_of(DATA)
    by_file: dict[str, list[GameReport]] = {}
    for report in reports:
        by_file.setdefault(Path(report.file).name, []).append(report)
    skipped = {name: found[0].skipped for name, found in by_file.items() if found[0].skipped}
    assert skipped == {
        "chess.pgn": "it is a PGN without Hive moves",
        "notes.md": "the format is not known",
    }
    games = [game for game in reports if not game.skipped and Path(game.file).name != "hex.sgf"]
    assert {report.verdict for report in games} == {"good"}
    assert {report.format for report in games} == {"moves", *(format.name for format in FORMATS)}
    assert [r.line for r in by_file["modern.sgf"]] == [1, 82]
    assert [(r.plies, r.state, r.claimed) for r in by_file["modern.sgf"]] == [
        (19, "WhiteWins", "WhiteWins"),
        (10, "InProgress", "Draw"),
    ]


def test_a_report_is_json() -> None:
    [report] = reports_of(DATA / "hivegame.pgn")
    assert json.loads(json.dumps(report.as_dict())) == {
        "verdict": "good",
        "file": str(DATA / "hivegame.pgn"),
        "line": 1,
        "format": "pgn",
        "variant": "Base",
        "plies": 10,
        "state": "InProgress",
        "claimed": "Draw",
        "rules": [],
        "error": None,
        "skipped": None,
        "ply": None,
        "repetition_ply": None,
        "repairs": [],
    }


def test_missing_paths_are_refused_before_the_first_report() -> None:
    with pytest.raises(UsageError, match="no such file or folder: 'missing'"):
        check_paths([DATA, "missing"])


def test_folders_are_walked_in_order_and_hidden_ones_left_out(tmp_path: Path) -> None:
    for name in ("b/two.txt", "a.txt", ".git/x.txt", "b/.hidden", "c/empty.txt", "c/noise.bin"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(UNFINISHED if name in ("a.txt", "b/two.txt") else "")
    (tmp_path / "c/noise.bin").write_bytes(b"\0\1\2;wA1")
    (tmp_path / "c/image.bin").write_bytes(b"\0\1\2\n\0")
    found = [(str(Path(r.file).relative_to(tmp_path)), r.skipped) for r in reports_of(tmp_path)]
    assert found == [
        ("a.txt", None),
        ("b/two.txt", None),
        ("c/empty.txt", None),
        ("c/image.bin", "it is not a text file: line 1 has a NUL byte"),
        ("c/noise.bin", None),
    ]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_in_a_folder_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.pgn")
    (tmp_path / "nowhere.pgn").symlink_to("gone")
    (report,) = reports_of(tmp_path)
    assert report.error is not None
    assert "nowhere.pgn" in report.error


def test_no_more_is_read_than_games_can_need(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_file, "MAX_BYTES", 1 << 20)
    (report,) = reports_of("/dev/zero")
    assert report.error == "'/dev/zero' is larger than 1 MiB: expected a file of games"


def test_an_early_queen_and_a_repetition_only_set_rules(tmp_path: Path) -> None:
    dance = ["wQ \\wG1", "bQ bG1/", "wQ -wG1", "bQ bG1-"] * 2
    early = ";".join(["Base;Draw;White[3]", "wQ", "bQ wQ-", "wG1 -wQ", "bG1 bQ-"])
    repeated = ";".join(["Base;Draw;White[7]", "wG1", "bG1 wG1-", "wQ -wG1", "bQ bG1-", *dance])
    longer_one = repeated.replace("White[7]", "Black[7]")
    queen, third, longer = check_text(tmp_path, f"{early}\n{repeated}\n{longer_one};wA1 -wQ\n")
    assert (queen.rules, queen.state, queen.claimed, queen.error) == (
        ("opening=free",),
        "InProgress",
        "Draw",
        None,
    )
    assert (third.rules, third.state, third.plies) == ((), "InProgress", 12)  # a draw by repetition
    assert third.repetition_ply == 12
    assert (longer.rules, longer.repetition_ply, longer.plies) == (("repetition=off",), 12, 13)


# In the last eight moves one piece of each player goes away and comes back, and then another one does.
FOUR = [
    "wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-;wA2 wA1\\;bA2 \\bA1;"
    "wA1 \\wQ;bA1 bQ\\;wA1 -wQ;bA1 bA2\\;wA2 wQ\\;bA2 \\bQ;wA2 wA1\\;bA2 \\bA1",
    # The first piece is one of a kind, and its text has no reference.
    "wQ;bG1 wQ/;wS1 /wQ;bQ bG1-;wS1 bQ\\;bG2 \\bG1;wS2 wS1\\;bA1 bG2/;wB1 wS2\\;bB1 -bA1;wA1 /wS1;bA1 bQ/;"
    "wQ bG1\\;bB1 bG2/;wQ /bG1;bB1 \\bG2;wB1 wA1\\;bA1 \\bB1;wB1 wS2\\;bA1 bQ/",
]


@pytest.mark.parametrize("texts", FOUR)
def test_a_position_that_different_pieces_repeat(texts: str) -> None:
    position = Position("Base", opening="free", repetition=False)
    moves = texts.split(";")
    for text in moves[:-8]:
        position.push_text(text)
    start = position.text()
    for text in moves[-8:]:
        position.push_text(text)
    assert position.repetitions() == 3
    further = position.format_move(position.legal_moves[0])
    whole = tree_of(replace(GameTree(HIVE).header, moves=tuple(map(MoveRecord, [*moves, further]))))
    assert dict(whole.header.rules)["repetition"] == "off"
    late = replace(GameTree(HIVE).header, start=start, moves=tuple(map(MoveRecord, [*moves[-8:], further])))
    assert dict(tree_of(late).header.rules)["repetition"] == "off"


# File, what is damaged, what by; then the line of the game, the ply of the error, and the reason.
DAMAGED = [
    ("game_strings.txt", "Base+MLP;W", "Bose+MLP;W", 2, None, "line 2: unknown variant 'Bose.MLP'"),
    ("game_strings.txt", "BlackWins;", "BlockWins;", 4, None, "line 4: 'BlockWins' is not a game state"),
    ("game_strings.txt", "wB1 wS1", "wB1 wX1", 4, 7, "line 4, ply 7 'wB1 wX1': .*expected a bug"),
    ("game_strings.txt", "bS1 wS1-;wQ", "bS1 wA1-;wQ", 4, 2, "line 4, ply 2 'bS1 wA1-': .*wA1 is not"),
    ("game_strings.txt", "wB1 wS1;", "wB1 bQ;", 4, 7, "line 4, ply 7 'wB1 bQ': "),
    ("openings.txt", "bQ bS1\\", "bQ", 2, 4, "line 2, ply 4 'bQ': .*expected a reference piece"),
    ("openings.txt", "bS1 wS1-", "bS1-wS1", 2, 2, "line 2, ply 2 'bS1-wS1': .*expected a blank"),
    ("table.tsv", "wP bP\\;", "wP bP\\;;", 2, 18, "line 2, ply 18 '': "),
    ("table.tsv", "Base;InProgress", "Base!InProgress", 3, None, "line 3: unknown variant"),
    ("mzinga.pgn", "7. wQ \\wG1", "7. wQ ?wG1", 1, 7, "line 20, ply 7 'wQ': .*expected a reference piece"),
    ("mzinga.pgn", "7. wQ \\wG1\n", "", 1, 7, "line 20, ply 7: the number 8: expected 7"),
    ("mzinga.pgn", "7. wQ \\wG1", "7.", 1, 7, "line 21, ply 7: '8. bQ /bP': expected a move"),
    ("mzinga.pgn", "7. wQ \\wG1", "7: wQ \\wG1", 1, 7, "line 20, ply 7: '7: wQ .wG1': expected a move"),
    ("mzinga.pgn", '"Base+MLP"', '"Base+MXP"', 1, None, r"line 1: unknown variant 'Base\+MXP'"),
    ("mzinga.pgn", '[Round "1"]', '[Round "1]', 1, None, "line 5: .*is not a tag"),
    ("mzinga.pgn", "lines}", "lines", 1, None, "line 13: a comment is not closed"),
    ("hivegame.pgn", "7. wB1 wS1", "7. wB1 bA1", 1, 7, "line 14, ply 7 'wB1 bA1': "),
    ("modern.sgf", "O 14 wL/", "O 14 bG1/", 1, 3, r"line 17, ply 3 '8 .*wS1 O 14 bG1/': "),
    ("modern.sgf", "O 14 wL/", "O", 1, 3, "line 17, ply 3: .*expected PIECE COLUMN ROW"),
    ("modern.sgf", "O 14 wL/", "O x wL/", 1, 3, "line 17, ply 3: .*expected a column"),
    ("modern.sgf", "O 14 wL/", "O 14 w*L/", 1, 3, "line 17, ply 3: .*expected a destination"),
    ("modern.sgf", "wS1 O 14", "wZ1 O 14", 1, 3, "line 17, ply 3: .*expected a piece"),
    ("modern.sgf", "[5 Dropb", "[5 Dripb", 1, 2, "line 14, ply 2: .*unknown command"),
    ("modern.sgf", "; P1[6 Done ]TM[4200]\n", "", 1, 2, "line 16, ply 2: .* by P0: expected 'done' by P1"),
    ("old.sgf", "[5 dropb g1 M 13 -wL]", "[5 dropb g1 M 13 -wL", 1, 2, "line 13, ply 2: .*expected PIECE"),
    ("old.sgf", "dropb s1 O 14", "dropb s3 O 14", 1, 3, "line 16, ply 3: .*expected a piece"),
    ("old.sgf", "\n)\n", "\n", 1, 20, "ply 20: the text ends inside a game"),
    ("bot.sgf", "movedone W Q", "movedone Q", 1, 3, "line 12, ply 3: .*expected 'movedone W PIECE"),
    ("bot.sgf", "SU[hive]", "SU[Hive-Ultimate]", 1, None, r"line 3: SU\[Hive-Ultimate\] is another game"),
    ("bot.sgf", "SU[hive]", "", 1, None, "line 1: no variant"),
    ("bga.tsv", "[wQ \\wG1]", "wQ \\wG1", 2, 7, "line 9, ply 7: .*is not a move: expected a move such as"),
    ("bga.tsv", "\t11\ttoken", "\tx\ttoken", 2, 7, "line 9, ply 7: 'x' is not a move number"),
    ("bga.tsv", "tokenPlayed\t[wQ \\", "tokenMoved\t[wQ \\", 2, 7, "line 9, ply 7: 'tokenMoved' is an unk"),
    ("bga.tsv", "[wQ \\wG1]", "[wQ \\wG2]", 2, 7, "line 9, ply 7 'wQ .wG2': .*wG2 is not"),
    ("bga.tsv", "move_number", "move_nunber", 1, None, "line 1: .*is not a header: expected the columns"),
    ("bga_exported.txt", "bG3 -wL", "bG3 -wP", 1, 2, "line 1, ply 2 'bG3 -wP': .*wP is not"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "old", "new", "line", "ply", "reason"), DAMAGED)
def test_damage_is_located(
    tmp_path: Path, name: str, old: str, new: str, line: int, ply: int | None, reason: str
) -> None:
    text = fixture(name)
    assert old in text
    path = tmp_path / "records"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    good, damaged = reports_of(DATA / name), reports_of(path)
    [bad] = [report for report in damaged if not report.ok]
    assert (bad.file, bad.line, bad.ply) == (str(path), line, ply)
    assert bad.error is not None
    assert re.search(reason, bad.error), bad.error
    if "columns" not in reason:
        assert len(damaged) == len(good), "reading goes on after the damage"
    if ply is not None:
        assert bad.plies == ply - 1


def test_moves_behind_the_end_are_an_error(tmp_path: Path) -> None:
    [report] = check_text(tmp_path, FINISHED + ";bS1 bS1-\n")
    assert (report.ply, report.plies, report.state) == (20, 19, "WhiteWins")
    assert "over" in (report.error or "")


def test_one_damaged_tree_does_not_hide_the_next(tmp_path: Path) -> None:
    text = fixture("modern.sgf")
    for damaged in (text.replace("wL/]", "wL/", 1), text.replace("\n)\n", "\n", 1)):
        first, second = check_text(tmp_path, damaged)
        assert not first.ok
        assert (second.ok, second.plies) == (True, 10)
