"""Records of Hex: every format read and written, the meaning of a swap, faults with their place."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexapoda.errors import FileInTheWayError, HexapodaError, InvalidGameError, UsageError
from hexapoda.hex import Position
from hexapoda.hex.game import HEX
from hexapoda.hex.records import FORMATS
from hexapoda.hex.records.hexworld import format_link
from hexapoda.record import (
    Ending,
    GameRecord,
    GameTree,
    PlayerRecord,
    ReadGame,
    check_paths,
    format_game,
    read_games,
    read_text,
    scan_games,
    scan_text,
    write_games,
)
from hexapoda.record.reading import sniff
from hexapoda.record.writing import convert
from tests.hex.record_texts import BRANCHED, HEXWIKI, LINKS, LITTLE_GOLEM, OLYMPIAD, moves, read
from tests.shared_data import SHARED

WRITABLE = [row.name for row in FORMATS if row.write is not None]


def swap(found: ReadGame) -> str:
    return dict(found.tree.header.rules).get("swap", "off")


def comments(found: ReadGame) -> list[tuple[int, str]]:
    nodes = [found.tree.root, *found.tree.main_line()]
    return [(node.ply, text) for node in nodes for text in node.comments]


def test_a_swap_that_the_same_color_follows_left_the_stone() -> None:
    found = read(OLYMPIAD)
    header, report = found.tree.header, found.report
    assert (report.format, header.variant, swap(found), header.start) == ("sgf", "5x5", "sides", None)
    assert moves(found) == "a4 swap-sides c3 b4 d2"
    assert found.position.stones(0) == {(0, 3), (1, 3)} and found.position.stones(1) == {(2, 2), (3, 1)}
    # The stones of the color that resigned are those of the player who swapped.
    assert (report.state, report.claimed) == ("InProgress", "BlackWins")
    assert (header.winner, header.ending) == (0, Ending.RESIGN)


def test_any_other_swap_of_pieces_mirrors_the_stone() -> None:
    found = read(HEXWIKI)
    header = found.tree.header
    assert (swap(found), moves(found)) == ("pieces", "a4 swap-pieces c3 b4 d2")
    assert found.position.stones(1) == {(3, 0), (1, 3)}
    assert [player.name for player in header.players] == ["Ada", "Bob"]
    assert (found.report.claimed, header.ending) == ("BlackWins", Ending.RESIGN)
    assert comments(found) == [(4, "weak")]
    assert swap(read("(;GM[11]SZ[5];B[a4];W[swap-pieces])")) == "pieces"
    sides = read("(;GM[11]SZ[5];B[a4];W[swap-sides];W[c3])")
    assert (swap(sides), moves(sides)) == ("sides", "a4 swap-sides c3")
    oblong = read("(;GM[11]SZ[5:4]RU[swap=pieces];B[a4];W[swap-pieces];W[c3])")
    assert (swap(oblong), moves(oblong)) == ("sides", "a4 swap-sides c3")
    assert swap(read("(;GM[11]SZ[5:4]RU[swap=pieces];B[a4];W[c3])")) == "sides"
    assert swap(read("(;GM[11]SZ[5];B[a4];W[SWAP];W[c3])")) == "sides"


def test_a_swap_in_a_variation_alone_tells_the_rule() -> None:
    found = read("(;GM[11]SZ[5];B[a4](;W[c3];B[b2])(;W[swap-pieces];B[b2]))")
    assert (swap(found), moves(found)) == ("pieces", "a4 c3 b2")
    assert [node.text for node in found.tree.root.variations[0].variations] == ["c3", "swap-pieces"]
    assert swap(read("(;GM[11]SZ[5];B[a4](;W[c3])(;W[swap];W[b2]))")) == "sides"
    # What the record names goes before it, and the main line before all.
    assert swap(read("(;GM[11]SZ[5]RU[swap=sides];B[a4](;W[c3])(;W[swap-pieces]))")) == "sides"
    assert swap(read("(;GM[11]SZ[5];B[a4](;W[swap];W[c3])(;W[swap-pieces]))")) == "sides"


def test_the_result_names_a_player_whatever_stones_are_swapped() -> None:
    # White's stones, which Black has since the swap, join their edges.
    text = "(;GM[11]SZ[3]RE[B+];B[a1];W[swap-pieces];W[a2];B[c3];W[b2];B[c2];W[c1])"
    found = read(text)
    assert (found.report.state, found.report.claimed) == ("BlackWins", "BlackWins")
    for line, state in (
        ("sides a1 swap-sides c3 a2 b2 a3", "WhiteWins"),
        ("pieces a2 swap-pieces c1 a1 c2 a2 c3", "BlackWins"),
    ):
        swapped = read(f"3x3 swap={line}")
        assert swapped.report.state == swapped.position.state == state
    assert found.position.winning_color == 1 and found.tree.header.ending is Ending.NORMAL
    assert "RE[B+]" in format_game(found.tree, "sgf")


def test_the_board_decides_the_result() -> None:
    found = read("(;GM[11]SZ[2]RE[W+R];B[a1];W[b1];B[a2])")
    header = found.tree.header
    assert (header.winner, header.ending, found.report.claimed) == (0, Ending.NORMAL, "WhiteWins")
    assert [repair.kind for repair in found.tree.repairs] == ["changed"]


def test_little_golem() -> None:
    found = read(LITTLE_GOLEM)
    header = found.tree.header
    assert (header.variant, swap(found), moves(found)) == ("13x13", "pieces", "m6 swap-pieces k10 i5 f8")
    assert [player.name for player in header.players] == ["Ann", "Ben"]
    assert (header.winner, header.event) == (0, "hex.ch.23.1.1")
    assert dict(header.tags)["GC"] == "game #1"
    other = LITTLE_GOLEM.translate(str.maketrans("BW", "WB")).replace("PW", "P_").replace("PB", "PW")
    other = other.replace("P_", "PB").replace("RE[W]", "RE[B]")
    assert moves(read(other)) == moves(found) and read(other).report.claimed == "BlackWins"


def test_set_ups() -> None:
    found = read("(;GM[11]SZ[5]AB[a1][b2]AW[c3][d4]AE[d4]PL[W];W[e5];B[e4];W[])")
    assert found.tree.header.start == "5x5 black=a1,b2 white=c3"
    assert moves(found) == "e5 e4 pass"
    first = read("(;GM[11]SZ[5]PL[W];W[e5])")
    assert first.tree.header.start == "5x5 to-move=white" and moves(first) == "e5"
    again = read(format_game(found.tree, "sgf"))
    assert again.tree == found.tree
    assert read(format_game(found.tree, "gamestring")).position == found.position
    with pytest.raises(InvalidGameError, match="cannot be written as a link"):
        format_game(found.tree, "hexworld")


def test_a_color_that_moves_twice_has_the_other_color_pass() -> None:
    found = read("(;GM[11]SZ[5];W[a1];B[b2];W[c1];W[d1]C[again])")
    assert found.tree.header.start == "5x5 to-move=white"
    assert moves(found) == "a1 b2 c1 pass d1" and comments(found) == [(5, "again")]
    assert [(repair.kind, repair.ply) for repair in found.tree.repairs] == [("inserted", 4)]
    assert found.report.verdict == "repaired"
    # A variation too: here White is the one who moves twice.
    found = read("(;GM[11]SZ[5];B[a1];W[b2](;B[c1])(;W[c2];B[d2]))")
    assert moves(found) == "a1 b2 c1"
    [_, other] = found.tree.root.variations[0].variations[0].variations
    assert [node.text for node in other.walk()] == ["pass", "c2", "d2"]


def test_variations_comments_and_glyphs_come_back() -> None:
    found = read(BRANCHED)
    header = found.tree.header
    assert (header.variant, header.players[0].name, moves(found)) == ("4x3", "A ] B", "b2 c1 a3")
    assert comments(found) == [(0, "start"), (1, "onetwo")]
    first = found.tree.root.variations[0]
    assert first.nags == {1} and [node.text for node in first.variations] == ["c1", "c2"]
    [_, other] = first.variations
    assert [(node.text, node.nags) for node in other.variations] == [("a1", set()), ("d1", {6})]
    text = format_game(found.tree, "sgf")
    assert format_game(read(text).tree, "sgf") == text
    assert text.splitlines()[1] == ";B[b2]TE[1]C[onetwo](;W[c1];B[a3])(;W[c2]C[or so](;B[a1])(;B[d1]DO[])))"
    assert format_game(found.tree, "sgf", plain=True).splitlines()[1] == ";B[b2];W[c1];B[a3])"


def test_a_bad_move_of_a_variation_ends_the_variation() -> None:
    found = read(BRANCHED.replace("B[d1]", "B[b2]"))
    assert moves(found) == "b2 c1 a3" and found.error is None
    [_, other] = found.tree.root.variations[0].variations
    assert [node.text for node in other.variations] == ["a1"]
    [dropped] = found.tree.repairs
    assert dropped.kind == "dropped" and "line 3, ply 3 'B[b2]': b2 is occupied" in dropped.text
    assert (dropped.line, dropped.ply, found.report.verdict) == (3, 3, "repaired")


def test_the_moves_before_a_fault_are_kept() -> None:
    [found] = scan_text("(;GM[11]SZ[5];B[a1](;W[b2];B[b2])(;W[c3]))", game="hex")
    assert moves(found) == "a1 b2" and found.report.verdict == "bad"
    assert found.tree.faults == [found.error]
    assert [node.text for node in found.tree.root.variations[0].variations] == ["b2", "c3"]
    # A variation does not take the place of the bad move.
    [found] = scan_text("(;GM[11]SZ[5];B[a1](;W[a1];B[b2])(;W[c3];B[d2]))", game="hex")
    assert moves(found) == "a1" == str(found.position.peek()) and found.report.ply == 2
    assert [(repair.kind, repair.line) for repair in found.tree.repairs] == [("dropped", 1)]


@pytest.mark.parametrize("link", LINKS)
def test_links_of_hexworld(link: str) -> None:
    found = read(link)
    header = found.tree.header
    assert found.report.format == "hexworld"
    assert (header.variant, swap(found), moves(found), found.report.claimed) == LINKS[link]
    again = read(format_game(found.tree, "hexworld"))
    assert (moves(again), again.tree.header) == (moves(found), header)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("http://www.trmph.com/hex/board#13,a1b2c3", "13x13 off a1 b2 c3"),
        ("https://trmph.com/hex/board#13,a3c1d4", "13x13 pieces a3 swap-pieces d4"),
        ("trmph.com/hex/board#11,b2b2c4", "11x11 pieces b2 swap-pieces c4"),
        ("trmph.com/hex/board#11,b4swapc4", "11x11 pieces b4 swap-pieces c4"),
        ("#13,a3c1d4", "13x13 pieces a3 swap-pieces d4"),
    ],
)
def test_links_of_trmph(text: str, expected: str) -> None:
    found = read(text)
    assert found.report.format == "trmph"
    assert f"{found.tree.header.variant} {swap(found)} {moves(found)}" == expected


def test_links_in_a_text() -> None:
    text = (
        "# Two games\n\n* [first](https://hexworld.org/board/#5c1,a1b2) and "
        "[second](http://trmph.com/hex/board#7,a1b2).\n* none here, and #9c1,a1%3Asb2 bare.\n"
    )
    found = list(scan_text(text, game="hex"))
    assert [(game.report.line, game.tree.header.variant, moves(game)) for game in found] == [
        (3, "5x5", "a1 b2"),
        (3, "7x7", "a1 b2"),
        (4, "9x9", "a1 swap-pieces b2"),
    ]


@pytest.mark.parametrize(
    ("flag", "rotation"), [("r9", "9"), ("R9", "9"), ("r09", "9"), ("r10", None), ("", None)]
)
def test_rotations_of_links(flag: str, rotation: str | None) -> None:
    found = read(f"https://hexworld.org/board/#5{flag}c1,a1b2")
    assert dict(found.tree.header.tags).get("Rotation") == rotation
    written = "" if rotation is None else f"r{rotation}"
    assert format_game(found.tree, "hexworld") == f"https://hexworld.org/board/#5{written}c1,a1b2\n"


def test_links_are_written_as_the_site_writes_them() -> None:
    assert format_link("15x15", ["e6", "swap-pieces", "f7"]) == "https://hexworld.org/board/#15c1,e6:sf7"
    assert format_link("13x9", [], rotation=9).endswith("#13x9r9c1,")
    assert format_link("5x5", ["a1"], gave_up=1, forfeit=True).endswith("#5c1,a1:fw")
    with pytest.raises(UsageError, match="expected 1 to 12, as on a clock face"):
        format_link("5x5", [], rotation=0)
    with pytest.raises(UsageError, match=r"no color 2: expected 0 \(Black\) or 1 \(White\)"):
        format_link("5x5", [], gave_up=2)
    sides = read(OLYMPIAD)
    assert format_game(sides.tree, "hexworld") == "https://hexworld.org/board/#5c1,a4:Sc3b4d2:rb\n"


def test_lines_of_text(tmp_path: Path) -> None:
    path = tmp_path / "games"
    text = "# three games\n7x7 swap=pieces a4 swap-pieces d4\n\nl8 d10 i4 l5 resign\n1. a1 2. b2, 3. swap\n"
    path.write_text(text, encoding="utf-8")
    first, second, third = scan_games(path, "hex")
    assert (first.report.format, first.report.line) == ("gamestring", 2)
    assert (first.tree.header.variant, swap(first)) == ("7x7", "pieces")
    assert (second.report.format, second.report.line) == ("moves", 4)
    assert (second.tree.header.variant, moves(second)) == ("13x13", "l8 d10 i4 l5")
    assert (second.report.claimed, second.tree.header.ending) == ("WhiteWins", Ending.RESIGN)
    assert third.error is not None and "only the second move" in str(third.error) and moves(third) == "a1 b2"
    assert read("a10 swap f6").tree.header.variant == "11x11"
    assert moves(read("a5d7f3i13")) == "a5 d7 f3 i13"
    assert moves(read("1. a5swap-pieces, d7f3")) == "a5 swap-pieces d7 f3"


FAULTS = {
    "(;GM[11]SZ[27];B[a1])": "line 1: SZ[27] is not a board: expected SZ[n] or SZ[columns:rows], 1 to 26",
    "(;GM[11]SZ[5]\n;B[a1]\n;W[a1])": "line 3, ply 2 'W[a1]': a1 is occupied",
    "(;GM[11]SZ[5];B[a1];W[f1])": "line 1, ply 2 'W[f1]'",
    "(;GM[11]SZ[5];B[a1];W[q])": "line 1, ply 2 'W[q]': not a move: expected a cell such as e4",
    "(;GM[11]SZ[5];B[a1];AW[b1])": "line 1, ply 2 'AW[b1]': stones are set up after a move",
    "(;GM[11]SZ[5]AB[a1]AW[zz];W[b1])": "line 1: AW[zz] is not a cell",
    "(;GM[11]SZ[5]AB[z1];W[b1])": "off the board",
    "(;GM[11]SZ[5]PL[green];W[b1])": "PL[green] is not a color",
    "(;GM[11]SZ[5];B[a1];W[b2]": "the text ends inside a game",
    "(;GM[11]SZ[5];B[a1] what)": "'what)' is not SGF",
    "(;GM[11]SZ[5];B[a1]GM what)": "is not SGF: expected 'NAME[value]' or ')'",
    "(;GM[11]SZ[5];B[swap-pieces])": "line 1, ply 1 'B[swap-pieces]'",
    "(;GM[11]SZ[2];B[a1];W[b1];B[a2];W[b2])": "ply 4",
    "#5c1,a1x": "line 1, ply 2 'x': not a move: expected a cell such as e4, :s, :S, :p, :rb or :rw",
    "#5c1,a1:rwb2": "line 1, ply 2 'b2': nothing may follow a resignation",
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
    found = [game.error is None for game in scan_games(path, "hex")]
    assert found[:2] == [False, True] and len(found) >= 3
    reports = [report for _, report in check_paths([tmp_path])]
    assert [report.ok for report in reports[:2]] == [False, True]
    bad, good = reports[:2]
    assert (bad.plies, bad.ply, bad.state, bad.line) == (1, 2, "InProgress", 1)
    assert good.as_dict() == {
        "verdict": "good",
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
        "repairs": [],
    }
    with pytest.raises(InvalidGameError, match="line 1, ply 2"):
        list(read_games(path, "hex"))


NOT_HEX = {
    "": "it is empty",
    "\0": "it is not a text file: line 1 has a NUL byte",
    "(;FF[4]GM[1]SZ[19];B[aa])": "it is an SGF file of Go (GM[1])",
    "(;FF[4]GM[99]SZ[19];B[aa])": "it is an SGF file of another game (GM[99])",
    "(;FF[4]SZ[19];B[aa];W[ab])": "it is an SGF file of another game",
    "wS1;bS1 wS1-;wQ -wS1": "the format is not known",
    "A tale of two boards,\nand of a1 among them.": "the format is not known",
}


@pytest.mark.parametrize("text", NOT_HEX)
def test_what_is_not_hex_is_left_alone(text: str) -> None:
    found = sniff(text, "hex")
    assert (found.format, found.contents.reason) == (None, NOT_HEX[text])
    with pytest.raises(InvalidGameError, match="contains no games"):
        list(read_text(text, game="hex"))


def test_a_position_as_text_may_be_a_game_in_any_format() -> None:
    assert HEX.parse_position("5x5 black=a1 to-move=black").text() == "5x5 black=a1 to-move=black"
    assert HEX.parse_position("11").variant == "11x11"
    assert HEX.parse_position("hexworld.org/board/#5c1,a1%3Ap").game_string() == "5x5 a1 pass"
    assert HEX.parse_position(OLYMPIAD).game_string() == "5x5 swap=sides a4 swap-sides c3 b4 d2"
    assert HEX.parse_position("a5d7f3i13").game_string() == "13x13 a5 d7 f3 i13"
    with pytest.raises(HexapodaError, match=r"the text contains no games: it is an SGF file of Go"):
        HEX.parse_position("(;FF[4]GM[1]SZ[19];B[aa])")
    with pytest.raises(HexapodaError, match="unknown board 'what'"):
        HEX.parse_position("what is this")
    with pytest.raises(InvalidGameError, match="ply 2"):
        HEX.parse_position("#5c1,a1a1")


def test_converting(tmp_path: Path) -> None:
    source = tmp_path / "in"
    (source / "nothing").mkdir(parents=True)
    (source / "a.sgf").write_text(OLYMPIAD + HEXWIKI, encoding="utf-8")
    (source / "b.txt").write_text("5x5 a1 b2\n", encoding="utf-8")
    names = {"sgf": "out.sgf", "hexworld": "out.hexworld", "gamestring": "out.txt"}
    assert list(names) == WRITABLE
    for format, name in names.items():
        assert convert(source, tmp_path / name, format=format) == ("hex", 3)
        games = list(scan_games(tmp_path / name, "hex"))
        assert {game.report.format for game in games} == {format}
        assert [moves(game) for game in games] == [
            "a4 swap-sides c3 b4 d2",
            "a4 swap-pieces c3 b4 d2",
            "a1 b2",
        ]
    kept = (tmp_path / "out.sgf").read_text(encoding="utf-8")
    assert convert(source, tmp_path / "plain.txt", format="sgf", plain=True) == ("hex", 3)
    assert "C[weak]" in kept and "C[weak]" not in (tmp_path / "plain.txt").read_text(encoding="utf-8")
    with pytest.raises(UsageError, match=r"unknown format of Hex for 'out\.pgn'"):
        convert(source, tmp_path / "out.pgn")
    with pytest.raises(UsageError, match="expected one of sgf, hexworld, gamestring"):
        convert(source, tmp_path / "out", format="pgn")
    with pytest.raises(UsageError, match="no such file or folder"):
        convert(tmp_path / "nothing", tmp_path / "out.sgf")
    with pytest.raises(FileInTheWayError):
        convert(source, tmp_path / "out.sgf")
    (source / "c.sgf").write_text("(;GM[11];B[a1];W[a1])", encoding="utf-8")
    with pytest.raises(InvalidGameError):
        convert(source, tmp_path / "out.sgf", force=True)
    assert (tmp_path / "out.sgf").read_text(encoding="utf-8") == kept
    with pytest.raises(InvalidGameError, match="contains no games"):
        convert(tmp_path / "in" / "nothing", tmp_path / "x.sgf")


@st.composite
def positions(draw: st.DrawFn) -> Position:
    columns, rows = draw(st.integers(1, 26)), draw(st.integers(1, 26))
    rule = draw(st.sampled_from(["off", "sides", *(["pieces"] if columns == rows else [])]))
    position = Position(f"{columns}x{rows}", swap=rule)  # type: ignore[arg-type]
    for pick in draw(st.lists(st.integers(0, 700), max_size=30)):
        if len(position.legal_moves) == 0:
            break
        # one time in four the last legal move: a swap, where there is one
        index = -1 if pick % 4 == 0 else pick % len(position.legal_moves)
        position.push(list(position.legal_moves)[index])
    return position


@settings(max_examples=40, deadline=None)
@given(positions(), st.sampled_from(WRITABLE))
def test_what_is_written_is_read_again(position: Position, format: str) -> None:
    found = read(position.game_string())
    again = read(format_game(found.tree, format))
    assert list(again.position.moves) == list(position.moves)
    assert (again.position.variant, again.report.state) == (position.variant, found.report.state)
    if format != "hexworld":
        assert again.position == position


@pytest.mark.shared("hex/sgf")
def test_the_games_of_the_computer_olympiad(tmp_path: Path) -> None:
    reports = [report for _, report in check_paths([SHARED / "hex" / "sgf"])]
    assert len(reports) == 20 and [report.error for report in reports if not report.ok] == []
    assert sum("swap=sides" in report.rules for report in reports) == 10
    assert {report.state for report in reports} == {"InProgress", "BlackWins", "WhiteWins"}
    # Where a program noted the result and the board has one, they agree.
    both = [r for r in reports if r.claimed and r.state != "InProgress"]
    assert both and all(report.claimed == report.state for report in both)
    for name in ("out.sgf", "out.hexworld"):
        convert(SHARED / "hex" / "sgf", tmp_path / name)
    convert(SHARED / "hex" / "sgf", tmp_path / "out.txt", format="gamestring")
    texts = [
        [moves(game) for game in read_games(tmp_path / n, "hex")]
        for n in ("out.sgf", "out.hexworld", "out.txt")
    ]
    assert texts[0] == texts[1] == texts[2] and len(texts[0]) == 20


def test_writing_a_game_that_was_made_here(tmp_path: Path) -> None:
    nobody = PlayerRecord("")
    tags = (("ZZ", "x"), ("long", "y"))
    header = GameRecord("hex", "3x3", (nobody, nobody), (), None, False, Ending.UNKNOWN, tags=tags)
    assert write_games([GameTree(HEX, header)], tmp_path / "a.sgf") == 1
    text = (tmp_path / "a.sgf").read_text(encoding="utf-8")
    assert text == '(;FF[4]GM[11]CA[UTF-8]SZ[3]ZZ[x]HXR[{"tags": {"ZZ": "x", "long": "y"}}])\n'
