"""Writing GameStrings and PGN, and converting everything into them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hexapoda.errors import FileInTheWayError, InvalidGameError, UsageError
from hexapoda.hive import VARIANTS
from hexapoda.record import Ending, GameTree, format_game, read_games, read_text, scan_games, write_games
from hexapoda.record.writing import convert as convert_files
from tests.cli.command_line import complaint, objects, run
from tests.records.fixtures import (
    DATA,
    FINISHED,
    UNFINISHED,
    comments_of,
    fixture,
    games_with_passes,
    moves_of,
    read_games_of,
)
from tests.records.random_games import walk

RECORDS = sorted(
    {path.name for path in DATA.iterdir() if path.suffix != ".md"} - {"hex.sgf", "chess.pgn"},
)


def convert(source: Path, target: Path, format: str | None = None, *, force: bool = False) -> int:
    """Convert games of Hive; return their number."""
    name, number = convert_files(source, target, format=format, force=force)
    assert name == "hive"
    return number


def told(tree: GameTree) -> tuple[object, ...]:
    """What PGN must keep of a game: everything but the folder of its file."""
    tree.header = replace(tree.header, source=Path(tree.header.source).name)
    return (tree.header, tree)


@pytest.mark.parametrize("name", RECORDS)
def test_every_record_goes_to_pgn_and_back(name: str, tmp_path: Path) -> None:
    originals = list(read_games(DATA / name))
    once, twice = tmp_path / "once.pgn", tmp_path / "twice.pgn"
    assert convert(DATA / name, once) == len(originals)
    assert [told(tree) for tree in read_games(once)] == [told(tree) for tree in originals]
    assert convert(once, twice) == len(originals)
    assert twice.read_bytes() == once.read_bytes()


@pytest.mark.parametrize("name", RECORDS)
def test_game_strings_to_pgn_and_back_are_the_same_bytes(name: str, tmp_path: Path) -> None:
    first, pgn, second = tmp_path / "first.txt", tmp_path / "games.pgn", tmp_path / "second.txt"
    convert(DATA / name, first)
    convert(first, pgn)
    convert(pgn, second)
    assert second.read_bytes() == first.read_bytes()
    lines = first.read_text().splitlines()
    assert lines == [found.position.game_string() for found in scan_games(DATA / name)]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_position_of_random_games_round_trips(variant: str, tmp_path: Path) -> None:
    strings, pgn, again = tmp_path / "games.txt", tmp_path / "games.pgn", tmp_path / "again.txt"
    played = [position.copy() for seed in range(2) for position in walk(seed, variant, 65)]
    strings.write_text("".join(position.game_string() + "\n" for position in played))
    assert convert(strings, pgn) == convert(pgn, again) == len(played)
    assert again.read_bytes() == strings.read_bytes()
    for game, position in zip(scan_games(pgn), played, strict=True):
        assert (moves_of(game), game.report.variant) == (position.moves, variant)
        assert game.report.state == position.state


def test_games_with_passes_round_trip(tmp_path: Path) -> None:
    convert(DATA / "passes.txt", tmp_path / "games.pgn")
    games = list(scan_games(tmp_path / "games.pgn"))
    assert [moves_of(game) for game in games] == [position.moves for position in games_with_passes()]


def test_the_form_is_mzingas() -> None:
    [game] = read_text(";".join(["Base+MLP;WhiteWins;Black[2]", *FINISHED.split(";")[3:6]]))
    assert format_game(game, "pgn", plain=True) == (
        '[GameType "Base+MLP"]\n[Result "WhiteWins"]\n\n1. wL\n2. bG1 -wL\n3. wS1 wL/\n\nWhiteWins\n'
    )


def test_an_empty_game_and_an_unknown_result_are_kept() -> None:
    [empty] = read_text("Base+M")
    [again] = read_text(format_game(empty, "pgn"))
    assert (again.header.variant, again.root.variations, again.header.result) == ("Base+M", [], "*")
    [unknown] = read_text('[GameType "Base"]\n[Result "Unknown"]\n\n1. wS1\n')
    assert not unknown.header.finished
    [again] = read_text(format_game(unknown, "pgn"))
    assert not again.header.finished


def test_a_word_that_says_more_than_unknown_is_kept() -> None:
    text = (
        '[GameType "Base"]\n[Date "30-Jan-2024_16:10:56"]\n[Result "Adjudicated"]\n\n1. wS1 \nAdjudicated\n'
    )
    [game] = read_games_of(text)
    assert game.report.verdict == "repaired"
    header = game.tree.header
    assert (header.finished, header.ending, header.date) == (False, Ending.ADJUDICATED, "2024-01-30")
    assert header.tags == (("ResultText", "Adjudicated"), ("DateText", "30-Jan-2024_16:10:56"))
    [again] = read_text(format_game(game.tree, "pgn"))
    assert again == game.tree


def test_awkward_tags_and_comments_are_kept() -> None:
    text = (
        '[GameType "Base"]\n[Event "a \\"quoted\\" name\\\\"]\n[White "[x] \\\\ y"]\n[Result "Draw"]\n\n'
        "{before\n\nall}\n1. wS1\n{after} {and again}\n2. bS1 -wS1\n\nDraw\n"
    )
    [game] = read_games_of(text)
    header = game.tree.header
    assert header.event == 'a "quoted" name\\'
    assert header.players[0].name == "[x] \\ y"
    assert comments_of(game) == [(0, "before\n\nall"), (1, "after"), (1, "and again")]
    [again] = read_text(format_game(game.tree, "pgn"))
    assert again == game.tree


def test_an_early_queen_and_a_repetition_can_be_written(tmp_path: Path) -> None:
    dance = ["wQ \\wG1", "bQ bG1/", "wQ -wG1", "bQ bG1-"] * 3
    (tmp_path / "in.txt").write_text(
        "Base;Draw;White[2];wQ;bQ wQ-\n"
        + ";".join(["Base;Draw;White[9]", "wG1", "bG1 wG1-", "wQ -wG1", "bQ bG1-", *dance])
    )
    assert convert(tmp_path / "in.txt", tmp_path / "out.pgn") == 2
    queen, repeated = (game.report for game in scan_games(tmp_path / "out.pgn"))
    assert (queen.rules, queen.claimed, queen.state) == (("opening=free",), "Draw", "InProgress")
    assert (repeated.rules, repeated.plies) == (("repetition=off",), 16)


def test_a_folder_becomes_one_file(tmp_path: Path) -> None:
    for name in ("modern.sgf", "bga.tsv", "notes.md", "mzinga.pgn"):
        (tmp_path / "in").mkdir(exist_ok=True)
        (tmp_path / "in" / name).write_text(fixture(name))
    assert convert(tmp_path / "in", tmp_path / "all.dat", format="gamestring") == 5
    assert len((tmp_path / "all.dat").read_text().splitlines()) == 5


def test_the_command_leaves_out_bad_games_and_files_and_reports_them(tmp_path: Path) -> None:
    folder, target = tmp_path / "in", tmp_path / "all.txt"
    folder.mkdir()
    (folder / "a.txt").write_text(f"{UNFINISHED};wA9\n{UNFINISHED}\n")
    (folder / "b.pgn").write_text("")
    (folder / "c.md").write_text("no games")
    (folder / "d.txt").write_text(UNFINISHED)
    result = run("games", "convert", str(folder), str(target), code=1)
    first, second = result.stderr.splitlines()
    assert "a.txt:1: ply 11" in first and "b.pgn contains no games: it is empty" in second
    assert first.endswith("; left out") and second.endswith("; left out")
    assert result.stdout == f"2 games written to {target}, 2 left out\n"
    assert target.read_text() == f"{UNFINISHED}\n" * 2
    row = {"game": "hive", "games": 2, "left_out": 2, "file": str(target)}
    assert objects("games", "convert", str(folder), str(target), "--force", code=1) == [row]
    (folder / "a.txt").write_text(f"{UNFINISHED};wA9\n")
    before = target.read_bytes()
    text = complaint("games", "convert", str(folder / "a.txt"), str(target), "--force", code=1)
    assert text.endswith(f"hexapoda: no game to write: nothing was written to {str(target)!r}\n")
    assert target.read_bytes() == before


def test_games_that_are_converted_in_place_are_not_lost(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    games.write_text(f"{UNFINISHED};wA9\n{UNFINISHED}\n")
    before = games.read_bytes()
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked" / "games.txt").symlink_to(games)
    for source in (games, tmp_path, tmp_path / "linked"):
        complaint("games", "convert", "--force", str(source), str(games))
        assert games.read_bytes() == before


def test_a_bad_game_does_not_say_which_game_a_folder_has(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text(f"{UNFINISHED};wA9\n")
    (tmp_path / "in" / "b.sgf").write_text("(;FF[4]GM[11]SZ[5];B[a1])")
    target = tmp_path / "all.sgf"
    assert "1 game written" in run("games", "convert", str(tmp_path / "in"), str(target), code=1).stdout


@pytest.mark.parametrize(
    ("target", "format", "message"),
    [
        ("out.doc", None, "expected one of the extensions .pgn"),
        ("out.pgn", "sgf", "expected one of pgn, gamestring, json"),
        ("missing/out.pgn", None, "cannot write"),
    ],
)
def test_wrong_targets(target: str, format: str | None, message: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=message):
        convert(DATA / "mzinga.pgn", tmp_path / target, format=format)


def test_wrong_sources(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such file or folder"):
        convert(tmp_path / "missing", tmp_path / "out.pgn")
    with pytest.raises(InvalidGameError, match="contains no games"):
        convert(DATA / "notes.md", tmp_path / "out.pgn")
    assert list(tmp_path.iterdir()) == []


def test_an_error_leaves_the_target_as_it_was(tmp_path: Path) -> None:
    target = tmp_path / "out.pgn"
    target.write_text("precious")
    source = tmp_path / "in.txt"
    source.write_text(f"{UNFINISHED}\n{UNFINISHED};wA9\n")
    with pytest.raises(InvalidGameError, match="line 2, ply 11") as caught:
        convert(source, target, force=True)
    assert (caught.value.source, caught.value.line, caught.value.ply) == (str(source), 2, 11)
    assert target.read_text() == "precious"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.txt", "out.pgn"]
    good = [game.tree for game in scan_games(source) if game.error is None]
    with pytest.raises(FileInTheWayError, match=r"out\.pgn' already exists"):
        write_games(good, target)
    assert write_games([], target, force=True) == 0
    assert target.read_text() == "precious"
    assert write_games(good, target, force=True) == 1
    assert target.read_text().startswith("[GameType")
