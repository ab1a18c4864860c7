"""What the report counts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexapoda.arena.statistics import Trinomial
from hexapoda.record import Ending
from hexapoda.report.figures import figures_of
from tests.report.match_made import game, match


def test_a_match_of_two() -> None:
    figures = figures_of(match([1, 1, 0.5, 0, 1, 0.5, 1, 0]), ("bob", "ann"))
    assert figures.players == ("ann", "bob")
    assert figures.results["ann"] == Trinomial(4, 2, 2)
    assert figures.by_side["ann"] == (Trinomial(3, 1, 0), Trinomial(1, 1, 2))
    duel = figures.duel
    assert duel is not None and duel.first == "ann"
    assert duel.tally.pentanomial.counts == (0, 1, 1, 1, 1)
    assert figures.meetings["bob", "ann"].tally.pentanomial.counts == (1, 1, 1, 1, 0)
    curve = figures.curves["ann"]
    assert [point.games for point in curve] == list(range(1, 9))
    assert (curve[0].score, curve[-1].score) == (1.0, 5 / 8)
    assert all(point.low <= point.score <= point.high for point in curve[2:])
    assert figures.efforts["ann"].moves == 8 * 10
    assert figures.efforts["ann"].seconds == 0.25 == figures.efforts["ann"].slowest
    assert figures.shares.results == Trinomial(5, 2, 1)


def test_a_tournament() -> None:
    games = match([1, 1, 1, 0.5], "ann", "bob")
    games += [replace(g, number=g.number + 4) for g in match([1, 0.5, 1, 0], "bob", "cid")]
    games += [replace(g, number=g.number + 8) for g in match([0, 1, 1, 1], "ann", "cid")]
    figures = figures_of(games, ("cid", "bob", "ann", "dan"))
    assert figures.players == ("ann", "bob", "cid") and figures.duel is None
    assert [rating.name for rating in figures.ratings] == list(figures.players)
    assert figures.meetings["cid", "bob"].tally.trinomial == Trinomial(1, 1, 2)


def test_faults_and_games_without_result() -> None:
    games = match([1, 0])
    games.append(game(2, ("ann", "bob"), 0, ending=Ending.CRASH, detail="gone"))
    games.append(game(3, ("bob", "ann"), None, ending=Ending.INTERRUPTED, finished=False))
    figures = figures_of(games)
    assert [(name, g.number) for name, g in figures.faults] == [("bob", 2)]
    assert figures.finished == 3 and figures.endings[Ending.NORMAL] == 2
    assert figures.meetings["ann", "bob"].tally.unfinished == 1


def test_a_player_against_itself_is_told_by_its_side() -> None:
    games = [game(0, ("ann", "ann"), 0), game(1, ("ann", "ann"), 0)]
    figures = figures_of(games)
    assert figures.players == ("ann (first)", "ann (second)")
    assert figures.results["ann (first)"] == Trinomial(2, 0, 0)


def test_long_matches_have_short_curves() -> None:
    one = game(0, ("ann", "bob"), 0, plies=2)
    games = [replace(one, number=number) for number in range(1001)]
    points = figures_of(games).curves["ann"]
    assert 100 <= len(points) <= 140 and points[-1].games == 1001
    assert points[-1].score == pytest.approx(1.0)
