"""Links of hivegame.com, alone and in texts."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from hexapoda.errors import IllegalMoveError, InvalidGameError
from hexapoda.hive.game import HIVE
from hexapoda.record import format_game, scan_text
from hexapoda.record.reading import sniff
from tests.records.bga_writer import bga_json
from tests.records.boardspace_writer import write_boardspace
from tests.records.fixtures import FINISHED, UNFINISHED, moves_of, read_games_of
from tests.records.random_games import random_game

SITE = "https://hivegame.com/analysis?uhp="
SHORT = "Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-"


def texts(text: str) -> list[list[str]]:
    return [[node.text for node in game.tree.main_line()] for game in read_games_of(text)]


@pytest.mark.parametrize("seed", range(6))
def test_a_link_may_be_encoded_or_not(seed: int) -> None:
    played = random_game(seed, "Base+MLP", 60)
    game = played.game_string()
    for link in (
        quote(game, safe=""),
        quote(game, safe="+;[]/"),
        quote(game, safe="").replace("%20", "+"),
        game,
        game.replace(" ", "+"),
    ):
        for text in (f"{SITE}{link}", f"see [a game]({SITE}{link}), please", f"<{SITE}{link}&x=1#y>"):
            [found] = read_games_of(text)
            assert moves_of(found) == played.moves, text
            assert (found.report.format, found.report.verdict) == ("link", "good")


def test_a_sentence_may_follow() -> None:
    moves = SHORT.split(";")[1:]
    assert texts(f"{SITE}{quote(SHORT)}, which is fine.\n\nNo game here.\n") == [moves]
    assert texts(f"At {SITE}{SHORT} White is better; so is {SITE}{SHORT}.") == [moves]
    assert texts(f"[{SITE}{SHORT}]({SITE}{SHORT})\n({SITE}{SHORT})\n") == [moves, moves]


def test_many_links_in_one_text_have_their_lines() -> None:
    text = f"# Games\n\n* {SITE}{quote(FINISHED)}\n* [two]({SITE}{UNFINISHED})\n"
    assert [(game.report.line, game.report.plies) for game in read_games_of(text)] == [(3, 19), (4, 10)]


def test_a_link_with_a_fault_opens_up_to_it() -> None:
    [game] = scan_text(f"{SITE}{quote(SHORT + ';wA1 bQ-')}")
    assert (game.report.verdict, game.report.plies) == ("bad", 4)
    [game] = scan_text(f"{SITE}Base%2BMLP")
    assert game.report.error == "line 1: 'Base+MLP' has no moves: expected a link to a game"


def test_what_is_no_link() -> None:
    assert sniff("https://hivegame.com/game/abc").format is None
    assert sniff("https://example.com/?uhp=chess").format is None


def test_links_and_free_numbers_are_positions() -> None:
    free = SHORT.replace("wS1", "wS2")
    for text in (SHORT, free, f"{SITE}{quote(free)}", f"[my game]({SITE}{quote(SHORT)})", f"{SITE}{free}"):
        assert HIVE.parse_position(text).game_string() == HIVE.parse_position(SHORT).game_string()
    with pytest.raises(InvalidGameError, match=r"ply 3 'wQ -wS1': .*wS1 is not"):
        HIVE.parse_position("Base;wS2;bS1 wS2-;wQ -wS1")


def test_whole_files_are_positions() -> None:
    played = random_game(3, "Base+MLP", 30)
    [tree] = (game.tree for game in read_games_of(played.game_string()))
    for text in (format_game(tree, "pgn"), write_boardspace(played), bga_json(played)):
        found = HIVE.parse_position(text)
        assert (found.moves, found.opening) == (played.moves, "tournament")
    with pytest.raises(InvalidGameError, match="the text contains no games: it is JSON"):
        HIVE.parse_position('{"a": 1}')
    with pytest.raises(IllegalMoveError):
        HIVE.parse_position('[GameType "Base"]\n\n1. wQ\n')
    assert HIVE.parse_position('[GameType "Base"]\n\n1. wQ\n', {"opening": "free"}).ply == 1
