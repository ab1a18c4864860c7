"""Real games, where the folder of records is beside the repository: every file, with the states known."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from hexapoda.hive import Position
from hexapoda.hive.records import GameReport, RecordedGame, check_paths, convert, read_games
from tests.shared_data import SHARED

pytestmark = pytest.mark.shared("hive_games", "hive_puzzles", "hex")

GAMES = SHARED / "hive_games"


@pytest.fixture(scope="module")
def reports() -> dict[str, list[GameReport]]:
    """What `check_paths` says of every file, by its path in the folder."""
    found: dict[str, list[GameReport]] = {}
    for report in check_paths([GAMES]):
        found.setdefault(str(Path(report.file).relative_to(GAMES)), []).append(report)
    return found


def table(name: str) -> list[dict[str, str]]:
    with (GAMES / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def cells(position: Position) -> list[object]:
    return [(move.piece, move.to) for move in position.moves]


def test_every_file_is_replayed_or_skipped_for_a_reason(reports: dict[str, list[GameReport]]) -> None:
    errors = [(r.file, r.error) for found in reports.values() for r in found if not r.ok]
    assert errors == []
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
            assert report.claimed == row["claimed_result"]
            assert report.variant == row["gametype"]
            assert report.plies == int(row["plies"])


def test_sgf_and_pgn_are_the_games_expected(reports: dict[str, list[GameReport]]) -> None:
    for row in table("sgf_expected.tsv"):
        expected = Position.from_game_string(row["gamestring"])
        for name in (f"sgf/{row['file']}.sgf", f"pgn/{row['file']}.pgn"):
            [report] = reports[name]
            assert (report.state, report.claimed) == (row["board_state"], row["claimed_result"])
            [game] = read_games(GAMES / name)
            assert list(game.moves) == expected.moves
            assert game.variant == row["gametype"]


def test_the_third_occurrence(reports: dict[str, list[GameReport]]) -> None:
    repeated = {
        (name, report.repetition_ply)
        for name, found in reports.items()
        for report in found
        if report.rules and name.startswith(("sgf/", "pgn/"))
    }
    long = "U!HV-kearf29-Dumbot-2013-04-20-0054"
    assert repeated == {(f"sgf/{long}.sgf", 88), (f"pgn/{long}.pgn", 88)}


def test_exported_numbers_are_renumbered() -> None:
    canonical = list(read_games(GAMES / "games.tsv"))
    exported = list(read_games(GAMES / "gamestrings_bga_as_exported.txt"))
    assert [game.moves for game in exported] == [game.moves for game in canonical]
    logs = list(read_games(GAMES / "bga_actions_sample.tsv"))
    known = {game.moves: game for game in canonical}
    found = [(log, known[log.moves]) for log in logs if log.moves in known]
    assert len(found) >= 3
    assert all(log.state == game.state for log, game in found)


def test_puzzles_are_read() -> None:
    for report in check_paths([SHARED / "hive_puzzles"]):
        assert (report.ok, report.skipped, report.format) == (True, None, "tsv")


def test_everything_converts_and_comes_back(tmp_path: Path) -> None:
    count = convert(GAMES, tmp_path / "all.pgn")
    convert(tmp_path / "all.pgn", tmp_path / "all.txt")
    originals: list[RecordedGame] = []
    for report in check_paths([GAMES]):
        if not report.skipped and (not originals or originals[-1].source != report.file):
            originals += read_games(report.file)
    again = list(read_games(tmp_path / "all.pgn"))
    strings = list(read_games(tmp_path / "all.txt"))
    assert count == len(originals) == len(again) == len(strings)
    for original, pgn, string in zip(originals, again, strings, strict=True):
        assert original.moves == pgn.moves == string.moves
        assert original.variant == pgn.variant == string.variant
        assert (original.white, original.black, original.rules) == (pgn.white, pgn.black, pgn.rules)
        assert pgn.claimed == (original.claimed or original.state)


def test_games_of_hex_are_skipped() -> None:
    assert all(report.skipped for report in check_paths([SHARED / "hex"]))
