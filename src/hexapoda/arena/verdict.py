"""The conclusions of a match, in sentences.

Defines when a conclusion is justified. An engine is called stronger only if the 95% interval of the Elo
difference excludes zero. If faults decided the match, or if the machine was busy with other work, the
sentences say so first.
"""

from __future__ import annotations

import collections
from dataclasses import dataclass, replace

from hexapoda.arena.comparison import compare, rate, standing
from hexapoda.arena.ladder import LadderSchedule
from hexapoda.arena.scoreboard import FAULTS, Scoreboard
from hexapoda.arena.settings import MatchSettings
from hexapoda.record import Ending
from hexapoda.text.sentence import Sentence

__all__ = ["MatchVerdict", "verdict_of"]

_WIDE = 400.0
"""A 95% interval wider than this, in Elo, means that there are too few games."""
_BUSY = 0.1
"""The maximum share of their time that the engines may wait for a processor. Above it, the machine was too
busy to compare them.
"""


@dataclass(frozen=True, slots=True)
class MatchVerdict:
    """The conclusions of a match, in sentences."""

    headline: tuple[Sentence, ...]
    """The reasons, if any, to doubt the result, followed by the conclusion."""
    doubts: int
    """The number of sentences at the beginning of the headline that are reasons for doubt."""
    notes: tuple[Sentence, ...]
    """Further remarks, such as the number of repeated games."""


def verdict_of(settings: MatchSettings, board: Scoreboard, finished: bool) -> MatchVerdict:
    """Return the conclusions from the games of a match. `finished`: whether the match is over."""
    doubts = _busy(board)
    claims = _claims(settings, board, finished)
    if (fault := _faults(settings, board)) is not None:
        doubts.append(fault)
        rest = _without_faults(board)
        others = _claims(settings, rest, finished) if len(rest.games) > len(rest.unscored) else ()
        claims = tuple(Sentence("The games without faults alone: {claim}", claim=claim) for claim in others)
    return MatchVerdict((*doubts, *claims), len(doubts), tuple(_notes(settings, board)))


def _busy(board: Scoreboard) -> list[Sentence]:
    seconds = sum(sum(game.seconds) for game in board.games.values())
    waited = sum(sum(game.waited) for game in board.games.values())
    late = board.endings[Ending.BUSY]
    found = []
    if waited > _BUSY * seconds:
        percent = round(100 * waited / seconds)
        found.append(
            Sentence(
                "The machine was busy: the engines waited {percent}% of their time for a processor.",
                percent=percent,
            )
        )
    if late:
        found.append(
            Sentence(
                "The machine was busy: games in which an engine was late only because of that are not scored "
                "({count}).",
                count=late,
            )
        )
    return found


def _faults(settings: MatchSettings, board: Scoreboard) -> Sentence | None:
    """Return a sentence if faults decided the match, otherwise None.

    Faults decide a match if they end at least half of the games with a winner, or if they change which of two
    engines counts as stronger.
    """
    decided = sum(game.scored and game.winner is not None for game in board.games.values())
    faults = len(board.faults)
    if not faults:
        return None
    two = settings.format == "match"
    if 2 * faults < decided and (
        not two or _stronger(settings, board) == _stronger(settings, _without_faults(board))
    ):
        return None
    [(name, count)] = collections.Counter(fault.engine for fault in board.faults).most_common(1)
    return Sentence(
        "Faults decided the match: {name} lost {count} of {games} games by crashing, not answering, playing "
        "an illegal move or running out of time.",
        name=name,
        count=count,
        games=board.results(name).games,
    )


def _without_faults(board: Scoreboard) -> Scoreboard:
    return Scoreboard(board.names, (game for game in board.games.values() if game.ending not in FAULTS))


def _stronger(settings: MatchSettings, board: Scoreboard) -> str | None:
    """Return the name of the stronger engine; None if the difference is not clear."""
    estimate = compare(board, *settings.names).estimate
    if estimate.low is not None and estimate.low > 0:
        return settings.names[0]
    return settings.names[1] if estimate.high is not None and estimate.high < 0 else None


def _claims(settings: MatchSettings, board: Scoreboard, finished: bool) -> tuple[Sentence, ...]:
    if not board.games:
        return (Sentence("No game has ended yet."),)
    if len(board.games) == len(board.unscored):
        return (Sentence("No game has been scored."),)
    if settings.ladder is not None:
        return (_rating(settings, board),)
    if settings.format != "match":
        return _leader(settings, board)
    stronger = _stronger(settings, board)
    if stronger is not None:
        if finished:
            return (Sentence("{name} is stronger.", name=stronger),)
        return (Sentence("So far {name} is stronger.", name=stronger),)
    estimate = compare(board, *settings.names).estimate
    if estimate.low is None or estimate.high is None or estimate.high - estimate.low > _WIDE:
        return (Sentence("Too few games to tell who is stronger."),)
    return (Sentence("No clear difference.") if finished else Sentence("No clear difference yet."),)


def _rating(settings: MatchSettings, board: Scoreboard) -> Sentence:
    found, name = LadderSchedule(settings).rating(board), settings.names[0]
    elo, low, high = (None if value is None else round(value) for value in (found.elo, found.low, found.high))
    if elo is not None and low is not None and high is not None:
        return Sentence(
            "{name} has a rating of {elo}, with a 95% interval from {low} to {high}.",
            name=name,
            elo=elo,
            low=low,
            high=high,
        )
    if low is not None:
        return Sentence("{name} has a rating of at least {low}, with 95% confidence.", name=name, low=low)
    if high is not None:
        return Sentence("{name} has a rating of at most {high}, with 95% confidence.", name=name, high=high)
    return Sentence("Too few games for a rating.")


def _leader(settings: MatchSettings, board: Scoreboard) -> tuple[Sentence, ...]:
    first = standing(settings, board)[0]
    if settings.rating_list is None:
        results = board.results(first)
        whole, half = divmod(round(2 * results.points), 2)
        lead = Sentence(
            "{name} leads with {points} of {games} points.",
            name=first,
            points=f"{whole or ''}½" if half else str(whole),
            games=results.games,
        )
    else:
        lead = Sentence("{name} has the highest rating.", name=first)
        anchor = settings.names.index(first)  # makes the ratings and errors relative to it
        settings = replace(settings, rating_list=replace(settings.rating_list, anchor=anchor, elo=0.0))
    ratings = rate(settings, board, anchor=first)
    others = [rating for rating in ratings if rating.group == 0 and rating.name != first]
    second = max(others, key=lambda rating: rating.elo + rating.error)
    if second.elo + second.error < 0:
        return (lead,)
    if second.error > _WIDE / 2:
        return Sentence("Too few games to tell who is strongest."), lead
    return lead, Sentence("It is not clearly stronger than {name}.", name=second.name)


def _notes(settings: MatchSettings, board: Scoreboard) -> list[Sentence]:
    found = []
    differ = [game for game in board.unscored if game.ending is Ending.RULES_DIFFER]
    if differ:
        found.append(
            Sentence(
                "Games not scored, because the rules of the engines differ: {count}, such as game {number}: "
                "{detail}",
                count=len(differ),
                number=differ[-1].number,
                detail=differ[-1].detail,
            )
        )
    if board.repetitions:
        found.append(
            Sentence(
                "Games that repeat another one, move for move: {count}. Unless the engines choose at random, "
                "they show nothing new, and the intervals are too narrow.",
                count=board.repetitions,
            )
        )
    if settings.format != "match" and any(rating.held for rating in rate(settings, board)):
        found.append(
            Sentence(
                "The results alone give no finite ratings, as after a perfect score, so one draw is added "
                "for each pair of engines that met."
            )
        )
    return found
