"""The figures of a match besides its result: by side, over time, lengths of games, openings, effort.

Owns `MatchFigures` and its parts. `arena.comparison` has the result, `arena.verdict` says what it means, and
`arena.statistics` computes Elo. All of them count the games of a `Scoreboard`.
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
"""The most engines with a curve."""
_COLUMNS = 14
"""The number of columns for the lengths of games, roughly."""
_OPENINGS = 12
"""The most openings that are shown; the others are only counted."""


@dataclass(frozen=True, slots=True)
class ScorePoint:
    """An engine's points per game after a number of games, with the bounds of the 95% interval."""

    games: int
    score: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class EngineFigures:
    """One engine. Averages are per move, and None if nothing was recorded."""

    name: str
    first: WinsDrawsLosses
    """The results as player 0, who usually moves first."""
    second: WinsDrawsLosses
    moves: int
    """The moves with a known time, without the moves of openings."""
    seconds: float | None
    slowest: float | None
    """The seconds of the slowest move."""
    waited: float | None
    """The share of its time in which it waited for a processor. Only measured where time is limited."""
    depth: float | None
    nodes: float | None
    curve: tuple[ScorePoint, ...]


@dataclass(frozen=True, slots=True)
class LengthFigures:
    """How many plies games have."""

    shortest: int
    longest: int
    step: int
    """The plies of each column; the first one begins at a multiple."""
    begin: int
    columns: tuple[tuple[int, int, int, int], ...]
    """For each column the games that player 0 won, drawn ones, those that player 1 won, and those without a
    result.
    """


@dataclass(frozen=True, slots=True)
class OpeningResults:
    """The games with one opening; openings that are the same up to symmetry are one."""

    opening: Opening
    games: int
    results: WinsDrawsLosses
    """The results of player 0."""


@dataclass(frozen=True, slots=True)
class MatchFigures:
    """All figures of a match besides its result."""

    engines: tuple[EngineFigures, ...]
    first_move: EloEstimate
    """The advantage of player 0, from pairs of games if there are any."""
    lengths: LengthFigures | None
    openings: tuple[OpeningResults, ...]
    booked: bool
    """Whether the openings are from a book; otherwise they are the first plies."""
    openings_left: int
    """The number of openings that are not in `openings`."""
    games_left: int
    """The games with those."""


OpeningKeys = dict[Opening, Any]
"""For each opening a key that all openings have which are the same up to symmetry. Keys are slow to find."""


def figures_of(settings: MatchSettings, board: Scoreboard, keys: OpeningKeys | None = None) -> MatchFigures:
    """Return the figures of the games of a match. `keys` keeps the keys of openings from one call to the
    next.
    """
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
    """Return the half points of a player."""
    return 1 if game.winner is None else 2 * (game.winner == side)


def _curve(own: Sequence[tuple[GameSummary, int]]) -> tuple[ScorePoint, ...]:
    """Return the score after each game, or after every few if there are many."""
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
    """In a pair both engines move first once, so their difference in strength almost cancels out."""
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
    """Return the smallest of 1, 2, 5, 10, 20, ... that is at least `least`."""
    power: int = 10 ** math.floor(math.log10(max(least, 1)))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least)


def _openings(
    settings: MatchSettings, games: Sequence[GameSummary], keys: OpeningKeys
) -> tuple[list[OpeningResults], bool]:
    """Return all openings, the most frequent first, and whether they are from a book."""
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
    """Return the position after an opening; None if it is not legal."""
    game = find_game(settings.game)
    try:
        position = start_of(opening, settings.game, settings.variant, dict(settings.rules))
        for text in opening.moves:
            game.push_recorded(position, game.recorded_move(position, text))
    except HexapodaError:
        return None
    return position
