"""Every reader on our own fixtures."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.hive import Position
from hexapoda.hive.records import RecordedGame, read_games, read_text, scan_games
from tests.records.fixtures import DATA, FINISHED, UNFINISHED, fixture


def moves_of(game_string: str) -> list[object]:
    return list(Position.from_game_string(game_string).moves)


def read(name: str) -> list[RecordedGame]:
    return list(read_games(DATA / name))


def test_game_strings() -> None:
    first, second, third = read("game_strings.txt")
    assert (first.line, first.format, first.variant) == (2, "gamestring", "Base+MLP")
    assert (first.state, first.claimed) == ("WhiteWins", "WhiteWins")
    assert list(first.moves) == moves_of(FINISHED)
    assert (second.line, second.state, second.claimed) == (4, "InProgress", "BlackWins")
    assert list(second.moves) == moves_of(UNFINISHED)
    assert (third.variant, third.state, third.moves) == ("Base+MLP", "NotStarted", ())


def test_bare_moves_take_the_smallest_type() -> None:
    games = read("openings.txt")
    assert [(g.format, g.variant, len(g.moves)) for g in games] == [
        ("moves", "Base+LP", 8),
        ("moves", "Base", 6),
        ("moves", "Base", 1),
    ]
    assert {g.claimed for g in games} == {None}


def test_tables() -> None:
    first, second = read("table.tsv")
    assert (first.line, first.format, first.white, first.claimed) == (2, "tsv", "Anna", "WhiteWins")
    assert first.tags == {"id": "a"}
    assert (second.state, second.claimed) == ("InProgress", "Draw")


def test_tables_without_the_name_or_without_a_header() -> None:
    table = fixture("table.tsv")
    for text in (table.replace("gamestring", "uhp"), table.split("\n", 1)[1]):
        games = list(read_text("\n\n" + text))
        assert [(game.format, len(game.moves)) for game in games] == [("tsv", 19), ("tsv", 10)]


def test_mzinga_pgn() -> None:
    [game] = read("mzinga.pgn")
    assert list(game.moves) == moves_of(FINISHED)
    assert (game.white, game.black, game.variant, game.claimed) == ("Anna", "Ben", "Base+MLP", "WhiteWins")
    assert game.tags["SgfDate"] == "29 February 2024"
    assert game.comments == ((0, "First words"), (1, "two\nlines"))
    assert game.comment == "First words\ntwo\nlines"
    assert "wM1 /wS2" in game.texts


def test_hivegame_pgn() -> None:
    [game] = read("hivegame.pgn")
    assert list(game.moves) == moves_of(UNFINISHED)
    assert (game.state, game.claimed) == ("InProgress", "Draw")
    assert game.tags["Site"] == "hivegame.com/game/fixture"


@pytest.mark.parametrize(
    ("word", "claimed"),
    [
        ("WhiteWins", "WhiteWins"),
        ("BlackWins", "BlackWins"),
        ("Draw", "Draw"),
        ("InProgress", "InProgress"),
        ("1-0", "WhiteWins"),
        ("0-1", "BlackWins"),
        ("1/2-1/2", "Draw"),
        ("½-½", "Draw"),
        ("*", None),
        ("Unknown", None),
        ("error parsing result", None),
    ],
)
def test_result_words_of_pgn(word: str, claimed: str | None) -> None:
    in_tag = f'[GameType "Base"]\n[Result "{word}"]\n\n1. wS1\n2. bS1 wS1-\n'
    at_end = f'[GameType "Base"]\n\n1. wS1 \n2. bS1 wS1-\n\n{word}\n'
    on_the_line = f'[GameType "Base"]\n\n1. wS1 2. bS1 wS1- {word}'
    for text in (in_tag, at_end, on_the_line):
        if text == in_tag and word in ("WhiteWins", "BlackWins", "Draw"):  # Mzinga writes them twice
            with pytest.raises(InvalidGameError, match=f"line 5, ply 3: the game is cut off: .*'{word}'"):
                list(read_text(text))
            continue
        [game] = read_text(text)
        assert (game.claimed, len(game.moves)) == (claimed, 2)


def test_several_games_in_one_pgn_and_tags_missing() -> None:
    one, two, three = read_text(
        "1. wL\n2. bS1 wL-\n\n*\n"
        + fixture("hivegame.pgn")
        + '\n[Result "1-0"]\n\n1. wS1\n2. bS1 -wS1 {good} 3. wA1 wS1-'
    )
    assert (one.variant, one.tags) == ("Base+L", {})
    assert two.variant == "Base"
    assert (three.variant, three.claimed, three.comments) == ("Base", "WhiteWins", ((2, "good"),))


@pytest.mark.parametrize("name", sorted(path.name for path in DATA.iterdir()))
def test_byte_order_marks_line_ends_and_file_names_do_not_matter(name: str, tmp_path: Path) -> None:
    text = fixture(name)
    plain = list(scan_games(DATA / name))
    line_ends = [text.replace("\n", end) for end in ("\r\n", "\r")]
    for disguise in (*line_ends, "\ufeff" + text, text.rstrip("\n")):
        path = tmp_path / "records.dat"
        path.write_bytes(disguise.encode())
        games = list(scan_games(path))
        assert len(games) == len(plain)
        for game, original in zip(games, plain, strict=True):
            assert isinstance(game, RecordedGame)
            assert isinstance(original, RecordedGame)
            assert (game.moves, game.claimed, game.line) == (original.moves, original.claimed, original.line)


def test_latin_1_is_read() -> None:
    path_text = fixture("hivegame.pgn").replace("Anna", "José")
    [game] = read_text(path_text.encode("latin-1").decode("latin-1"))
    assert game.white == "José"


def test_latin_1_files_are_read(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_bytes(fixture("hivegame.pgn").replace("Anna", "José").encode("latin-1"))
    [game] = read_games(path)
    assert (game.white, game.claimed) == ("José", "Draw")


def test_bga_log_is_renumbered() -> None:
    first, second = read("bga.tsv")
    assert list(first.moves) == moves_of(FINISHED)
    assert (first.format, first.variant, first.claimed, first.rules) == ("bga", "Base+MLP", "WhiteWins", ())
    assert (second.line, second.rules, second.claimed) == (23, ("opening",), "Draw")
    assert second.position().opening == "free"
    assert second.tags == {"BgaGame": "18"}


def test_blank_lines_before_a_log_count() -> None:
    assert [game.line for game in read_text("\n\n" + fixture("bga.tsv"))] == [4, 25]


def test_bga_game_strings_are_renumbered() -> None:
    for game in read("bga_exported.txt"):
        assert game.texts[1].startswith(("bG2", "bG3"))
        assert list(game.moves) == moves_of(FINISHED)
        assert game.game_string() == Position.from_game_string(FINISHED).game_string()


def test_reading_goes_on_after_a_bad_game(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text(f"{UNFINISHED}\n{UNFINISHED};wA9\n{FINISHED}\n")
    first, bad, last = scan_games(path)
    assert isinstance(first, RecordedGame)
    assert isinstance(last, RecordedGame)
    assert isinstance(bad, InvalidGameError)
    assert (bad.source, bad.line, bad.ply) == (str(path), 2, 11)
    with pytest.raises(InvalidGameError, match="line 2, ply 11 'wA9'"):
        list(read_games(path))


def test_files_without_games() -> None:
    with pytest.raises(InvalidGameError, match="holds no games: it is an SGF file of another game"):
        list(read_text("(;GM[11]FF[4]SZ[11];B[a4])"))
    with pytest.raises(UsageError, match="cannot read"):
        list(read_games(DATA / "missing.pgn"))
    with pytest.raises(UsageError, match="cannot read"):
        list(scan_games(DATA))


def test_a_recorded_game_knows_its_position() -> None:
    [game] = read("hivegame.pgn")
    position = game.position()
    assert position.moves == list(game.moves)
    assert game.game_string() == position.game_string()
