"""Ratings on a ladder: the interval, the choice of opponents, the end, and going on after an interruption."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexapoda.arena.comparison import rate, result_json
from hexapoda.arena.journal import Journal
from hexapoda.arena.ladder import (
    LadderSchedule,
    LadderSettings,
    OpponentScore,
    RatingEstimate,
    estimate_rating,
)
from hexapoda.arena.match import Match
from hexapoda.arena.progress import rating_text, result_view
from hexapoda.arena.scoreboard import GameSummary, Scoreboard
from hexapoda.arena.settings import MatchSettings
from hexapoda.arena.statistics.elo import elo_of_score, wilson
from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.games import find_game
from hexapoda.registry import parse_engine, split_limits
from tests.arena.rated import RATINGS, Rated, ladder
from tests.arena.settings import small


def test_against_one_opponent_the_interval_is_wilsons() -> None:
    found = estimate_rating([OpponentScore(1000, 30, 40)])
    low, high = wilson(0.75, 1.959964**2 / 40)
    wanted = [1000 + (elo_of_score(share) or 0) for share in (0.75, low, high)]
    assert [found.elo, found.low, found.high] == pytest.approx(wanted, abs=0.02)
    assert found.error == pytest.approx((wanted[2] - wanted[1]) / 2, abs=0.02)


def test_games_against_several_opponents_make_one_rating() -> None:
    found = estimate_rating([OpponentScore(800, 15, 20), OpponentScore(1200, 5, 20)])
    assert found.elo == pytest.approx(1000, abs=0.02)
    assert found.low is not None and found.high is not None
    assert found.low - 1000 == pytest.approx(1000 - found.high, abs=0.05)
    better = estimate_rating([OpponentScore(800, 15, 20), OpponentScore(1200, 6, 20)])
    assert better.elo is not None and better.elo > 1000 + 10
    narrow = estimate_rating([OpponentScore(800, 150, 200), OpponentScore(1200, 50, 200)])
    assert narrow.error is not None and found.error is not None and narrow.error < found.error / 2.9


def test_only_wins_or_only_losses_have_one_bound() -> None:
    assert estimate_rating([]) == estimate_rating([OpponentScore(1000, 0, 0)]) == RatingEstimate()
    won, lost = estimate_rating([OpponentScore(1000, 10, 10)]), estimate_rating([OpponentScore(1000, 0, 10)])
    assert (won.elo, won.high, lost.elo, lost.low) == (None, None, None, None)
    assert won.low is not None and lost.high is not None
    assert won.low - 1000 == pytest.approx(1000 - lost.high, abs=0.05) and won.low > 1100
    assert won.error is None


@pytest.mark.parametrize(
    ("elo", "seeds", "least"),
    [
        (1290, 5, 4),
        # Of 16, 15 are expected.
        *(pytest.param(elo, 16, 13, marks=pytest.mark.deep) for elo in (850, 1290, 1600)),
    ],
)
def test_the_interval_holds_the_true_rating(elo: float, seeds: int, least: int) -> None:
    held = 0
    for seed in range(seeds):
        result = Match(ladder(), player=Rated(elo, seed)).run()
        found = result_json(result)["rating"]
        assert result.finished and (found["high"] - found["low"]) / 2 <= 50
        assert abs(found["elo"] - elo) < 160
        held += found["low"] <= elo <= found["high"]
    assert held >= least


@pytest.mark.parametrize(("seeds", "least"), [(2, 2), pytest.param(16, 13, marks=pytest.mark.deep)])
def test_pairs_that_end_alike_make_the_interval_wider(seeds: int, least: int) -> None:
    held = 0
    for seed in range(seeds):
        result = Match(ladder(), player=Rated(1290, seed, alike=True)).run()
        found = result_json(result)["rating"]
        held += found["low"] <= 1290 <= found["high"]
        assert len(result.board.games) > 250
    assert held >= least


@pytest.mark.parametrize("ahead", [1, 2, 9])
def test_a_rating_ends_when_nothing_is_left_to_play(ahead: int) -> None:
    for seed in range(4):
        result = Match(ladder(within=1, games=4), player=Rated(1290, seed, ahead=ahead)).run()
        assert result.finished and len(result.board.games) % 2 == 0
        lines = [line.plain for line in result_view(result)]
        assert lines[-1] == "the rating is not within 1: a higher --games allows more games"


@pytest.mark.parametrize("elo", [500.0, 2000.0])
def test_an_engine_beyond_the_ladder_is_rated_with_few_games(elo: float) -> None:
    end = 0 if elo < 1000 else len(RATINGS) - 1
    for seed in range(8):
        result = Match(ladder(games=2), player=Rated(elo, seed)).run()
        assert result.board.results(f"random:seed={end}").games == 2, "the end of the ladder is met"


def test_most_games_are_against_opponents_of_about_the_same_strength() -> None:
    result = Match(ladder(), player=Rated(1290, 1)).run()
    games = [result.board.results(f"random:seed={k}").games for k in range(len(RATINGS))]
    assert games[2] + games[3] > 0.9 * sum(games) and 150 < sum(games) < 260
    names = [rating.name for rating in rate(result.settings, result.board)]
    assert names[:3] == ["random:seed=3", "greedy", "random:seed=2"]


@pytest.mark.parametrize(("elo", "text"), [(9000, "rating at least 20"), (-9000, "rating at most ")])
def test_an_engine_off_the_ladder_meets_its_end_and_no_more(elo: float, text: str) -> None:
    result = Match(ladder(games=40), player=Rated(elo, 1)).run()
    assert result.finished and 40 <= len(result.board.games) <= 60
    assert rating_text(result.settings, result.board).startswith(text)
    assert result_json(result)["rating"]["elo"] is None


def test_an_interrupted_rating_goes_on(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path, ladder())
    first, second = Rated(1290, 1, stop=31), Rated(1290, 2)
    with pytest.raises(KeyboardInterrupt):
        Match(ladder(), journal, player=first).run()
    settings = Journal.open(tmp_path, journal.id).settings()
    assert settings == ladder()
    result = Match(settings, Journal.open(tmp_path, journal.id), player=second).run()
    assert result.finished and second.numbers[0] == first.numbers[-1] ^ 1, "the second game of a pair"
    assert not set(first.numbers) & set(second.numbers)
    assert len(result.board.games) == len(first.numbers) + len(second.numbers)
    again = Rated(0, 3)
    assert Match(settings, Journal.open(tmp_path, journal.id), player=again).run().finished
    assert again.numbers == []


def test_a_board_that_is_not_finished_says_so() -> None:
    settings = ladder()
    board = Scoreboard(settings.names, map(GameSummary.of, Rated(1290, 1)(settings, range(6), 1)))
    assert not LadderSchedule(settings).finished(board)
    assert rating_text(settings, Scoreboard(settings.names)) == "no rating yet"


def test_a_ladder_needs_a_gauntlet_with_a_rating_for_each_opponent() -> None:
    with pytest.raises(UsageError, match="1 opponents cannot have 2 ratings"):
        small(format="gauntlet", ladder=LadderSettings((1.0, 2.0), 50))
    with pytest.raises(UsageError, match="first engine of a gauntlet"):
        small(ladder=LadderSettings((1.0,), 50))
    with pytest.raises(UsageError, match="1 to 1000"):
        LadderSettings((1.0,), 0)
    for elo in (float("nan"), 10_001, -1e300, 10**400):
        with pytest.raises(UsageError, match="from -10000 to 10000"):
            LadderSettings((elo,), 50)
    opponents = len(RATINGS)
    for odd in (["a"] * opponents, "0" * opponents, [True] * opponents, [10**400] * opponents, 3, None):
        with pytest.raises((InvalidGameError, UsageError)):
            MatchSettings.from_json({**ladder().to_json(), "ladder": {"elo": odd, "within": 50}})
    for within in (True, "5", 10**400, None):
        with pytest.raises((InvalidGameError, UsageError)):
            MatchSettings.from_json({**ladder().to_json(), "ladder": {"elo": RATINGS, "within": within}})
    assert estimate_rating([OpponentScore(-10_000, 1, 2), OpponentScore(10_000, 1, 2)]).elo is not None


@pytest.mark.parametrize("game", ["hex", "hive"])
def test_every_rung_is_an_engine_and_stronger_than_the_one_below(game: str) -> None:
    assert find_game(game).ladders
    for found in find_game(game).ladders:
        assert find_game(game).parse_variant(found.variant) == found.variant
        for rung in found.rungs:
            text, limits = split_limits(rung.text, game)
            assert (text, limits) == (rung.engine, {"nodes": str(rung.nodes)})
            parse_engine(text, game)
        ratings = [rung.elo for rung in found.rungs]
        assert ratings == sorted(ratings) and 1000 in ratings
