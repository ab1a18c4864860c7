"""The dialects of boardspace.net."""

from __future__ import annotations

import pytest

from hexapoda.errors import InvalidGameError
from hexapoda.hive import PASS, VARIANTS, Position
from hexapoda.hive.records import RecordedGame, read_text
from hexapoda.hive.text.game_string import move_texts
from tests.records.boardspace_writer import STYLES, write_boardspace
from tests.records.fixtures import FINISHED, UNFINISHED, fixture, games_with_passes
from tests.records.random_games import random_game

HEADER = '(;GM[27]VV[1]SU[hive-plm]GN[]RE[{}]P0[id "{}"]P1[id "{}"]\n; P0[0 Start P0]\n'


def read_one(text: str) -> RecordedGame:
    [game] = read_text(text)
    return game


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
        assert list(game.moves) == played.moves
        assert (game.variant, game.state) == (variant, played.state)
        games += 1
    assert games


def test_passes_are_turns_without_a_move() -> None:
    passes = 0
    for seed, played in enumerate(games_with_passes()):
        passes += played.moves.count(PASS)
        for style in STYLES:
            game = read_one(write_boardspace(played, style, seed=seed))
            assert list(game.moves) == played.moves
    assert passes >= 10


def test_fixtures_of_three_ages() -> None:
    finished, unfinished = (Position.from_game_string(text) for text in (FINISHED, UNFINISHED))
    one, two = read_text(fixture("modern.sgf"))
    assert list(one.moves) == finished.moves
    assert (one.claimed, one.tags["Date"], one.tags["SgfGameName"]) == ("WhiteWins", "2019.06.22", "a game")
    assert list(two.moves) == unfinished.moves
    assert (two.line, two.variant, two.claimed) == (82, "Base", "Draw")
    old = read_one(fixture("old.sgf"))
    assert list(old.moves) == finished.moves
    assert (old.white, old.black, old.claimed) == ("Anna", "Ben", "WhiteWins")
    bot = read_one(fixture("bot.sgf"))
    assert list(bot.moves) == unfinished.moves
    assert (bot.state, bot.claimed) == ("InProgress", "BlackWins")


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
    assert move_texts(game.position())[2:] == ["wQ \\wS1"]


def test_a_drop_that_was_never_confirmed_is_no_ply() -> None:
    assert len(read_one(commands(*OPENING, "0 pick W 0 wQ", "0 dropb wQ M 13 -wS1")).moves) == 2


def test_the_coordinates_decide_and_a_dot_is_a_climb() -> None:
    game = read_one(
        commands(
            *OPENING,
            "0 move W wQ M 13 .",
            "0 done",
            "1 move B bQ P 13 -wS1",  # the text is wrong, the cell is right
            "1 done",
            "0 move W wB1 N 14 \\\\wS1",
            "0 done",
            "1 move B bA1 P 12 bQ\\\\",
            "1 done",
            "0 pickb N 14 wB1",
            "0 dropb wB1 N 13 .",
            "0 done",
        )
    )
    assert move_texts(game.position())[2:] == ["wQ -wS1", "bQ bS1-", "wB1 \\wS1", "bA1 bQ\\", "wB1 wS1"]


def test_talk_is_no_ply() -> None:
    talk = ("0 OfferDraw", "0 Done ", "1 declinedraw", "1 done")
    game = read_one(commands(*OPENING, *talk, "0 move W wQ M 13 -wS1", "0 done"))
    assert len(game.moves) == 3
    agreed = read_one(commands(*OPENING, "0 offerdraw", "0 done", "1 acceptdraw", "1 done"))
    assert (len(agreed.moves), agreed.claimed) == (2, "Draw")
    resigned = read_one(commands(*OPENING, "0 resign", "0 done"))
    assert (len(resigned.moves), resigned.claimed) == (2, "BlackWins")


@pytest.mark.parametrize(
    ("result", "names", "claimed"),
    [
        ("Game won by Anna", ("Anna", "Ben"), "WhiteWins"),
        ("Ben vann spelet", ("Anna", "Ben"), "BlackWins"),
        ("Das Spiel endet unentschieden", ("Anna", "Ben"), "Draw"),
        ("Game won by Dumbot2", ("Dumbot", "Dumbot2"), "BlackWins"),
        ("Game won by Dumbot", ("Dumbot", "Dumbot2"), "WhiteWins"),
        ("Game won by guest", ("guest", "guest"), None),
        ("", ("Anna", "Ben"), None),
    ],
)
def test_results_are_told_by_names(result: str, names: tuple[str, str], claimed: str | None) -> None:
    assert read_one(commands(*OPENING, result=result, names=names)).claimed == claimed


def test_the_board_decides_between_namesakes() -> None:
    finished = Position.from_game_string(FINISHED)
    game = read_one(write_boardspace(finished, result="Game won by guest", names=("guest", "guest")))
    assert game.claimed == "WhiteWins"
    unfinished = Position.from_game_string(UNFINISHED)
    text = write_boardspace(unfinished, result="Won by guest", names=("guest", "guest"), ending=("resign",))
    assert read_one(text).claimed == "BlackWins"


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
    assert read_one(commands(*OPENING).replace("hive-plm", value)).variant == variant


@pytest.mark.parametrize("value", ["Hive-Ultimate", "hive-u", "hive-pp", "chess", ""])
def test_other_games_are_rejected(value: str) -> None:
    with pytest.raises(InvalidGameError, match=r"is another game: expected 'hive'"):
        read_one(commands(*OPENING).replace("hive-plm", value))


@pytest.mark.parametrize(
    ("date", "expected"),
    [
        ("3 November 2018", "2018.11.03"),
        ("3. November 2018", "2018.11.03"),
        ("October 2, 2019", "2019.10.02"),
        ("Sat Jun 22 10:50:36 PDT 2019", "2019.06.22"),
        ("den 3 novembre MMXVIII", None),
        ("31 February 2018", None),
    ],
)
def test_dates(date: str, expected: str | None) -> None:
    game = read_one(commands(*OPENING).replace("GN[]", f"DT[{date}]"))
    assert (game.tags.get("Date"), game.tags["SgfDate"]) == (expected, date)


def test_several_trees_and_stray_lines() -> None:
    stray = "; P-1[vcr:@-1 doScrollTo 99999]\n"
    text = stray + commands(*OPENING) * 2 + stray + commands(*OPENING[:2])
    assert [len(game.moves) for game in read_text(text)] == [2, 2, 1]


def test_variations_are_passed_over() -> None:
    text = commands(*OPENING).replace("\n)", "\n(; P0[9 move W wQ M 13 -wS1]; P0[10 done])(; P0[9 resign]))")
    assert len(read_one(text).moves) == 3
