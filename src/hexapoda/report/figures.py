"""The figures of a match: scores of all pairings, ratings, and statistics of the games.

Owns `MatchFigures` and its parts, plain data for the page and the plots, with no HTML.
`hexapoda.arena.statistics` computes the statistics.
"""

from __future__ import annotations

import collections
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from hexapoda.arena.ladder import Place
from hexapoda.arena.scoreboard import FAULTS
from hexapoda.arena.statistics import (
    EloEstimate,
    Encounter,
    Rating,
    Shares,
    Tally,
    Trinomial,
    bradley_terry,
    elo_estimate,
    shares_of,
    tally_of,
)
from hexapoda.arena.statistics.elo import variance_ratio
from hexapoda.games import find_game
from hexapoda.record import Ending, GameRecord

__all__ = ["Effort", "MatchFigures", "PlayerMeeting", "ScorePoint", "figures_of"]

_POINTS = 120  # a long score curve has at least this many points, and fewer than twice as many


@dataclass(frozen=True, slots=True)
class PlayerMeeting:
    """The games between two players, from the first player's point of view."""

    first: str
    second: str
    tally: Tally
    estimate: EloEstimate


@dataclass(frozen=True, slots=True)
class ScorePoint:
    """A player's score after a number of games, with the bounds of its 95% interval."""

    games: int
    score: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Effort:
    """A player's number of moves, and the averages per move of time, depth and nodes; None if not recorded.

    `slowest` is the time of the player's slowest move.
    """

    moves: int
    seconds: float | None
    slowest: float | None
    depth: float | None
    nodes: float | None


@dataclass(frozen=True, slots=True)
class LadderFigures:
    """The rating of an engine on a ladder."""

    name: str
    place: Place


@dataclass(frozen=True, slots=True)
class MatchFigures:
    """All figures of a match. Players are in order of rank."""

    players: tuple[str, ...]
    records: tuple[GameRecord, ...]
    finished: int
    results: dict[str, Trinomial]
    by_side: dict[str, tuple[Trinomial, Trinomial]]
    """Each player's results as player 0 and as player 1."""
    meetings: dict[tuple[str, str], PlayerMeeting]
    """Each pair of players appears in both orders."""
    ratings: tuple[Rating, ...]
    curves: dict[str, tuple[ScorePoint, ...]]
    shares: Shares
    endings: dict[Ending, int]
    faults: tuple[tuple[str, GameRecord], ...]
    """The player who lost by a fault, and the game."""
    efforts: dict[str, Effort]
    ladder: LadderFigures | None = None
    """If an engine was rated; then `ratings` has the fixed ratings of its opponents."""

    @property
    def duel(self) -> PlayerMeeting | None:
        """The result of a match of two, from the better player's point of view; None in a tournament."""
        return self.meetings.get((self.players[0], self.players[1])) if len(self.players) == 2 else None

    @property
    def sides(self) -> tuple[str, str]:
        """The names of players 0 and 1."""
        games = {record.game for record in self.records}
        return find_game(games.pop()).players if len(games) == 1 else ("first", "second")

    @property
    def plies(self) -> list[int]:
        """The lengths of all games."""
        return [record.plies for record in self.records]


def figures_of(records: Iterable[GameRecord], names: Sequence[str] = ()) -> MatchFigures:
    """Count the games of one match. `names` sets the order of players with equal rank."""
    games = tuple(_with_distinct_names(record) for record in records)
    seen = dict.fromkeys([*names, *(player.name for game in games for player in game.players)])
    played = {player.name for game in games for player in game.players}
    everybody = [name for name in seen if name in played]
    by_side = {name: (_results(games, name, 0), _results(games, name, 1)) for name in everybody}
    results = {name: one + two for name, (one, two) in by_side.items()}
    meetings = _meetings(games, everybody)
    ratings = _ratings(meetings)
    order = {rating.name: (rating.group, -rating.elo) for rating in ratings}
    last = (len(games), 0.0)
    players = sorted(everybody, key=lambda name: order.get(name, last))
    return MatchFigures(
        players=tuple(players),
        records=games,
        finished=sum(game.finished for game in games),
        results=results,
        by_side=by_side,
        meetings=meetings,
        ratings=tuple(ratings),
        curves={name: _curve(games, name) for name in players},
        shares=shares_of(games),
        endings=dict(collections.Counter(game.ending for game in games).most_common()),
        faults=tuple(
            (game.players[1 - game.winner].name, game)
            for game in games
            if game.ending in FAULTS and game.winner is not None
        ),
        efforts={name: _effort(games, name) for name in players},
    )


def _with_distinct_names(record: GameRecord) -> GameRecord:
    """Return the record with `(first)` and `(second)` added to the names if a player plays itself."""
    one, two = record.players
    if one.name != two.name:
        return record
    return replace(
        record, players=(replace(one, name=f"{one.name} (first)"), replace(two, name=f"{two.name} (second)"))
    )


def _results(games: Iterable[GameRecord], name: str, side: int) -> Trinomial:
    scores = [game.score_of(side) for game in games if game.players[side].name == name]
    return Trinomial(scores.count(1.0), scores.count(0.5), scores.count(0.0))


def _meetings(games: Sequence[GameRecord], names: Sequence[str]) -> dict[tuple[str, str], PlayerMeeting]:
    together: dict[frozenset[str], list[GameRecord]] = {}
    for game in games:
        together.setdefault(frozenset(player.name for player in game.players), []).append(game)
    meetings = {}
    for first in names:
        for second in names:
            shared = together.get(frozenset((first, second)), []) if first != second else []
            if shared:
                tally = tally_of(shared, first)
                meetings[first, second] = PlayerMeeting(first, second, tally, elo_estimate(tally.counts))
    return meetings


def _ratings(meetings: dict[tuple[str, str], PlayerMeeting]) -> list[Rating]:
    encounters = []
    for (first, second), meeting in meetings.items():
        games = meeting.tally.trinomial
        if first < second and games.games:
            ratio = variance_ratio(meeting.tally.counts)
            encounters.append(Encounter(first, second, games.points, games.games, ratio))
    return bradley_terry(encounters)


def _curve(games: Sequence[GameRecord], name: str) -> tuple[ScorePoint, ...]:
    """Return a player's score after each finished game, or after every few if there are many games."""
    own = [game for game in games if game.finished and name in (game.players[0].name, game.players[1].name)]
    step = max(1, len(own) // _POINTS)
    points = []
    for count in range(1, len(own) + 1):
        if count % step == 0 or count == len(own):
            tally = tally_of(own[:count], name)
            estimate, score = elo_estimate(tally.counts), tally.trinomial.score
            if score is None or estimate.score_low is None or estimate.score_high is None:
                continue
            points.append(ScorePoint(count, score, estimate.score_low, estimate.score_high))
    return tuple(points)


def _effort(games: Iterable[GameRecord], name: str) -> Effort:
    moves = 0
    times: list[float] = []
    depths: list[int] = []
    nodes: list[int] = []
    for game in games:
        for side in (0, 1):
            if game.players[side].name != name or game.start is not None:
                continue  # a game from a set-up position need not start with player 0
            for move in game.moves[side::2]:
                if move.book:
                    continue
                moves += 1
                times += [] if move.time is None else [move.time]
                depths += [] if move.depth is None else [move.depth]
                nodes += [] if move.nodes is None else [move.nodes]
    return Effort(
        moves,
        statistics.fmean(times) if times else None,
        max(times, default=None),
        statistics.fmean(depths) if depths else None,
        statistics.fmean(nodes) if nodes else None,
    )
