"""Rating lists: which games come next, engines that come and go, and what the list says."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from hexapoda.arena.comparison import changes_of_day, rate, result_json, standing
from hexapoda.arena.journal import Journal
from hexapoda.arena.list_schedule import ListSchedule
from hexapoda.arena.match import Match
from hexapoda.arena.progress import progress_line
from hexapoda.arena.rating_list import ListedEngine, ListSettings
from hexapoda.arena.scoreboard import GameSummary, Scoreboard
from hexapoda.arena.settings import MatchSettings
from hexapoda.arena.verdict import verdict_of
from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.record import Ending, GameRecord, PlayerRecord
from tests.arena.rated import Rated
from tests.arena.settings import small

RATINGS = (1000.0, 1150.0, 1200.0, 1250.0, 1300.0, 1700.0)


def pool(count: int = len(RATINGS), *, games: int = 400, within: float | None = None) -> MatchSettings:
    engines = tuple(ListedEngine("made of") for _ in range(count))
    listed = ListSettings(engines, elo=1000, within=within)
    return small(*(f"random:seed={k}" for k in range(count)), games=games, format="list", rating_list=listed)


def grown(settings: MatchSettings, count: int) -> MatchSettings:
    bigger = pool(count, games=settings.games)
    return replace(settings, engines=bigger.engines, rating_list=bigger.rating_list)


def played(seed: int, stop: int = 10**9, day: str = "2026-01-01") -> Rated:
    return Rated(RATINGS[0], seed, stop, others=RATINGS[1:], day=day)


def interrupted(match: Match) -> None:
    with pytest.raises(KeyboardInterrupt):
        match.run()


def test_a_game_keeps_its_number_when_engines_are_added() -> None:
    few, many = pool(3, games=4), pool(6, games=4)
    numbers = [number for number in range(2 * 2 * few.stride) if few.has_game(number)]
    assert len(numbers) == few.total == 12
    assert [few.pairing(number) for number in numbers] == [many.pairing(number) for number in numbers]
    assert sum(many.has_game(number) for number in range(2 * 2 * many.stride)) == many.total == 60
    assert not many.has_game(-1) and not many.has_game(2 * 15)


@pytest.mark.slow
def test_the_ratings_are_on_the_scale_of_the_anchor() -> None:
    result = Match(pool(within=60), player=played(1)).run()
    assert result.finished
    ratings = {rating.name: rating for rating in rate(result.settings, result.board)}
    names = result.settings.names
    assert (ratings[names[0]].elo, ratings[names[0]].error) == (1000, 0)
    assert all(abs(ratings[name].elo - true) < 130 for name, true in zip(names, RATINGS, strict=True))
    assert max(rating.error for rating in ratings.values()) <= 60
    assert standing(result.settings, result.board)[0] == names[5]
    headline = [str(sentence) for sentence in verdict_of(result.settings, result.board, True).headline]
    assert headline == [f"{names[5]} has the highest rating."]


def test_games_that_tell_little_are_rare() -> None:
    player = played(2, stop=600)
    interrupted(Match(pool(), player=player))
    near = [player.met[frozenset((one, other))] for one, other in ((1, 2), (2, 3), (3, 4))]
    assert min(near) > 3 * player.met[frozenset((0, 5))]
    games = [sum(count for pair, count in player.met.items() if engine in pair) for engine in range(6)]
    # 200 on average. Rounding differs between processors, and a choice may depend on it.
    assert min(games) > 100 and max(games) < 320


def test_a_new_engine_catches_up_and_one_that_is_gone_keeps_its_games(tmp_path: Path) -> None:
    few = pool(4)
    journal = Journal.create(tmp_path, few, "list")
    interrupted(Match(few, journal, played(3, stop=301)))
    before = len(list(journal.records()))
    more = grown(few, 5)
    listed = more.rating_list
    assert listed is not None
    retired = replace(listed.engines[1], retired=True)
    more = replace(
        more, rating_list=replace(listed, engines=(listed.engines[0], retired, *listed.engines[2:]))
    )
    with journal.locked():
        journal.write_settings(more)
    assert journal.settings() == more
    player = played(4, stop=101, day="2026-01-02")
    interrupted(Match(journal.settings(), journal, player))
    assert not any(1 in pair for pair in player.met)
    assert sum(player.met[frozenset((4, other))] for other in (0, 2, 3)) > 70
    board = Scoreboard(more.names, map(GameSummary.of, journal.records()))
    assert len(board.games) > before and board.results(more.names[1]).games > 100
    changes = changes_of_day(more, board)
    assert changes.keys() == set(more.names[:4]) and changes[more.names[0]] == 0
    result = result_json(Match(more, journal, played(5, stop=0)).result())
    assert result["anchor"] == {"name": more.names[0], "elo": 1000}


def test_each_two_engines_meet_at_most_as_often_as_allowed() -> None:
    player = played(6)
    result = Match(pool(4, games=6), player=player).run()
    assert result.finished and set(player.met.values()) == {6} and len(player.met) == 6
    assert progress_line_of(result.settings, result.board).startswith("36 games: ")


def progress_line_of(settings: MatchSettings, board: Scoreboard) -> str:
    from hexapoda.arena.match import Progress

    return progress_line(Progress(settings, board, 1.0, 1, None, None))


def test_no_new_games_begin_after_the_time() -> None:
    player = played(7)
    result = Match(pool(), player=player).run(seconds=0.0)
    assert not result.finished and not player.met


def test_the_settings_survive_as_json() -> None:
    settings = pool(within=20)
    assert MatchSettings.from_json(json.loads(json.dumps(settings.to_json()))) == settings


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"anchor": 6}, "the anchor is engine 6"),
        ({"elo": 1e6}, "the rating of the anchor must be"),
        ({"elo": True}, "expected a number"),
        ({"within": 0.5}, "ratings within 0.5 Elo"),
        ({"engines": (ListedEngine("x"),) * 65}, "at most 64"),
    ],
)
def test_odd_settings_are_refused(change: dict[str, object], expected: str) -> None:
    listed = pool().rating_list
    assert listed is not None
    with pytest.raises(UsageError, match=expected):
        replace(listed, **change)  # type: ignore[arg-type]


def test_a_list_belongs_to_the_engines_of_its_match() -> None:
    listed = pool().rating_list
    assert listed is not None
    with pytest.raises(UsageError, match="not the rating list"):
        replace(pool(), rating_list=replace(listed, engines=listed.engines[:5]))
    with pytest.raises(UsageError, match="format 'list'"):
        replace(pool(), format="round-robin")


def test_a_game_of_no_meeting_is_damage(tmp_path: Path) -> None:
    few = pool(3)
    journal = Journal.create(tmp_path, few, "list")
    interrupted(Match(few, journal, played(8, stop=3)))
    path = journal.folder / "games.jsonl"
    path.write_text(path.read_text().replace('"number":0', '"number":7'))
    with pytest.raises(InvalidGameError, match="game 7 is not in the match"):
        Match(few, journal, played(9)).run()


def test_the_schedule_asks_for_the_rest_of_a_pair_first() -> None:
    settings = pool(3)
    names = PlayerRecord(settings.names[0]), PlayerRecord(settings.names[1])
    only = GameRecord("hive", "Base", names, (), 0, True, Ending.NORMAL, number=0)
    board = Scoreboard(settings.names, [GameSummary.of(only)])
    assert next(ListSchedule(settings).numbers(lambda: board)) == 1
