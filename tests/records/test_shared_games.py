"""Real games, where the folder of records is beside the repository: every file, with the states known."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest

from hexapoda.hive import Position
from hexapoda.record import GameReport, GameTree, check_paths, read_games, scan_games
from hexapoda.record.writing import convert
from tests.shared_data import SHARED

pytestmark = pytest.mark.shared("hive_games", "hive_puzzles", "hex")

GAMES = SHARED / "hive_games"
RESULTS = {"WhiteWins": "1-0", "BlackWins": "0-1", "Draw": "1/2-1/2", "InProgress": "*"}


@pytest.fixture(scope="module")
def reports() -> dict[str, list[GameReport]]:
    """What `check_paths` says of every file, by its path in the folder."""
    found: dict[str, list[GameReport]] = {}
    for _, report in check_paths([GAMES]):
        found.setdefault(str(Path(report.file).relative_to(GAMES)), []).append(report)
    return found


def table(name: str) -> list[dict[str, str]]:
    with (GAMES / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def claimed(row: dict[str, str]) -> str | None:
    """The result that the file claims; None for a game in progress."""
    return None if row["claimed_result"] == "InProgress" else row["claimed_result"]


def cells(position: Position) -> list[object]:
    return [(move.piece, move.to) for move in position.moves]


def test_every_file_is_replayed_or_skipped_for_a_reason(reports: dict[str, list[GameReport]]) -> None:
    bad = [r for found in reports.values() for r in found if r.verdict not in ("good", "skipped")]
    assert bad == []
    skipped = {name for name, found in reports.items() if any(r.skipped for r in found)}
    assert skipped == {"README.md", "opening_stats.tsv"}
    assert {report.format for report in reports["opening_lines_intsect.txt"]} == {"moves"}
    games = sum(len(found) for name, found in reports.items() if name not in skipped)
    print(f"{games} games in {len(reports)} files")


def test_states_of_the_tables(reports: dict[str, list[GameReport]]) -> None:
    for name in ("games.tsv", "sgf_expected.tsv"):
        rows = table(name)
        assert len(rows) == len(reports[name])
        for row, report in zip(rows, reports[name], strict=True):
            assert report.state == row["board_state"]
            assert report.claimed == claimed(row)
            assert report.variant == row["gametype"]
            assert report.plies == int(row["plies"])


def test_sgf_and_pgn_are_the_games_expected(reports: dict[str, list[GameReport]]) -> None:
    for row in table("sgf_expected.tsv"):
        expected = Position.from_game_string(row["gamestring"])
        for name in (f"sgf/{row['file']}.sgf", f"pgn/{row['file']}.pgn"):
            [game] = scan_games(GAMES / name)
            header = game.tree.header
            assert (game.report.state, header.finished) == (row["board_state"], claimed(row) is not None)
            assert header.result == RESULTS[row["claimed_result"]]
            assert game.position.moves == expected.moves
            assert header.variant == row["gametype"]


def test_the_third_occurrence(reports: dict[str, list[GameReport]]) -> None:
    repeated = {
        (name, report.repetition_ply)
        for name, found in reports.items()
        for report in found
        if report.rules and name.startswith(("sgf/", "pgn/"))
    }
    long = "U!HV-kearf29-Dumbot-2013-04-20-0054"
    assert repeated == {(f"sgf/{long}.sgf", 88), (f"pgn/{long}.pgn", 88)}


def lines(path: Path) -> list[list[str]]:
    """The main lines of a file."""
    return [[node.text for node in tree.main_line()] for tree in read_games(path)]


def test_exported_numbers_are_renumbered() -> None:
    canonical = lines(GAMES / "games.tsv")
    assert lines(GAMES / "gamestrings_bga_as_exported.txt") == canonical
    logs = list(read_games(GAMES / "bga_actions_sample.tsv"))
    assert all(log.header.finished for log in logs)
    assert sum([node.text for node in log.main_line()] in canonical for log in logs) >= 3


def test_puzzles_are_read() -> None:
    for _, report in check_paths([SHARED / "hive_puzzles"]):
        assert (report.ok, report.skipped, report.format) == (True, None, "tsv")


def test_everything_converts_and_comes_back(tmp_path: Path) -> None:
    name, count = convert(GAMES, tmp_path / "all.pgn")
    assert (name, convert(tmp_path / "all.pgn", tmp_path / "all.txt")) == ("hive", (name, count))
    originals: list[GameTree] = []
    for _, report in check_paths([GAMES]):
        if not report.skipped and (not originals or originals[-1].header.source != report.file):
            originals += read_games(report.file)
    assert len(originals) == count
    for tree in originals:  # a PGN names the file of a game without its folder
        tree.header = replace(tree.header, source=tree.header.source_name)
    assert list(read_games(tmp_path / "all.pgn")) == originals
    assert lines(tmp_path / "all.txt") == [[node.text for node in tree.main_line()] for tree in originals]


def test_games_of_hex_are_not_games_of_hive() -> None:
    games = {None if game is None else game.name for game, _ in check_paths([SHARED / "hex"])}
    assert games <= {None, "hex"}
