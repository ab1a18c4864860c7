"""The dialects of boardspace.net."""

from __future__ import annotations

import re

import pytest

from hexapoda.errors import InvalidGameError
from hexapoda.hive import PASS, VARIANTS, Position
from hexapoda.record import Ending, ReadGame
from tests.records.boardspace_writer import STYLES, write_boardspace
from tests.records.fixtures import (
    FINISHED,
    UNFINISHED,
    fixture,
    games_with_passes,
    moves_of,
    names_of,
    read_games_of,
)
from tests.records.random_games import random_game

HEADER = '(;GM[27]VV[1]SU[hive-plm]GN[]RE[{}]P0[id "{}"]P1[id "{}"]\n; P0[0 Start P0]\n'


def read_one(text: str) -> ReadGame:
    [game] = read_games_of(text)
    return game


def texts_of(game: ReadGame) -> list[str]:
    return [node.text for node in game.tree.main_line()]


def tags_of(game: ReadGame) -> dict[str, str]:
    return dict(game.tree.header.tags)


def commands(*lines: str, result: str = "", names: tuple[str, str] = ("Anna", "Ben")) -> str:
    nodes = "\n".join(f"; P{line[0]}[{i} {line[2:]}]" for i, line in enumerate(lines, 1))
    return HEADER.format(result, *names) + nodes + "\n)\n"


# wS1 and bS1 beside each other, as everybody may write it.
OPENING = ("0 move W wS1 N 13 .", "0 done", "1 move B bS1 O 13 wS1-", "1 done")


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("style", STYLES)
def test_any_game_in_any_dialect(style: str, variant: str) -> None:
    games = 0
    for seed in range(8):
        played = random_game(seed, variant, 70)
        if max(max(abs(q), abs(r)) for (q, r), _ in played.pieces().values()) > 12:
            continue  # the fixture writer has only 26 columns
        game = read_one(write_boardspace(played, style, seed=seed))
        assert moves_of(game) == played.moves
        assert (game.report.variant, game.report.state) == (variant, played.state)
        games += 1
    assert games


def test_passes_are_turns_without_a_move() -> None:
    passes = 0
    for seed, played in enumerate(games_with_passes()):
        passes += played.moves.count(PASS)
        for style in STYLES:
            game = read_one(write_boardspace(played, style, seed=seed))
            assert moves_of(game) == played.moves
    assert passes >= 10


def test_fixtures_of_three_ages() -> None:
    finished, unfinished = (Position.from_game_string(text) for text in (FINISHED, UNFINISHED))
    one, two = read_games_of(fixture("modern.sgf"))
    assert moves_of(one) == finished.moves
    assert (one.report.claimed, one.tree.header.date) == ("WhiteWins", "2019-06-22")
    assert tags_of(one)["SgfGameName"] == "a game"
    assert moves_of(two) == unfinished.moves
    assert (two.report.line, two.report.variant, two.report.claimed) == (82, "Base", "Draw")
    old = read_one(fixture("old.sgf"))
    assert moves_of(old) == finished.moves
    assert (*names_of(old), old.report.claimed) == ("Anna", "Ben", None)  # it has no RE
    assert old.tree.header.result == "1-0"
    bot = read_one(fixture("bot.sgf"))
    assert moves_of(bot) == unfinished.moves
    assert (bot.report.state, bot.report.claimed) == ("InProgress", "BlackWins")


def test_only_the_last_drop_of_a_turn_counts() -> None:
    game = read_one(
        commands(
            *OPENING,
            "0 pick W 1 wA1",
            "0 dropb wA1 M 13 -wS1",
            "0 pickb M 13 wA1",
            "0 dropb wA1 M 12 /wS1",
            "0 pickb M 12 wA1",
            "0 drop W 1 wA1",
            "0 pick W 0 wQ",
            "0 dropb wQ N 14 \\\\wS1",
            "0 done",
        )
    )
    assert texts_of(game)[2:] == ["wQ \\wS1"]


def test_a_drop_that_was_never_confirmed_is_no_ply() -> None:
    game = read_one(commands(*OPENING, "0 pick W 0 wQ", "0 dropb wQ M 13 -wS1"))
    assert len(moves_of(game)) == 2


def climbing(*lines: str) -> str:
    return commands(
        *OPENING,
        *("0 move W wQ M 13 .", "0 done"),
        *("1 move B bQ P 13 bS1-", "1 done"),
        *("0 move W wB1 N 14 \\\\wS1", "0 done"),
        *("1 move B bA1 P 12 bQ\\\\", "1 done"),
        *lines,
    )


@pytest.mark.parametrize("words", [".", "wS1", "wS1."])
def test_a_dot_is_a_climb(words: str) -> None:
    game = read_one(climbing("0 pickb N 14 wB1", f"0 dropb wB1 N 13 {words}", "0 done"))
    assert texts_of(game)[2:] == ["wQ -wS1", "bQ bS1-", "wB1 \\wS1", "bA1 bQ\\", "wB1 wS1"]


def test_the_destination_decides_between_cells() -> None:
    game = read_one(commands(*OPENING, "0 move W wQ M 12 -wS1", "0 done"))
    assert texts_of(game)[2] == "wQ -wS1"
    [repair] = game.tree.repairs
    assert (repair.kind, repair.ply) == ("changed", 3)
    assert "'-wS1' and the column and row contradict each other" in repair.text


def test_columns_and_rows_may_wrap() -> None:
    """The board has 26 columns and rows: what leaves it on one side comes back on the other."""
    for seed in range(12):
        played = random_game(seed, "Base+MLP", 70)
        text = write_boardspace(played, seed=seed, first=(25, 2))
        game = read_one(text)
        assert moves_of(game) == played.moves
        assert game.report.verdict == "good"


def test_columns_before_a_and_after_z() -> None:
    row = read_one(commands(*OPENING).replace("N 13", "Z 13").replace("O 13", "1Z 13"))
    assert texts_of(row) == ["wS1", "bS1 wS1-"]
    row = read_one(commands(*OPENING).replace("N 13", "1A 13").replace("O 13", "A 13").replace("wS1-", "."))
    assert texts_of(row) == ["wS1", "bS1 wS1-"]


def test_talk_is_no_ply() -> None:
    talk = ("0 OfferDraw", "0 Done ", "1 declinedraw", "1 done")
    game = read_one(commands(*OPENING, *talk, "0 move W wQ M 13 -wS1", "0 done"))
    assert len(moves_of(game)) == 3
    agreed = read_one(commands(*OPENING, "0 offerdraw", "0 done", "1 acceptdraw", "1 done"))
    assert (len(moves_of(agreed)), agreed.report.claimed) == (2, "Draw")
    resigned = read_one(commands(*OPENING, "0 resign", "0 done"))
    assert (len(moves_of(resigned)), resigned.report.claimed) == (2, "BlackWins")
    assert resigned.tree.header.ending is Ending.RESIGN


@pytest.mark.parametrize(
    ("result", "names", "claimed"),
    [
        ("Game won by Anna", ("Anna", "Ben"), "WhiteWins"),
        ("Ben vann spelet", ("Anna", "Ben"), "BlackWins"),
        ("Das Spiel endet unentschieden", ("Anna", "Ben"), "Draw"),
        ("The game is a draw", ("Anna", "Ben"), "Draw"),
        ("La partie est nulle", ("Anna", "Ben"), "Draw"),
        ("Партия закончилась вничью", ("Anna", "Ben"), "Draw"),
        ("引き分けです", ("Anna", "Ben"), "Draw"),
        ("Game won by Dumbot2", ("Dumbot", "Dumbot2"), "BlackWins"),
        ("Game won by Dumbot", ("Dumbot", "Dumbot2"), "WhiteWins"),
        ("Spiel gewonnen von Gast", ("guest", "Ben"), None),
        ("Game won by Gast", ("guest", "Game"), None),
        ("Spiel gewonnen von Gast", ("guest", "von"), None),
        ("Game won by draw", ("draw", "Ben"), "WhiteWins"),
        ("The game is a draw", ("The", "game"), "Draw"),
        ("Zwyciezca Anna", ("Anna", "Ann"), "WhiteWins"),
        ("Anna i Ben", ("Anna", "Ben"), None),
        ("Annabel", ("Anna", "Ben"), None),
        ("Incomplete game", ("Anna", "Ben"), None),
        ("Game won by guest", ("guest", "guest"), None),
        ("", ("Anna", "Ben"), None),
    ],
)
def test_results_are_told_by_names(result: str, names: tuple[str, str], claimed: str | None) -> None:
    game = read_one(commands(*OPENING, result=result, names=names))
    assert game.report.claimed == claimed
    assert game.tree.header.finished == (claimed is not None)
    assert [repair.kind for repair in game.tree.repairs] == (["unknown"] if result and not claimed else [])


def test_names_with_blanks_before_them() -> None:
    game = read_one(commands(*OPENING).replace("[id ", "[ id ").replace('id "Ben"', 'id  "Ben" '))
    assert names_of(game) == ("Anna", "Ben")


def test_the_board_decides_between_namesakes() -> None:
    finished = Position.from_game_string(FINISHED)
    game = read_one(write_boardspace(finished, result="Game won by guest", names=("guest", "guest")))
    assert game.tree.header.result == "1-0"
    assert game.report.verdict == "good"
    unfinished = Position.from_game_string(UNFINISHED)
    text = write_boardspace(unfinished, result="Won by guest", names=("guest", "guest"), ending=("resign",))
    assert read_one(text).report.claimed == "BlackWins"


def test_a_forced_pass_may_be_missing() -> None:
    inserted = 0
    for seed, played in enumerate(games_with_passes()):
        text = write_boardspace(played, seed=seed, passes=False)
        game = read_one(text)
        own = list(played.moves)
        while own and own[-1] == PASS:  # nothing shows that the last one is missing
            own.pop()
        assert moves_of(game) == own
        assert [repair.kind for repair in game.tree.repairs] == ["inserted"] * own.count(PASS)
        inserted += own.count(PASS)
    assert inserted >= 10


def test_a_pass_after_the_end_is_dropped() -> None:
    finished = Position.from_game_string(FINISHED)
    for ending in ("pass", "resign"):
        game = read_one(write_boardspace(finished, ending=(ending,)))
        assert moves_of(game) == finished.moves
        assert game.tree.header.result == "1-0"
        kinds = [repair.kind for repair in game.tree.repairs]
        assert kinds == (["dropped"] if ending == "pass" else ["changed"] * ("changed" in kinds))


def test_pass_and_done_in_one_command() -> None:
    for played in games_with_passes()[:3]:
        text = write_boardspace(played, "bot")
        one = re.sub(r"(P[01]\[[0-9]+ )pass\]\n; P[01]\[[0-9]+ done\]", r"\1PassDone]", text)
        assert moves_of(read_one(one)) == played.moves


@pytest.mark.parametrize(
    ("value", "variant"),
    [
        ("hive", "Base"),
        ("Hive-PLM", "Base+MLP"),
        ("hive-p", "Base+P"),
        ("hive-plm 2 0 101", "Base+MLP"),
        ("HIVE-ml", "Base+ML"),
    ],
)
def test_variants(value: str, variant: str) -> None:
    assert read_one(commands(*OPENING).replace("hive-plm", value)).report.variant == variant


@pytest.mark.parametrize("value", ["Hive-Ultimate", "hive-u", "hive-pp", "chess", ""])
def test_other_games_are_rejected(value: str) -> None:
    with pytest.raises(InvalidGameError, match=r"is another game: expected 'hive'"):
        read_one(commands(*OPENING).replace("hive-plm", value))


@pytest.mark.parametrize(
    ("date", "expected"),
    [
        ("3 November 2018", "2018-11-03"),
        ("3. November 2018", "2018-11-03"),
        ("October 2, 2019", "2019-10-02"),
        ("Sat Jun 22 10:50:36 PDT 2019", "2019-06-22"),
        ("den 3 novembre MMXVIII", ""),
        ("31 February 2018", ""),
    ],
)
def test_dates(date: str, expected: str) -> None:
    game = read_one(commands(*OPENING).replace("GN[]", f"DT[{date}]"))
    assert (game.tree.header.date, tags_of(game)["SgfDate"]) == (expected, date)


def test_several_trees_and_stray_lines() -> None:
    stray = "; P-1[vcr:@-1 doScrollTo 99999]\n"
    text = stray + commands(*OPENING) * 2 + stray + commands(*OPENING[:2])
    assert [len(moves_of(game)) for game in read_games_of(text)] == [2, 2, 1]


def test_variations_are_passed_over() -> None:
    text = commands(*OPENING).replace("\n)", "\n(; P0[9 move W wQ M 13 -wS1]; P0[10 done])(; P0[9 resign]))")
    assert len(moves_of(read_one(text))) == 3
