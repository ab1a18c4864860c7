"""Every reader on our own fixtures."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.hive import Position
from hexapoda.record import ReadGame, read_games, read_text, scan_games
from tests.records.fixtures import (
    DATA,
    FINISHED,
    UNFINISHED,
    comments_of,
    fixture,
    moves_of,
    names_of,
    read_games_of,
)


def played(game_string: str) -> list[object]:
    return list(Position.from_game_string(game_string).moves)


def read(name: str) -> list[ReadGame]:
    games = list(scan_games(DATA / name))
    assert [game.error for game in games] == [None] * len(games)
    return games


def test_game_strings() -> None:
    first, second, third = (game.report for game in read("game_strings.txt"))
    assert (first.line, first.format, first.variant) == (2, "gamestring", "Base+MLP")
    assert (first.state, first.claimed) == ("WhiteWins", "WhiteWins")
    assert (second.line, second.state, second.claimed) == (4, "InProgress", "BlackWins")
    assert (third.variant, third.state, third.plies) == ("Base+MLP", "NotStarted", 0)
    games = read("game_strings.txt")
    assert [moves_of(game) for game in games] == [played(FINISHED), played(UNFINISHED), []]
    assert [game.tree.header.result for game in games] == ["1-0", "0-1", "*"]


def test_bare_moves_take_the_smallest_type() -> None:
    reports = [game.report for game in read("openings.txt")]
    assert [(r.format, r.variant, r.plies) for r in reports] == [
        ("moves", "Base+LP", 8),
        ("moves", "Base", 6),
        ("moves", "Base", 1),
    ]
    assert {r.claimed for r in reports} == {None}


def test_tables() -> None:
    first, second = read("table.tsv")
    report = first.report
    assert (report.line, report.format, report.claimed) == (2, "tsv", "WhiteWins")
    assert names_of(first)[0] == "Anna"
    assert dict(first.tree.header.tags) == {"id": "a"}
    assert (second.report.state, second.report.claimed) == ("InProgress", "Draw")


def test_names_of_columns_in_any_case() -> None:
    header, rows = fixture("table.tsv").split("\n", 1)
    lower, upper = (read_games_of(f"{line}\n{rows}")[0] for line in (header, header.title()))
    assert names_of(upper) == names_of(lower)
    assert (upper.report.claimed, upper.tree.header.date) == (lower.report.claimed, lower.tree.header.date)


def test_tables_without_the_name_or_without_a_header() -> None:
    table = fixture("table.tsv")
    for text in (table.replace("gamestring", "uhp"), table.split("\n", 1)[1]):
        reports = [game.report for game in read_games_of("\n\n" + text)]
        assert [(report.format, report.plies) for report in reports] == [("tsv", 19), ("tsv", 10)]


def test_mzinga_pgn() -> None:
    [game] = read("mzinga.pgn")
    assert moves_of(game) == played(FINISHED)
    assert names_of(game) == ("Anna", "Ben")
    assert (game.report.variant, game.report.claimed) == ("Base+MLP", "WhiteWins")
    assert dict(game.tree.header.tags)["SgfDate"] == "29 February 2024"
    assert comments_of(game) == [(0, "First words"), (1, "two\nlines")]


def test_numbers_of_single_pieces_are_left_out() -> None:
    assert "wM1 /wS2" in fixture("mzinga.pgn")
    [game] = read("mzinga.pgn")
    assert "wM /wS2" in [node.text for node in game.tree.main_line()]


def test_hivegame_pgn() -> None:
    [game] = read("hivegame.pgn")
    assert moves_of(game) == played(UNFINISHED)
    assert (game.report.state, game.report.claimed) == ("InProgress", "Draw")
    assert dict(game.tree.header.tags)["Site"] == "hivegame.com/game/fixture"


@pytest.mark.parametrize(
    ("word", "claimed"),
    [
        ("WhiteWins", "WhiteWins"),
        ("BlackWins", "BlackWins"),
        ("Draw", "Draw"),
        ("InProgress", None),
        ("1-0", "WhiteWins"),
        ("0-1", "BlackWins"),
        ("1/2-1/2", "Draw"),
        ("½-½", "Draw"),
        ("*", None),
        ("Unknown", None),
        ("error parsing result", None),
        ("Unkown", None),
        ("Adjudicated", None),
    ],
)
def test_result_words_of_pgn(word: str, claimed: str | None) -> None:
    in_tag = f'[GameType "Base"]\n[Result "{word}"]\n\n1. wS1\n2. bS1 wS1-\n'
    at_end = f'[GameType "Base"]\n\n1. wS1 \n2. bS1 wS1-\n\n{word}\n'
    on_the_line = f'[GameType "Base"]\n\n1. wS1 2. bS1 wS1- {word}'
    for text in (in_tag, at_end, on_the_line):
        [game] = read_games_of(text)
        assert (game.report.claimed, game.report.plies) == (claimed, 2)
        assert game.tree.header.finished == (claimed is not None)
        if text == in_tag and word in ("WhiteWins", "BlackWins", "Draw"):  # Mzinga writes them twice
            [repair] = game.tree.repairs
            assert (repair.kind, str(repair.text)) == (
                "unknown",
                "no result after the moves: perhaps the file was cut off",
            )


def test_tag_and_word_that_disagree() -> None:
    [game] = read_games_of('[GameType "Base"]\n[Result "1-0"]\n\n1. wS1\n2. bS1 wS1-\n\nDraw\n')
    assert game.report.claimed == "WhiteWins"
    [repair] = game.tree.repairs
    assert repair.kind == "changed"
    assert str(repair.text) == (
        "the tag says '1-0', but the word after the moves is 'Draw': WhiteWins was kept"
    )
    [game] = read_games_of('[GameType "Base"]\n[Result "InProgress"]\n\n1. wS1\n\nBlackWins\n')
    assert (game.report.claimed, game.report.verdict) == ("BlackWins", "repaired")


def test_several_games_in_one_pgn_and_tags_missing() -> None:
    one, two, three = read_games_of(
        "1. wL\n2. bS1 wL-\n\n*\n"
        + fixture("hivegame.pgn")
        + '\n[Result "1-0"]\n\n1. wS1\n2. bS1 -wS1 {good} 3. wA1 wS1-'
    )
    assert (one.report.variant, one.tree.header.tags) == ("Base+L", ())
    assert two.report.variant == "Base"
    assert (three.report.variant, three.report.claimed) == ("Base", "WhiteWins")
    assert comments_of(three) == [(2, "good")]


@pytest.mark.parametrize("name", sorted({path.name for path in DATA.iterdir()} - {"chess.pgn", "notes.md"}))
def test_byte_order_marks_line_ends_and_file_names_do_not_matter(name: str, tmp_path: Path) -> None:
    text = fixture(name)
    plain = list(scan_games(DATA / name))
    line_ends = [text.replace("\n", end) for end in ("\r\n", "\r")]
    for disguise in (*line_ends, "\ufeff" + text, text.rstrip("\n")):
        path = tmp_path / "records.dat"
        path.write_bytes(disguise.encode())
        games = list(scan_games(path))
        assert [moves_of(game) for game in games] == [moves_of(game) for game in plain]
        for game, original in zip(games, plain, strict=True):
            assert game.report.claimed == original.report.claimed
            assert game.report.line == original.report.line


def test_latin_1_files_are_read(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_bytes(fixture("hivegame.pgn").replace("Anna", "José").encode("latin-1"))
    [game] = scan_games(path)
    assert (names_of(game)[0], game.report.claimed) == ("José", "Draw")


def test_bga_log_is_renumbered() -> None:
    first, second = read("bga.tsv")
    assert moves_of(first) == played(FINISHED)
    assert (first.report.format, first.report.variant, first.report.rules) == ("bga", "Base+MLP", ())
    assert first.tree.header.result == "1-0"
    assert (second.report.line, second.report.rules) == (23, ("opening=free",))
    assert second.report.claimed == "Draw"
    assert dict(second.tree.header.tags) == {"BgaGame": "18"}
    assert second.tree.position(second.tree.root).opening == "free"  # type: ignore[attr-defined]


def test_blank_lines_before_a_log_count() -> None:
    assert [game.report.line for game in read_games_of("\n\n" + fixture("bga.tsv"))] == [4, 25]


def test_bga_game_strings_are_renumbered() -> None:
    assert fixture("bga_exported.txt").split(";")[4].startswith(("bG2", "bG3"))
    for game in read("bga_exported.txt"):
        assert moves_of(game) == played(FINISHED)


def test_reading_goes_on_after_a_bad_game(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text(f"{UNFINISHED}\n{UNFINISHED};wA9\n{FINISHED}\n")
    first, bad, last = scan_games(path)
    assert (first.error, last.error) == (None, None)
    assert bad.error is not None
    assert (bad.error.source, bad.error.line, bad.error.ply) == (str(path), 2, 11)
    assert moves_of(bad) == moves_of(first)  # the longest legal game
    assert bad.tree.faults == [bad.error]
    with pytest.raises(InvalidGameError, match="line 2, ply 11 'wA9'"):
        list(read_games(path))


def test_files_without_games() -> None:
    with pytest.raises(InvalidGameError, match="contains no games: it is an SGF file of another game"):
        list(read_text("(;GM[11]FF[4]SZ[11];B[a4])", game="hive"))
    with pytest.raises(UsageError, match="no such file"):
        list(read_games(DATA / "missing.pgn"))
