"""Files as people have reported them: each has its right value, which the table beside them states."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from hexapoda.hive import Position
from hexapoda.record import ReadGame, scan_games
from tests.records.fixtures import comments_of, moves_of, names_of
from tests.shared_data import SHARED

pytestmark = pytest.mark.shared("reports")

REPORTS = SHARED / "reports"


def expected(name: str) -> str:
    """What the table says of a file."""
    table = (REPORTS / "expected.tsv").read_text(encoding="utf-8")
    return dict(line.split("\t", 1) for line in table.splitlines())[name]


def read(name: str) -> list[ReadGame]:
    return list(scan_games(REPORTS / name))


def kinds(game: ReadGame) -> list[str]:
    return [repair.kind for repair in game.tree.repairs]


def game_string(name: str) -> Position:
    """The GameString in the table, played."""
    found = re.search(r"Base\S*;InProgress;.*", expected(name))
    assert found is not None
    return Position.from_game_string(found[0])


@pytest.mark.parametrize(
    ("name", "claimed", "repairs"),
    [
        ("bs_climb_dot.sgf", "WhiteWins", []),
        ("bs_column_1Z.sgf", None, []),
        ("bs_guest_translated.sgf", None, ["unknown"]),
        ("bs_id_blank.sgf", "WhiteWins", []),
        ("bs_unrecorded_pass.sgf", None, ["inserted"]),
    ],
)
def test_boardspace(name: str, claimed: str | None, repairs: list[str]) -> None:
    [game] = read(name)
    assert game.error is None
    assert moves_of(game) == list(game_string(name).moves)
    assert game.tree.header.variant == game_string(name).variant
    assert game.report.claimed == claimed
    assert kinds(game) == repairs
    assert game.tree.header.finished == (claimed is not None)
    if name == "bs_id_blank.sgf":
        assert names_of(game) == ("Ada", "Ben")


def test_a_game_string_that_is_legal_up_to_a_ply() -> None:
    [game] = read("gs_valid_prefix.txt")
    assert (game.report.verdict, game.report.plies) == ("bad", 4)
    assert len(list(game.tree.main_line())) == 4
    [fault] = game.tree.faults
    assert fault.ply == 5 and "wA1 bQ-" in str(fault)


def games_of_pgn() -> Iterator[tuple[str, ReadGame]]:
    for path in sorted(REPORTS.glob("*.pgn")):
        for game in read(path.name):
            yield path.name, game


def test_pgn() -> None:
    found: dict[str, list[tuple[int, str | None]]] = {}
    for name, game in games_of_pgn():
        assert game.error is None, name
        found.setdefault(name, []).append((game.report.plies, game.report.claimed))
    assert found == {
        "hg_adjudicated.pgn": [(4, None)],
        "hg_date.pgn": [(4, "WhiteWins")],
        "pgn_result_tag_only.pgn": [(2, "BlackWins")],
        "pgn_same_moves_two_days.pgn": [(2, "WhiteWins")] * 2,
        "pgn_semicolon.pgn": [(2, None)],
        "pgn_two_boms.pgn": [(2, "WhiteWins")] * 2,
    }


def test_tags_and_comments_of_pgn() -> None:
    [game] = read("hg_adjudicated.pgn")
    assert ("ResultText", "Adjudicated") in game.tree.header.tags
    assert kinds(game) == ["unknown"]
    [game] = read("hg_date.pgn")
    assert game.tree.header.date == "2024-01-30"
    [game] = read("pgn_semicolon.pgn")
    assert [text for _, text in comments_of(game)] == ["club evening", "opening"]
    one, two = read("pgn_two_boms.pgn")
    assert [game.tree.header.variant for game in (one, two)] == ["Base+MLP"] * 2
    assert [names_of(game)[0] for game in (one, two)] == ["Ada", "Cem"]
    one, two = read("pgn_same_moves_two_days.pgn")
    assert moves_of(one) == moves_of(two)
    assert one.tree.header.date != two.tree.header.date
