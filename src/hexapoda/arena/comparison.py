"""The results of a match: a comparison of two engines, or ratings of several.

Passes the counts of a match to `arena.statistics`, and converts results to JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from hexapoda.arena.ladder import LadderSchedule
from hexapoda.arena.match import MatchResult
from hexapoda.arena.pool_ratings import pool_ratings
from hexapoda.arena.scoreboard import Fault, Scoreboard, WinsDrawsLosses
from hexapoda.arena.settings import MatchSettings
from hexapoda.arena.statistics import (
    EloEstimate,
    Pentanomial,
    Rating,
    Trinomial,
    elo_estimate,
)

__all__ = ["Comparison", "changes_of_day", "compare", "last_day", "rate", "result_json", "standing"]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of one engine against another."""

    names: tuple[str, str]
    results: WinsDrawsLosses
    pentanomial: tuple[int, int, int, int, int]
    estimate: EloEstimate
    """Computed from complete pairs, or from single games if no pair is complete."""


def compare(board: Scoreboard, name: str, against: str) -> Comparison:
    """Return the result of `name` against `against`."""
    results = board.results(name, against)
    pairs = board.pentanomial(name, against)
    counts = Pentanomial(pairs) if any(pairs) else Trinomial(results.wins, results.draws, results.losses)
    return Comparison((name, against), results, pairs, elo_estimate(counts))


def rate(settings: MatchSettings, board: Scoreboard, anchor: str | None = None) -> list[Rating]:
    """Return the ratings of all engines that have played, as `pool_ratings` does.

    On a ladder, the opponents have their fixed ratings, and the rated engine is omitted if its rating is not
    finite, for example after winning every game.
    """
    if settings.ladder is not None:
        return _ladder_ratings(settings, board)
    return pool_ratings(settings, board, anchor)


def standing(settings: MatchSettings, board: Scoreboard) -> list[str]:
    """Return the names of the engines in the order in which tables list them: by points, or in a gauntlet by
    score, because the first engine plays more games than the others.

    On a ladder, they are ordered by rating, and opponents that the rated engine has not met are omitted.
    In a rating list, they are ordered by group and rating, and engines without a rating come last.
    """
    names = settings.names
    if settings.rating_list is not None:
        rated = [rating.name for rating in rate(settings, board)]
        return [*rated, *(name for name in names if name not in rated)]
    if settings.ladder is None:
        results = {name: board.results(name) for name in names}
        if settings.format == "gauntlet":
            return sorted(names, key=lambda name: -(results[name].score or 0.0))
        return sorted(names, key=lambda name: -results[name].points)
    elo = {rating.name: rating.elo for rating in rate(settings, board)}
    beyond = float("inf") if board.results(names[0]).points else -float("inf")
    return sorted(elo.keys() | {names[0]}, key=lambda name: (-elo.get(name, beyond), names.index(name)))


def _ladder_ratings(settings: MatchSettings, board: Scoreboard) -> list[Rating]:
    assert settings.ladder is not None
    found = LadderSchedule(settings).rating(board)
    own = [] if found.elo is None else [(settings.names[0], found.elo, found.error or 0.0)]
    fixed = zip(settings.names[1:], settings.ladder.elo, strict=True)
    ratings = []
    for name, elo, error in [*own, *((name, elo, 0.0) for name, elo in fixed)]:
        results = board.results(name)
        if results.score is not None:
            ratings.append(Rating(name, elo, error, results.games, results.score))
    return sorted(ratings, key=lambda rating: -rating.elo)


def result_json(result: MatchResult) -> dict[str, Any]:
    """Return the result as one JSON object."""
    settings, board = result.settings, result.board
    logs = {} if result.journal is None else result.journal.fault_logs()
    out: dict[str, Any] = {
        "match": None if result.journal is None else result.journal.id,
        "game": settings.game,
        "variant": settings.variant,
        "rules": dict(settings.rules),
        "engines": list(settings.names),
        "format": settings.format,
        "control": settings.control_text,
        "controls": {name: str(settings.control_of(engine)) for engine, name in enumerate(settings.names)},
        "openings": settings.opening_source,
        "seed": settings.seed,
        "finished": result.finished,
        "games": len(board.games),
    }
    out |= _two(result) if settings.format == "match" else _many(result)
    if settings.ladder is not None:
        out["rating"] = {**asdict(LadderSchedule(settings).rating(board)), "within": settings.ladder.within}
    if settings.rating_list is not None:
        listed = settings.rating_list
        out["anchor"] = {"name": settings.names[listed.anchor], "elo": listed.elo}
        out["day"] = last_day(board)
    first, second, draws = board.by_color
    out |= {
        "first_player": {"wins": first, "losses": second, "draws": draws},
        "plies": board.plies / len(board.games) if board.games else None,
        "unscored": len(board.unscored),
        "repetitions": board.repetitions,
        "seconds_a_move": {name: board.seconds_a_move(name) for name in settings.names},
        "depth": {name: board.depth(name) for name in settings.names},
        "endings": {ending.value: number for ending, number in sorted(board.endings.items(), key=_by_value)},
        "faults": [_fault_json(fault, logs) for fault in board.faults],
        "seconds": round(result.elapsed, 3),
        "folder": None if result.journal is None else str(result.journal.folder),
    }
    return out


def _two(result: MatchResult) -> dict[str, Any]:
    seen = compare(result.board, *result.settings.names)
    sprt, estimate = result.sprt, seen.estimate
    return {
        "wins": seen.results.wins,
        "draws": seen.results.draws,
        "losses": seen.results.losses,
        "score": seen.results.score,
        "elo": estimate.elo,
        "elo_low": estimate.low,
        "elo_high": estimate.high,
        "nelo": estimate.nelo,
        "nelo_error": estimate.nelo_error,
        "los": estimate.los,
        "pentanomial": list(seen.pentanomial),
        "llr": None if sprt is None else sprt.llr,
        "llr_bounds": None if sprt is None else [sprt.lower, sprt.upper],
        "verdict": None if sprt is None else sprt.verdict,
    }


def _many(result: MatchResult) -> dict[str, Any]:
    board, names = result.board, result.settings.names
    ratings = {rating.name: asdict(rating) for rating in rate(result.settings, board)}
    shown = standing(result.settings, board)
    listed = _listed(result.settings, board)
    return {
        "standings": [
            {**asdict(board.results(name)), **ratings.get(name, {"name": name}), **listed.get(name, {})}
            for name in shown
        ],
        "meetings": [
            {
                "engines": [names[one], names[other]],
                **asdict(comparison.results),
                "pentanomial": list(comparison.pentanomial),
                "los": comparison.estimate.los,
            }
            for one, other in result.settings.meetings
            if names[other] in shown
            for comparison in [compare(board, names[one], names[other])]
        ],
    }


def _listed(settings: MatchSettings, board: Scoreboard) -> dict[str, dict[str, Any]]:
    """Return, by engine name, the fields that only rating lists have; empty for other matches."""
    if settings.rating_list is None:
        return {}
    changes = changes_of_day(settings, board)
    return {
        name: {
            "change": changes.get(name),
            "checks": engine.checks,
            "failed": list(engine.failed),
            "retired": engine.retired,
        }
        for name, engine in zip(settings.names, settings.rating_list.engines, strict=True)
    }


def changes_of_day(settings: MatchSettings, board: Scoreboard) -> dict[str, float]:
    """Return, by name, how much each engine's rating changed on the last day (UTC) with games. Only engines
    that already had a rating in group 0 are included.
    """
    day = last_day(board)
    before = Scoreboard(settings.names, (game for game in board.games.values() if game.date[:10] < day))
    old = {rating.name: rating.elo for rating in rate(settings, before) if not rating.group}
    return {
        rating.name: rating.elo - old[rating.name] for rating in rate(settings, board) if rating.name in old
    }


def last_day(board: Scoreboard) -> str:
    """Return the date on which the latest game began, such as `2026-11-29`; empty if there are no games."""
    return max((game.date for game in board.games.values()), default="")[:10]


def _fault_json(fault: Fault, logs: Mapping[int, Path]) -> dict[str, Any]:
    log = logs.get(fault.game)
    return {**asdict(fault), "ending": fault.ending.value, "log": None if log is None else str(log)}


def _by_value(item: tuple[Any, int]) -> str:
    return str(item[0].value)
