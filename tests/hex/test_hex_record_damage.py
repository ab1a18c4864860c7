"""Damaged, huge and strangely encoded records of Hex."""

from __future__ import annotations

import time
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexapoda.errors import HexapodaError, InvalidGameError
from hexapoda.record import scan_games, scan_text, sgf
from hexapoda.record.reading import sniff
from tests.hex.record_texts import BRANCHED, HEXWIKI, LINKS, LITTLE_GOLEM, OLYMPIAD, moves, read


@settings(max_examples=100, deadline=None)
@given(
    st.sampled_from([OLYMPIAD, HEXWIKI, LITTLE_GOLEM, BRANCHED, *LINKS, "5x5 black=a1 b2"]),
    st.lists(st.tuples(st.integers(0, 300), st.sampled_from("()[];\\,:#=aB1\n\0 é")), max_size=6),
)
def test_damaged_texts_raise_nothing_but_our_errors(text: str, damage: list[tuple[int, str]]) -> None:
    for at, char in damage:
        at %= len(text)
        text = text[:at] + char + text[at + 1 :]
    try:
        games = list(scan_text(text, game="hex"))
    except HexapodaError:
        return
    for found in games:
        assert found.tree.position([found.tree.root, *found.tree.main_line()][-1]) == found.position
        assert found.error is None or found.tree.faults


@pytest.mark.parametrize(
    "text",
    [
        "a1 " * 300_000,
        "z99 " * 250_000,
        "swap " * 200_000,
        "a1" * 500_000,
        "11x11 swap=pieces a1 " + "swap-pieces " * 80_000,
        "11x11 " + "b2 " * 300_000,
        "#11,a1" + ":s" * 400_000,
        "#11," + "a1" * 400_000,
        "#11," + ":p" * 400_000,
        "trmph.com/hex/board#11," + "a1" * 400_000,
        "https://hexworld.org/board/#11," * 30_000,
        "(;" * 400_000,
        "(;GM[11]" + "[a" * 400_000,
    ],
    ids=lambda text: text[:20],
)
def test_a_megabyte_of_junk_is_read_quickly(text: str) -> None:
    """The reader stops at a number of moves that no game has."""
    began = time.process_time()
    with pytest.raises(InvalidGameError):
        for found in scan_text(text, game="hex"):
            found.checked()
            if found.report.plies == 0:
                raise InvalidGameError("nothing was read")
    assert time.process_time() - began < 2, "it took more than four seconds without the limit"


@pytest.mark.parametrize("start", ["", "11x11 ", "#11,"])
def test_too_many_moves(start: str) -> None:
    word = ":p" if start == "#11," else "a1 "
    with pytest.raises(InvalidGameError, match="ply 2 'a1'" if word == "a1 " else "more than 2000 moves"):
        read(start + word * 2_001)
    row = sniff(start + word * 2_001, "hex").format
    assert row is not None
    [draft] = row.read(start + word * 2_001, "junk")
    assert draft.error is not None and "line 1, ply 2001: more than 2000 moves" in str(draft.error)
    [draft] = row.read(start + word * 2_000, "junk")
    assert draft.error is None


def test_deep_nesting_and_too_many_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    deep = "(;GM[11]SZ[5]" + "(;" * 3000 + ")" * 3001
    assert moves(read(deep)) == ""
    monkeypatch.setattr(sgf, "MAX_NODES", 50)
    assert [tree.fault for tree in sgf.read_sgf("(" + ";" * 50 + ")")] == [None]
    [tree] = sgf.read_sgf("(" + ";" * 51 + ")")
    assert tree.fault is not None and "more than 50 nodes" in tree.fault[1]


@pytest.mark.parametrize(
    ("named", "written"),
    [
        ("Shift_JIS", "cp932"),
        ("shift-jis", "shift_jis"),
        ("GB18030", "gb18030"),
        ("gb2312", "gb18030"),
        ("EUC-KR", "euc_kr"),
        ("ISO-8859-1", "latin-1"),
        ("windows-1252", "cp1252"),
        ("KOI8-R", "koi8_r"),
        ("UTF-8", "utf-8"),
        ("UTF-8", "utf-8-sig"),
        ("UTF-8", "utf-16"),
        # Names that say nothing: text that is valid UTF-8 is read as that, and other text as Latin-1.
        ("no-such", "utf-8"),
        ("no-such", "latin-1"),
        ("zlib", "utf-8"),
        ("UTF-16", "utf-8"),
        ("unicode_escape", "utf-8"),
        ("UTF-8", "latin-1"),
    ],
)
def test_an_sgf_names_the_encoding_of_its_texts(tmp_path: Path, named: str, written: str) -> None:
    name = "ñandú"
    for candidate in ("表\\\\", "한국", "Пешка", "ñandú €", name):
        try:
            candidate.encode(written)
        except UnicodeEncodeError:
            continue
        name = candidate
        break
    path = tmp_path / "game.sgf"
    path.write_bytes(f"(;FF[4]GM[11]CA[{named}]SZ[5]PB[{name}];B[a1])".encode(written))
    [found] = scan_games(path, "hex")
    assert found.tree.header.players[0].name == name.replace("\\\\", "\\")


def test_escapes_take_no_more_memory_than_other_text() -> None:
    """The peak is measured by Python: ten times the text, at most."""
    text = "(;GM[11]SZ[11];B[a1]C[" + "y\\]" * 300_000 + "])"
    tracemalloc.start()
    try:
        [found] = scan_text(text, game="hex")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    [node] = found.tree.main_line()
    assert node.comments == ["y]" * 300_000]
    assert peak < 10 * len(text)
