"""Records of Hex: every format read and written, the meaning of a swap, faults with their place."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexapoda.errors import HexapodaError, InvalidGameError, UsageError
from hexapoda.hex import Position
from hexapoda.hex.records import (
    FORMATS,
    WRITABLE,
    RecordedGame,
    check_paths,
    convert,
    format_game,
    read_games,
    read_text,
    scan_games,
    sgf_text,
    write_games,
)
from hexapoda.hex.records.hexworld import format_link
from hexapoda.hex.records.reading import drafts
from hexapoda.hex.records.sniff import sniff
from tests.shared_data import SHARED

OLYMPIAD = "(;AP[HexGui:1.0.]FF[4]GM[11]SZ[5];B[a4];W[swap-pieces];W[c3];B[b4];W[d2];B[resign])"
HEXWIKI = (
    "(;FF[4]GM[11]SZ[5]PB[Ada]PW[Bob]RE[B+R];B[a4];W[swap-pieces];B[c3];W[b4]BM[1]C[weak];B[d2];W[resign])"
)
LITTLE_GOLEM = (
    "(;FF[4]EV[hex.ch.23.1.1]PB[Ann]PW[Ben]SZ[13]RE[B]GC[ game #1]SO[http://www.littlegolem.com]"
    ";W[mf];B[swap];W[kj];B[ie];W[fh];B[resign])"
)
BRANCHED = """(;FF[4]GM[11]SZ[4:3]PB[A \\] B]C[start]
;B[b2]C[one\\
two]TE[1](;W[c1];B[a3])(;W[c2]C[or so](;B[a1])(;B[d1]DO[])))"""


def read(text: str) -> RecordedGame:
    [game] = read_text(text)
    return game


def moves(game: RecordedGame) -> str:
    return " ".join(map(str, game.moves))


def test_a_swap_that_the_same_color_follows_left_the_stone() -> None:
    game = read(OLYMPIAD)
    assert (game.format, game.variant, game.swap, game.start) == ("sgf", "5x5", "sides", None)
    assert moves(game) == "a4 swap-sides c3 b4 d2"
    assert game.texts == ("B[a4]", "W[swap-pieces]", "W[c3]", "B[b4]", "W[d2]")
    position = game.position()
    assert position.stones(0) == {(0, 3), (1, 3)} and position.stones(1) == {(2, 2), (3, 1)}
    # The stones of the color that resigned are those of the player who swapped.
    assert (game.state, game.claimed, game.ending) == ("InProgress", "BlackWins", "resign")


def test_any_other_swap_of_pieces_mirrors_the_stone() -> None:
    game = read(HEXWIKI)
    assert (game.swap, moves(game)) == ("pieces", "a4 swap-pieces c3 b4 d2")
    assert game.position().stones(1) == {(3, 0), (1, 3)}
    assert (game.black, game.white, game.claimed, game.ending) == ("Ada", "Bob", "BlackWins", "resign")
    assert game.comments == ((4, "weak"),)
    assert read("(;GM[11]SZ[5];B[a4];W[swap-pieces])").swap == "pieces"
    sides = read("(;GM[11]SZ[5];B[a4];W[swap-sides];W[c3])")
    assert (sides.swap, moves(sides)) == ("sides", "a4 swap-sides c3")
    oblong = read("(;GM[11]SZ[5:4];B[a4];W[swap-pieces];W[c3])")
    assert (oblong.swap, moves(oblong)) == ("sides", "a4 swap-sides c3")
    assert read("(;GM[11]SZ[5];B[a4];W[SWAP];W[c3])").swap == "sides"


def test_a_swap_in_a_variation_alone_tells_the_rule() -> None:
    game = read("(;GM[11]SZ[5];B[a4](;W[c3];B[b2])(;W[swap-pieces];B[b2]))")
    assert (game.swap, moves(game)) == ("pieces", "a4 c3 b2")
    assert [ply.text for ply in game.root.variations[0].variations] == ["c3", "swap-pieces"]
    assert read("(;GM[11]SZ[5];B[a4](;W[c3])(;W[swap];W[b2]))").swap == "sides"
    # What the record names goes before it, and the main line before all.
    assert read("(;GM[11]SZ[5]RU[swap=sides];B[a4](;W[c3])(;W[swap-pieces]))").swap == "sides"
    assert read("(;GM[11]SZ[5];B[a4](;W[swap];W[c3])(;W[swap-pieces]))").swap == "sides"


def test_the_end_of_the_main_line_is_found_without_a_walk() -> None:
    text = "(;GM[11]SZ[5]" + ";B[pass];W[pass]" * 200 + "(;B[a1])(;B[b2]))"
    steps = 0

    def count(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal steps
        steps += event == "line"
        return count if frame.f_code.co_name == "ends_main_line" else None

    before = sys.gettrace()
    sys.settrace(count)
    try:
        game = read(text)
    finally:
        sys.settrace(before)
    assert 0 < steps < 2_000
    last = [ply for ply in (game.root, *game.root.main_line()) if ply.ends_main_line]
    assert [ply.text for ply in last] == ["a1"]
    parent = last[0].parent
    assert parent is not None and not parent.variations[1].ends_main_line


def test_the_result_names_a_player_whatever_stones_are_swapped() -> None:
    # White's stones, which Black has since the swap, join their edges.
    text = "(;GM[11]SZ[3]RE[B+];B[a1];W[swap-pieces];W[a2];B[c3];W[b2];B[c2];W[c1])"
    game = read(text)
    assert (game.state, game.claimed) == ("BlackWins", "BlackWins")
    for text, state in (
        ("sides a1 swap-sides c3 a2 b2 a3", "WhiteWins"),
        ("pieces a2 swap-pieces c1 a1 c2 a2 c3", "BlackWins"),
    ):
        swapped = read(f"3x3 swap={text}")
        assert swapped.state == swapped.position().state == state
    assert game.position().winning_color == 1
    assert "RE[B+]" in format_game(game, "sgf")


def test_little_golem() -> None:
    game = read(LITTLE_GOLEM)
    assert (game.variant, game.swap, moves(game)) == ("13x13", "pieces", "m6 swap-pieces k10 i5 f8")
    assert (game.black, game.white, game.claimed) == ("Ann", "Ben", "BlackWins")
    assert game.tags["EV"] == "hex.ch.23.1.1"
    other = LITTLE_GOLEM.translate(str.maketrans("BW", "WB")).replace("PW", "P_").replace("PB", "PW")
    other = other.replace("P_", "PB").replace("RE[W]", "RE[B]")
    assert moves(read(other)) == moves(game) and read(other).claimed == "BlackWins"


def test_set_ups() -> None:
    game = read("(;GM[11]SZ[5]AB[a1][b2]AW[c3][d4]AE[d4]PL[W];W[e5];B[e4];W[])")
    assert game.start == "5x5 black=a1,b2 white=c3 to-move=white".replace(" to-move=white", "")
    assert moves(game) == "e5 e4 pass"
    first = read("(;GM[11]SZ[5]PL[W];W[e5])")
    assert first.start == "5x5 to-move=white" and moves(first) == "e5"
    again = read(format_game(game, "sgf"))
    assert (again.start, again.moves) == (game.start, game.moves)
    assert read(format_game(game, "gamestring")).position() == game.position()
    with pytest.raises(InvalidGameError, match="cannot be written as a link"):
        format_game(game, "hexworld")


def test_variations_comments_and_glyphs_come_back() -> None:
    game = read(BRANCHED)
    assert (game.variant, game.black, moves(game)) == ("4x3", "A ] B", "b2 c1 a3")
    assert game.comments == ((0, "start"), (1, "onetwo"))
    first = game.root.variations[0]
    assert first.nags == {1} and [ply.text for ply in first.variations] == ["c1", "c2"]
    [_, other] = first.variations
    assert [(ply.text, ply.nags) for ply in other.variations] == [("a1", set()), ("d1", {6})]
    text = format_game(game, "sgf")
    assert format_game(read(text), "sgf") == text
    assert text.splitlines()[1] == ";B[b2]TE[1]C[onetwo](;W[c1];B[a3])(;W[c2]C[or so](;B[a1])(;B[d1]DO[])))"
    assert format_game(game, "sgf", plain=True).splitlines()[1] == ";B[b2];W[c1];B[a3])"
    with pytest.raises(InvalidGameError, match=r"line 3, ply 3 'B\[b2\]': b2 is occupied"):
        read(BRANCHED.replace("B[d1]", "B[b2]"))


LINKS = {
    "https://hexworld.org/board/#15c1,e6:sf7i8g10": ("15x15", "pieces", "e6 swap-pieces f7 i8 g10", None),
    "hexworld.org/board/#11r9c1,a3j4,d10": ("11x11", "off", "a3 j4 d10", None),
    "#7x5nc1,a2:Sb3:p:rb": ("7x5", "sides", "a2 swap-sides b3 pass", "BlackWins"),
    "#5,A1B2:fw": ("5x5", "off", "a1 b2", "BlackWins"),
    "#5": ("5x5", "off", "", None),
}


@pytest.mark.parametrize("link", LINKS)
def test_links_of_hexworld(link: str) -> None:
    game = read(link)
    assert (game.format, (game.variant, game.swap, moves(game), game.claimed)) == ("hexworld", LINKS[link])
    again = read(format_game(game, "hexworld"))
    assert (again.moves, again.variant, again.claimed) == (game.moves, game.variant, game.claimed)


def test_links_are_written_as_the_site_writes_them() -> None:
    assert format_link("15x15", ["e6", "swap-pieces", "f7"]) == "https://hexworld.org/board/#15c1,e6:sf7"
    assert format_link("13x9", [], rotation=9).endswith("#13x9r9c1,")
    assert format_link("5x5", ["a1"], gave_up=1, forfeit=True).endswith("#5c1,a1:fw")
    with pytest.raises(UsageError, match="expected 1 to 12, as on a clock face"):
        format_link("5x5", [], rotation=0)
    sides = read(OLYMPIAD)
    assert format_game(sides, "hexworld") == "https://hexworld.org/board/#5c1,a4:Sc3b4d2:rb\n"


def test_lines_of_text(tmp_path: Path) -> None:
    path = tmp_path / "games"
    text = "# three games\n7x7 swap=pieces a4 swap-pieces d4\n\nl8 d10 i4 l5 resign\n1. a1 2. b2, 3. swap\n"
    path.write_text(text, encoding="utf-8")
    first, second, third = scan_games(path)
    assert isinstance(first, RecordedGame) and isinstance(second, RecordedGame)
    assert (first.format, first.line, first.variant, first.swap) == ("gamestring", 2, "7x7", "pieces")
    assert (second.format, second.line, second.variant, moves(second)) == (
        "moves",
        4,
        "13x13",
        "l8 d10 i4 l5",
    )
    assert (second.claimed, second.ending) == ("WhiteWins", "resign")
    assert isinstance(third, InvalidGameError) and "only the second move" in str(third)
    assert read("a10 swap f6").variant == "11x11"


FAULTS = {
    "(;GM[11]SZ[27];B[a1])": "line 1: SZ[27] is not a board: expected SZ[n] or SZ[columns:rows], 1 to 26",
    "(;GM[11]SZ[5]\n;B[a1]\n;W[a1])": "line 3, ply 2 'W[a1]': a1 is occupied",
    "(;GM[11]SZ[5];B[a1];W[f1])": "line 1, ply 2 'W[f1]'",
    "(;GM[11]SZ[5];B[a1];B[b1])": "line 1, ply 2 'B[b1]': expected a move of White",
    "(;GM[11]SZ[5];B[a1];W[q])": "line 1, ply 2: W[q] is not a move: expected a cell such as e4",
    "(;GM[11]SZ[5];B[a1];AW[b1])": "line 1, ply 2: stones are set up after a move",
    "(;GM[11]SZ[5]AB[a1]AW[zz];W[b1])": "line 1: AW[zz] is not a cell",
    "(;GM[11]SZ[5]AB[z1];W[b1])": "off the board",
    "(;GM[11]SZ[5]PL[green];W[b1])": "PL[green] is not a color",
    "(;GM[11]SZ[5];B[a1];W[b2]": "the text ends inside a game",
    "(;GM[11]SZ[5];B[a1] what)": "'what)' is not SGF",
    "(;GM[11]SZ[5];B[a1]GM what)": "is not SGF: expected 'NAME[value]' or ')'",
    "(;GM[11]SZ[5];B[swap-pieces])": "line 1, ply 1 'B[swap-pieces]'",
    "(;GM[11]SZ[2];B[a1];W[b1];B[a2];W[b2])": "ply 4",
    "#5c1,a1x": "line 1, ply 2: 'x' is not a move",
    "#5c1,a1:rwb2": "line 1, ply 2: 'b2' follows a resignation",
    "#27c1,a1": "a board of 27 x 27: expected 1 to 26",
    "a1 b2 a1": "line 1, ply 3 'a1': a1 is occupied",
    "5x5 swap=maybe a1": "bad field 'swap=maybe': expected one of off, pieces, sides",
    "5x5 swap=off a1 swap-pieces": "line 1, ply 2 'swap-pieces'",
    "a1 b2 c3 hello": "line 1, ply 4 'hello': not a move",
}


@pytest.mark.parametrize("text", FAULTS)
def test_faults_are_told_with_their_place(text: str) -> None:
    with pytest.raises(InvalidGameError) as caught:
        read(text)
    assert FAULTS[text] in str(caught.value)
    assert caught.value.line is not None and caught.value.source == "<text>"


def test_after_a_fault_the_next_game_is_read(tmp_path: Path) -> None:
    path = tmp_path / "games.sgf"
    path.write_text(
        f"(;GM[11]SZ[5];B[a1];W[oops])\n{HEXWIKI}\n(;GM[11]SZ[5];B[a1\n{OLYMPIAD}", encoding="utf-8"
    )
    found = [isinstance(game, RecordedGame) for game in scan_games(path)]
    assert found[:2] == [False, True] and len(found) >= 3
    reports = list(check_paths([tmp_path]))
    assert [report.ok for report in reports[:2]] == [False, True]
    bad, good = reports[:2]
    assert (bad.plies, bad.ply, bad.state, bad.line) == (1, 2, "InProgress", 1)
    assert good.as_dict() == {
        "file": str(path),
        "line": 2,
        "format": "sgf",
        "variant": "5x5",
        "plies": 5,
        "state": "InProgress",
        "claimed": "BlackWins",
        "rules": ["swap=pieces"],
        "error": None,
        "skipped": None,
        "ply": None,
        "repetition_ply": None,
    }
    with pytest.raises(InvalidGameError, match="line 1, ply 2"):
        list(read_games(path))


NOT_HEX = {
    "": "it is empty",
    "\0": "it is not a text file: line 1 has a NUL byte",
    "(;FF[4]GM[1]SZ[19];B[aa])": "it is an SGF file of another game (GM[1])",
    "(;FF[4]SZ[19];B[aa];W[ab])": "it is an SGF file of another game",
    "wS1;bS1 wS1-;wQ -wS1": "no games in a known format",
    "A tale of two boards,\nand of a1 among them.": "no games in a known format",
}


@pytest.mark.parametrize("text", NOT_HEX)
def test_what_is_not_hex_is_left_alone(text: str) -> None:
    assert sniff(text)[:2] == (None, NOT_HEX[text])
    with pytest.raises(InvalidGameError, match="holds no games"):
        list(read_text(text))


def test_converting(tmp_path: Path) -> None:
    source = tmp_path / "in"
    (source / "nothing").mkdir(parents=True)
    (source / "a.sgf").write_text(OLYMPIAD + HEXWIKI, encoding="utf-8")
    (source / "b.txt").write_text("5x5 a1 b2\n", encoding="utf-8")
    names = {"sgf": "out.sgf", "hexworld": "out.hexworld", "gamestring": "out.txt"}
    assert set(names) == set(WRITABLE) < set(FORMATS)
    for format, name in names.items():
        assert convert(source, tmp_path / name) == 3
        games = list(read_games(tmp_path / name))
        assert {game.format for game in games} == {format}
        assert [moves(game) for game in games] == [
            "a4 swap-sides c3 b4 d2",
            "a4 swap-pieces c3 b4 d2",
            "a1 b2",
        ]
    kept = (tmp_path / "out.sgf").read_text(encoding="utf-8")
    assert convert(source, tmp_path / "plain.txt", format="sgf", plain=True) == 3
    assert "C[weak]" in kept and "C[weak]" not in (tmp_path / "out.txt").read_text(encoding="utf-8")
    with pytest.raises(UsageError, match=r"unknown format of Hex for 'out\.pgn'"):
        convert(source, tmp_path / "out.pgn")
    with pytest.raises(UsageError, match="expected one of sgf, hexworld, gamestring"):
        convert(source, tmp_path / "out", format="pgn")
    with pytest.raises(UsageError, match="no such file or folder"):
        convert(tmp_path / "nothing", tmp_path / "out.sgf")
    (source / "c.sgf").write_text("(;GM[11];B[a1];W[a1])", encoding="utf-8")
    with pytest.raises(InvalidGameError):
        convert(source, tmp_path / "out.sgf", force=True)
    assert (tmp_path / "out.sgf").read_text(encoding="utf-8") == kept
    with pytest.raises(InvalidGameError, match="holds no games"):
        convert(tmp_path / "in" / "nothing", tmp_path / "x.sgf")


@st.composite
def games(draw: st.DrawFn) -> Position:
    columns, rows = draw(st.integers(1, 26)), draw(st.integers(1, 26))
    swap = draw(st.sampled_from(["off", "sides", *(["pieces"] if columns == rows else [])]))
    position = Position(f"{columns}x{rows}", swap=swap)  # type: ignore[arg-type]
    for pick in draw(st.lists(st.integers(0, 700), max_size=30)):
        if len(position.legal_moves) == 0:
            break
        # one time in four the last legal move: a swap, where there is one
        index = -1 if pick % 4 == 0 else pick % len(position.legal_moves)
        position.push(list(position.legal_moves)[index])
    return position


@settings(max_examples=40, deadline=None)
@given(games(), st.sampled_from(WRITABLE))
def test_what_is_written_is_read_again(position: Position, format: str) -> None:
    [game] = read_text(position.game_string())
    [again] = read_text(format_game(game, format))
    assert (again.moves, again.variant, again.state) == (tuple(position.moves), position.variant, game.state)
    if format != "hexworld":
        assert again.position() == position


@settings(max_examples=100, deadline=None)
@given(
    st.sampled_from([OLYMPIAD, HEXWIKI, LITTLE_GOLEM, BRANCHED, "#5c1,a1b2:rb", "5x5 black=a1 b2"]),
    st.lists(st.tuples(st.integers(0, 300), st.sampled_from("()[];\\,:#=aB1\n\0 é")), max_size=6),
)
def test_damaged_texts_raise_nothing_but_our_errors(text: str, damage: list[tuple[int, str]]) -> None:
    for at, char in damage:
        at %= len(text)
        text = text[:at] + char + text[at + 1 :]
    try:
        found = list(read_text(text))
    except HexapodaError:
        return
    for game in found:
        assert game.position().ply >= len(game.moves)


@pytest.mark.parametrize(
    "text",
    [
        "a1 " * 300_000,
        "z99 " * 250_000,
        "swap " * 200_000,
        "11x11 swap=pieces a1 " + "swap-pieces " * 80_000,
        "11x11 " + "b2 " * 300_000,
        "#11,a1" + ":s" * 400_000,
        "#11," + "a1" * 400_000,
        "#11," + ":p" * 400_000,
    ],
    ids=lambda text: text[:20],
)
def test_a_megabyte_of_junk_is_read_quickly(text: str) -> None:
    """The reader stops at a number of moves that no game has."""
    began = time.process_time()
    with pytest.raises(InvalidGameError):
        read(text)
    assert time.process_time() - began < 1, "it took more than two seconds without the limit"


@pytest.mark.parametrize("start", ["", "11x11 ", "#11,"])
def test_too_many_moves(start: str) -> None:
    word = ":p" if start == "#11," else "a1 "
    with pytest.raises(InvalidGameError, match="ply 2 'a1'" if word == "a1 " else "more than 2000 moves"):
        read(start + word * 2_001)
    [draft] = drafts(start + word * 2_001, "junk")[1]
    assert draft.error is not None and "line 1, ply 2001: more than 2000 moves" in str(draft.error)
    assert next(drafts(start + word * 2_000, "junk")[1]).error is None


def test_deep_nesting_and_too_many_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    deep = "(;GM[11]SZ[5]" + "(;" * 3000 + ")" * 3001
    assert read(deep).moves == ()
    monkeypatch.setattr(sgf_text, "MAX_NODES", 50)
    assert [tree.fault for tree in sgf_text.read_trees("(" + ";" * 50 + ")")] == [None]
    [tree] = sgf_text.read_trees("(" + ";" * 51 + ")")
    assert tree.fault is not None and "more than 50 nodes" in tree.fault[1]


@pytest.mark.shared("hex/sgf")
def test_the_games_of_the_computer_olympiad(tmp_path: Path) -> None:
    reports = list(check_paths([SHARED / "hex" / "sgf"]))
    assert len(reports) == 20 and [report.error for report in reports if not report.ok] == []
    assert sum("swap=sides" in report.rules for report in reports) == 10
    assert {report.state for report in reports} == {"InProgress", "BlackWins", "WhiteWins"}
    # Where a program noted the result and the board has one, they agree.
    both = [r for r in reports if r.claimed and r.state != "InProgress"]
    assert both and all(report.claimed == report.state for report in both)
    for name in ("out.sgf", "out.hexworld", "out.txt"):
        convert(SHARED / "hex" / "sgf", tmp_path / name)
    texts = [
        [moves(game) for game in read_games(tmp_path / n)] for n in ("out.sgf", "out.hexworld", "out.txt")
    ]
    assert texts[0] == texts[1] == texts[2] and len(texts[0]) == 20


def test_writing_a_game_that_was_made_here(tmp_path: Path) -> None:
    game = RecordedGame(
        "", 1, "sgf", "3x3", "off", None, (), (), "NotStarted", None, tags={"EV": "x", "long": "y"}
    )
    assert write_games([game], tmp_path / "a.sgf") == 1
    text = (tmp_path / "a.sgf").read_text(encoding="utf-8")
    assert text == "(;FF[4]GM[11]CA[UTF-8]SZ[3]EV[x])\n"
