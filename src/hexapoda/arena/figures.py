"""The figures of a match besides its result: scores by side and opening, game lengths, and effort per move.

Computes `MatchFigures` from the games of a `Scoreboard`. `arena.comparison` has the result, `arena.verdict`
interprets it, and `arena.statistics` computes Elo.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from hexapoda.arena.openings import start_of
from hexapoda.arena.pairing import Opening
from hexapoda.arena.scoreboard import GameSummary, Scoreboard, WinsDrawsLosses
from hexapoda.arena.settings import MatchSettings
from hexapoda.arena.statistics import EloEstimate, Pentanomial, Trinomial, elo_estimate
from hexapoda.clock import Clock
from hexapoda.errors import HexapodaError
from hexapoda.games import find_game

__all__ = [
    "EngineFigures",
    "LengthFigures",
    "MatchFigures",
    "OpeningKeys",
    "OpeningResults",
    "ScorePoint",
    "figures_of",
    "position_after",
]

_POINTS = 120
"""A long curve has at least this many points, and fewer than twice as many."""
_CURVES = 12
"""Only the first engines of a match, up to this number, have a curve."""
_COLUMNS = 14
"""The approximate number of columns in the diagram of game lengths."""
_OPENINGS = 12
"""The maximum number of openings shown, the most frequent first; the others are only counted."""


@dataclass(frozen=True, slots=True)
class ScorePoint:
    """An engine's points per game after its first `games` games, with the bounds of the 95% interval."""

    games: int
    score: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class EngineFigures:
    """The figures of one engine. Averages are per move, and None if nothing was recorded."""

    name: str
    first: WinsDrawsLosses
    """The results as player 0, who usually moves first."""
    second: WinsDrawsLosses
    """The results as player 1."""
    moves: int
    """The number of moves with a known time, without those of the opening book."""
    seconds: float | None
    slowest: float | None
    """The seconds of the slowest move."""
    waited: float | None
    """The share of its time, 0 to 1, that the engine waited for a processor; None if its time is unlimited or
    unknown.
    """
    depth: float | None
    nodes: float | None
    curve: tuple[ScorePoint, ...]


@dataclass(frozen=True, slots=True)
class LengthFigures:
    """The lengths of the games, in plies."""

    shortest: int
    longest: int
    step: int
    """The width of each column in plies."""
    begin: int
    """The smallest length that the first column covers, a multiple of `step`."""
    columns: tuple[tuple[int, int, int, int], ...]
    """For each column, the numbers of games that player 0 won, that were drawn, that player 1 won, and that
    have no result.
    """


@dataclass(frozen=True, slots=True)
class OpeningResults:
    """The games with one opening. Openings that are the same up to symmetry count as one."""

    opening: Opening
    games: int
    results: WinsDrawsLosses
    """The results of player 0."""


@dataclass(frozen=True, slots=True)
class MatchFigures:
    """All figures of a match besides its result."""

    engines: tuple[EngineFigures, ...]
    first_move: EloEstimate
    """The advantage of player 0, estimated from pairs of games if any are complete."""
    lengths: LengthFigures | None
    openings: tuple[OpeningResults, ...]
    booked: bool
    """Whether the openings come from a book; otherwise they are the first plies of the games."""
    openings_left: int
    """The number of openings that are not in `openings`."""
    games_left: int
    """The number of games with those openings."""


OpeningKeys = dict[Opening, Any]
"""The key of each opening. Openings that are the same up to symmetry have the same key, which is slow to
compute.
"""


def figures_of(settings: MatchSettings, board: Scoreboard, keys: OpeningKeys | None = None) -> MatchFigures:
    """Return the figures of a match. `keys` caches the keys of openings from one call to the next."""
    games = sorted(board.games.values(), key=lambda game: game.number)
    scored = [game for game in games if game.scored]
    openings, booked = _openings(settings, games, {} if keys is None else keys)
    rest = openings[_OPENINGS:]
    return MatchFigures(
        engines=tuple(_engine(settings, engine, board, scored) for engine in range(len(settings.engines))),
        first_move=_first_move(board, scored),
        lengths=_lengths(games),
        openings=tuple(openings[:_OPENINGS]),
        booked=booked,
        openings_left=len(rest),
        games_left=sum(one.games for one in rest),
    )


def _engine(
    settings: MatchSettings, engine: int, board: Scoreboard, games: Iterable[GameSummary]
) -> EngineFigures:
    name, timed = board.names[engine], Clock(settings.control_of(engine)).left(0) < math.inf
    own = [(game, game.names.index(name)) for game in games if name in game.names]
    results = [_results(game for game, side in own if side == wanted) for wanted in (0, 1)]
    seconds = sum(game.seconds[side] for game, side in own)
    return EngineFigures(
        name=name,
        first=results[0],
        second=WinsDrawsLosses(results[1].losses, results[1].draws, results[1].wins),
        moves=sum(game.moves[side] for game, side in own),
        seconds=board.seconds_a_move(name),
        slowest=max((game.slowest[side] for game, side in own if game.moves[side]), default=None),
        waited=sum(game.waited[side] for game, side in own) / seconds if seconds and timed else None,
        depth=board.depth(name),
        nodes=board.nodes(name),
        curve=_curve(own) if engine < _CURVES else (),
    )


def _results(games: Iterable[GameSummary]) -> WinsDrawsLosses:
    """Return the results of player 0."""
    counts = [0, 0, 0]
    for game in games:
        counts[1 if game.winner is None else 2 * game.winner] += 1
    return WinsDrawsLosses(*counts)


def _halves(game: GameSummary, side: int) -> int:
    """Return how many half points player `side` scored."""
    return 1 if game.winner is None else 2 * (game.winner == side)


def _curve(own: Sequence[tuple[GameSummary, int]]) -> tuple[ScorePoint, ...]:
    """Return the score after each game or, if there are many games, after every few and after the last."""
    step = max(1, len(own) // _POINTS)
    single, pairs = [0, 0, 0], [0] * 5
    half: dict[int, int] = {}
    points = []
    for count, (game, side) in enumerate(own, 1):
        found = _halves(game, side)
        single[2 - found] += 1
        other = half.pop(game.number // 2, None)
        if other is None:
            half[game.number // 2] = found
        else:
            pairs[found + other] += 1
        if count % step and count != len(own):
            continue
        estimate = elo_estimate(_pentanomial(pairs) if any(pairs) else Trinomial(*single))
        score = (single[0] + single[1] / 2) / count
        assert estimate.score_low is not None and estimate.score_high is not None
        points.append(ScorePoint(count, score, estimate.score_low, estimate.score_high))
    return tuple(points)


def _pentanomial(pairs: Sequence[int]) -> Pentanomial:
    return Pentanomial((pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]))


def _first_move(board: Scoreboard, games: Iterable[GameSummary]) -> EloEstimate:
    """Return the advantage of player 0. It is estimated from pairs if possible: in a pair, each engine moves
    first once, so the difference in strength almost cancels out.
    """
    pairs = [0] * 5
    for game in games:
        other = board.games.get(game.number + 1)
        if game.number % 2 == 0 and other is not None and other.scored:
            pairs[_halves(game, 0) + _halves(other, 0)] += 1
    if any(pairs):
        return elo_estimate(_pentanomial(pairs))
    wins, losses, draws = board.by_color
    return elo_estimate(Trinomial(wins, draws, losses))


def _lengths(games: Sequence[GameSummary]) -> LengthFigures | None:
    if not games:
        return None
    shortest, longest = min(game.plies for game in games), max(game.plies for game in games)
    step = _round_step((longest - shortest + 1) / _COLUMNS)
    begin = shortest // step * step
    columns = [[0, 0, 0, 0] for _ in range((longest - begin) // step + 1)]
    for game in games:
        kind = 3 if not game.scored else 1 if game.winner is None else 2 * game.winner
        columns[(game.plies - begin) // step][kind] += 1
    return LengthFigures(
        shortest, longest, step, begin, tuple((one[0], one[1], one[2], one[3]) for one in columns)
    )


def _round_step(least: float) -> int:
    """Return the smallest of the numbers 1, 2, 5, 10, 20, 50, ... that is at least `least`."""
    power: int = 10 ** math.floor(math.log10(max(least, 1)))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least)


def _openings(
    settings: MatchSettings, games: Sequence[GameSummary], keys: OpeningKeys
) -> tuple[list[OpeningResults], bool]:
    """Return all openings, the most frequent first, and whether they come from a book."""
    booked = any(game.booked for game in games)
    groups: dict[Any, list[GameSummary]] = {}
    for game in games:
        opening = game.opening if game.booked or not booked else Opening(start=game.opening.start)
        if opening not in keys:
            position = position_after(opening, settings)
            keys[opening] = opening if position is None else getattr(position, "canonical_key", opening)
        groups.setdefault(keys[opening], []).append(game)
    found = [
        OpeningResults(group[0].opening, len(group), _results(game for game in group if game.scored))
        for group in groups.values()
    ]
    if not any(one.opening.moves for one in found):
        return [], booked
    return sorted(found, key=lambda one: (-one.games, one.opening.moves)), booked


def position_after(opening: Opening, settings: MatchSettings) -> Any:
    """Return the position after an opening; None if the opening is not legal."""
    game = find_game(settings.game)
    try:
        position = start_of(opening, settings.game, settings.variant, dict(settings.rules))
        for text in opening.moves:
            game.push_recorded(position, game.recorded_move(position, text))
    except HexapodaError:
        return None
    return position
