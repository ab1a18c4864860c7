"""Files of the kinds that people have reported: each is read as its row of `expected.tsv` says."""

from __future__ import annotations

import pytest

from hexapoda.files.game_file import load
from hexapoda.protocols.htp.game_file import read_board
from hexapoda.record import ReadGame, check_paths, scan_games
from hexapoda.record.reading import sniff
from tests.shared_data import SHARED

pytestmark = pytest.mark.shared("reports")
REPORTS = SHARED / "reports"

MOVES = {
    "hex_run_on.txt": "13x13 a5 d7 f3 i13",
    "hexworld_bare.txt": "9x9 swap=pieces e5 swap-pieces c6 pass b3",
    "hexworld_percent.txt": "11x11 swap=pieces a2 swap-pieces b3",
    "lg_backslash_in_name.sgf": "11x11 a4 b2",
    "lg_bracket_in_name.sgf": "11x11 swap=pieces a4 swap-pieces e7",
    "lg_null_https.sgf": "13x13 a3 d10 i5",
    "sgf_ca_shift_jis.sgf": "5x5 a3 c3",
    "sgf_colour_twice.sgf": "5x5 to-move=white a1 b2 c1 pass d1",
    "sgf_compressed_points.sgf": "5x5 black=b2,c2,b3,c3 a1",
    "sgf_text_before.sgf": "5x5 a3 c3",
    "trmph.txt": "13x13 a1 b2 c3",
}
PLAYERS = {
    "lg_backslash_in_name.sgf": ["an\\n", "ben"],
    "lg_bracket_in_name.sgf": ["ann", "ben;]"],
    "lg_null_https.sgf": ["ann", "ben"],
    "sgf_ca_shift_jis.sgf": ["表", "日本"],
}
CLAIMED = dict.fromkeys(
    ["lg_backslash_in_name.sgf", "lg_bracket_in_name.sgf", "lg_null_https.sgf"], "BlackWins"
)


def read(name: str) -> ReadGame:
    [found] = scan_games(REPORTS / name)
    found.checked()
    return found


def test_every_report_about_hex_has_its_row() -> None:
    rows = [line.split("\t")[0] for line in load(REPORTS / "expected.tsv").splitlines()[1:]]
    ours = [name for name in rows if sniff(load(REPORTS / name)).game == "hex"]
    assert sorted(ours) == sorted(MOVES)


@pytest.mark.parametrize("name", MOVES)
def test_the_game_of_a_report(name: str) -> None:
    found = read(name)
    assert found.position.game_string() == MOVES[name]
    assert [player.name for player in found.tree.header.players] == PLAYERS.get(name, ["", ""])
    assert found.report.claimed == CLAIMED.get(name)
    [(game, report)] = check_paths([REPORTS / name])
    assert game is not None and game.name == "hex"
    assert report.verdict == ("repaired" if name == "sgf_colour_twice.sgf" else "good")


def test_a_board_of_htp_has_the_stones_of_the_report() -> None:
    board, _ = read_board(REPORTS / "sgf_colour_twice.sgf")
    stones = {cell for cell, color in board.stones.items() if color == 1}
    assert stones == read("sgf_colour_twice.sgf").position.stones(1) == {(0, 0), (2, 0), (3, 0)}
    board, _ = read_board(
        REPORTS / "sgf_colour_twice.sgf", 3
    )  # the pass that was put in is none of its plies
    assert len(board.stones) == 3
    assert len(read_board(REPORTS / "sgf_colour_twice.sgf", 4)[0].stones) == 4
