"""The result of a match in sentences.

Owns what they claim: a player is called stronger only if zero lies outside the 95% interval.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hexapoda.arena.comparison import rate
from hexapoda.arena.ladder import LadderSchedule
from hexapoda.arena.match import SequentialTest
from hexapoda.arena.scoreboard import GameSummary, Scoreboard
from hexapoda.arena.settings import MatchSettings, SprtSettings
from hexapoda.arena.statistics import Sprt
from hexapoda.record import Ending, GameRecord
from hexapoda.report.figures import LadderFigures, MatchFigures, PlayerMeeting
from hexapoda.report.text import MINUS, elo, html, many, percent, span

__all__ = [
    "counted",
    "on_ladder",
    "repetition_sentence",
    "sprt_of",
    "sprt_sentence",
    "unscored_sentence",
    "verdict",
]


def verdict(figures: MatchFigures) -> str:
    """Return one or two sentences of HTML on who is better, by how much, and how certain that is."""
    if not figures.finished:
        return f"No result yet from {many(len(figures.records), 'game')}."
    if figures.ladder is not None:
        return _rating(figures.ladder, figures.finished)
    duel = figures.duel
    if duel is not None:
        return _duel(duel)
    if not figures.ratings:
        return f"{many(figures.finished, 'game')}, but no two players have met."
    best, *others = figures.ratings
    same = [other for other in others if other.group == best.group]
    scored = f"{percent(best.score)} of the points in {many(best.games, 'game')}"
    text = f"<b>{html(best.name)}</b> leads with {scored}"
    if not same:
        return text + "."
    second = same[0]
    text += (
        f", rated {elo(best.elo)} \u00b1 {best.error:.0f} Elo against the average of the field, ahead of "
        f"<b>{html(second.name)}</b> with {elo(second.elo)} \u00b1 {second.error:.0f}."
    )
    meeting = figures.meetings.get((best.name, second.name))
    if meeting is None or meeting.estimate.los > 0.975:
        return text
    return text + " Their games against each other show no clear difference."


def on_ladder(settings: MatchSettings, figures: MatchFigures) -> MatchFigures:
    """Return the figures with the place on the ladder and the fixed ratings of the opponents."""
    board = Scoreboard(settings.names, map(GameSummary.of, figures.records))
    found = LadderFigures(settings.names[0], LadderSchedule(settings).place(board))
    return replace(figures, ratings=tuple(rate(settings, board)), ladder=found)


def _rating(found: LadderFigures, games: int) -> str:
    name, place = f"<b>{html(found.name)}</b>", found.place
    against = f"in {many(games, 'game')} against opponents of known rating"
    if place.elo is not None and place.low is not None and place.high is not None:
        interval = f"95% interval {place.low:.0f} to {place.high:.0f}"
        return f"{name} has a rating of <b>{place.elo:.0f}</b> ({interval}), {against}."
    if place.low is not None:
        return f"{name} has a rating of at least <b>{place.low:.0f}</b>, with 95% confidence, {against}."
    if place.high is not None:
        return f"{name} has a rating of at most <b>{place.high:.0f}</b>, with 95% confidence, {against}."
    return f"{name} has no rating yet, {against}."


def _duel(duel: PlayerMeeting) -> str:
    estimate, games = duel.estimate, duel.tally.trinomial
    first, second = f"<b>{html(duel.first)}</b>", f"<b>{html(duel.second)}</b>"
    scored = f"{percent(games.score)} of the points in {many(games.games, 'game')}"
    if estimate.elo is None and games.wins == games.games:
        return (
            f"{first} won {games.wins} of {many(games.games, 'game')} against {second}: "
            f"at least {elo(estimate.low)} Elo stronger, with 95% confidence."
        )
    if estimate.los > 0.975:
        return (
            f"{first} is stronger than {second} by <b>{elo(estimate.elo)} Elo</b> "
            f"(95% interval {span(estimate.low, estimate.high)}): it scored {scored}."
        )
    return (
        f"No clear difference between {first} and {second}: {first} scored {scored}, which is "
        f"<b>{elo(estimate.elo)} Elo</b> with a 95% interval of {span(estimate.low, estimate.high)}."
    )


def sprt_of(settings: SprtSettings) -> Sprt:
    """Return the sequential test of a match."""
    model: Any = settings.model
    return Sprt(settings.elo0, settings.elo1, settings.alpha, settings.beta, model)


def counted(settings: MatchSettings | None, records: list[GameRecord]) -> list[GameRecord]:
    """Return the games that count: with a sequential test, those before its decision.

    Games that were still running at the decision are in the journal but do not count.
    """
    if settings is None or settings.sprt is None:
        return records
    board = Scoreboard(settings.names, map(GameSummary.of, records))
    state = SequentialTest(settings).update(board)
    return records if state.verdict is None else [r for r in records if r.number < 2 * state.pairs]


def unscored_sentence(figures: MatchFigures) -> str:
    """Return a sentence on games in which the rules of the players differ; empty if there are none."""
    count = figures.endings.get(Ending.RULES_DIFFER, 0)
    if not count:
        return ""
    return f"{many(count, 'game')} not scored, because the rules of the players differ."


def repetition_sentence(figures: MatchFigures) -> str:
    """Return a sentence on games that repeat another one; empty if there are none."""
    players = tuple(dict.fromkeys(player.name for record in figures.records for player in record.players))
    count = Scoreboard(players, map(GameSummary.of, figures.records)).repetitions
    if not count:
        return ""
    return (
        f"Games that repeat another one, move for move: {count}. Unless the players choose at random, they "
        "tell nothing new, and the intervals are too narrow."
    )


def sprt_sentence(settings: MatchSettings | None, figures: MatchFigures) -> str:
    """Return a sentence on the sequential test; empty if the match had none."""
    if settings is None or settings.sprt is None:
        return ""
    first, second = settings.names[:2]
    meeting = figures.meetings.get((first, second))
    if meeting is None:
        return ""
    test = sprt_of(settings.sprt)
    llr = test.llr(meeting.tally.counts)
    low, high = test.bounds
    unit = "normalized Elo" if settings.sprt.model == "normalized" else "Elo"
    claims = f"{settings.sprt.elo0:g} or {settings.sprt.elo1:g} {unit}"
    found = {
        "H0": f"{settings.sprt.elo0:g} accepted",
        "H1": f"{settings.sprt.elo1:g} accepted",
        None: "not decided yet",
    }[test.verdict(llr)]
    ratio = f"LLR {llr:.2f}, bounds {low:.2f} and {high:.2f}".replace("-", MINUS)
    return f"Sequential test: is {html(first)} {claims} stronger? {found.capitalize()} ({ratio})."
