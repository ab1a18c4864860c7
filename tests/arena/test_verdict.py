"""What a match shows, in sentences, and what makes it doubtful."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from hexapoda.arena.comparison import standing
from hexapoda.arena.match import Match
from hexapoda.arena.scoreboard import GameSummary, Scoreboard
from hexapoda.arena.settings import MatchSettings
from hexapoda.arena.verdict import MatchVerdict, verdict_of
from hexapoda.games.translations import patterns
from hexapoda.record import Ending, GameRecord, PlayerRecord
from tests.arena.match_made import SETTINGS, game, match
from tests.arena.rated import Rated, ladder
from tests.arena.settings import small

TWO = MatchSettings.from_json(SETTINGS)


def verdict(
    records: Sequence[GameRecord], settings: MatchSettings = TWO, finished: bool = True
) -> MatchVerdict:
    return verdict_of(settings, scoreboard(records, settings), finished)


def scoreboard(records: Sequence[GameRecord], settings: MatchSettings = TWO) -> Scoreboard:
    return Scoreboard(settings.names, map(GameSummary.of, records))


def crashed(records: Sequence[GameRecord], *numbers: int) -> list[GameRecord]:
    """The same games, some of them lost by a crash."""
    return [replace(one, ending=Ending.CRASH) if one.number in numbers else one for one in records]


def waiting(records: Sequence[GameRecord], share: float) -> list[GameRecord]:
    """The same games, in which the engines waited for that share of their time."""
    return [
        replace(one, moves=tuple(replace(m, waited=share * m.time) if m.time else m for m in one.moves))
        for one in records
    ]


@pytest.mark.parametrize(
    ("records", "said"),
    [
        ([], "No game has ended yet."),
        (match([1, 1, 1, 1]), "ann is stronger."),
        (match([0, 0, 0, 0]), "bob is stronger."),
        (match([1, 1, 1, 0.5] * 5), "ann is stronger."),
        (match([1, 0, 0.5] * 10), "No clear difference."),
        (match([1, 1]), "Too few games to tell who is stronger."),
        (match([1, 0]), "Too few games to tell who is stronger."),
    ],
)
def test_claims(records: list[GameRecord], said: str) -> None:
    found = verdict(records)
    assert found.headline == (said,) and found.doubts == 0


def test_games_that_are_not_scored_show_nothing() -> None:
    differ = game(0, ("ann", "bob"), finished=False, ending=Ending.RULES_DIFFER)
    assert verdict([differ]).headline == ("No game has been scored.",)


def test_a_match_that_runs_says_so_far() -> None:
    assert verdict(match([1] * 10), finished=False).headline == ("So far ann is stronger.",)
    assert verdict(match([1, 0, 0.5] * 10), finished=False).headline == ("No clear difference yet.",)


def test_crashes_are_no_strength() -> None:
    found = verdict(crashed(match([1, 1]), 0, 1))
    assert found.headline == (
        "Faults decided the match: bob lost 2 of 2 games by crashing, not answering, playing an illegal "
        "move or running out of time.",
    )
    assert found.doubts == 1


def test_the_games_without_faults_are_judged_alone() -> None:
    """Without the two crashes, the games do not show that ann is stronger."""
    games = match([1, 1, 1, 0.5, 0.5, 0.5, 1, 0.5, 0.5, 1, 0.5, 0.5])
    assert verdict(games).headline == ("ann is stronger.",)
    assert verdict(crashed(games, 0, 1)).headline == (
        "Faults decided the match: bob lost 2 of 12 games by crashing, not answering, playing an illegal "
        "move or running out of time.",
        "The games without faults alone: No clear difference.",
    )


def test_faults_that_decide_half_of_the_games_are_named() -> None:
    found = verdict(crashed(match([1, 1, 1, 0.5, 1, 1, 0.5, 1, 0.5, 1]), 0, 1, 2, 4, 5))
    assert found.headline[0].startswith("Faults decided the match: bob lost 5 of 10 games")
    assert found.headline[1] == "The games without faults alone: Too few games to tell who is stronger."


def test_a_few_faults_decide_nothing() -> None:
    found = verdict(crashed(match([1] * 30), 4))
    assert found.headline == ("ann is stronger.",) and found.doubts == 0


def test_a_busy_machine_is_named_first() -> None:
    found = verdict(waiting(match([1] * 10), 0.4))
    assert found.headline == (
        "The machine was busy: the engines waited 40% of their time for a processor.",
        "ann is stronger.",
    )
    assert found.doubts == 1
    assert verdict(waiting(match([1] * 10), 0.05)).doubts == 0


def test_late_games_of_a_busy_machine_count_apart() -> None:
    late = game(2, ("ann", "bob"), None, finished=False, ending=Ending.BUSY)
    found = verdict([*waiting(match([1, 0]), 0.01), late])
    assert found.headline[0] == (
        "The machine was busy: games in which an engine was late only because of that are not scored (1)."
    )
    assert found.doubts == 1
    assert verdict([*waiting(match([1, 0]), 0.4), late]).doubts == 2
    board = scoreboard([*match([1, 0]), late])
    assert board.results("bob").games == 2 and board.faults == [] and len(board.unscored) == 1


def test_other_rules_and_repetitions_are_noted() -> None:
    differ = game(2, ("ann", "bob"), None, finished=False, ending=Ending.RULES_DIFFER, detail="bob: a draw")
    [note] = verdict([*match([1, 0]), differ]).notes[:1]
    assert note.startswith(
        "Games not scored, because the rules of the engines differ: 1, such as game 2: bob: a"
    )
    again = [replace(match([1])[0], number=number) for number in (0, 2)]
    assert verdict(again).notes[0].startswith("Games that repeat another one, move for move: 1.")


def cup(results: Sequence[int | None], format: str = "round-robin") -> tuple[MatchSettings, list[GameRecord]]:
    """A tournament of three; each result is the index of the engine that won."""
    meetings = 3 if format == "round-robin" else 2
    settings = small("random", "greedy", "random:seed=1", games=len(results) // meetings, format=format)
    records = []
    for number, winner in enumerate(results):
        players = settings.pairing(number).players
        names = [PlayerRecord(settings.names[player]) for player in players]
        won = players.index(winner) if winner in players else None
        records.append(
            GameRecord("hive", "Base", (names[0], names[1]), (), won, True, Ending.NORMAL, number=number)
        )
    return settings, records


def test_a_tournament_has_a_leader() -> None:
    settings, records = cup([1] * 60)
    assert verdict(records, settings).headline == ("greedy leads with 40 of 40 points.",)
    assert "one draw is added for each pair of engines that met." in verdict(records, settings).notes[-1]
    settings, records = cup([None] * 60)
    assert verdict(records, settings).headline == (
        "random leads with 20 of 40 points.",
        "It is not clearly stronger than greedy.",
    )
    settings, records = cup([1] * 6)
    assert verdict(records, settings).headline == (
        "Too few games to tell who is strongest.",
        "greedy leads with 4 of 4 points.",
    )


def test_a_lead_is_clear_only_beyond_the_interval_of_the_difference() -> None:
    """The errors of two ratings are not independent: the interval of their difference includes 0 here."""
    results: list[int | None] = []
    for one, other in [(1, 1), (0, 1), (0, 1), (1, 0), (1, 0)] * 2:
        results += [one, other, 0, 2, 1 if one else 2, 1 if other else 2]
    settings, records = cup(results)
    assert verdict(records, settings).headline == (
        "greedy leads with 24 of 40 points.",
        "It is not clearly stronger than random.",
    )


def test_in_a_gauntlet_who_plays_the_most_games_does_not_lead_by_them() -> None:
    settings, records = cup([1, 1, 0, 0, 1, 0, 0, 2] * 10, "gauntlet")
    assert standing(settings, scoreboard(records, settings)) == ["greedy", "random", "random:seed=1"]
    assert verdict(records, settings).headline == ("greedy leads with 30 of 40 points.",)


@pytest.mark.parametrize(
    ("elo", "said"),
    [
        (1290, "greedy has a rating of 1"),
        (9000, "greedy has a rating of at least "),
        (-9000, "greedy has a rating of at most "),
    ],
)
def test_a_rating_is_told_as_one(elo: float, said: str) -> None:
    result = Match(ladder(games=40), player=Rated(elo, 1)).run()
    [sentence] = verdict_of(result.settings, result.board, result.finished).headline
    assert sentence.startswith(said)


def test_every_sentence_is_known_in_german() -> None:
    known = patterns("de")
    [first, second] = verdict(waiting(match([1] * 10), 0.4)).headline
    assert first.translated(known) == (
        "Der Rechner war ausgelastet: Die Engines warteten 40 % ihrer Zeit auf einen Prozessor."
    )
    assert second.translated(known) == "ann ist stärker."
    alone = verdict(crashed(match([1] * 8), *range(6))).headline[1]
    assert (
        alone.translated(known)
        == "Nur die Partien ohne Fehler: Zu wenige Partien, um zu sagen, wer stärker ist."
    )
