"""Arbitrary and damaged text: every reader ends soon, with games or with errors of ours."""

from __future__ import annotations

import time
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexapoda.errors import HexapodaError, InvalidGameError
from hexapoda.hive.records import FORMATS
from hexapoda.record import GameReport, format_game, pgn, read_text, scan_text
from hexapoda.record.replay import replay
from tests.records.bga_writer import HEADER
from tests.records.fixtures import DATA, fixture

NAMES = sorted(path.name for path in DATA.iterdir())
READERS = {format.name: format.read for format in FORMATS}
BEGINNINGS = {
    "bga": HEADER + "\n",
    "bga-json": '{"data":{"logs":[',
    "link": "https://hivegame.com/analysis?uhp=",
    "tsv": "id\tgamestring\tclaimed_result\n",
}
JSON = '{"data":{"logs":['
PACKET = '{"move_id":"5","data":[{"type":"tokenPlayed","log":"","args":{"notation":"[wS1 ]"}}]},'
PLIES = '[GameType "Base"]\n\n1. wS1 2. bS1 wS1- '
WORDS = st.sampled_from(
    [
        *("(;", ")", ";", "GM[27]", "SU[hive]", "SU[", "P0[", "P1[2 done]", "P0[1 move W wS1 N 13 .]", "]"),
        *('[GameType "Base"]', '[White "', "1. wS1", "2. bS1 wS1-", "{", "}", "1-0", "99999999.", "\\]"),
        *("Base;", "Draw;White[1];", "wS1;", "bS1 wS1-", "pass", "wQ", "wA3 /bQ", "\t", "\n", "\r", "\ufeff"),
        *(
            '{"move_id":"4","data":[',
            '{"type":"tokenPlayed","args":{"notation":"[wS1 ]"}}',
            "]},",
            "%3B",
            "?uhp=",
        ),
        *("1\t4\ttokenPlayed\t[wS1 ]\t\t", "1\t5\tmessage\t\t\thas to pass", "-1", "½", "\0", " "),
    ]
)
TEXTS = st.lists(WORDS | st.text(max_size=8), max_size=25).map("".join)


@settings(max_examples=300, deadline=None)
@given(TEXTS, st.sampled_from(sorted(READERS)))
def test_arbitrary_text_in_every_reader(text: str, name: str) -> None:
    for draft in READERS[name](BEGINNINGS.get(name, "") + text, "file"):
        report = replay(draft).report
        assert report.format in (*READERS, "moves")
        assert report.error is None or len(report.error) < 900


@settings(max_examples=200, deadline=None)
@given(TEXTS)
def test_arbitrary_text_sniffed(text: str) -> None:
    try:
        games = list(scan_text(text, game="hive"))
    except HexapodaError as error:
        assert isinstance(error, InvalidGameError)
    else:
        for game in games:
            assert list(read_text(format_game(game.tree, "pgn"))) == [game.tree]


@pytest.mark.parametrize("name", NAMES)
def test_damaged_fixtures_never_break_a_reader(name: str) -> None:
    original = fixture(name)
    rng = Random(name)
    found = 0
    for _ in range(150):
        for report in reports(damage(rng, original)):
            found += report.error is not None
            assert report.error is None or (report.line is not None and report.error.startswith("line "))
    assert found or name in ("chess.pgn", "hex.sgf", "notes.md")


def reports(text: str) -> list[GameReport]:
    """What is said of the games of a text; nothing if there are none."""
    try:
        return [game.report for game in scan_text(text, game="hive")]
    except InvalidGameError:
        return []


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
        "?uhp=Base" * 10_000,
        "?uhp=Base;" * 10_000,
        "?uhp=Base;wS1" + ";" * 400_000,
        "?uhp=Base%3BwS1" + "%3B" * 150_000,
        JSON + "[" * 300_000,
        JSON + '{"a":' * 100_000,
        JSON + '"logs":[' * 50_000,
        JSON + '"players":[' * 50_000,
        (JSON + PACKET + "]}}\n") * 2_000,
        JSON + PACKET * 4_000,
    ],
)  # fmt: skip
def test_long_text_takes_no_longer_than_it_must(text: str) -> None:
    begin = time.process_time()  # of a machine that does other things too
    for report in reports(text):
        assert len(report.error or "") < 900
    assert time.process_time() - begin < 4


def test_a_tree_has_a_greatest_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pgn, "MAX_PLIES", 1000)
    assert reports(PLIES + "(2. bG1 wS1-) " * 998)[0].error is None
    [report] = reports(PLIES + "(2. bG1 wS1-) " * 999)
    assert report.error == "line 3, ply 2: more than 1,000 plies: expected a game"
