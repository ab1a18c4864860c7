"""What the figures of a match count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from hexapoda.arena.figures import MatchFigures, OpeningKeys, figures_of, position_after
from hexapoda.arena.scoreboard import GameSummary, Scoreboard, WinsDrawsLosses
from hexapoda.arena.settings import MatchSettings
from hexapoda.clock import TimeControl
from hexapoda.record import Ending, GameRecord, MoveRecord, PlayerRecord
from tests.arena.match_made import SETTINGS, game, match
from tests.arena.settings import small


def settings(**changes: Any) -> MatchSettings:
    return replace(MatchSettings.from_json(SETTINGS), **changes)


def figures(
    records: Sequence[GameRecord], of: MatchSettings | None = None, keys: OpeningKeys | None = None
) -> MatchFigures:
    of = of or settings()
    return figures_of(of, Scoreboard(of.names, map(GameSummary.of, records)), keys)


def test_a_match_of_two() -> None:
    found = figures(match([1, 1, 0.5, 0, 1, 0.5, 1, 0]), settings(control=TimeControl(time=1)))
    ann, bob = found.engines
    assert (ann.name, ann.first, ann.second) == ("ann", WinsDrawsLosses(3, 1, 0), WinsDrawsLosses(1, 1, 2))
    assert (bob.first, bob.second) == (WinsDrawsLosses(2, 1, 1), WinsDrawsLosses(0, 1, 3))
    assert [point.games for point in ann.curve] == list(range(1, 9))
    assert (ann.curve[0].score, ann.curve[-1].score) == (1.0, 5 / 8)
    assert all(point.low <= point.score <= point.high for point in ann.curve[2:])
    assert (ann.moves, ann.seconds, ann.slowest) == (80, 0.25, 0.25) and ann.waited == 0
    assert ann.depth == 13.5 and ann.nodes == 1350
    assert found.first_move.score == pytest.approx(6 / 8)


def test_effort_is_that_of_the_own_moves() -> None:
    record = game(0, ("ann", "bob"), 0)
    slow = MoveRecord(record.moves[4].text, time=2.0, waited=0.5)
    games = [replace(record, moves=(*record.moves[:4], slow, *record.moves[5:]))]
    ann, bob = figures(games, settings(control=TimeControl(time=5))).engines
    assert (ann.slowest, bob.slowest) == (2.0, 0.25)
    assert ann.waited == pytest.approx(0.5 / (2.0 + 9 * 0.25)) and bob.waited == 0
    for control, waited in ((TimeControl(base=60), 0.0), (TimeControl(nodes=1), None)):
        assert figures(games, settings(control=control)).engines[1].waited == waited


def test_nothing_is_known_of_games_without_reports() -> None:
    ann = figures([game(0, ("ann", "bob"), 0, told=False)]).engines[0]
    assert (ann.moves, ann.seconds, ann.slowest, ann.waited, ann.depth, ann.nodes) == (0, *[None] * 5)


def test_lengths_are_counted_by_result() -> None:
    games = [game(number, ("ann", "bob"), 0, plies=10 + number) for number in range(40)]
    games[3] = replace(games[3], winner=None)
    games[4] = replace(games[4], winner=None, finished=False, ending=Ending.BUSY)
    found = figures(games).lengths
    assert found is not None
    assert (found.shortest, found.longest, found.step, found.begin) == (10, 49, 5, 10)
    assert found.columns[0] == (3, 1, 0, 1) and found.columns[1] == (5, 0, 0, 0) and len(found.columns) == 8
    assert figures([]).lengths is None


def test_games_that_are_not_scored_count_for_no_engine() -> None:
    games = [*match([1, 0]), game(2, ("ann", "bob"), None, finished=False, ending=Ending.RULES_DIFFER)]
    found = figures(games)
    assert sum(engine.first.games for engine in found.engines) == 2
    assert found.engines[0].curve[-1].games == 2


def test_openings_that_are_mirrors_are_one() -> None:
    one, two = game(0, ("ann", "bob"), 0, plies=0), game(1, ("bob", "ann"), 1, plies=0)
    lines = (("wS1", "bG1 wS1-", "wQ -wS1"), ("wS1", "bG1 wS1\\", "wQ \\wS1"))
    games = [
        replace(record, moves=tuple(MoveRecord(text, book=True) for text in line))
        for record, line in zip((one, two), lines, strict=True)
    ]
    keys: OpeningKeys = {}
    found = figures(games, keys=keys)
    [opening] = found.openings
    assert opening.games == 2 and opening.results == WinsDrawsLosses(1, 0, 1) and found.booked
    assert position_after(opening.opening, settings()) is not None and len(keys) == 2
    assert figures(games, keys=keys).openings[0].games == 2


def test_without_a_book_the_first_plies_are_the_opening() -> None:
    found = figures([game(0, ("ann", "bob"), 0, book=0)])
    assert not found.booked and len(found.openings[0].opening.moves) == 4
    assert figures([game(0, ("ann", "bob"), 0, plies=0)]).openings == ()


def test_an_opening_that_is_not_legal_has_no_position() -> None:
    [opening] = figures(
        [replace(game(0, ("ann", "bob"), 0), moves=(MoveRecord("bogus", book=True),))]
    ).openings
    assert position_after(opening.opening, settings()) is None and opening.opening.moves == ("bogus",)


def test_only_the_most_frequent_openings_are_shown() -> None:
    cells = [f"{letter}{row}" for letter in "abcde" for row in (1, 2, 3)]
    players = (PlayerRecord("random"), PlayerRecord("greedy"))
    games = [
        GameRecord("hex", "5x5", players, (MoveRecord(cell, book=True),), 0, True, Ending.NORMAL, number=k)
        for k, cell in enumerate(cells)
    ]
    found = figures(games, small(game="hex", variant="5x5", games=16))
    assert len(found.openings) == 12
    assert found.games_left == found.openings_left == len(cells) - 12 - mirrors(cells)


def mirrors(cells: Sequence[str]) -> int:
    """How many cells are the other end of another one."""
    other = {cell: f"{'abcde'[4 - 'abcde'.index(cell[0])]}{6 - int(cell[1])}" for cell in cells}
    return sum(other[cell] in cells and cell < other[cell] for cell in cells)


def test_long_matches_have_short_curves() -> None:
    one = game(0, ("ann", "bob"), 0, plies=2)
    games = [replace(one, number=number) for number in range(1001)]
    points = figures(games, settings(games=1002)).engines[0].curve
    assert 100 <= len(points) <= 140 and points[-1].games == 1001
    assert points[-1].score == 1.0
