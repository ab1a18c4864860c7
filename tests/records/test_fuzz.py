"""Arbitrary and damaged text: every reader ends soon, with games or with errors of ours."""

from __future__ import annotations

import time
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexapoda.errors import HexapodaError, InvalidGameError
from hexapoda.hive.records import pgn_tree, read_text, write_pgn
from hexapoda.hive.records.bga import read_bga
from hexapoda.hive.records.boardspace import read_boardspace
from hexapoda.hive.records.check import report
from hexapoda.hive.records.draft import FORMATS
from hexapoda.hive.records.game_strings import read_lines, read_table
from hexapoda.hive.records.pgn import read_pgn
from hexapoda.hive.records.pgn_tree import parse_pgn_trees
from hexapoda.hive.records.reading import drafts
from tests.records.bga_writer import HEADER
from tests.records.fixtures import DATA, fixture

NAMES = sorted(path.name for path in DATA.iterdir())
READERS = {
    "pgn": (read_pgn, ""),
    "boardspace": (read_boardspace, ""),
    "gamestring": (read_lines, ""),
    "bga": (read_bga, HEADER + "\n"),
    "tsv": (read_table, "id\tgamestring\tclaimed_result\n"),
}
PLIES = '[GameType "Base"]\n\n1. wS1 2. bS1 wS1- '
WORDS = st.sampled_from(
    [
        *("(;", ")", ";", "GM[27]", "SU[hive]", "SU[", "P0[", "P1[2 done]", "P0[1 move W wS1 N 13 .]", "]"),
        *('[GameType "Base"]', '[White "', "1. wS1", "2. bS1 wS1-", "{", "}", "1-0", "99999999.", "\\]"),
        *("Base;", "Draw;White[1];", "wS1;", "bS1 wS1-", "pass", "wQ", "wA3 /bQ", "\t", "\n", "\r", "\ufeff"),
        *("1\t4\ttokenPlayed\t[wS1 ]\t\t", "1\t5\tmessage\t\t\thas to pass", "-1", "½", "\0", " "),
    ]
)
TEXTS = st.lists(WORDS | st.text(max_size=8), max_size=25).map("".join)


@settings(max_examples=300, deadline=None)
@given(TEXTS, st.sampled_from(sorted(READERS)))
def test_arbitrary_text_in_every_reader(text: str, name: str) -> None:
    reader, header = READERS[name]
    for draft in reader(header + text, "file"):
        result = report(draft)
        assert result.format in FORMATS
        assert result.error is None or len(result.error) < 900


@settings(max_examples=200, deadline=None)
@given(TEXTS)
def test_arbitrary_text_sniffed(text: str) -> None:
    try:
        games = list(read_text(text))
    except HexapodaError as error:
        assert isinstance(error, InvalidGameError)
    else:
        for game in games:
            assert next(read_text(write_pgn(game))).moves == game.moves


@pytest.mark.parametrize("name", NAMES)
def test_damaged_fixtures_never_break_a_reader(name: str) -> None:
    original = fixture(name)
    rng = Random(name)
    found = 0
    for _ in range(150):
        text = damage(rng, original)
        for draft in drafts(text, name)[1]:
            result = report(draft)
            found += result.error is not None
            assert result.error is None or (result.line is not None and result.error.startswith("line "))
    assert found or name in ("chess.pgn", "hex.sgf", "notes.md")


def damage(rng: Random, text: str) -> str:
    """The text with one stretch lost, doubled or overwritten."""
    begin = rng.randrange(len(text))
    end = min(len(text), begin + rng.choice([1, 1, 2, 5, 20, 200]))
    return text[:begin] + rng.choice(["", text[begin:end] * 2, "x" * (end - begin), "\n"]) + text[end:]


@pytest.mark.parametrize(
    "text",
    [
        "(;GM[27]" + "[" * 300_000,
        "(" * 300_000,
        "(;" * 200_000,
        "(;GM[27]SU[hive]" + "P0[1 pick" * 60_000,
        "(;GM[27]" + "\\" * 400_000 + "]",
        '[GameType "Base"]\n' + "{" * 400_000,
        '[GameType "Base"]\n1. ' + "wS1 " * 100_000,
        '[GameType "Base"]\n' + "1. wS1 " * 50_000,
        '[GameType "' + '"' * 400_000,
        PLIES + "$1 " * 250_000,
        PLIES + "$1\n" * 250_000,
        PLIES + "{a} " * 200_000,
        PLIES + "(2. bG1 wS1-) " * 250_000,
        PLIES + "(2. bG1 wS1- " * 200_000,
        PLIES + "(" * 300_000 + ")" * 300_000,
        '[GameType "Base"]\n\n' + "wS1 {c} " * 100_000,
        "Base;InProgress;White[1];" + "wS1;" * 200_000,
        "wS1 " * 200_000,
        "wS1;" + ";" * 400_000,
        "Base;InProgress;White[1];wS1" + " " * 400_000 + ";bS1 wS1-",
        HEADER + "\n" + "1\t4\ttokenPlayed\t[" * 40_000,
        HEADER + "\n" + "1\t4\ttokenPlayed\t[wS1]\n" * 40_000,
        "id\tgamestring\n" + "\t" * 400_000,
        "\n" * 400_000,
    ],
)  # fmt: skip
def test_long_text_takes_no_longer_than_it_must(text: str) -> None:
    begin = time.process_time()  # of a machine that does other things too
    for draft in drafts(text, "file")[1]:
        result = report(draft)
        assert len(result.error or "") < 900
    assert time.process_time() - begin < 4


def test_a_tree_has_a_greatest_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pgn_tree, "MAX_PLIES", 1000)
    assert next(parse_pgn_trees(PLIES + "(2. bG1 wS1-) " * 998)).root.children
    with pytest.raises(InvalidGameError, match="line 3, ply 2: more than 1,000 plies: expected a game"):
        list(parse_pgn_trees(PLIES + "(2. bG1 wS1-) " * 999))
